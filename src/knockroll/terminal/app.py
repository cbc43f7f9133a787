"""The full-screen app: it opens screens, keeps the person's preferences, and says goodbye."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from knockroll.engine.errors import KnockrollError
from knockroll.engine.game import Game
from knockroll.terminal.draw.filters import AsciiFilter
from knockroll.terminal.draw.themes import THEMES
from knockroll.terminal.model.preferences import Preferences, save_preferences
from knockroll.terminal.model.session import LocalSession, Session
from knockroll.terminal.model.setup import GameSetup
from knockroll.terminal.screens.base import BaseScreen
from knockroll.terminal.screens.play import PlayScreen

DEFAULT_SERVER = "http://127.0.0.1:8000"
"""The default server for online tables; ``knockroll play --server URL`` names another one."""


class KnockrollApp(App[str]):
    """Plays one game, or shows the menu and plays as many as the person likes."""

    TITLE = "Knock & Roll"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "goodbye", "leave", show=False, priority=True)]

    def __init__(
        self,
        opening: Callable[[], Screen[None]] | None = None,
        settings: Preferences | None = None,
        ascii: bool = False,
        setup: GameSetup | None = None,
        saving: bool = True,
        server: str = DEFAULT_SERVER,
    ) -> None:
        """Take the first screen (None: the menu), the setup of the next game, and the server for online tables."""
        super().__init__()
        self.settings = settings or Preferences()
        self._opening = opening
        self._setup = setup
        self._saving = saving
        self._server = server
        self._ascii = AsciiFilter() if ascii else None
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = THEMES[self.settings.theme].name

    def on_mount(self) -> None:
        """Open the first screen."""
        self._end_on_signals()
        if self._opening is not None:
            self.push_screen(self._opening())
        else:
            from knockroll.terminal.screens.menu import MenuScreen

            self.push_screen(MenuScreen())

    def _end_on_signals(self) -> None:
        """Leave on a signal as a person does: the terminal is restored, a running game is saved."""
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            # Windows has no such signals, and only the main thread receives them
            with suppress(NotImplementedError, RuntimeError, ValueError):
                if number is not None:
                    asyncio.get_running_loop().add_signal_handler(number, self._goodbye, 128 + number)

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Add the filter for ``--ascii`` after all others."""
        filters = list(super().get_line_filters())
        return [*filters, self._ascii] if self._ascii is not None else filters

    # --- Preferences -----------------------------------------------------------------------------------------------

    def change(self, **values: object) -> None:
        """Change some preferences, now and for next time."""
        self.settings = self.settings.changed(**values)
        self.theme = THEMES[self.settings.theme].name
        save_preferences(self.settings)

    # --- Games -----------------------------------------------------------------------------------------------------

    def begin(self, setup: GameSetup) -> None:
        """Start a game."""
        setup = replace(setup, saving=self._saving)
        try:
            session = setup.open()
        except KnockrollError as error:
            self.notify(str(error), severity="error")
            return
        self._setup = setup
        self.push_screen(PlayScreen(session))

    def resume(self, path: Path) -> None:
        """Resume a saved game."""
        from knockroll.terminal.model.setup import resume_session

        try:
            session = resume_session(path)
        except KnockrollError as error:
            self.notify(str(error), severity="error", timeout=15)
            return
        self._setup = None
        self.push_screen(PlayScreen(session))

    def replay(self, path: Path) -> None:
        """Replay a saved game."""
        from knockroll.terminal.model.recording import Recording
        from knockroll.terminal.model.saves import load_document
        from knockroll.terminal.screens.replay import ReplayScreen

        try:
            self.push_screen(ReplayScreen(Recording(load_document(path)), None))
        except KnockrollError as error:
            self.notify(str(error), severity="error", timeout=15)

    def review(self, document: dict[str, Any], session: Session) -> None:
        """Review a game that was just played, over its replay."""
        from knockroll.terminal.model.recording import Recording
        from knockroll.terminal.screens.replay import ReplayScreen

        replay = ReplayScreen(Recording(document), None, session.reviews(), session.seat)
        self.push_screen(replay, None)
        replay.action_review()

    def play_again(self, session: Session) -> None:
        """Start another game with the same players and rules."""
        if not isinstance(session, LocalSession):
            return
        setup = self._setup or GameSetup(
            session.game,
            session.table.seats_at_start,
            session.table.variant,
            dict(session.table.options),
            tuple(player.name for player in session.players if player is not None),
            watching=session.seat is None,
        )
        self.pop_screen()
        self.begin(replace(setup, seed=None))

    def left(self, farewell: str) -> None:
        """Leave a table: go back to the list it was chosen from, or quit."""
        if len(self.screen_stack) > 2:
            self.pop_screen()
            while not (isinstance(self.screen, BaseScreen) and self.screen.is_home) and len(self.screen_stack) > 2:
                self.pop_screen()
            if farewell:
                self.notify(farewell)
        else:
            self.exit(farewell)

    def show_lobby(self) -> None:
        """Show the tables of the server."""
        from knockroll.terminal.screens.lobby import LobbyScreen

        self.push_screen(LobbyScreen(self._server))

    def show_rules(self, game: Game) -> None:
        """Show the rule book over the screen."""
        from knockroll.terminal.screens.rules import RulesScreen

        self.push_screen(RulesScreen(game))

    def action_goodbye(self) -> None:
        """Leave at once; a running game is saved."""
        self._goodbye(0)

    def _goodbye(self, status: int) -> None:
        playing = [screen for screen in self.screen_stack if isinstance(screen, PlayScreen)]
        self.exit(playing[0].session.farewell() if playing else "", return_code=status)
