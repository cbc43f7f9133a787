"""The review of a recorded game: what each move was worth, and how lucky the cards or dice were."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll

from knockroll.review.document import DecisionReview
from knockroll.terminal.draw.bars import Hint, key_bar
from knockroll.terminal.draw.blocks import ends, line, tall, text_block
from knockroll.terminal.draw.review import (
    graph_block,
    headline_block,
    judgement_block,
    moves_block,
    progress_block,
    summary_block,
)
from knockroll.terminal.model.game_review import SIZES, GameReview, RecordReviews
from knockroll.terminal.model.recording import Recording
from knockroll.terminal.screens.base import BaseScreen
from knockroll.terminal.screens.picture import Picture

WIDE = (112, 30)
MOVES, MOVES_WIDE = 34, 46
"""Columns of the list of moves."""
PAGE = 10


class ReviewScreen(BaseScreen):
    """The summary and the three biggest errors, then move by move, beside a list of all decisions of a seat."""

    CSS_PATH = "review.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "pick(1)", show=False),
        Binding("up,k", "pick(-1)", show=False),
        Binding("pagedown", f"pick({PAGE})", show=False),
        Binding("pageup", f"pick(-{PAGE})", show=False),
        Binding("home", "pick(-100000)", show=False),
        Binding("end", "pick(100000)", show=False),
        Binding("n,right", "mistake(1)", show=False),
        Binding("p,left", "mistake(-1)", show=False),
        Binding("1", "biggest(0)", show=False),
        Binding("2", "biggest(1)", show=False),
        Binding("3", "biggest(2)", show=False),
        Binding("space", "scroll(1)", show=False),
        Binding("b", "scroll(-1)", show=False),
        Binding("f", "filter", show=False),
        Binding("s", "seat", show=False),
        Binding("t", "stop", show=False),
        Binding("enter", "board", show=False),
        Binding("w", "knowledge", show=False),
        Binding("l", "learn", show=False),
        Binding("x", "appearance", show=False),
        Binding("q,escape", "back", show=False),
    ]

    def __init__(
        self, recording: Recording, reviews: RecordReviews, seat: int, show: Callable[[int, int], None]
    ) -> None:
        """``show`` is called with a number of moves and the judged seat, to show that position on the board."""
        super().__init__()
        self._recording = recording
        self._reviews = reviews
        self._seat = seat
        self._show = show
        self._index: int | None = None
        """The number of the chosen move in the record; None for the summary."""
        self._least = 0
        self._pictures = {name: Picture(id=name) for name in ("top", "head", "graph", "moves", "judged", "keys")}
        self._detail = VerticalScroll(id="detail", can_focus=False)

    def compose(self) -> ComposeResult:
        """Lay out everything that can be drawn on."""
        yield self._pictures["top"]
        yield self._pictures["head"]
        yield self._pictures["graph"]
        with Horizontal(id="body"):
            yield self._pictures["moves"]
            with self._detail:
                yield self._pictures["judged"]
        yield self._pictures["keys"]
        yield self.notice

    def on_mount(self) -> None:
        """Begin the review, and follow it."""
        self._reviews.listeners.append(self.redraw)
        self._reviews.begin(self._seat)

    def on_unmount(self) -> None:
        """Stop following the review, which continues while the replay is open."""
        if self.redraw in self._reviews.listeners:
            self._reviews.listeners.remove(self.redraw)

    # --- What is shown ---------------------------------------------------------------------------------------------

    @property
    def judged(self) -> GameReview:
        """The review of the seat that is shown."""
        return self._reviews.of(self._seat)

    @property
    def listed(self) -> list[DecisionReview]:
        """The moves in the list."""
        return self.judged.decisions(self._least)

    @property
    def chosen(self) -> DecisionReview | None:
        """The chosen move; None for the summary."""
        return next((one for one in self.judged.decisions() if one.index == self._index), None)

    def _place(self) -> int:
        """The place of the chosen move in the list, where 0 is the summary."""
        if self._index is None:
            return 0
        return next((i for i, one in enumerate(self.listed, 1) if one.index >= (self._index or 0)), len(self.listed))

    def redraw(self) -> None:
        """Draw everything."""
        if not self.is_mounted:
            return
        super().redraw()
        width, height = self.size
        if self.too_small():
            return
        judged, names = self.judged, self._recording.names
        wide = width >= WIDE[0] and height >= WIDE[1]
        self.set_class(wide, "wide")
        draw = {name: picture.draw for name, picture in self._pictures.items()}
        title = line((f" {self._recording.game.title}", "bold $accent"), (f"  review of {names[self._seat]}", "$quiet"))
        draw["top"]([ends(title, line((f"{self._corner()} ", "$quiet")), width)])
        draw["keys"]([key_bar(self._hints(), self._more_hints(), width)])
        head = [] if judged.head is None else headline_block(judged.head, width)
        draw["head"](head)
        graph = graph_block(judged, len(self._recording.moves), self._index, width, self._graph_rows(height))
        draw["graph"](graph)
        room = height - 2 - len(head) - len(graph)
        columns = MOVES_WIDE if wide else MOVES
        self.set_class(judged.review is None, "coming")
        if judged.review is None:
            self._pictures["judged"].draw(progress_block(judged, width, room))
            return
        self._draw_moves(columns, room)
        self._draw_judged(width - columns)

    def _graph_rows(self, height: int) -> int:
        """The number of rows of the graph: odd, because one is in the middle."""
        return 9 if height >= 36 else 5 if height >= 28 else 3

    def _draw_moves(self, width: int, height: int) -> None:
        word = self._recording.game.showing.round.one
        self._pictures["moves"].draw(tall(moves_block(self.listed, self._place(), width, height, word), height))

    def _draw_judged(self, width: int) -> None:
        judged, names, word = self.judged, self._recording.names, self._recording.game.showing.round.one
        trouble = text_block([(judged.trouble, "$bad bold")], width) if judged.trouble else []
        if self.chosen is not None:
            block = judgement_block(self.chosen, names, word, width)
        else:
            assert judged.review is not None
            block = summary_block(judged.review, self._seat, names, word, width)
        self._pictures["judged"].draw([*trouble, *block])

    def _corner(self) -> str:
        judged = self.judged
        if judged.progress:
            first = "First look. " if judged.review is not None else ""
            return f"{first}{judged.progress}"
        if judged.review is None or judged.is_final:
            return ""
        return "First look only"

    def _hints(self) -> list[Hint]:
        judged = self.judged
        stop: list[Hint] = [("t", "stop", "key t")] if judged.progress else []
        again: list[Hint] = [("t", "review", "key t")] if not judged.progress and not judged.is_final else []
        if judged.review is None:
            return [*stop, *again]
        return [
            *stop,
            *again,
            ("↑↓", "move", "key down"),
            *([("n p", "error", "key n"), ("l", "learn", "key l")] if judged.decisions(1) else []),
            *([("Enter", "board", "key enter")] if self.chosen is not None else []),
        ]

    def _more_hints(self) -> list[Hint]:
        reading: list[Hint] = [("space", "scroll", "key space"), ("f", SIZES[self._least], "key f")]
        return [
            ("x", "appearance", "key x"),
            *([("1–3", "biggest", "key 1")] if self.judged.decisions(1) else []),
            *([("w", "known", "key w")] if self.chosen is not None else []),
            *(reading if self.judged.review is not None else []),
            ("s", "seat", "key s"),
            ("q", "back", "key q"),
        ]

    # --- Keys ------------------------------------------------------------------------------------------------------

    def _choose(self, index: int | None) -> None:
        self._index = index
        self._detail.scroll_home(animate=False)
        self.redraw()

    def action_pick(self, by: int) -> None:
        """Go up or down the list; its first line is the summary."""
        place = min(max(self._place() + by, 0), len(self.listed))
        self._choose(None if place == 0 else self.listed[place - 1].index)

    def action_mistake(self, way: int) -> None:
        """Go to the next or previous error."""
        found = self.judged.mistake(-1 if self._index is None else self._index, way, self._least)
        if found is not None:
            self._choose(found.index)

    def action_biggest(self, number: int) -> None:
        """Go to one of the biggest errors."""
        biggest = self.judged.head.biggest if self.judged.head is not None else ()
        if number < len(biggest):
            self._choose(biggest[number])

    def action_scroll(self, pages: int) -> None:
        """Scroll the text beside the list."""
        self._detail.scroll_relative(y=pages * max(1, self._detail.size.height - 1), animate=False)

    def action_filter(self) -> None:
        """List all moves, or only errors of at least some size."""
        self._least = (self._least + 1) % len(SIZES)
        self.redraw()

    def action_seat(self) -> None:
        """Review the next seat."""
        self._seat = (self._seat + 1) % self._recording.seats
        self._index = None
        self._reviews.begin(self._seat)
        self._choose(None)

    def action_stop(self) -> None:
        """Stop the review, or begin it again."""
        if self.judged.progress:
            self._reviews.stop()
        else:
            self._reviews.begin(self._seat)

    def action_board(self) -> None:
        """Show the chosen move on the board."""
        if self.chosen is not None:
            self._show(self.chosen.index + 1, self._seat)
            self.app.pop_screen()

    def action_learn(self) -> None:
        """Learn from the errors: those that are listed, or all."""
        from knockroll.terminal.screens.lessons import LessonScreen

        errors = self.judged.decisions(max(self._least, 1))
        if errors:
            self.app.push_screen(LessonScreen(self._recording, self._seat, errors))
        elif self.judged.review is not None:
            self.notify("There is no such error to learn from.")

    def action_knowledge(self) -> None:
        """Show what was known before the chosen move."""
        from knockroll.terminal.screens.knowledge import KnowledgeScreen

        if self.chosen is not None:
            self.app.push_screen(KnowledgeScreen(self._recording, self._reviews, self.chosen.index))

    def action_appearance(self) -> None:
        """Switch between light and dark."""
        self.knockroll.change(theme="light" if self.knockroll.settings.theme == "dark" else "dark")

    def action_back(self) -> None:
        """Go back to the replay."""
        self.app.pop_screen()

    def on_picture_touched(self, event: Picture.Touched) -> None:
        """Take a click on a move or on the name of a key."""
        kind, _, what = event.does.partition(" ")
        if kind == "key":
            self.app.call_later(self.app.simulate_key, what)
        else:
            place = int(what)
            self._choose(None if place == 0 else self.listed[place - 1].index)
