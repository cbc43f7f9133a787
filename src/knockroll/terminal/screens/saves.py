"""All saved games: those to go on with, and those to look at again."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

import knockroll
from knockroll.engine.errors import KnockrollError
from knockroll.terminal.draw.bars import Hint
from knockroll.terminal.draw.blocks import Block, blank, centred, ends, fit, line, tall, touch
from knockroll.terminal.model.saves import PLAYERS, load_document, saved_games
from knockroll.terminal.screens.lists import ListScreen


@dataclass(frozen=True)
class SavedGame:
    """What the list says of one file."""

    path: Path
    title: str
    moves: int = 0
    opponents: str = ""
    is_over: bool = False
    is_readable: bool = True

    @property
    def standing(self) -> str:
        """Whether it can go on."""
        if not self.is_readable:
            return "cannot be read"
        return "over" if self.is_over else f"{self.moves} move{'' if self.moves == 1 else 's'} played"

    @property
    def when(self) -> str:
        """When it was last played."""
        try:
            return time.strftime("%Y-%m-%d %H:%M", time.localtime(self.path.stat().st_mtime))
        except OSError:
            return ""


def describe_save(path: Path) -> SavedGame:
    """A saved game, as far as its file can be read; it is checked when it is opened."""
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
    BINDINGS: ClassVar[list[BindingType]] = [Binding("q,escape", "back", show=False)]

    def __init__(self) -> None:
        super().__init__()
        self._games: list[SavedGame] = []

    def on_screen_resume(self) -> None:
        """Look what there is."""
        self._games = [describe_save(path) for path in saved_games()]
        self.at = min(self.at, max(len(self._games) - 1, 0))
        super().on_screen_resume()

    def lines(self) -> int:
        """The games."""
        return max(len(self._games), 1)

    def hints(self) -> list[Hint]:
        """The keys."""
        does = "look at it" if self._games and self._games[self.at].is_over else "go on"
        return [("↑↓", "choose", "none"), ("Enter", does, "key enter"), ("esc", "back", "key escape")]

    def page(self, width: int, height: int) -> Block:
        """The games, one a line."""
        inner = min(width - 4, 104)
        head = [fit(line(("Saved games", "bold $accent")), inner), *blank(inner, 1)]
        room = height - len(head) - 2
        first = max(0, min(self.at - room // 2, len(self._games) - room))
        rows = [self._row(i, inner) for i in range(first, min(first + room, len(self._games)))]
        rows = rows or [fit(line(("There is no saved game yet.", "$quiet")), inner)]
        return tall(blank(width, 1) + centred([*head, *rows], width), height)[:height]

    def _row(self, i: int, width: int) -> Content:
        game, here = self._games[i], i == self.at
        left = line(
            ("▸ " if here else "  ", "$accent bold"),
            (f"{game.title:<14}", "bold" if here else ""),
            (f" {game.standing:<18}", ""),
            (game.opponents, "$quiet"),
        )
        row = ends(left, line((f" {game.when}", "$quiet")), width)
        return touch(row.stylize_before("on $panel") if here else row, f"entry {i}")

    def touch(self, kind: str, what: str) -> None:
        """A click on a game opens it."""
        self.at = int(what)
        self.action_choose()

    def action_choose(self) -> None:
        """Go on with a game, or look at one that is over."""
        if not self._games:
            return
        game = self._games[self.at]
        if game.is_over:
            self.knockroll.replay(game.path)
        else:
            self.knockroll.resume(game.path)

    def action_back(self) -> None:
        """Back to the menu."""
        self.app.pop_screen()
