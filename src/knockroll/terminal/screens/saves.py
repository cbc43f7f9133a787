"""The saved games: unfinished ones to resume, finished ones to watch again."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from textual.binding import BindingType
from textual.content import Content

import knockroll
from knockroll.engine.errors import KnockrollError
from knockroll.engine.words import counted
from knockroll.terminal.draw.blocks import line
from knockroll.terminal.model.saves import PLAYERS, load_document, saved_games
from knockroll.terminal.screens.lists import LAST_KEYS, ListScreen


@dataclass(frozen=True)
class SavedGame:
    """One file, as the list shows it."""

    path: Path
    title: str
    moves: int = 0
    opponents: str = ""
    is_over: bool = False
    is_readable: bool = True

    @property
    def standing(self) -> str:
        """How far the game has been played."""
        if not self.is_readable:
            return "can't be read"
        return "finished" if self.is_over else f"{counted(self.moves, 'move', 'moves')} played"

    @property
    def when(self) -> str:
        """When the game was last played."""
        try:
            return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.path.stat().st_mtime))
        except OSError:
            return ""


def describe_save(path: Path) -> SavedGame:
    """Describe a saved game as far as its file can be read; opening it checks the rest."""
    try:
        document: dict[str, Any] = load_document(path)
        title = knockroll.get_game(str(document.get("game"))).title
        players = [name for name in document.get(PLAYERS) or () if isinstance(name, str)]
        return SavedGame(
            path, title, len(document["moves"]), ", ".join(dict.fromkeys(players)), document.get("result") is not None
        )
    except (KnockrollError, TypeError, KeyError):
        return SavedGame(path, path.name, is_readable=False)


class SavesScreen(ListScreen):
    """The saved games, the last played first."""

    is_home = True
    BINDINGS: ClassVar[list[BindingType]] = [*LAST_KEYS]

    def __init__(self) -> None:
        super().__init__()
        self._games: list[SavedGame] = []

    def heading(self) -> Content:
        """The heading of the list."""
        return line(("Saved games", "bold $accent"))

    def entries(self) -> list[Content]:
        """The games, one a line."""
        self._games = [describe_save(path) for path in saved_games()]
        return [
            line(f"{game.title:<14} {game.standing:<18} ", (f"{game.when}  {game.opponents}", "$quiet"))
            for game in self._games
        ]

    def about(self, at: int | None) -> str:
        """The text that says what Enter does."""
        if at is None:
            return "No saved games yet."
        is_over = self._games[at].is_over
        return "Enter shows the game again; there, r reviews it." if is_over else "Enter resumes the game."

    def choose(self, at: int) -> None:
        """Resume a game, or replay a finished one."""
        game = self._games[at]
        if game.is_over:
            self.knockroll.replay(game.path)
        else:
            self.knockroll.resume(game.path)
