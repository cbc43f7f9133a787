"""The lobby of a server: public tables to join or to watch, and opening one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

import knockroll
from knockroll.engine.errors import KnockrollError
from knockroll.engine.game import Game
from knockroll.terminal.draw.bars import Hint
from knockroll.terminal.draw.blocks import Block, blank, centred, ends, fit, line, tall, touch, wrapped
from knockroll.terminal.model.online import OnlineSession, list_tables, open_online, open_table
from knockroll.terminal.model.options import rules_in_force
from knockroll.terminal.screens.lists import ListScreen
from knockroll.terminal.screens.play import PlayScreen

REFRESH_SECONDS = 4.0


class LobbyScreen(ListScreen):
    """The tables of a server, looked at anew every few seconds."""

    is_home = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "open_table", show=False),
        Binding("r", "refresh", show=False),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(self, url: str, name: str | None = None) -> None:
        super().__init__()
        self._url = url
        self._name = name
        self._tables: list[dict[str, Any]] = []
        self._said = "Looking for tables …"

    def on_mount(self) -> None:
        """Look again from time to time."""
        self.set_interval(REFRESH_SECONDS, self.action_refresh)

    def on_screen_resume(self) -> None:
        """Look at once."""
        super().on_screen_resume()
        self.action_refresh()

    def action_refresh(self) -> None:
        """Look what tables there are."""
        self.run_worker(self._look(), group="look", exclusive=True)

    async def _look(self) -> None:
        try:
            found = await asyncio.to_thread(list_tables, self._url)
        except KnockrollError as error:
            self._tables, self._said = [], f"{str(error)[:1].upper()}{str(error)[1:]}"
        else:
            known = set(knockroll.game_names())
            self._tables = [table for table in found if table["game"] in known]
            self._said = "Nobody has opened a public table. n opens one."
        self.at = min(self.at, self.lines() - 1)
        self.redraw()

    def lines(self) -> int:
        """The tables."""
        return max(len(self._tables), 1)

    def hints(self) -> list[Hint]:
        """The keys."""
        does = "sit down" if self._tables and self._tables[self.at]["can_join"] else "watch"
        enter: list[Hint] = [("↑↓", "choose", "none"), ("Enter", does, "key enter")] if self._tables else []
        return [*enter, ("n", "open a table", "key n"), ("r", "look again", "key r"), ("q", "leave", "key q")]

    def page(self, width: int, height: int) -> Block:
        """The tables, two lines each."""
        inner = min(width - 4, 104)
        head = [fit(line(("Tables ", "bold $accent"), (f"at {self._url}", "$quiet")), inner), *blank(inner, 1)]
        if not self._tables:
            said = [fit(line((text, "$quiet")), inner) for text in wrapped(self._said, inner)]
            return tall(blank(width, 1) + centred([*head, *said], width), height)[:height]
        shown = (height - len(head) - 2) // 2
        first = max(0, min(self.at - shown // 2, len(self._tables) - shown))
        rows = [row for i in range(first, min(first + shown, len(self._tables))) for row in self._rows(i, inner)]
        return tall(blank(width, 1) + centred([*head, *rows], width), height)[:height]

    def _rows(self, i: int, width: int) -> list[Content]:
        table, here = self._tables[i], i == self.at
        game = knockroll.get_game(table["game"])
        free = sum(seat["free"] for seat in table["seats"])
        state = f"{free} of {len(table['seats'])} seats free" if table["status"] == "open" else "playing"
        names = ", ".join(seat["name"] for seat in table["seats"] if seat["name"]) or "nobody yet"
        title = line(("▸ " if here else "  ", "$accent bold"), (game.title, "$accent bold" if here else "bold"))
        rules = rules_in_force(game, table["variant"], table["options"])
        rows = [
            ends(title, line((f" {state}", "$quiet")), width),
            fit(line((f"    {names}: {rules}", "$quiet")), width),
        ]
        return [touch(row.stylize_before("on $panel") if here else row, f"entry {i}") for row in rows]

    def touch(self, kind: str, what: str) -> None:
        """A click on a table goes there."""
        self.at = int(what)
        self.action_choose()

    def action_choose(self) -> None:
        """Sit down at a table, or watch it."""
        if self._tables:
            id = self._tables[self.at]["id"]
            self._go_to(lambda: open_online(self._url, id, self._name))

    def action_open_table(self) -> None:
        """Open a table: which game?"""
        self.app.push_screen(OpenScreen(lambda game: self._go_to(lambda: open_table(self._url, game, self._name))))

    def _go_to(self, go: Callable[[], OnlineSession]) -> None:
        self.run_worker(self._sit_down(go), group="sit", exclusive=True)

    async def _sit_down(self, go: Callable[[], OnlineSession]) -> None:
        try:
            session = await asyncio.to_thread(go)
        except KnockrollError as error:
            self.notify(str(error), severity="error")
        else:
            self.app.push_screen(PlayScreen(session))

    def action_leave(self) -> None:
        """Back to the menu, or out."""
        self.knockroll.left("")


class OpenScreen(ListScreen):
    """Which game to open a table for."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "rules", show=False),
        Binding("q,escape", "back", show=False),
    ]

    def __init__(self, choose: Callable[[Game], None]) -> None:
        super().__init__()
        self._choose = choose
        self._games = [knockroll.get_game(name) for name in knockroll.game_names()]

    def lines(self) -> int:
        """The games."""
        return len(self._games)

    def hints(self) -> list[Hint]:
        """The keys."""
        return [
            ("↑↓", "choose", "none"),
            ("Enter", "open", "key enter"),
            ("?", "rules", "key question_mark"),
            ("esc", "back", "key escape"),
        ]

    def page(self, width: int, height: int) -> Block:
        """The games, and what opening a table means."""
        inner = min(width - 4, 104)
        head = [fit(line(("Open a table", "bold $accent")), inner), *blank(inner, 1)]
        said = (
            "It is public, with the usual rules and seats for people; as its host you can begin before all are taken."
        )
        rows = [self._row(i, inner) for i in range(len(self._games))]
        foot = [fit(line((text, "$quiet")), inner) for text in wrapped(said, inner)]
        return tall(blank(width, 1) + centred([*head, *rows, *blank(inner, 1), *foot], width), height)[:height]

    def _row(self, i: int, width: int) -> Content:
        game, here = self._games[i], i == self.at
        left = line(("▸ " if here else "  ", "$accent bold"), (game.title, "$accent bold" if here else "bold"))
        row = ends(left, line((f" {game.default_seats} seats", "$quiet")), width)
        return touch(row.stylize_before("on $panel") if here else row, f"entry {i}")

    def touch(self, kind: str, what: str) -> None:
        """A click on a game opens a table."""
        self.at = int(what)
        self.action_choose()

    def action_choose(self) -> None:
        """Open it."""
        self.app.pop_screen()
        self._choose(self._games[self.at])

    def action_rules(self) -> None:
        """Show the rule book."""
        self.knockroll.show_rules(self._games[self.at])

    def action_back(self) -> None:
        """Back to the tables."""
        self.app.pop_screen()
