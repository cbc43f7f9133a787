"""Farkle: the chance of two players to win, by what each of them still needs.

Distances are what a player lacks to the target, in units of 50 points. The chances are those of two players who choose
one of a few plans for every turn: three temperaments, and near the end, where every unit counts, a score to stop at.
That is less than can be done in a turn, but close: solved with all choices of every turn, which takes minutes, the
chances differ by 0.1% on average and by 1% where both are near the target. The Closer, who goes by them, wins 54.2%
against The Professor; perfect play for two would win 54.4%. This takes about a second, when it is first needed.
"""

from __future__ import annotations

from functools import cache
from operator import mul

from knockroll.engine.dice import MOST_DICE
from knockroll.engine.rule import lookup, rule
from knockroll.games.farkle.best_turn import DICE_COUNTS, ONE, chances_to_reach, throws_of

FARTHEST = 200
"""The longest distance in the table: 10,000 points."""
HIGHEST_PLAN = 60
"""Units that every plan banks. So much is scored in less than one turn of ten thousand."""
TEMPERS = (1.04, 1.0, 0.92)
"""What the next unit is worth to a player, if the last is 1: to somebody bold, to The Professor, to the careful."""
STOPS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 30)
"""Units to stop at, as soon as they are reached."""
NEAR = 24
"""The distance within which both players also choose among the stops."""
LESS_TO_STOP = 0.002
"""What a unit beyond the stop costs a plan: so it takes no more than it has to."""
PRECISE = 1e-10


def _temper(growth: float) -> list[float]:
    """What scores are worth to a temperament."""
    value, step = [0.0], 1.0
    for _ in range(2 * HIGHEST_PLAN):
        value.append(value[-1] + step)
        step *= growth
    return value


def _stop(goal: int) -> list[float]:
    """What scores are worth to somebody who wants just so much."""
    return [0.0 if t < goal else 1.0 - LESS_TO_STOP * (t - goal) for t in range(2 * HIGHEST_PLAN + 1)]


def _outcomes(value: list[float]) -> list[float]:
    """The chances of all turn scores, 0 for a farkle, if the expected value of the turn score is made the highest."""
    throws = throws_of(0)
    best = [list(value) for _ in range(DICE_COUNTS)]
    banks = [[True] * len(value) for _ in range(DICE_COUNTS)]
    for t in range(HIGHEST_PLAN - 1, -1, -1):
        for left in range(1, DICE_COUNTS):
            throw = sum([p * max([best[still][t + units] for still, units in keeps]) for p, keeps in throws[left]])
            banks[left][t] = t > 0 and value[t] >= throw
            if not banks[left][t]:
                best[left][t] = throw
    at = [[0.0] * len(value) for _ in range(DICE_COUNTS)]
    at[MOST_DICE][0] = 1.0
    outcomes = [0.0] * len(value)
    for t in range(len(value)):
        for left in range(1, DICE_COUNTS):
            here = at[left][t]
            if banks[left][t]:
                outcomes[t] += here
            elif here:
                outcomes[0] += here
                for p, keeps in throws[left]:
                    still, units = max(keeps, key=lambda keep: best[keep[0]][t + keep[1]])
                    at[still][t + units] += here * p
                    outcomes[0] -= here * p
    return outcomes


def _best_of(plans: list[tuple[float, float]], after_farkle: float) -> float:
    return max([banked + farkle * after_farkle for banked, farkle in plans])


@cache
def chances_to_win() -> list[list[float]]:
    """The chance of the player to move, by his distance and the other's, neither of whom has reached the target.

    A turn leads to shorter distances, or after a farkle to the same: so pairs of distances are solved by their sum,
    (x, y) together with (y, x), because two farkles lead from each to itself.
    """
    last_turn = chances_to_reach(0)[MOST_DICE]
    plans = [_outcomes(_temper(growth)) for growth in TEMPERS] + [_outcomes(_stop(goal)) for goal in STOPS]
    span = 2 * HIGHEST_PLAN
    win = [[0.0] * (FARTHEST + 1) for _ in range(FARTHEST + 1)]

    def after_banking(mine: int, other: int) -> list[tuple[float, float]]:
        """For each plan the chance to bank and win, and the chance of a farkle."""
        tempers_and_stops = plans if max(mine, other) <= NEAR else plans[: len(TEMPERS)]
        # What is left to win after 1, 2, ... units: until the target, then against the other's last turn.
        left = [1.0 - chance for chance in win[other][max(0, mine - span) + 1 : mine][::-1]]
        if mine <= span:
            left += [1.0 - chance for chance in last_turn[other + 1 : other + 2 + span - mine]]
        return [(sum(map(mul, plan[1:], left)), plan[0]) for plan in tempers_and_stops]

    for total in range(2, 2 * FARTHEST + 1):
        for x in range(max(1, total - FARTHEST), total // 2 + 1):
            y = total - x
            of_x, of_y = after_banking(x, y), after_banking(y, x)
            before, now = -1.0, 0.5
            while abs(now - before) > PRECISE:
                before = now
                now = _best_of(of_x, 1.0 - _best_of(of_y, 1.0 - now))
            win[x][y] = now
            win[y][x] = _best_of(of_y, 1.0 - now)
    return win


_win = lookup(lambda: [round(ONE * chance) for its in chances_to_win() for chance in its])


@rule
def chance_to_win(mine: int, other: int) -> int:
    """The chance, in parts of ONE, of a player whose turn begins; distances are at least 1, at most FARTHEST."""
    return _win(mine * (FARTHEST + 1) + other)
