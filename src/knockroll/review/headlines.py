"""Headlines: what a seat gave away, how lucky it was, and what is left of its result without the luck."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from knockroll.engine.game import Game
from knockroll.engine.review_rules import Peer, ReviewRules
from knockroll.engine.state import CardState
from knockroll.review.document import ERRORS, DecisionReview, HandReview, SeatReview
from knockroll.review.sentences import FEWEST_DECISIONS, LEVELS, UNCERTAIN, headline_sentences, luck_sentence

Z = 1.96
NOT_REAL = ("forced", "obvious", "unjudged")
MOST_BIGGEST = 3


@dataclass(frozen=True)
class SeatLuck:
    """The luck of a seat: in each hand, in total, and the standard error of the total from playouts."""

    hands: dict[int, float]
    total: float | None
    error: float | None


@dataclass(frozen=True)
class Measured:
    """A judged decision, with the unbiased estimate of its loss and its standard error."""

    decision: DecisionReview
    mean: float
    error: float


def headline(
    seat: int,
    name: str | None,
    measured: Sequence[Measured],
    luck: SeatLuck,
    result: float | None,
    game: Game,
    peers: Sequence[Peer] = (),
) -> SeatReview:
    """Return the headline of a seat; ``peers`` are players that it may be compared with."""
    decisions = [one.decision for one in measured]
    real = [one for one in measured if one.decision.verdict not in NOT_REAL]
    given_away, error = sum(one.mean for one in measured), sqrt(sum(one.error**2 for one in measured))
    low, high = given_away - Z * error, given_away + Z * error
    high = max(high, sum(decision.high for decision in decisions if decision.verdict in ERRORS))
    count = len(real)
    per_ten = [10 * max(0.0, value) / count for value in (given_away, low, high)] if count else None
    verdicts: Counter[str] = Counter(decision.verdict for decision in decisions)
    kinds: dict[str, float] = defaultdict(float)
    for decision in decisions:
        if decision.kind:
            kinds[decision.kind] += decision.loss
    too_few = count < FEWEST_DECISIONS
    levels = [rate(value / count, game.review) for value in (low, given_away, high)] if count else []
    is_sure = bool(levels) and LEVELS.index(levels[2]) - LEVELS.index(levels[0]) <= 1
    rating = levels[1] if is_sure and not too_few else ""
    peer = peer_of([value / count for value in (low, given_away, high)], peers) if rating else None
    errors: dict[str, int] = {verdict: verdicts[verdict] for verdict in ERRORS}
    chance = "cards" if issubclass(game.state, CardState) else "dice"
    return SeatReview(
        seat=seat,
        name=name,
        given_away=max(0.0, given_away),
        low=max(0.0, low),
        high=max(0.0, high),
        per_ten=per_ten[0] if per_ten else None,
        per_ten_low=per_ten[1] if per_ten else None,
        per_ten_high=per_ten[2] if per_ten else None,
        decisions=count,
        verdicts=dict(verdicts),
        kinds=dict(sorted(kinds.items(), key=lambda item: -item[1])),
        luck=luck.total,
        luck_error=luck.error,
        luck_is_uncertain=Z * (luck.error or 0.0) > UNCERTAIN,
        result=result,
        adjusted=None if result is None or luck.total is None else result - luck.total,
        too_few=too_few,
        rating=rating,
        peer=peer.name if peer else "",
        peer_rating=peer.rating if peer else None,
        sentences=headline_sentences(
            decisions=count,
            good=count - sum(errors.values()),
            errors=errors,
            given_away=max(0.0, given_away) if low > 0 or not error else 0.0,
            most=max(0.0, high),
            luck="" if luck.total is None else luck_sentence(luck.total, chance, Z * (luck.error or 0.0)),
            rating=rating,
            peer=peer,
        ),
        hands=_by_hand(measured, luck),
        biggest=biggest_mistakes(decisions),
    )


def rate(loss: float, rules: ReviewRules) -> str:
    """Return a rating in words for a mean loss per real decision."""
    for level, most in zip(LEVELS, rules.levels, strict=False):
        if loss <= most:
            return level
    return LEVELS[-1]


def peer_of(losses: Sequence[float], peers: Sequence[Peer]) -> Peer | None:
    """Return the player that gives away about as much; None if the interval of the loss spans too many of them.

    ``losses`` are the lower end, the loss and the upper end, per real decision.
    """
    if not peers:
        return None
    roots = [sqrt(max(0.0, loss)) for loss in losses]  # the strongest players differ little
    low, near, high = (min(range(len(peers)), key=lambda i: abs(sqrt(peers[i].loss) - root)) for root in roots)
    return peers[near] if high - low <= 1 else None


def biggest_mistakes(decisions: Sequence[DecisionReview]) -> tuple[int, ...]:
    """Return the indexes of the biggest errors, the biggest first."""
    errors = [decision for decision in decisions if decision.verdict in ERRORS]
    return tuple(one.index for one in sorted(errors, key=lambda one: -one.loss)[:MOST_BIGGEST])


def _by_hand(measured: Sequence[Measured], luck: SeatLuck) -> tuple[HandReview, ...]:
    hands = sorted({one.decision.hand for one in measured} | luck.hands.keys())
    found = []
    for hand in hands:
        here = [one for one in measured if one.decision.hand == hand]
        found.append(
            HandReview(
                hand=hand,
                given_away=max(0.0, sum(one.mean for one in here)),
                luck=luck.hands.get(hand, 0.0),
                decisions=sum(one.decision.verdict not in NOT_REAL for one in here),
            )
        )
    return tuple(found)
