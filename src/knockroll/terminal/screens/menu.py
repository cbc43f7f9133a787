"""The menu of games."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key

import knockroll
from knockroll.engine.errors import KnockrollError
from knockroll.engine.game import Game
from knockroll.engine.words import counted
from knockroll.terminal.draw.blocks import line
from knockroll.terminal.model.saves import last_unfinished, load_document, saved_games
from knockroll.terminal.model.setup import GameSetup, SetupForm
from knockroll.terminal.screens.lists import LAST_KEYS, ListScreen

ROOMY = 30
"""From this height on, every entry is explained; in a lower terminal only the highlighted one."""


@dataclass(frozen=True)
class _Entry:
    key: str
    title: str
    text: str
    open: Callable[[], None]
    game: Game | None = None


class MenuScreen(ListScreen):
    """The games, and the one that waits to be resumed."""

    is_home = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,o", "customize", "Customize", key_display="o"),
        Binding("question_mark", "rules", "Rules"),
        LAST_KEYS[0],
        Binding("escape,q", "back", "Quit", key_display="q"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._entries: list[_Entry] = []

    def heading(self) -> Content:
        """The name of the app, and the number of games."""
        suits = ("♠ ", ""), ("♥ ", "$bad"), ("Knock & Roll", "bold $accent"), (" ♦", "$bad"), (" ♣", "")
        return line(*suits, (f"\n{len(knockroll.game_names())} games, one table. Choose one.", "$quiet"))

    def entries(self) -> list[Content]:
        """The games, the saved ones and the online tables."""
        self._entries = list(self._find_entries())
        return [self._row(entry) for entry in self._entries]

    def _row(self, entry: _Entry) -> Content:
        players = f"{entry.game.min_seats}–{entry.game.max_seats} players" if entry.game else ""
        text = f"\n       {entry.text}\n" if self.size.height >= ROOMY else ""
        key = (f" {entry.key} ", "$background on $primary bold")
        return line(key, f"  {entry.title:<28}", (players, "$quiet"), (text, "$quiet"))

    def about(self, at: int | None) -> str:
        """The text of the highlighted entry, if the list has no room for it."""
        return self._entries[at].text if at is not None and self.size.height < ROOMY else ""

    def on_key(self, event: Key) -> None:
        """Open an entry by its key."""
        for at, entry in enumerate(self._entries):
            if entry.key == event.character:
                self.choices.highlighted = at
                self.choose(at)

    def choose(self, at: int) -> None:
        """Play a game with its usual players and rules, or open another list."""
        self._entries[at].open()

    @property
    def _game(self) -> Game | None:
        at = self.choices.highlighted
        return self._entries[at].game if at is not None else None

    def action_customize(self) -> None:
        """Choose players and rules first."""
        if self._game is not None:
            from knockroll.terminal.screens.setup import SetupScreen

            begin = lambda form: self.knockroll.begin(form.setup())  # noqa: E731
            self.app.push_screen(SetupScreen(SetupForm(self._game), begin))

    def action_rules(self) -> None:
        """Show the rule book."""
        if self._game is not None:
            self.knockroll.show_rules(self._game)

    def action_back(self) -> None:
        """Leave."""
        self.app.exit("")

    # --- The entries -----------------------------------------------------------------------------------------------

    def _find_entries(self) -> list[_Entry]:
        path, saved = last_unfinished(), len(saved_games())
        entries = [self._resume(path)] if path is not None else []
        for number, game in enumerate(map(knockroll.get_game, knockroll.game_names()), 1):
            entries.append(_Entry(str(number), game.title, game.summary, self._play(game), game))
        if saved:
            text = f"{counted(saved, 'game', 'games')} to resume or watch again."
            entries.append(_Entry("s", "Saved games", text, self._show_saves))
        text = "Play with others at a table server."
        return [*entries, _Entry("i", "Online tables", text, self.knockroll.show_lobby)]

    def _resume(self, path: Path) -> _Entry:
        resume = lambda: self.knockroll.resume(path)  # noqa: E731
        try:
            document = load_document(path)
            title = f"Resume {knockroll.get_game(str(document.get('game'))).title}"
            return _Entry("r", title, f"{counted(len(document.get('moves', [])), 'move', 'moves')} played.", resume)
        except (KnockrollError, TypeError):
            return _Entry("r", "Resume the last game", f"{path.name} can't be read.", resume)

    def _play(self, game: Game) -> Callable[[], None]:
        return lambda: self.knockroll.begin(GameSetup(game))

    def _show_saves(self) -> None:
        from knockroll.terminal.screens.saves import SavesScreen

        self.app.push_screen(SavesScreen())
