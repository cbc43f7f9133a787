"""Try mutants quickly: the tests of a room are collected once, and each mutant is a fork with one function replaced.

That takes a tenth of a second, compared with one second for a fresh start. A mutant that changes more than the inside
of one function, such as a constant, cannot be tried in this way; and something that was computed when the tests were
collected may hide a mutant. So mutants that are not noticed here are tried again from a fresh start
(:mod:`scripts.mutants.trying`).
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import os
import resource
import sys
from pathlib import Path
from types import CodeType, FunctionType
from typing import IO

import pytest

from scripts.mutants.trying import PYTEST, limit, patience, spent

FOLDERS = ("tests/games", "tests/engine", "src/knockroll/testing")
"""Folders of tests in the order in which they run, the fastest first."""
Change = tuple[FunctionType, CodeType]


def main() -> None:
    """Read mutants and write which test notices each: ``python -m scripts.mutants.quick ROOM``.

    A mutant is a line of JSON, ``[path, source]``. The answer is the name of a test, or empty if none notices it. The
    first answer is for the unchanged code.
    """
    room = sys.argv[1]
    asked, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")  # pytest redirects input and output
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    if room == "engine":
        tests = [*FOLDERS]
    else:
        near = map(str, sorted(Path("tests/games").glob(f"test_{room}*.py")))
        tests = [*near, "tests/players/test_strength.py", "src/knockroll/testing", "-k", room]
    home = "engine" if room == "engine" else "games"
    raise SystemExit(pytest.main([*PYTEST, *tests], plugins=[Forks(home, asked, answers)]))


class Forks:
    """A plugin for pytest that runs the tests for each mutant, instead of once."""

    def __init__(self, home: str, asked: IO[str], answers: IO[str]) -> None:
        self.home = home
        self._asked = asked
        self._answers = answers

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try the mutants, once the tests are collected."""
        before = spent()
        self._answer(self._try(session.items, None, resource.RLIM_INFINITY))
        seconds = patience(spent() - before)
        for line in self._asked:
            path, source = json.loads(line)
            change = find_change(Path(path), source)
            self._answer(
                self._try(self._nearest_first(session.items, Path(path).stem), change, seconds) if change else ""
            )
        return True

    def _answer(self, by: str) -> None:
        print(json.dumps(by), file=self._answers, flush=True)

    def _nearest_first(self, items: list[pytest.Item], stem: str) -> list[pytest.Item]:
        def distance(item: pytest.Item) -> int:
            _, folder, *_, file = item.path.relative_to(Path.cwd()).parts
            return 0 if folder == self.home and stem in file else 1 + FOLDERS.index(folder)

        return sorted(items, key=distance)

    def _try(self, items: list[pytest.Item], change: Change | None, seconds: int) -> str:
        """Return the first test that fails in a fork of this process; empty if all pass."""
        reading, writing = os.pipe()
        fork = os.fork()
        if fork == 0:
            limit(seconds)
            if change is not None:
                function, code = change
                function.__code__ = code
            try:
                os.write(writing, _first_failure(items).encode())
            finally:
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as pipe:
            failure = pipe.read()
        _, status = os.waitpid(fork, 0)
        return failure or (f"more than {seconds} s" if status else "")


def _first_failure(items: list[pytest.Item]) -> str:
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if item.session.testsfailed:
            return item.nodeid
    return ""


# --- Changing a function -------------------------------------------------------------------------------------------


def find_change(path: Path, source: str) -> Change | None:
    """Return the only function in which a file and its mutant differ, and its new code; None if more differs."""
    (outside, bodies), (outside_now, bodies_now) = _take_apart(path.read_text()), _take_apart(source)
    changed = [name for name, body in bodies_now.items() if body != bodies.get(name)]
    if outside != outside_now or len(changed) != 1:
        return None
    found = importlib.import_module(".".join(path.with_suffix("").parts[1:]).removesuffix(".__init__"))
    code = compile(source, path, "exec")
    for name in changed[0].split("."):
        found = inspect.unwrap(getattr(found, name))
        (code,) = (part for part in code.co_consts if isinstance(part, CodeType) and part.co_name == name)
    if not isinstance(found, FunctionType) or found.__code__.co_freevars != code.co_freevars:
        return None
    return found, code


def _take_apart(source: str) -> tuple[str, dict[str, str]]:
    """Return the code outside functions, and the bodies of functions and methods by name."""
    module = ast.parse(source)
    bodies = {}
    classes = [(f"{node.name}.", node.body) for node in module.body if isinstance(node, ast.ClassDef)]
    for prefix, nodes in [("", module.body), *classes]:
        for node in nodes:
            if isinstance(node, ast.FunctionDef):
                bodies[prefix + node.name] = ast.dump(ast.Module(node.body, []))
                node.body = []
    return ast.dump(module), bodies


if __name__ == "__main__":
    main()
