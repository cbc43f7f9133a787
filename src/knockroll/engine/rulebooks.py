"""The rule books: one Markdown file per game."""

from __future__ import annotations

from pathlib import Path

from knockroll.engine.game import Game, get_game

_PACKAGE = Path(__file__).parents[1]
_SHELVES = (_PACKAGE / "rules", _PACKAGE.parents[1] / "docs" / "rules")
"""Where the books stand in an installed package, and where in a working copy."""


def rule_book(game: str | Game) -> str | None:
    """The rule book of a game in Markdown; None if it came without one, as games of other packages may.

    Raises :class:`knockroll.UnknownGame` for an unknown game.
    """
    game = game if isinstance(game, Game) else get_game(game)
    for shelf in _SHELVES:
        book = shelf / f"{game.name}.md"
        if book.is_file():
            return book.read_text(encoding="utf-8")
    return game.book
