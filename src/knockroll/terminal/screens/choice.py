"""A list of moves to choose from: by a key, by arrows and Enter, or by a click."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.events import Key
from textual.screen import ModalScreen

from knockroll.terminal.draw.blocks import Block, fit, line, touch
from knockroll.terminal.model.counts import worth_of, worth_words
from knockroll.terminal.model.scene import Scene
from knockroll.terminal.model.selection import Ask
from knockroll.terminal.model.verbs import CHOICE_KEYS, MoveParts
from knockroll.terminal.model.words import move_words
from knockroll.terminal.screens.picture import Picture

MOST_ROWS = 14
WIDTH = 48


class ChooseScreen(ModalScreen[MoveParts | None]):
    """Which of these moves?"""

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
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "back", show=False),
        Binding("up", "move(-1)", show=False),
        Binding("down", "move(1)", show=False),
        Binding("enter", "choose", show=False),
    ]

    def __init__(self, ask: Ask, scene: Scene) -> None:
        super().__init__()
        self._verb = ask.verb
        self._words = {
            move: move_words(move, ask.verb, scene.showing, scene.view, scene.all_names) for move in ask.moves
        }
        self._worth = {move: worth_of(scene.view, move.text) for move in ask.moves}
        self._moves = sorted(ask.moves, key=lambda move: -(self._worth[move] or 0))
        self._at = 0

    def compose(self) -> ComposeResult:
        """A frame with the list."""
        with Vertical():
            yield Picture()

    def on_mount(self) -> None:
        """Show the list."""
        self._draw()

    def _draw(self) -> None:
        first = max(0, min(self._at - MOST_ROWS // 2, len(self._moves) - MOST_ROWS))
        shown = range(first, min(first + MOST_ROWS, len(self._moves)))
        rows: Block = [fit(line((f"{self._verb.label} …", "bold $accent")), WIDTH), fit(Content(""), WIDTH)]
        rows += [self._row(place) for place in shown]
        rows += [fit(Content(""), WIDTH), fit(line(("a key or Enter chooses, Esc goes back", "$quiet")), WIDTH)]
        self.query_one(Picture).draw(rows)

    def _row(self, place: int) -> Content:
        move = self._moves[place]
        here = place == self._at
        key = CHOICE_KEYS[place] if place < len(CHOICE_KEYS) else " "
        text = line(
            ("▸ " if here else "  ", "$accent bold"),
            (f" {key} ", "$background on $primary bold"),
            (f"  {self._words[move]}", "bold" if here else ""),
            (f"   {worth_words(self._verb, self._worth[move])}", "$quiet"),
        )
        return touch(fit(text, WIDTH), f"choose {place}")

    def on_key(self, event: Key) -> None:
        """Choose by the key in front of a move."""
        place = CHOICE_KEYS.find(event.character) if event.character else -1
        if 0 <= place < len(self._moves):
            event.stop()
            self.dismiss(self._moves[place])

    def on_picture_touched(self, event: Picture.Touched) -> None:
        """Choose by a click."""
        self.dismiss(self._moves[int(event.does.split()[1])])

    def action_move(self, by: int) -> None:
        """Move up or down."""
        self._at = (self._at + by) % len(self._moves)
        self._draw()

    def action_choose(self) -> None:
        """Choose where the mark is."""
        self.dismiss(self._moves[self._at])

    def action_cancel(self) -> None:
        """Choose nothing."""
        self.dismiss(None)
