"""Ratings and intervals: known cases, and whether 95% means 95%."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from knockroll.lab.arena.rating import FEW, rate, share_interval


def results(strengths: list[float], deals: int, rng: np.random.Generator) -> tuple[Any, Any, Any, Any]:
    """Results at random of players of these strengths, all at one table, each deal played once for each seat."""
    players = len(strengths)
    chances = np.array(strengths) / sum(strengths)
    wins = rng.multinomial(players, chances, size=deals).astype(float)
    return wins, np.full(deals, float(players)), np.zeros(deals, int), np.ones((1, players))


def test_three_wins_for_every_loss_are_191_points() -> None:
    wins = np.tile([[1.0, 1.0], [2.0, 0.0]], (25_000, 1))
    high, low = rate(wins, np.full(50_000, 2.0), np.zeros(50_000, int), np.ones((1, 2)))
    assert high.value - low.value == pytest.approx(400 * np.log10(3), abs=0.1)
    assert high.value + low.value == pytest.approx(3000)


def test_ten_times_the_chance_is_400_points_at_any_table() -> None:
    wins = np.tile([[20.0, 2.0, 2.0]], (10_000, 1))
    ratings = rate(wins, np.full(10_000, 24.0), np.zeros(10_000, int), np.ones((1, 3)))
    assert ratings[0].value - ratings[1].value == pytest.approx(400, abs=0.1)
    assert ratings[1].value == pytest.approx(ratings[2].value)


def test_players_who_never_met_are_compared_through_others() -> None:
    """A beats B three to one, and B beats C three to one: A is 382 points above C."""
    wins = np.tile([[3.0, 1.0, 0.0], [0.0, 3.0, 1.0]], (20_000, 1))
    line_up = np.tile([0, 1], 20_000)
    a, b, c = rate(wins, np.full(40_000, 4.0), line_up, np.array([[1.0, 1, 0], [0, 1, 1]]))
    assert a.value - b.value == pytest.approx(190.85, abs=0.1)
    assert a.value - c.value == pytest.approx(381.7, abs=0.2)


def test_who_never_wins_gets_a_rating_and_a_wide_interval() -> None:
    wins = np.tile([[2.0, 0.0]], (100, 1))
    high, low = rate(wins, np.full(100, 2.0), np.zeros(100, int), np.ones((1, 2)))
    assert 500 < high.value - low.value < 2500
    assert low.high - low.low > 200


def test_who_sits_twice_is_not_twice_as_strong() -> None:
    wins = np.tile([[2.0, 1.0]], (10_000, 1))
    ratings = rate(wins, np.full(10_000, 3.0), np.zeros(10_000, int), np.array([[2.0, 1.0]]))
    assert ratings[0].value == pytest.approx(ratings[1].value, abs=0.1)


def test_without_games_everybody_is_average() -> None:
    ratings = rate(np.zeros((0, 2)), np.zeros(0), np.zeros(0, int), np.ones((1, 2)))
    assert [rating.value for rating in ratings] == [1500, 1500]
    assert ratings[0].high > 1600


def test_the_interval_of_a_rating_holds_the_truth_in_95_of_100_matches() -> None:
    """The truth is a player's rating against the field, weighted by how much the games can tell of each player."""
    rng = np.random.default_rng(1)
    strengths = np.array([4.0, 2.0, 1.0])
    truth = 400 * np.log10(strengths)
    chances = strengths / strengths.sum()
    weights = chances * (1 - chances) / (chances * (1 - chances)).sum()
    held = np.zeros(3)
    apart = 0
    for _ in range(400):
        ratings = rate(*results(list(strengths), 300, rng))
        values = np.array([rating.value for rating in ratings])
        halves = np.array([rating.high - rating.value for rating in ratings])
        off = (values - values @ weights) - (truth - truth @ weights)
        held += np.abs(off) < halves
        apart += abs(off[0] - off[1]) > halves[0] + halves[1]
    assert ((held / 400 > 0.92) & (held / 400 < 0.98)).all()
    assert apart / 400 < 0.05, "intervals that do not overlap mean a difference"


def test_the_interval_of_a_share_holds_the_truth_in_95_of_100_matches() -> None:
    rng = np.random.default_rng(2)
    held = 0
    for _ in range(400):
        wins, finished, _, _ = results([4.0, 2.0, 1.0], 200, rng)
        share, low, high = share_interval(wins[:, 0], finished)
        assert low < share < high
        held += low < 4 / 7 < high
    assert 0.92 < held / 400 < 0.98


def test_luck_that_cancels_makes_the_interval_narrower() -> None:
    """In one match every deal is won once by each of two equal players, in the other by chance: same share."""
    rng = np.random.default_rng(3)
    cancelled = np.where(rng.random(1000) < 0.9, 1.0, rng.choice([0.0, 2.0], 1000))
    plain = rng.binomial(2, 0.5, 1000).astype(float)
    games = np.full(1000, 2.0)
    narrow, wide = share_interval(cancelled, games), share_interval(plain, games)
    assert narrow[2] - narrow[1] < 0.5 * (wide[2] - wide[1])


def test_extreme_shares_have_honest_intervals() -> None:
    none = share_interval(np.zeros(100), np.full(100, 2.0))
    assert none[0] == none[1] == 0
    assert 0.03 < none[2] < 0.04, "Wilson: 3.84 / 103.84"
    all_of_them = share_interval(np.full(100, 2.0), np.full(100, 2.0))
    assert all_of_them[2] == 1
    assert share_interval(np.zeros(0), np.zeros(0)) == (0, 0, 1)


def test_a_few_deals_prove_nothing_about_luck() -> None:
    few = share_interval(np.ones(FEW - 1), np.full(FEW - 1, 2.0))
    assert few[1] < 0.4 < 0.6 < few[2]
