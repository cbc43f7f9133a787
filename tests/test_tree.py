"""The tree stays readable: short parameter lists, and one meaning for each public class name."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import knockroll

SOURCES = Path(knockroll.__file__).parent
MOST_PARAMETERS = 8

OPTIONS_OF_THE_API = {
    "lab/__init__.py": ("train", "vector"),
    "lab/arena/api.py": ("run",),
    "lab/arena/match.py": ("prepare",),
    "lab/environments/pettingzoo.py": ("env",),
    "lab/playout.py": ("play_on",),
    "lab/simulate.py": ("simulate",),
}
"""Functions of the API that take more, all of them keyword-only options with defaults: callers name the few they need,
and an object for options would only move the names."""


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted(SOURCES.rglob("*.py")):
        if "migrations" not in path.parts:
            yield path.relative_to(SOURCES).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def test_no_function_takes_more_than_eight_parameters() -> None:
    found, allowed = [], set()
    for name, module in modules():
        for node in ast.walk(module):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                continue
            positional = [*node.args.posonlyargs, *node.args.args]
            if positional and positional[0].arg in ("self", "cls"):
                del positional[0]
            is_allowed = node.name in OPTIONS_OF_THE_API.get(name, ())
            if len(positional) + len(node.args.kwonlyargs) > MOST_PARAMETERS:
                allowed |= {(name, node.name)} if is_allowed else set()
                if not is_allowed or len(positional) > MOST_PARAMETERS:
                    found.append(f"{name}:{node.lineno}: {node.name}")
    assert found == []
    assert allowed == {(name, function) for name, functions in OPTIONS_OF_THE_API.items() for function in functions}


def test_a_public_class_name_means_one_thing() -> None:
    homes: dict[str, list[str]] = defaultdict(list)
    for name, module in modules():
        for node in module.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes[node.name].append(name)
    assert {name: where for name, where in homes.items() if len(where) > 1} == {}
