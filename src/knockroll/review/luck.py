"""Luck: the value of a position after a chance event, minus the mean over everything chance could have given there.

All cards are open except the stock, whose order no one knows. Whatever the evaluator thinks, luck is 0 on average: the
card drawn is one of the equally likely cards that it is compared with, and a deal or a throw is compared with
independent ones from the same position. So the result of a game minus its luck has the same mean as the result, and
less variance (a control variate, as in AIVAT).
"""

from __future__ import annotations

from knockroll.engine.cards import TEXTS, texts_in
from knockroll.engine.state import A_DECK, A_SEAT
from knockroll.engine.words import sign, signs
from knockroll.review.document import ChanceReview
from knockroll.review.evaluators import PositionEvaluator
from knockroll.review.judgement import ReviewBudget
from knockroll.review.moments import ReviewMoment


def luck_of(
    evaluator: PositionEvaluator, moment: ReviewMoment, budget: ReviewBudget, seed: int
) -> tuple[ChanceReview, tuple[float, ...]]:
    """Return the luck of a chance event, and the variance that playouts add to it, for each seat."""
    what = moment.what
    assert what is not None, "the moment is a chance event"
    if what == "draw":
        assert moment.move is not None
        assert moment.drawn is not None
        after, found = evaluator.draw(moment.before, moment.move, moment.drawn, budget.playouts, seed)
        luck, noise = found
    else:
        after = evaluator.position(moment.after, budget.deals, 2 * seed)
        before = evaluator.position(moment.before, budget.deals, 2 * seed + 1)
        luck = tuple(a - b for a, b in zip(after.means, before.means, strict=True))
        noise = tuple(a + b for a, b in zip(after.variances, before.variances, strict=True))
    event = ChanceReview(
        hand=moment.hand,
        index=moment.index,
        what=what,
        seat=moment.seat if what in ("draw", "throw") else None,
        text=_text_of(moment),
        luck=luck,
        after=after.means,
    )
    return event, noise


def _text_of(moment: ReviewMoment) -> str:
    """Return what chance gave, in words."""
    if moment.drawn is not None:
        return sign(TEXTS[moment.drawn])
    if moment.before.wants == A_SEAT:
        return f"{{{moment.given[0]}}}"
    if moment.before.wants == A_DECK:
        return " | ".join(signs(texts_in(hand)) for hand in moment.after.hands[: moment.after.seats])
    return " ".join(map(str, sorted(moment.given)))
