"""A recorded game, step by step, forward and back."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.timer import Timer

from knockroll.review.sentences import percent
from knockroll.terminal.draw.bars import Hint
from knockroll.terminal.draw.blocks import Block, text_block
from knockroll.terminal.draw.review import comment_block
from knockroll.terminal.model.game_review import GameReview, LocalReviews, RecordReviews, ReviewSource
from knockroll.terminal.model.recording import Recorded, Recording
from knockroll.terminal.model.scene import Moment, Scene
from knockroll.terminal.screens.board import BoardScreen
from knockroll.terminal.screens.picture import Picture

RUNNING_PACE = 0.7
"""Seconds between moves when the replay runs at pace 'off'."""


class ReplayScreen(BoardScreen):
    """Shows a recording, with all hands open or only what one seat knew.

    A place is a move and, where a hand ended with it, the moment shown: the finished hand or the new deal. A scene
    cannot go back, so each place is built again from the first deal: taking steps is cheap.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,enter,n", "go(1)", show=False),
        Binding("left,p", "go(-1)", show=False),
        Binding("down,pagedown", "hand(1)", show=False),
        Binding("up,pageup", "hand(-1)", show=False),
        Binding("home", "end(-1)", show=False),
        Binding("end", "end(1)", show=False),
        Binding("space", "run", show=False),
        Binding("s", "seat", show=False),
        Binding("j", "scroll_ending(1)", show=False),
        Binding("k", "scroll_ending(-1)", show=False),
        Binding("r", "review", show=False),
        Binding("m", "mistake(1)", show=False),
        Binding("M", "mistake(-1)", show=False),
        Binding("g", "swing(1)", show=False),
        Binding("G", "swing(-1)", show=False),
        Binding("w", "knowledge", show=False),
        Binding("c", "scores", show=False),
        Binding("l", "log", show=False),
        Binding("x", "appearance", show=False),
        Binding("question_mark", "rules", show=False),
        Binding("q,escape", "leave", show=False),
    ]

    def __init__(
        self, recording: Recording, seat: int | None, source: ReviewSource | None = None, judged: int | None = None
    ) -> None:
        """``source`` reviews the game, by default this machine; ``judged`` is the seat to review first."""
        super().__init__(Scene(recording.game, seat, recording.names))
        self._recording = recording
        self._reviews = RecordReviews(recording.document, source or LocalReviews())
        self._judged = judged if judged is not None else recording.person if seat is None else seat
        self._seat = seat
        self._steps: list[Recorded] = []
        self._places: list[tuple[int, int]] = []
        self._at = 0
        self._timer: Timer | None = None

    def on_mount(self) -> None:
        """Begin with the first deal."""
        self._reviews.listeners.append(self.redraw)
        self._load()

    async def on_unmount(self) -> None:
        """Give up a review that is under way."""
        await self._reviews.close()

    def _load(self) -> None:
        """Load the game as a seat saw it."""
        self._steps = self._recording.seen_by(self._seat)
        self._places = [(i, moment) for i, step in enumerate(self._steps) for moment in range(_moments(step))]
        self._show(self._at)

    def _new_scene(self) -> Scene:
        return Scene(self._recording.game, self._seat, self._recording.names)

    def _show(self, at: int) -> None:
        """Show a place."""
        self._at = min(max(at, 0), len(self._places) - 1)
        move, moment = self._places[self._at]
        scene = self._new_scene()
        scene.catch_up([recorded.step for recorded in self._steps[:move]])
        told = scene.take(self._steps[move].step)
        for _ in range(moment + 1):
            reached = next(told)
        scene.open_cards = self._steps[move].open_cards
        self.scene = scene
        self.over = reached is Moment.GAME
        self.redraw()

    # --- Keys ------------------------------------------------------------------------------------------------------

    def action_go(self, by: int) -> None:
        """Go a step forward or back."""
        self._show(self._at + by)

    def action_hand(self, by: int) -> None:
        """Go to the start of the next hand; or back to the start of this one, or of the one before."""
        starts = [i for i, (move, moment) in enumerate(self._places) if self._starts_hand(move, moment)]
        if by > 0:
            self._show(next((i for i in starts if i > self._at), len(self._places) - 1))
        else:
            self._show(max((i for i in starts if i < self._at), default=0))

    def _starts_hand(self, move: int, moment: int) -> bool:
        """Whether a hand has just been dealt there."""
        last = self._places.count((move, moment + 1)) == 0
        return last and (move == 0 or moment > 0)

    def action_end(self, direction: int) -> None:
        """Go to the first deal, or to the end."""
        self._show(len(self._places) if direction > 0 else 0)

    def action_run(self) -> None:
        """Play the recording, or stop."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
            self.redraw()
        else:
            self._timer = self.set_interval(self.knockroll.settings.seconds or RUNNING_PACE, self._tick)
            self.redraw()

    def _tick(self) -> None:
        if self._at == len(self._places) - 1:
            self.action_run()
        else:
            self._show(self._at + 1)

    def action_seat(self) -> None:
        """View the game as the next seat, and after the last one as everyone."""
        following = 0 if self._seat is None else self._seat + 1
        self._seat = following if following < self._recording.seats else None
        self._load()

    # --- The review ------------------------------------------------------------------------------------------------

    @property
    def judged(self) -> GameReview:
        """The review of the seat that is judged, as far as it has come."""
        return self._reviews.of(self._judged)

    def action_review(self) -> None:
        """Show the review of the game."""
        from knockroll.terminal.screens.review import ReviewScreen

        if not self._recording.is_over:
            self.notify("Only finished games are reviewed, because a review shows cards.", severity="warning")
            return
        self.app.push_screen(ReviewScreen(self._recording, self._reviews, self._judged, self.show_move))

    def show_move(self, moves: int, judged: int) -> None:
        """Show the position after a number of moves, with what the review of a seat says about the last one."""
        self._judged = judged
        self._show(self._places.index((moves, 0)))

    def action_mistake(self, way: int) -> None:
        """Go to the next or previous error."""
        if self.judged.review is None:
            self.action_review()
            return
        found = self.judged.mistake(self._places[self._at][0] - 1, way)
        if found is not None:
            self.show_move(found.index + 1, self._judged)

    def action_swing(self, way: int) -> None:
        """Go to the next or previous swing of luck."""
        if self.judged.review is None:
            self.action_review()
            return
        found = self.judged.swing(self._places[self._at][0], way)
        if found is not None:
            self._show(self._places.index((found, _moments(self._steps[found]) - 1)))

    def action_knowledge(self) -> None:
        """Show what the seat to move knew."""
        from knockroll.terminal.screens.knowledge import KnowledgeScreen

        moves = self._places[self._at][0]
        if moves == len(self._recording.moves):
            self.notify("The game is over here: go to an earlier move.", severity="warning")
            return
        self.app.push_screen(KnowledgeScreen(self._recording, self._reviews, moves))

    def comment(self, width: int) -> Block:
        """What the review says about the last move, and about what chance gave."""
        move, moment = self._places[self._at] if self._places else (0, 0)
        decision = self.judged.decision_at(move) if moment == 0 else None
        told = comment_block(decision, width) if decision is not None else []
        is_last = bool(self._steps) and moment == _moments(self._steps[move]) - 1
        luck = self.judged.luck_at(move, self._recording.names) if is_last else []
        return [*told, *text_block([(text, "") for text in luck], width)]

    def action_leave(self) -> None:
        """Stop watching: go back to the table that was played at, or where the game was chosen."""
        if isinstance(self.app.screen_stack[-2], BoardScreen):
            self.app.pop_screen()
        else:
            self.knockroll.left("")

    def on_picture_touched(self, event: Picture.Touched) -> None:
        """Take a click on the name of a key; anywhere else it is a step forward."""
        kind, _, key = event.does.partition(" ")
        if kind == "key":
            self.app.call_later(self.app.simulate_key, key)
        else:
            self.action_go(1)

    # --- Words -----------------------------------------------------------------------------------------------------

    def hints(self) -> list[Hint]:
        """The keys."""
        return [
            ("←→", "step", "key right"),
            ("↑↓", "hand", "key down"),
            ("s", "view as", "key s"),
            *([("r", "review", "key r")] if self._recording.is_over else []),
            *([("m M", "error", "key m")] if self.judged.decisions(1) else []),
            *([("j k", "scroll", "key j")] if self.ending_is_long else []),
        ]

    def more_hints(self) -> list[Hint]:
        """The less common keys."""
        return [
            ("x", "appearance", "key x"),
            *([("g G", "luck", "key g")] if self.judged.has_swings else []),
            ("l", "log", "key l"),
            ("c", "scores", "key c"),
            ("?", "rules", "key question_mark"),
            ("w", "known", "key w"),
            ("space", "stop" if self._timer is not None else "play", "key space"),
            ("q", "leave", "key q"),
        ]

    def corner(self) -> str:
        """The current move, and whose view this is."""
        eyes = f"View as: {'everyone' if self._seat is None else self._recording.names[self._seat]}"
        move = self._places[self._at][0]
        chance = self.judged.chance_at(move)
        odds = "" if chance is None else f"{self._recording.names[self._judged]}: {percent(chance)} to win   "
        return f"{odds}{eyes}   move {move} of {len(self._recording.moves)}"


def _moments(recorded: Recorded) -> int:
    """The number of moments in a step: one for each hand that ended, and one for the state after them."""
    return 1 + sum(event.account is not None for event in recorded.step.events)
