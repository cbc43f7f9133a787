"""Headlines: nothing is said that the review doesn't know well enough."""

from __future__ import annotations

import pytest

from knockroll.engine.game import get_game
from knockroll.review.document import DecisionReview, SeatReview
from knockroll.review.headlines import Measured, SeatLuck, headline
from knockroll.review.sentences import luck_sentence

GAME = get_game("tunk")


def told(means: list[float], error: float, luck: SeatLuck | None = None) -> SeatReview:
    """The headline of a seat whose decisions lost this much each, known to this standard error."""
    measured = []
    for index, mean in enumerate(means):
        decision = DecisionReview(
            hand=0,
            index=index,
            seat=0,
            move="draw",
            words="Draw",
            best="draw",
            best_words="Draw",
            candidates=(),
            loss=max(0.0, mean),
            low=0.0,
            high=max(0.0, mean) + 2 * error,
            verdict="inaccurate" if mean > 0.02 else "none",
            sentence="Draw was a good move.",
        )
        measured.append(Measured(decision, mean, error))
    return headline(0, None, measured, luck or SeatLuck({}, None, None), 1.0, GAME)


def test_what_may_be_nothing_is_told_as_at_most() -> None:
    """The estimate of a sum of losses may be below 0, but nobody gives that away."""
    found = told([0.03] + [-0.003] * 29, 0.01)
    assert found.given_away == 0
    assert found.high == pytest.approx(-0.057 + 1.96 * 0.01 * 30**0.5)
    assert "All decisions together gave away at most 5.0 points." in found.sentences[1]
    assert "gave away 60.0 points" in told([0.02] * 30, 0.001).sentences[1]


def test_without_errors_of_measurement_nothing_is_nothing() -> None:
    assert told([0.0] * 30, 0.0).sentences[1] == "No errors found. All decisions together gave away 0.0 points."


def test_an_uncertain_rating_is_not_told() -> None:
    assert told([0.005] * 30, 0.001).rating == "steady"
    vague = told([0.005] * 30, 0.05)
    assert not vague.rating
    assert not vague.too_few
    assert vague.sentences[-1] == "The rating is still too uncertain to tell."
    assert told([0.005] * 19, 0.001).sentences[-1] == "Too few decisions to rate."


def test_uncertain_luck_is_not_told() -> None:
    found = told([0.0] * 30, 0.001, SeatLuck({0: -1.035}, -1.035, 0.388))
    assert "What luck the cards brought can't be told exactly enough here." in found.sentences
    assert luck_sentence(0.09, "cards", 0.13) == "Luck was about even."
    assert luck_sentence(0.15, "cards", 0.13) == "The cards helped 15.0 points of the chance to win."
