"""Farkle: the numbers that The Professor and The Closer go by, held in place.

They are solved when first needed. Tests of what a player does in a position cannot tell a table that is wrong in a
far corner; these can: each table is summed up with weights, so that no number may change and no two change places.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import fsum

import pytest

from knockroll.games.farkle.best_turn import (
    DICE_COUNTS,
    HIGHEST,
    HOUSES,
    ONE,
    STEADY,
    play_on,
    reach,
    throw_once,
    worth,
)
from knockroll.games.farkle.winning import FARTHEST, chance_to_win


def weighed(numbers: Iterable[int]) -> float:
    """A sum in which every number has another weight than its neighbours."""
    return fsum(number * (1 + i % 1009) for i, number in enumerate(numbers))


def is_about(number: float) -> object:
    """Equal but for what machines may round in different ways."""
    return pytest.approx(number, rel=1e-10)


DICE = range(1, DICE_COUNTS)


@pytest.mark.parametrize(("house", "sum"), [(0, 90310513.950998), (7, 90588121.134521), (HOUSES - 1, 90593218.081501)])
def test_what_a_turn_is_worth(house: int, sum: float) -> None:
    assert weighed(worth(house, left, t) for left in DICE for t in range(HIGHEST + 2)) / ONE == is_about(sum)


@pytest.mark.parametrize(("house", "sum"), [(0, 18937.50480029), (7, 21303.53659186), (HOUSES - 1, 21365.27009260)])
def test_the_chance_to_reach_any_score(house: int, sum: float) -> None:
    assert weighed(reach(house, left, need) for left in DICE for need in range(-1, HIGHEST + 2)) / ONE == is_about(sum)


@pytest.mark.parametrize(
    ("house", "farkles", "gains"),
    [(0, 14883.18067016, 28758062), (7, 14977.26040008, 33893853), (HOUSES - 1, 14982.98006924, 34053247)],
)
def test_what_playing_on_may_come_to(house: int, farkles: float, gains: int) -> None:
    ways = [play_on(house, left, t) for left in DICE for t in range(STEADY + 2)]
    ways += [throw_once(house, left) for left in DICE]
    assert weighed(farkle for farkle, _, _ in ways) / ONE == is_about(farkles)
    assert weighed(gain for _, low, high in ways for gain in (low, high)) == gains


def test_the_chance_to_win_from_any_two_distances() -> None:
    far = range(1, FARTHEST + 1)
    assert weighed(chance_to_win(mine, other) for mine in far for other in far) / ONE == is_about(10381407.13580824)
