"""The menu: which game?"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from textwrap import wrap
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.events import Key

import knockroll
from knockroll.engine.errors import KnockrollError
from knockroll.engine.game import Game
from knockroll.engine.words import counted
from knockroll.terminal.draw.bars import Hint
from knockroll.terminal.draw.blocks import Block, blank, centred, ends, fit, line, tall, touch_all
from knockroll.terminal.model.setup import GameSetup
from knockroll.terminal.screens.lists import ListScreen


@dataclass(frozen=True)
class _Entry:
    title: str
    text: str
    game: Game | None = None
    save: Path | None = None
    opens: str = ""
    """Another list that it opens: ``saves`` or ``lobby``."""

    @property
    def key(self) -> str:
        """The key that chooses it; games have numbers."""
        return "r" if self.save is not None else _KEYS.get(self.opens, "")


_KEYS = {"saves": "s", "lobby": "i"}


class MenuScreen(ListScreen):
    """The games, and the one that waits to be resumed."""

    is_home = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,o", "options", show=False),
        Binding("question_mark", "rules", show=False),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[_Entry] = []

    def on_screen_resume(self) -> None:
        """Look what can be resumed."""
        self._entries = _entries()
        self.at = min(self.at, len(self._entries) - 1)
        super().on_screen_resume()

    def lines(self) -> int:
        """The entries."""
        return len(self._entries)

    def hints(self) -> list[Hint]:
        """The keys."""
        return [
            ("↑↓", "choose", "none"),
            ("Enter", "play", "key enter"),
            ("o", "options", "key o"),
            ("?", "rules", "key question_mark"),
            ("q", "leave", "key q"),
        ]

    def page(self, width: int, height: int) -> Block:
        """The games, one below the other."""
        inner = min(width - 4, 104)
        roomy = height >= 26
        drawn = [
            fit(
                line(("♠ ", "$foreground"), ("♥ ", "$bad"), ("Knock & Roll", "bold $accent"), (" ♦", "$bad"), " ♣"),
                inner,
            ),
            fit(line((f"{len(knockroll.game_names())} games, one table. Choose one.", "$quiet")), inner),
            *blank(inner, 1),
        ]
        entries = [self._entry(i, entry, inner) for i, entry in enumerate(self._entries)]
        if sum(map(len, entries)) + len(drawn) + 1 >= height:  # only what is chosen is told more of
            entries = [rows if i == self.at else rows[:1] for i, rows in enumerate(entries)]
        for rows, entry in zip(entries, self._entries, strict=True):
            drawn += rows
            drawn += blank(inner, 1) if roomy or entry.save is not None else []
        above = max((height - len(drawn)) // 2, 1)
        return tall(blank(width, above) + centred(drawn, width), height)[:height]

    def _entry(self, i: int, entry: _Entry, width: int) -> Block:
        here = i == self.at
        key = entry.key or str(i + 1 - sum(e.save is not None for e in self._entries))
        mark = line(("▸ ", "$accent bold") if here else "  ", (f" {key} ", "$background on $primary bold"), "  ")
        title = line(mark, (entry.title, "$accent bold" if here else "bold"))
        seats = f"{entry.game.min_seats}-{entry.game.max_seats} players" if entry.game else ""
        rows = [ends(title, line((f"{seats} ", "$quiet")), width)]
        rows += [fit(line(f"       {text}"), width) for text in wrap(entry.text, width - 8)]
        if here:
            rows = [row.stylize_before("on $panel") for row in rows]
        return touch_all(rows, f"entry {i}")

    def on_key(self, event: Key) -> None:
        """A game by its number."""
        games = [i for i, entry in enumerate(self._entries) if entry.game is not None]
        keys = {entry.key: i for i, entry in enumerate(self._entries) if entry.key}
        keys |= {str(number): i for number, i in enumerate(games, 1)}
        if event.character in keys:
            self.at = keys[event.character]
            self.action_choose()

    def touch(self, kind: str, what: str) -> None:
        """A click on an entry chooses it."""
        self.at = int(what)
        self.action_choose()

    def action_choose(self) -> None:
        """Play what is chosen, as it is usually played."""
        entry = self._entries[self.at]
        if entry.save is not None:
            self.knockroll.resume(entry.save)
        elif entry.opens == "saves":
            from knockroll.terminal.screens.saves import SavesScreen

            self.app.push_screen(SavesScreen())
        elif entry.opens == "lobby":
            self.knockroll.show_lobby()
        else:
            assert entry.game is not None
            self.knockroll.begin(GameSetup(entry.game))

    def action_options(self) -> None:
        """Choose options first."""
        game = self._entries[self.at].game
        if game is not None:
            from knockroll.terminal.model.setup import SetupForm
            from knockroll.terminal.screens.options import OptionsScreen

            self.app.push_screen(OptionsScreen(SetupForm(game)))

    def action_rules(self) -> None:
        """Show the rule book."""
        game = self._entries[self.at].game
        if game is not None:
            self.knockroll.show_rules(game)

    def action_leave(self) -> None:
        """Leave."""
        self.app.exit("")


def _entries() -> list[_Entry]:
    from knockroll.terminal.model.saves import last_unfinished, load_document, saved_games

    entries = []
    path = last_unfinished()
    if path is not None:
        try:
            document = load_document(path)
            game = knockroll.get_game(str(document.get("game")))
            played = counted(len(document.get("moves", [])), "move", "moves")
            entries.append(_Entry(f"Go on with {game.title}", f"{played} played", save=path))
        except (KnockrollError, TypeError):
            entries.append(_Entry("Go on with the last game", f"{path.name}: cannot be read", save=path))
    for name in knockroll.game_names():
        game = knockroll.get_game(name)
        entries.append(_Entry(game.title, game.summary, game))
    saved = len(saved_games())
    if saved:
        entries.append(_Entry("Saved games", f"{saved} to go on with, or to look at again", opens="saves"))
    entries.append(_Entry("Online tables", "with people elsewhere, at a table server", opens="lobby"))
    return entries
