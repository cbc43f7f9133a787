"""Every clause and ruling of the rule books has a test that is named after it."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from pkgutil import iter_modules

import pytest

import knockroll.games
from knockroll.engine.state import CardState

HERE = Path(__file__).parent
BOOKS = HERE.parent / "docs" / "rules"
CLAUSE = re.compile(r"^\s*- \*\*([0-9]+[a-z]*|[RC][0-9]+)\.\*\*", re.MULTILINE)
GAMES = tuple(module.name for module in iter_modules(knockroll.games.__path__))
"""The games of this package: those of other packages have their books and tests there."""


def clauses(game: str) -> list[str]:
    """The clauses of a game's rule book, with those that all card games share."""
    found = CLAUSE.findall((BOOKS / f"{game}.md").read_text())
    if issubclass(knockroll.get_game(game).state, CardState):
        found += CLAUSE.findall((BOOKS / "README.md").read_text())
    return found


def named_tests(game: str) -> set[str]:
    """The names of the test functions for a game."""
    names = set()
    for file in (HERE / "games").glob(f"test_{game}*.py"):
        names |= {node.name for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.FunctionDef)}
    return names


def test_every_game_has_a_book_and_every_book_a_game() -> None:
    assert sorted(book.stem for book in BOOKS.glob("*.md") if book.stem != "README") == sorted(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_has_a_test(game: str) -> None:
    names = named_tests(game)
    missing = [c for c in clauses(game) if not any(name.startswith(f"test_{c.lower()}_") for name in names)]
    assert not missing, f"clauses of {game} without a test: {', '.join(missing)}"


@pytest.mark.parametrize("game", GAMES)
def test_every_option_has_a_test_and_is_in_the_book(game: str) -> None:
    names = named_tests(game)
    book = (BOOKS / f"{game}.md").read_text()
    for option in knockroll.get_game(game).options:
        assert f"`{option.name}`" in book, f"option {option.name} is not in the rule book"
        assert any(name.startswith(f"test_option_{option.name}") for name in names), f"option {option.name} has no test"
