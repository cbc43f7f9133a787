"""A list of moves to choose from: by a key, by arrows and Enter, or by a click."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from knockroll.terminal.draw.blocks import line
from knockroll.terminal.model.counts import worth_of, worth_words
from knockroll.terminal.model.scene import Scene
from knockroll.terminal.model.selection import Ask
from knockroll.terminal.model.verbs import CHOICE_KEYS, MoveParts
from knockroll.terminal.model.words import move_words
from knockroll.terminal.screens.lists import Choices


class ChooseScreen(ModalScreen[MoveParts | None]):
    """Asks which of several moves to make."""

    DEFAULT_CSS = """
    ChooseScreen { align: center middle; background: $background 30%; }
    ChooseScreen Vertical {
        width: 56;
        height: auto;
        padding: 0 3;
        margin-bottom: 6;
        background: $panel;
        border: round $primary;
    }
    ChooseScreen Choices { max-height: 14; margin: 1 0; }
    ChooseScreen .title { color: $accent; text-style: bold; }
    ChooseScreen .keys { color: $quiet; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", show=False)]

    def __init__(self, ask: Ask, scene: Scene) -> None:
        super().__init__()
        self._verb, self._scene = ask.verb, scene
        self._worth = {move: worth_of(scene.view, move.text) for move in ask.moves}
        self._moves = sorted(ask.moves, key=lambda move: -(self._worth[move] or 0))

    def compose(self) -> ComposeResult:
        """Lay out a frame with the list."""
        with Vertical():
            yield Static(f"{self._verb.label} …", classes="title", markup=False)
            yield Choices(*(self._row(place) for place in range(len(self._moves))))
            yield Static("Press a key or Enter to choose, Esc to go back", classes="keys")

    def _row(self, place: int) -> Content:
        move = self._moves[place]
        key = CHOICE_KEYS[place] if place < len(CHOICE_KEYS) else " "
        words = move_words(move, self._verb, self._scene.showing, self._scene.view, self._scene.all_names)
        worth = worth_words(self._verb, self._worth[move])
        return line((f" {key} ", "$background on $primary bold"), f"  {words}", (f"   {worth}", "$quiet"))

    def on_key(self, event: Key) -> None:
        """Choose by the key in front of a move."""
        place = CHOICE_KEYS.find(event.character) if event.character else -1
        if 0 <= place < len(self._moves):
            event.stop()
            self.dismiss(self._moves[place])

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Choose by Enter or a click."""
        self.dismiss(self._moves[event.option_index])

    def action_cancel(self) -> None:
        """Choose nothing."""
        self.dismiss(None)
