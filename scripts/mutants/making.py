"""Which small errors can be made in a source, and a sample of them."""

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
"""Without its decorator a rule is the same when it is interpreted, and does not compile."""


class DeleteStatement(Operator):  # type: ignore[misc]
    """An assignment, a call or a return that was forgotten: cosmic-ray has no such error."""

    def mutation_positions(self, node: NodeOrLeaf) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
        """Statements inside of functions, but not their docstrings."""
        is_statement = node.parent is not None and node.parent.type == "simple_stmt"
        if is_statement and node.type in ("expr_stmt", "atom_expr", "return_stmt") and node.search_ancestor("funcdef"):
            yield node.start_pos, node.end_pos

    def mutate(self, node: NodeOrLeaf, index: int) -> NodeOrLeaf:
        """Nothing instead of the statement."""
        return Keyword("pass", node.start_pos, node.get_first_leaf().prefix)  # type: ignore[no-untyped-call]

    @classmethod
    def examples(cls) -> Iterable[Example]:
        """What it does."""
        return (Example("def f():\n    a = 1\n", "def f():\n    pass\n"),)


@dataclass(frozen=True)
class Mutant:
    """One small error: a line (or some) as it was, and as it becomes."""

    path: Path
    """Of the source, below the project."""
    line: int
    was: str
    becomes: str
    source: str
    """The whole source with the error in it."""

    @property
    def key(self) -> str:
        """Names the mutant among all others, as long as its file stays as it is."""
        return sha256(f"{self.path}\0{self.source}".encode()).hexdigest()[:16]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}\n  - {self.was}\n  + {self.becomes}"


@dataclass(frozen=True)
class Place:
    """A place in a source where errors can be made, each an operator and which of its occurrences."""

    path: Path
    line: int
    name: str
    """Names the place by what its line says, so that it stays in a sample when lines above it change."""
    errors: tuple[tuple[str, int], ...]

    @property
    def room(self) -> str:
        """The folder of the source."""
        return self.path.parent.name


def places(root: Path, path: Path) -> Iterator[Place]:
    """All places of a source, from its first line to its last."""
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
    """A sample of ``size`` places (None: all). A larger sample contains a smaller one."""
    by_chance = sorted(found, key=lambda place: _rank(seed, place.name))
    return by_chance[:size]


def make(root: Path, place: Place, seed: int) -> Mutant | None:
    """One of the errors that can be made at a place; None if none of them is Python."""
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
    """The kinds of errors that somebody might make: + for -, but not ** for <<."""
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
    """Annotations are not evaluated; decorators are no business of the tests."""
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
    """The lines that are not the same, without their comments."""
    while before[0] == after[0]:
        before, after = before[1:], after[1:]
    while before and after and before[-1] == after[-1]:
        before, after = before[:-1], after[:-1]
    return _joined(before), _joined(after)


def _joined(lines: list[str]) -> str:
    return " ".join(line.split("  # ")[0].strip() for line in lines)


def _rank(seed: int, name: str) -> str:
    return sha256(f"{seed} {name}".encode()).hexdigest()
