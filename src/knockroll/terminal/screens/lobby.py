"""The lobby of a server: public tables to join or watch, and a way to create one."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content

import knockroll
from knockroll.engine.errors import KnockrollError
from knockroll.terminal.draw.blocks import line
from knockroll.terminal.model.online import OnlineSession, list_tables, open_online, open_table
from knockroll.terminal.model.options import rules_in_force
from knockroll.terminal.model.setup import SetupForm
from knockroll.terminal.screens.lists import LAST_KEYS, ListScreen
from knockroll.terminal.screens.play import PlayScreen
from knockroll.terminal.screens.setup import SetupScreen

REFRESH_SECONDS = 4.0


class LobbyScreen(ListScreen):
    """The tables of a server, refreshed every few seconds."""

    is_home = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "new_table", "New table"),
        Binding("r", "refresh", "Refresh"),
        *LAST_KEYS,
    ]

    def __init__(self, url: str, name: str | None = None) -> None:
        super().__init__()
        self._url = url
        self._name = name
        self._tables: list[dict[str, Any]] = []
        self._empty = "Looking for tables …"

    def on_mount(self) -> None:
        """Refresh from time to time."""
        self.set_interval(REFRESH_SECONDS, self.action_refresh)

    def on_screen_resume(self) -> None:
        """Refresh at once."""
        super().on_screen_resume()
        self.action_refresh()

    def action_refresh(self) -> None:
        """Ask the server which tables there are."""
        self.run_worker(self._refresh(), group="refresh", exclusive=True)

    async def _refresh(self) -> None:
        try:
            found = await asyncio.to_thread(list_tables, self._url)
        except KnockrollError as error:
            self._tables, self._empty = [], f"{str(error)[:1].upper()}{str(error)[1:]}"
        else:
            known = set(knockroll.game_names())
            self._tables = [table for table in found if table["game"] in known]
            self._empty = "No open tables right now. Press n to create one."
        self.redraw()

    def heading(self) -> Content:
        """The heading, with the address of the server."""
        return line(("Tables ", "bold $accent"), (f"at {self._url}", "$quiet"))

    def entries(self) -> list[Content]:
        """The tables, two lines each."""
        return [_row(table) for table in self._tables]

    def about(self, at: int | None) -> str:
        """The text that says what Enter does."""
        if at is None:
            return self._empty
        return "Enter takes a seat." if self._tables[at]["can_join"] else "No free seat: Enter lets you watch."

    def choose(self, at: int) -> None:
        """Join a table, or watch it."""
        id = self._tables[at]["id"]
        self._go_to(lambda: open_online(self._url, id, self._name))

    def action_new_table(self) -> None:
        """Ask which game to create a table for."""
        self.app.push_screen(GamesScreen(self._create))

    def _create(self, form: SetupForm) -> None:
        plan = form.plan()
        self._go_to(lambda: open_table(self._url, form.game, plan, self._name))

    def _go_to(self, go: Callable[[], OnlineSession]) -> None:
        self.run_worker(self._sit_down(go), group="sit", exclusive=True)

    async def _sit_down(self, go: Callable[[], OnlineSession]) -> None:
        try:
            session = await asyncio.to_thread(go)
        except KnockrollError as error:
            self.notify(str(error), severity="error")
        else:
            self.app.push_screen(PlayScreen(session))

    def action_back(self) -> None:
        """Go back to the menu, or quit."""
        self.knockroll.left("")


def _row(table: dict[str, Any]) -> Content:
    game = knockroll.get_game(table["game"])
    free = sum(seat["free"] for seat in table["seats"])
    state = f"{free} of {len(table['seats'])} seats free" if table["status"] == "open" else "in progress"
    names = ", ".join(seat["name"] for seat in table["seats"] if seat["name"]) or "no one yet"
    rules = rules_in_force(game, table["variant"], table["options"])
    return line(f"{game.title:<14} ", (f"{state}\n    {names}: {rules}", "$quiet"))


class GamesScreen(ListScreen):
    """Asks which game to create a table for."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "rules", "Rules"), *LAST_KEYS]

    def __init__(self, create: Callable[[SetupForm], None]) -> None:
        super().__init__()
        self._create = create
        self._games = [knockroll.get_game(name) for name in knockroll.game_names()]

    def heading(self) -> Content:
        """The heading of the list."""
        return line(("New table", "bold $accent"))

    def entries(self) -> list[Content]:
        """The games."""
        return [
            line(f"{game.title:<14} ", (f"{game.min_seats}–{game.max_seats} players", "$quiet")) for game in self._games
        ]

    def about(self, at: int | None) -> str:
        """The summary of the game, and what comes next."""
        start = "Next, choose the rules and seats. As the host you can start before every seat is taken."
        return f"{self._games[at].summary}\n{start}" if at is not None else ""

    def choose(self, at: int) -> None:
        """Choose the rules and the seats of the table."""
        self.app.push_screen(SetupScreen(SetupForm(self._games[at], online=True), self._create))

    def action_rules(self) -> None:
        """Show the rule book."""
        if self.choices.highlighted is not None:
            self.knockroll.show_rules(self._games[self.choices.highlighted])
