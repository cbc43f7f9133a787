"""Farkle for two, solved: the file that The Closer plays from, held against the equations that it solves."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from math import fsum

import pytest

from knockroll.engine.dice import MOST_DICE, SETS, how_many, pack, set_of_number
from knockroll.games.farkle import GAME
from knockroll.games.farkle.best_turn import DICE_COUNTS, HIGHEST, ONE, UNIT, chances_to_reach, throws_of
from knockroll.games.farkle.players import NEGLIGIBLE, the_closer
from knockroll.games.farkle.rules import BANK, DECIDING, KEEP, KEEPING, THROW, Farkle, set_score
from knockroll.games.farkle.winning import FARTHEST, chances_to_win

PRECISE = 1e-10
MARGIN = 60
"""Units beyond the target at which everybody banks."""
MOST_AT_ONCE = 40
SAMPLE = [(200, 200), (1, 1), (2, 2), (3, 17), (19, 1), (7, 4), (20, 21), (50, 47), (1, 200), (200, 1), (61, 133)]
"""Distances of the player to move and the other. Near the target are the positions that are unlike others."""


@cache
def turn(mine: int, other: int) -> tuple[list[list[float]], list[list[float]], list[float]]:
    """The chances to win within a turn, by dice left and units: of the better choice, of a throw; and of banking.

    What follows the turn is taken from the file, and nothing else is.
    """
    win, last_turn, throws = chances_to_win(), chances_to_reach(0)[MOST_DICE], throws_of(0)
    top = mine + MARGIN
    banked = [1.0 - win[other][mine - t] for t in range(mine)]
    banked += [1.0 - last_turn[min(other + over + 1, HIGHEST - 1)] for over in range(MARGIN + MOST_AT_ONCE)]
    best = [list(banked) for _ in range(DICE_COUNTS)]
    thrown = [list(banked) for _ in range(DICE_COUNTS)]
    farkled = 1.0 - win[other][mine]
    for t in range(top - 1, -1, -1):
        for left in range(1, DICE_COUNTS):
            scores = [
                p * (max([best[still][t + units] for still, units in keeps]) - farkled) for p, keeps in throws[left]
            ]
            thrown[left][t] = farkled + fsum(scores)
            best[left][t] = max(thrown[left][t], banked[t]) if t else thrown[left][t]
    return best, thrown, banked


def position(mine: int, other: int, t: int) -> Farkle:
    """Seat 0 is in its turn and has scored some units."""
    s: Farkle = GAME.new_state(2, GAME.option_values(2, None, {}), dealer=1)
    s.turn = 0
    s.scores[:2] = [s.target - UNIT * mine, s.target - UNIT * other]
    s.turn_score = UNIT * t
    return s


def outcome(s: Farkle, move: int) -> tuple[int, int]:
    """The dice left to throw after a keep, and its units."""
    dice = set_of_number(move - KEEP)
    return how_many(s.dice) - how_many(dice) or MOST_DICE, set_score(s, dice) // UNIT


def test_the_first_seat_wins_so_often() -> None:
    assert f"{chances_to_win()[FARTHEST][FARTHEST]:.9f}" == "0.535655212"


@pytest.mark.parametrize(("mine", "other"), SAMPLE)
def test_chances_solve_their_equation(mine: int, other: int) -> None:
    best, _, _ = turn(mine, other)
    assert best[MOST_DICE][0] == pytest.approx(chances_to_win()[mine][other], abs=PRECISE)


@pytest.mark.parametrize(("mine", "other"), SAMPLE)
def test_closer_throws_only_if_that_is_better(mine: int, other: int) -> None:
    _, thrown, banked = turn(mine, other)
    for t in range(1, mine + MARGIN):
        for left in range(1, DICE_COUNTS):
            s = position(mine, other, t)
            s.phase, s.dice_to_throw = DECIDING, left
            move = the_closer(s, [THROW, BANK], 2, None)  # type: ignore[arg-type]
            gain = thrown[left][t] - banked[t]
            if t >= mine and banked[t] > 1.0 - NEGLIGIBLE / ONE:
                assert move == BANK, "he does not toy with a game that is won"
            else:
                assert abs(gain) < PRECISE or (move == THROW) == (gain > 0), (t, left)


@pytest.mark.parametrize(("mine", "other"), SAMPLE)
def test_closer_keeps_the_best_of_the_highest_scores_of_every_throw(mine: int, other: int) -> None:
    best, _, _ = turn(mine, other)
    for number, throw in enumerate(SETS):
        t = number % min(mine + 6, 40) if len(throw) < MOST_DICE else 0
        s = position(mine, other, t)
        s.phase, s.dice, s.dice_to_throw = KEEPING, pack(throw), len(throw)
        moves = GAME.list_legal(s) if throw else []
        if moves:
            highest: dict[int, int] = {}
            for move in moves:
                left, units = outcome(s, move)
                highest[left] = max(units, highest.get(left, 0))
            chosen, units = outcome(s, the_closer(s, moves, len(moves), None))  # type: ignore[arg-type]
            assert units == highest[chosen]
            values = {left: best[left][t + units] for left, units in highest.items()}
            assert values[chosen] > max(values.values()) - PRECISE, (t, throw)


@pytest.mark.parametrize("target", [10_000, 10_001, 3000])
def test_only_distances_count(target: int) -> None:
    """With 1,500 and 200 to go, whatever the target: a score that is no multiple of 50 is reached by the next one."""
    s = position(30, 4, 9)
    s.phase, s.dice_to_throw = DECIDING, 3
    s.target = target
    s.scores[:2] = [(target + 49) // 50 * 50 - 1500, (target + 49) // 50 * 50 - 200]
    _, thrown, banked = turn(30, 4)
    assert thrown[3][9] > banked[9] + 0.01
    assert the_closer(s, [THROW, BANK], 2, None) == THROW  # type: ignore[arg-type]


def test_nothing_is_read_before_it_is_needed() -> None:
    program = """if True:
        import knockroll
        from knockroll.games.farkle import winning
        knockroll.player("farkle", "The Closer")
        assert not winning._numbers.cache_info().currsize
    """
    subprocess.run([sys.executable, "-c", program], check=True)
