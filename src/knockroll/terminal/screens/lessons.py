"""Learn from your mistakes: the position before each error, a list of moves, and what each would have been worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static

from knockroll.review.document import Candidate, DecisionReview
from knockroll.terminal.draw.bars import Hint
from knockroll.terminal.draw.blocks import Block, line, text_of
from knockroll.terminal.draw.lessons import answer_block, lesson_block
from knockroll.terminal.model.lessons import Lessons, in_reading
from knockroll.terminal.model.recording import Recording
from knockroll.terminal.model.scene import Scene
from knockroll.terminal.screens.board import BoardScreen
from knockroll.terminal.screens.lists import Choices
from knockroll.terminal.screens.picture import Picture

ANSWER_WIDTH = 70


class LessonScreen(BoardScreen):
    """Shows the position before each error as its player saw it, and asks for a better move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "usual", show=False),
        Binding("space", "answer", show=False),
        Binding("n,right", "next", show=False),
        Binding("c", "scores", show=False),
        Binding("l", "log", show=False),
        Binding("x", "appearance", show=False),
        Binding("question_mark", "rules", show=False),
        Binding("q,escape", "back", show=False),
    ]

    def __init__(self, recording: Recording, seat: int, errors: Sequence[DecisionReview]) -> None:
        super().__init__(Scene(recording.game, seat, recording.names))
        self._recording = recording
        self._seat = seat
        self._steps = recording.seen_by(seat)
        self.lessons = Lessons.of(errors)

    def on_mount(self) -> None:
        """Begin with the biggest error."""
        self._turn()

    def _turn(self) -> None:
        """Show the position of the current lesson."""
        one = self.lessons.decision
        if one is not None:
            self.scene = Scene(self._recording.game, self._seat, self._recording.names)
            self.scene.catch_up([recorded.step for recorded in self._steps[: one.index + 1]])
        self.redraw()

    # --- Keys ------------------------------------------------------------------------------------------------------

    def action_usual(self) -> None:
        """Choose a move; if one was found, go on; at the end, go back."""
        one = self.lessons.decision
        if one is None:
            self.action_back()
        elif self.lessons.is_solved:
            self.action_next()
        else:
            self.app.push_screen(MovesScreen(one), self._attempt)

    def _attempt(self, move: str | None) -> None:
        if move is not None:
            self.lessons.attempt(move)
            self.redraw()

    def action_answer(self) -> None:
        """Show the best move; or, if it is known, why it is better."""
        if self.lessons.decision is None:
            return
        self.lessons.show()
        self.redraw()
        self.app.push_screen(AnswerScreen(self.lessons, self._recording.names))

    def action_next(self) -> None:
        """Go to the next error."""
        if self.lessons.decision is not None:
            self.lessons.advance()
            self._turn()

    def action_back(self) -> None:
        """Go back to the review."""
        self.app.pop_screen()

    def on_picture_touched(self, event: Picture.Touched) -> None:
        """Take a click on the name of a key."""
        kind, _, key = event.does.partition(" ")
        if kind == "key":
            self.app.call_later(self.app.simulate_key, key)

    # --- Words -----------------------------------------------------------------------------------------------------

    def comment(self, width: int) -> Block:
        """The task, and what was tried."""
        return lesson_block(self.lessons, width)

    def hints(self) -> list[Hint]:
        """The keys."""
        if self.lessons.decision is None:
            return [("Enter", "back to the review", "key enter")]
        if self.lessons.is_solved:
            return [("Enter", "next", "key enter"), ("space", "why", "key space")]
        return [
            ("Enter", "choose a move", "key enter"),
            ("space", "show the answer", "key space"),
            ("n", "skip", "key n"),
        ]

    def more_hints(self) -> list[Hint]:
        """The less common keys."""
        return [
            ("x", "appearance", "key x"),
            ("l", "log", "key l"),
            ("c", "scores", "key c"),
            ("?", "rules", "key question_mark"),
            ("q", "stop", "key q"),
        ]

    def corner(self) -> str:
        """Where in the game this is."""
        one = self.lessons.decision
        return "" if one is None else f"Learn from mistakes   move {one.index + 1} of {len(self._recording.moves)}"


class MovesScreen(ModalScreen[str | None]):
    """Asks which move to try."""

    DEFAULT_CSS = """
    MovesScreen { align: right top; background: $background 0%; }
    MovesScreen Vertical {
        width: 36;
        height: auto;
        padding: 0 2;
        margin-top: 1;
        background: $panel;
        border: round $primary;
    }
    MovesScreen Choices { max-height: 10; }
    MovesScreen .title { color: $accent; text-style: bold; }
    MovesScreen .keys { color: $quiet; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "cancel", show=False),
        Binding("j", "app.simulate_key('down')", show=False),
        Binding("k", "app.simulate_key('up')", show=False),
    ]

    def __init__(self, decision: DecisionReview) -> None:
        super().__init__()
        self._played = decision.move
        self._moves: list[Candidate] = in_reading(decision.candidates)

    def compose(self) -> ComposeResult:
        """Lay out a frame with the list."""
        with Vertical():
            yield Static("What would you do?", classes="title")
            yield Choices(*map(self._row, self._moves))
            yield Static("Enter tries it, Esc goes back", classes="keys")

    def _row(self, one: Candidate) -> Content:
        return line(one.words, ("  played" if one.move == self._played else "", "$quiet"))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Try the chosen move."""
        self.dismiss(self._moves[event.option_index].move)

    def action_cancel(self) -> None:
        """Try nothing."""
        self.dismiss(None)


class AnswerScreen(ModalScreen[None]):
    """Why the better move is better, and what each would have been worth."""

    DEFAULT_CSS = """
    AnswerScreen { align: center middle; background: $background 30%; }
    AnswerScreen Vertical {
        width: 74;
        height: auto;
        max-height: 100%;
        padding: 0 1;
        background: $panel;
        border: round $primary;
    }
    AnswerScreen .keys { color: $quiet; padding: 1 1 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space,escape,q", "close", show=False)]

    def __init__(self, lessons: Lessons, names: Sequence[str]) -> None:
        super().__init__()
        self._lessons, self._names = lessons, names

    def compose(self) -> ComposeResult:
        """Lay out a frame with the words."""
        with Vertical():
            yield Static(text_of(answer_block(self._lessons, self._names, ANSWER_WIDTH)))
            yield Static("Enter goes back to the table", classes="keys")

    def action_close(self) -> None:
        """Go back to the board."""
        self.dismiss(None)
