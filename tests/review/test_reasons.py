"""Reasons speak for the better move, and say no more than is known."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from knockroll.engine.card_reasons import count_reason, share, speaks_for, take_reason
from knockroll.engine.game import get_game
from knockroll.engine.table import Table
from knockroll.review.api import hand_reason
from knockroll.review.judgement import BatchMeans, Loss, Trial


@pytest.mark.parametrize(("played", "best", "most_wins", "told"), [
    (15, 9, False, 1), (9, 15, False, 0), (9, 9, False, 0), (20, 25, True, 1), (25, 20, True, 0), (9, 9, True, 0),
])  # fmt: skip
def test_a_count_is_told_only_if_it_speaks_for_the_better_move(
    played: int, best: int, most_wins: bool, told: int
) -> None:
    """After a knock that came too early, the hand that goes on has more deadwood: that is not why it is better."""
    assert len(count_reason("points", played, best, most_wins)) == told


@pytest.mark.parametrize(("own", "stock", "takes", "told"), [
    (41, 36, True, 0), (41, 36, False, 1), (30, 36, True, 1), (30, 36, False, 0),
])  # fmt: skip
def test_a_draw_is_told_only_if_it_speaks_for_the_better_move(own: int, stock: int, takes: bool, told: int) -> None:
    table = Table("gin_rummy", 2, seed=1, variant="standard")
    v = table.game.view_of(table.state, table.state.turn)
    top = v.pile[v.pile_size - 1]

    def after(hand: int, card: int) -> int:
        return own if card == top else stock

    found = take_reason(v, lambda hand, card: takes != (card == top), top, takes, after, "points of deadwood")
    assert len(found) == told


def test_a_risk_is_told_only_if_it_speaks_for_the_better_move() -> None:
    assert speaks_for(0.12, True) and not speaks_for(0.6, True)
    assert speaks_for(0.6, False) and not speaks_for(0.01, False)


@pytest.mark.parametrize(
    ("chance", "text"), [(0.0, "<1%"), (0.004, "<1%"), (0.34, "34%"), (0.996, ">99%"), (1.0, ">99%")]
)
def test_a_sample_makes_nothing_certain(chance: float, text: str) -> None:
    assert share(chance) == text


def trial_with(wins: Any, points: Any) -> Trial:
    trial = Trial([0, 1], 1)
    trial.run(lambda moves, number: BatchMeans([0.6, 0.5], points, wins, 64), 2)
    return trial


def test_the_hand_is_told_where_one_seat_wins_it() -> None:
    game = get_game("gin_rummy")
    v = Table(game, 2, seed=1, variant="standard").state
    told = partial(hand_reason, game, v)
    [reason] = told(trial_with([0.71, 0.64], [9.0, -1.5]), 0)
    won = "wins this hand 71% of the time and comes out 9.0 points ahead of the other player on average;"
    assert won in reason.text
    assert reason.text.endswith("wins it 64% of the time and comes out 1.5 points behind.")
    assert reason.numbers == {"wins": 0.71, "wins_played": 0.64, "points": 9.0, "points_played": -1.5}


def test_the_lead_is_told_where_nobody_or_one_of_many_wins_the_hand() -> None:
    game = get_game("thirty_one")
    v = Table(game, 3, seed=1).state
    [reason] = hand_reason(game, v, trial_with((), [-0.2, -0.6]), 0)
    assert "comes out 0.2 strikes behind the others in this hand;" in reason.text
    assert reason.text.endswith("comes out 0.6 strikes behind.")
    assert hand_reason(game, v, trial_with((), [-0.2, -0.25]), 0) == [], "too close to speak for the better one"
    assert hand_reason(game, v, trial_with((), ()), 0) == []
    [reason] = hand_reason(game, Table(game, 2, seed=1).state, trial_with((), [0.3, -0.6]), 0)
    assert "comes out 0.3 strikes ahead of the other player in this hand;" in reason.text


def test_an_interval_excludes_what_lies_beside_it() -> None:
    loss = Loss(0, 0.02, 0.005, 0.01, 0.03)
    assert loss.excludes(0.05) and loss.excludes(0.0) and not loss.excludes(0.02)
