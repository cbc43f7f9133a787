"""The review of a game as a document: typed here, written as JSON with :meth:`Review.to_dict` or :func:`encode`.

All chances are chances to win the game, from 0 to 1. Seats, hands and moves are numbered from 0.
"""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

from knockroll.engine.errors import InvalidOption
from knockroll.engine.review_rules import Reason

FORMAT: Final = "knockroll-review/1"
EVALUATOR_VERSION = 1
"""Raised when the same record would get different numbers."""

Verdict = Literal["none", "inaccurate", "mistake", "blunder", "forced", "obvious", "unjudged"]
"""``none``: nothing to criticize. ``forced``: the only legal move. ``obvious``: the best move, where every other one is
at least a mistake. ``unjudged``: the position cannot be searched. The last three do not count in rates."""
ERRORS: tuple[Verdict, ...] = ("inaccurate", "mistake", "blunder")
What = Literal["dealer", "deal", "draw", "throw"]


class ReviewData(msgspec.Struct, frozen=True, kw_only=True):
    """A part of a review."""


class Candidate(ReviewData, frozen=True, kw_only=True):
    """A legal move, and what it is worth to the seat that could make it, as far as it knew."""

    move: str
    """The move as text."""
    words: str
    """The move as a person says it: ``Discard 7♠``."""
    chance: float
    """The chance to win the game after it."""
    low: float
    """The lower end of the 95% interval of that chance."""
    high: float
    """The upper end."""
    points: float | None = None
    """The mean points that the hand then brings, minus those of the others; more is better."""
    wins_hand: float | None = None
    """The chance to win this hand, with two seats in a game whose hands have a winner."""
    worlds: int = 0
    """The number of worlds it was tried in; 0 if the chance is exact."""


class Opinion(ReviewData, frozen=True, kw_only=True):
    """The judgement of the same decision if the others are known to be a certain player."""

    opponent: str
    """The player that the others are taken to be."""
    best: str
    """The best move against that player."""
    loss: float
    """The chance to win that the move gave away, against the best one."""
    low: float
    """The lower end of the 95% interval of the loss."""
    high: float
    """The upper end."""
    verdict: Verdict
    sentence: str = ""
    """The judgement in words."""


class DecisionReview(ReviewData, frozen=True, kw_only=True):
    """One decision of one seat, judged by what the seat knew."""

    hand: int
    """The number of the hand."""
    index: int
    """The number of the move in the record."""
    seat: int
    """The seat that decided."""
    move: str
    """The move that was made."""
    words: str
    """The move as a person says it."""
    best: str
    """The best move found."""
    best_words: str
    """The best move as a person says it."""
    candidates: tuple[Candidate, ...]
    """All legal moves, the best first."""
    loss: float
    """The chance to win that the move gave away, against the best one."""
    low: float
    """The lower end of the 95% interval of the loss."""
    high: float
    """The upper end."""
    points_lost: float | None = None
    """The points of the hand that the move gave away, against the best one."""
    verdict: Verdict
    kind: str = ""
    """The kind of error, if it is one: a key of ``Review.kinds``."""
    reasons: tuple[Reason, ...] = ()
    """Why the best move is better."""
    sentence: str = ""
    """The judgement in words."""
    second: Opinion | None = None
    """The judgement against another opponent, where the verdict differs."""


class ChanceReview(ReviewData, frozen=True, kw_only=True):
    """One chance event, and how lucky it was for each seat, with all cards open."""

    hand: int
    """The number of the hand."""
    index: int
    """The number of moves made before it."""
    what: What
    seat: int | None = None
    """The seat that drew or threw."""
    text: str
    """What chance gave: ``7♠``, ``1 5 5``."""
    luck: tuple[float, ...]
    """For each seat: its chance to win after it, minus the mean over everything chance could have given."""
    after: tuple[float, ...]
    """For each seat: its chance to win after it."""


class CurvePoint(ReviewData, frozen=True, kw_only=True):
    """The chance of each seat to win at one point of the game, with all cards open."""

    index: int
    """The number of moves made."""
    chances: tuple[float, ...]
    """The chance of each seat to win."""


class HandReview(ReviewData, frozen=True, kw_only=True):
    """What a seat gave away in one hand, and how lucky it was."""

    hand: int
    """The number of the hand."""
    given_away: float
    """The chance to win that the seat gave away in the hand."""
    luck: float
    """The sum of the luck of its chance events."""
    decisions: int
    """Real decisions: neither forced nor obvious."""


class SeatReview(ReviewData, frozen=True, kw_only=True):
    """The headline of one seat."""

    seat: int
    """The number of the seat."""
    name: str | None = None
    """The name of the player, if it is known."""
    given_away: float
    """The chance to win that the seat gave away in the whole game."""
    low: float
    """The lower end of the 95% interval of ``given_away``."""
    high: float
    """The upper end."""
    per_ten: float | None = None
    """The chance to win given away per ten real decisions; None if there were none."""
    per_ten_low: float | None = None
    """The lower end of the 95% interval of ``per_ten``."""
    per_ten_high: float | None = None
    """The upper end."""
    decisions: int
    """Real decisions: neither forced nor obvious."""
    verdicts: dict[str, int]
    """How often each verdict was given."""
    kinds: dict[str, float]
    """The chance to win given away by errors of each kind, the costliest first."""
    luck: float | None
    """The sum of the luck of all chance events; None if not all of them were looked at."""
    luck_error: float | None
    """The standard error of that sum, from the playouts it was computed with."""
    luck_is_uncertain: bool = False
    """Whether the standard error is so large that luck is better not shown."""
    result: float | None
    """1 if the seat won, a share if several did, 0 if not; None if the game is not over."""
    adjusted: float | None
    """The result minus the luck."""
    too_few: bool
    """Whether there were too few decisions to rate."""
    rating: str = ""
    """The rating in words; empty if there were too few decisions, or what they gave away is too uncertain."""
    peer: str = ""
    """The computer player that gives away about as much, in games of two by the usual rules; empty if uncertain."""
    peer_rating: int | None = None
    """The rating of that player in the arena."""
    sentences: tuple[str, ...]
    """The headline in words, praise first."""
    hands: tuple[HandReview, ...]
    """What the seat gave away in each hand, and its luck."""
    biggest: tuple[int, ...] = ()
    """The indexes of the biggest errors in the record, at most three, the biggest first."""


class Review(ReviewData, frozen=True, kw_only=True):
    """The review of a record."""

    format: str = FORMAT
    """The format of this document."""
    evaluator: str
    """The evaluator and its version. Do not compare reviews of different evaluators."""
    game: str
    """The name of the game."""
    variant: str | None
    """The variant that was played, if any."""
    seats: int
    """The number of seats."""
    names: tuple[str | None, ...]
    """The name of the player at each seat, if it is known."""
    record: str
    """SHA-256 of the record's game, chance and moves: it is the same for the same game."""
    seed: int
    """The seed of the review: the same seed gives the same review."""
    budget: str
    """How much work the review did: ``quick``, ``standard`` or ``deep``."""
    complete: bool
    """Whether everything asked for was reviewed; False if the review was interrupted."""
    reviewed: tuple[int, ...]
    """The seats whose decisions were judged."""
    hands: tuple[int, ...] | None
    """The hands that were reviewed; None for all."""
    kinds: dict[str, str]
    """Kinds of error in words."""
    thresholds: tuple[float, ...]
    """The losses from which on a move is inaccurate, a mistake, a blunder."""
    decisions: tuple[DecisionReview, ...]
    """The decisions of the reviewed seats, in the order of the game."""
    chances: tuple[ChanceReview, ...]
    """The chance events, in the order of the game."""
    curve: tuple[CurvePoint, ...]
    """The chance to win in the course of the game."""
    headlines: tuple[SeatReview, ...]
    """The summary of each reviewed seat."""

    def to_dict(self) -> dict[str, Any]:
        """Return the review as data for JSON."""
        document: dict[str, Any] = msgspec.to_builtins(self)
        return document

    def to_json(self) -> bytes:
        """Return the review as JSON."""
        return msgspec.json.encode(self)

    @classmethod
    def from_json(cls, data: str | bytes) -> Review:
        """Read a review from JSON; raise :class:`InvalidOption` if it is not one."""
        try:
            found = msgspec.json.decode(data, type=cls)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise InvalidOption(f"this is not a review: {error}") from error
        if found.format != FORMAT:
            raise InvalidOption(f"this is not a review of the format {FORMAT}: it says {found.format!r}")
        return found

    def anonymous(self) -> Review:
        """Return the same review without names."""
        headlines = tuple(msgspec.structs.replace(seat, name=None) for seat in self.headlines)
        return msgspec.structs.replace(self, names=(None,) * self.seats, headlines=headlines)


class Blunder(ReviewData, frozen=True, kw_only=True):
    """A legal move that gives away a lot."""

    move: str
    """The move as text."""
    loss: float
    """The chance to win that it gives away, against the best move."""
    sentence: str
    """The warning in words, which does not give the best move away."""


class Hint(ReviewData, frozen=True, kw_only=True):
    """The best moves of a view, from what the seat knows."""

    seat: int
    """The seat to move."""
    candidates: tuple[Candidate, ...]
    """All legal moves, the best first."""
    sentences: tuple[str, ...]
    """The best moves in words: ``Knock: 83% to win this hand``. Moves with the same chances are named together."""
    blunders: tuple[Blunder, ...] = ()
    """The legal moves that would be blunders, the worst first."""
    evaluator: str
    """The evaluator and its version."""


class BeliefMap(ReviewData, frozen=True, kw_only=True):
    """Where each card probably is, as far as a seat knows."""

    seat: int
    """The seat whose knowledge it is."""
    cards: tuple[str, ...]
    """All 52 cards."""
    hands: tuple[tuple[float, ...], ...]
    """For each card, the chance that each seat holds it."""
    stock: tuple[float, ...]
    """For each card, the chance that it is in the stock."""
    seen: tuple[str, ...]
    """For each card, where the seat has seen it: ``hand``, ``table``, or empty if it is unseen."""
    truth: tuple[str, ...] = ()
    """For each card, where it really is: the number of a seat, ``stock`` or ``table``; only after the game."""
