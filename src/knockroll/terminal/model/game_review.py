"""Requests for the review of a recorded game, and what the screens show of it. A review judges one seat."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import msgspec

from knockroll.engine.errors import KnockrollError
from knockroll.engine.words import capital
from knockroll.review.document import (
    ERRORS,
    BeliefMap,
    Candidate,
    ChanceReview,
    DecisionReview,
    Hint,
    Review,
    SeatReview,
)
from knockroll.review.hint_process import HintQuestion
from knockroll.review.runner import HintRunner, ReviewRunner
from knockroll.review.text import luck_line, step_of, swings

MOST_CANDIDATES = 5
SIZES = ("all moves", "errors", "mistakes and blunders", "blunders")
"""Which moves are listed: all, or those that are at least inaccurate, a mistake, a blunder."""


class ReviewUpdate(NamedTuple):
    """A step on the way to a review."""

    share: float
    """The share done."""
    review: Review | None = None
    is_final: bool = False
    waits: bool = False
    """Whether the review has to wait until another one ends."""


class Analysis(NamedTuple):
    """What the seat to move knew at a position of a record."""

    hint: Hint
    """What each move was worth."""
    beliefs: BeliefMap | None
    """Where each card probably was; None in games without cards."""


class ReviewSource(Protocol):
    """A source of reviews, and of the analysis of single positions."""

    def updates(self, record: dict[str, Any], seat: int) -> AsyncGenerator[ReviewUpdate]:
        """Yield progress, a first review and the final one; closing the iterator early gives up the review."""

    async def analysis(self, record: dict[str, Any], moves: int) -> Analysis:
        """Return what was known after a number of moves."""

    async def close(self) -> None:
        """Free what reviewing needs."""


class LocalReviews:
    """Reviews on this machine, in separate processes, which keep the screen responsive."""

    def __init__(self) -> None:
        self._runner = ReviewRunner(is_quiet=True)
        self._hints = HintRunner(is_quiet=True)

    async def updates(self, record: dict[str, Any], seat: int) -> AsyncGenerator[ReviewUpdate]:
        """Yield progress, a first review and the final one."""
        asked = self._runner.ask(msgspec.Raw(msgspec.json.encode(record)), seat)
        async with aclosing(asked) as answers:
            async for answer in answers:
                if answer.error is not None:
                    raise KnockrollError(answer.error)
                is_review = bytes(answer.review) != b"null"
                found = msgspec.json.decode(answer.review, type=Review) if is_review else None
                yield ReviewUpdate(answer.share, found, answer.is_last)

    async def analysis(self, record: dict[str, Any], moves: int) -> Analysis:
        """Return what was known after a number of moves."""
        raw = msgspec.Raw(msgspec.json.encode(record))
        found = await self._hints.ask(HintQuestion(0, record=raw, moves=moves))
        if found.error is not None:
            raise KnockrollError(found.error)
        return Analysis(
            msgspec.json.decode(found.hint, type=Hint), msgspec.json.decode(found.beliefs, type=BeliefMap | None)
        )

    async def close(self) -> None:
        """End the processes."""
        await self._runner.close()
        await self._hints.close()


@dataclass
class GameReview:
    """The review of one seat, as far as it has come."""

    seat: int
    share: float | None = None
    """The share done while the review is under way; None otherwise."""
    waits: bool = False
    review: Review | None = None
    is_final: bool = False
    trouble: str = ""

    def take(self, update: ReviewUpdate) -> None:
        """Take an update."""
        self.share, self.waits = update.share, update.waits
        if update.review is not None:
            self.review, self.is_final = update.review, update.is_final

    @property
    def progress(self) -> str:
        """The progress of the review in words; empty if it is not under way."""
        if self.share is None:
            return ""
        if self.waits:
            return "Waiting for another review…"
        return f"Reviewing… {100 * self.share:.0f}%" if self.share else "Getting ready…"

    @property
    def head(self) -> SeatReview | None:
        """The summary of the seat."""
        return next((head for head in self._review_headlines() if head.seat == self.seat), None)

    def _review_headlines(self) -> tuple[SeatReview, ...]:
        return self.review.headlines if self.review is not None else ()

    def decisions(self, size: int = 0) -> list[DecisionReview]:
        """The seat's decisions in the order of the game: all, or errors of at least a size (see :data:`SIZES`)."""
        wanted = ERRORS[size - 1 :] if size else None
        made = self.review.decisions if self.review is not None else ()
        return [one for one in made if one.seat == self.seat and (wanted is None or one.verdict in wanted)]

    def decision_at(self, moves: int) -> DecisionReview | None:
        """The decision that led to the position after a number of moves."""
        return next((one for one in self.decisions() if one.index == moves - 1), None)

    def mistake(self, index: int, way: int, size: int = 1) -> DecisionReview | None:
        """The next error after a move (``way`` 1), or the last one before it (-1)."""
        errors = self.decisions(max(size, 1))
        if way > 0:
            return next((one for one in errors if one.index > index), None)
        return next((one for one in reversed(errors) if one.index < index), None)

    def swing(self, moves: int, way: int) -> int | None:
        """The position after the next big chance event (``way`` 1), or the one before (-1), as a number of moves."""
        places = [step_of(event) for event in self._swings()]
        if way > 0:
            return next((place for place in places if place > moves), None)
        return next((place for place in reversed(places) if place < moves), None)

    def luck_at(self, moves: int, names: Sequence[str]) -> list[str]:
        """What the big chance events of a position changed, in sentences."""
        return [luck_line(event, self.seat, names) for event in self._swings() if step_of(event) == moves]

    @property
    def has_swings(self) -> bool:
        """Whether there are big chance events."""
        return bool(self._swings())

    def _swings(self) -> list[ChanceReview]:
        head = self.head
        return [] if self.review is None or head is None else swings(self.review, head)

    def chances(self, columns: int, last: int) -> list[float]:
        """The chance to win at points of the game, one per column, from before the first move to after the last."""
        return [self.chance_at(column * last / max(columns - 1, 1)) or 0.0 for column in range(columns)]

    def chance_at(self, moves: float) -> float | None:
        """The chance to win after a number of moves, with all hands open; None if that is not known (yet)."""
        curve = self.review.curve if self.review is not None else ()
        before = [point for point in curve if point.index <= moves] or list(curve[:1])
        return before[-1].chances[self.seat] if before else None


def shown_candidates(decision: DecisionReview, most: int = MOST_CANDIDATES) -> list[Candidate]:
    """The best moves, and the one that was played."""
    top = list(decision.candidates[:most])
    played = [one for one in decision.candidates[most:] if one.move == decision.move]
    return [*top[: most - len(played)], *played]


def counted_out(decision: DecisionReview) -> str:
    """Why a decision does not count; empty if it does."""
    return {"forced": "forced", "obvious": "obvious", "unjudged": "not judged"}.get(decision.verdict, "")


class RecordReviews:
    """The reviews of one record, one for each seat that was asked for; one at a time is under way."""

    def __init__(self, record: dict[str, Any], source: ReviewSource) -> None:
        self._record = record
        self._source = source
        self._by_seat: dict[int, GameReview] = {}
        self._analyses: dict[int, Analysis] = {}
        self._task: asyncio.Task[None] | None = None
        self.listeners: list[Callable[[], None]] = []
        """Called whenever something has changed."""

    def of(self, seat: int) -> GameReview:
        """The review of a seat, which may not have begun."""
        return self._by_seat.setdefault(seat, GameReview(seat))

    def begin(self, seat: int) -> None:
        """Ask for the review of a seat, unless it is complete or under way; what is under way is given up."""
        judged = self.of(seat)
        if judged.share is not None or judged.is_final:
            return
        self.stop()
        judged.share, judged.trouble = 0.0, ""
        self._task = asyncio.create_task(self._follow(judged))
        self._tell()

    async def analysis(self, moves: int) -> Analysis:
        """What was known after a number of moves; it is found out once."""
        if moves not in self._analyses:
            self._analyses[moves] = await self._source.analysis(self._record, moves)
        return self._analyses[moves]

    def stop(self) -> None:
        """Give up the review that is under way; its results so far stay."""
        if self._task is not None:
            self._task.cancel()
        self._task = None
        for judged in self._by_seat.values():
            judged.share = None
        self._tell()

    async def _follow(self, judged: GameReview) -> None:
        try:
            async with aclosing(self._source.updates(self._record, judged.seat)) as updates:
                async for update in updates:
                    judged.take(update)
                    self._tell()
        except KnockrollError as error:
            judged.trouble = capital(str(error))
        judged.share = None
        self._tell()

    def _tell(self) -> None:
        for listener in self.listeners:
            listener()

    async def close(self) -> None:
        """Give up what is under way, and free what reviewing needs."""
        self.listeners.clear()
        if self._task is not None:
            task = self._task
            self.stop()
            await asyncio.gather(task, return_exceptions=True)
        await self._source.close()
