"""The small errors that can be made in a source, and samples of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import parso
from cosmic_ray.ast import ast_nodes
from cosmic_ray.mutating import mutate_code
from cosmic_ray.operators.operator import Example, Operator
from cosmic_ray.plugins import get_operator, operator_names
from parso.python.tree import Function, Keyword
from parso.tree import NodeOrLeaf

ARITHMETIC = {"Add", "Sub", "Mul", "FloorDiv", "Mod"}
BITS = {"BitOr", "BitAnd", "BitXor", "LShift", "RShift"}
COMPARED = {"Eq", "NotEq", "Lt", "LtE", "Gt", "GtE"}
IDENTITY = {"Is", "IsNot"}
SENSELESS = {"RemoveDecorator", "NoOp"}
"""Operators that make no sense here: without its decorator, a rule is the same interpreted, and does not compile."""


class DeleteStatement(Operator):  # type: ignore[misc]
    """Forgets an assignment, a call or a return: cosmic-ray has no such error."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Yield the statements inside functions, but not docstrings."""
        is_statement = node.parent is not None and node.parent.type == "simple_stmt"
        if is_statement and node.type in ("expr_stmt", "atom_expr", "return_stmt") and node.search_ancestor("funcdef"):
            yield node.start_pos, node.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        """Return ``pass`` instead of the statement."""
        return Keyword("pass", node.start_pos, node.get_first_leaf().prefix)  # type: ignore[no-untyped-call]

    @classmethod
    def examples(cls) -> Iterable[Example]:
        """Return an example."""
        return (Example("def f():\n    a = 1\n", "def f():\n    pass\n"),)


@dataclass(frozen=True)
class Mutant:
    """One small error: a line, or several, before and after."""

    path: Path
    """The path of the source, relative to the project."""
    line: int
    was: str
    becomes: str
    source: str
    """The whole source with the error in it."""

    @property
    def key(self) -> str:
        """The name of the mutant, unique as long as its file stays the same."""
        return sha256(f"{self.path}\0{self.source}".encode()).hexdigest()[:16]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}\n  - {self.was}\n  + {self.becomes}"


@dataclass(frozen=True)
class Place:
    """A place in a source where errors can be made, each an operator and the number of its occurrence."""

    path: Path
    line: int
    name: str
    """The name of the place, from the text of its line, so that it stays in a sample when lines above it change."""
    errors: tuple[tuple[str, int], ...]

    @property
    def room(self) -> str:
        """The folder of the source."""
        return self.path.parent.name


def places(root: Path, path: Path) -> Iterator[Place]:
    """Yield all places of a source, from its first line to its last."""
    source = (root / path).read_text()
    tree = parso.parse(source)  # type: ignore[no-untyped-call]
    found: dict[tuple[Any, Any], list[tuple[str, int]]] = {}
    for name, operator in _operators().items():
        occurrence = 0
        for node in ast_nodes(tree):
            for position in operator.mutation_positions(node):
                if not _only_for_reading(node):
                    found.setdefault(position, []).append((name, occurrence))
                occurrence += 1
    lines = source.splitlines()
    for (start, end), errors in sorted(found.items()):
        text = lines[start[0] - 1]
        same = lines[: start[0] - 1].count(text)
        yield Place(path, start[0], f"{path} {text} {same} {start[1]} {end[1]}", tuple(errors))


def sample(found: Iterable[Place], size: int | None, seed: int) -> list[Place]:
    """Return a sample of ``size`` places (None: all). Larger samples contain smaller ones."""
    by_chance = sorted(found, key=lambda place: _rank(seed, place.name))
    return by_chance[:size]


def make(root: Path, place: Place, seed: int) -> Mutant | None:
    """Return one of the errors that can be made at a place; None if none of them is valid Python."""
    source = (root / place.path).read_text()
    for name, occurrence in sorted(place.errors, key=lambda error: _rank(seed, f"{place.name} {error[0]}")):
        changed = mutate_code(source, _operators()[name], occurrence)
        if changed is None or changed == source or not _is_python(changed):
            continue
        was, becomes = _difference(source.splitlines(), changed.splitlines())
        return Mutant(place.path, place.line, was, becomes, changed)
    return None


@cache
def _operators() -> dict[str, Any]:
    """Return the kinds of errors that someone might make: + for -, but not ** for <<."""
    found: dict[str, Any] = {"own/DeleteStatement": DeleteStatement()}
    for name in operator_names():
        operator = get_operator(name)
        if not operator.arguments() and name.split("/")[1] not in SENSELESS and _is_likely(name):
            found[name] = operator()
    return found


def _is_likely(name: str) -> bool:
    replaced = re.search(r"(Binary|Comparison)Operator_(\w+)_(\w+)", name)
    if replaced is None:
        return True
    pair = {replaced[2], replaced[3]}
    return any(pair <= group for group in (ARITHMETIC, BITS, COMPARED, IDENTITY))


def _only_for_reading(node: NodeOrLeaf) -> bool:
    """Return whether a node is in an annotation, which is not evaluated, or in a decorator, which no test is about."""
    parent = node.parent
    while parent is not None:
        if parent.type == "decorator" or (parent.type == "annassign" and node is parent.children[1]):
            return True
        if parent.type == "tfpdef" or (isinstance(parent, Function) and parent.annotation is node):
            return True
        node, parent = parent, parent.parent
    return False


def _is_python(source: str) -> bool:
    try:
        compile(source, "mutant", "exec")
    except (SyntaxError, SyntaxWarning):
        return False
    return True


def _difference(before: list[str], after: list[str]) -> tuple[str, str]:
    """Return the lines that differ, without their comments."""
    while before[0] == after[0]:
        before, after = before[1:], after[1:]
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    return _joined(before), _joined(after)


def _joined(lines: list[str]) -> str:
    return " ".join(line.split("  # ")[0].strip() for line in lines)


def _rank(seed: int, name: str) -> str:
    return sha256(f"{seed} {name}".encode()).hexdigest()
