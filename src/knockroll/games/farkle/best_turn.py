"""Farkle: what a turn is worth, solved backwards when first asked for.

Turn scores are counted in units of 50 points, which all scores are multiples of. A *house* is a way to score: one of
twelve, by the options ``of_a_kind``, ``straight`` and ``three_pairs``. Each is solved by itself, when first needed;
only compiled code needs all of them at once. Values are fixed-point numbers, ``ONE`` to the unit: fine enough that no
choice hangs on rounding (a test holds the closest choices apart).

Deliberate choices: a player with 12,800 points in a turn banks. With the scores of the book nobody should throw again
from 10,050 on; with higher ones the difference is too rare to matter. And whether hot dice have to be thrown again is
not looked at here: below such scores everybody would.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from math import factorial, fsum, sqrt
from typing import overload

from knockroll.engine.dice import MOST_DICE, SETS, how_many, pack, set_of_number
from knockroll.engine.rule import lookup, rule
from knockroll.games.farkle.rules import KEEP, KEEPING, MOST_MOVES, Farkle, legal, set_score

UNIT = 50
ONE = 1 << 30
"""A chance of 1, or one unit of points."""
HIGHEST = 256
"""Units that are always banked, and the most that tables know how to reach."""
HOUSES = 12
DICE_COUNTS = MOST_DICE + 1
FINE = 16
"""Parts of a unit in estimated scores."""
STEADY = 64
"""From this many units on, the gain from playing on no longer depends on the turn score."""

Keeps = tuple[tuple[int, int], ...]
"""The keeps of a throw: dice left to throw, and units scored. Of keeps that leave equally many dice, only the best."""
Throws = list[list[tuple[float, Keeps]]]
"""For each number of dice the throws that are no farkle, with their chances. Throws with the same keeps are merged."""


@rule
def house_of(v: Farkle) -> int:
    """The number of the house that the options select."""
    straight = 1 if v.straight else 0
    three_pairs = 1 if v.three_pairs else 0
    return (v.of_a_kind * 2 + straight) * 2 + three_pairs


@cache
def throws_of(house: int) -> Throws:
    """Every throw of one to six dice that is no farkle, as a house scores it."""
    s = Farkle()
    s.of_a_kind = house >> 2
    s.straight = 1500 * (house >> 1 & 1)
    s.three_pairs = 750 * (house & 1)
    s.phase = KEEPING
    moves = [0] * MOST_MOVES
    chances: list[dict[Keeps, float]] = [{} for _ in range(DICE_COUNTS)]
    for throw in SETS:
        s.dice = pack(throw)
        best: dict[int, int] = {}
        for move in moves[: legal(s, moves)]:
            dice = set_of_number(move - KEEP)
            left = len(throw) - how_many(dice) or MOST_DICE
            best[left] = max(best.get(left, 0), set_score(s, dice) // UNIT)
        if best:
            keeps = tuple(sorted(best.items()))
            orders = factorial(len(throw))
            for face in set(throw):
                orders //= factorial(throw.count(face))
            its = chances[len(throw)]
            its[keeps] = its.get(keeps, 0.0) + orders / 6 ** len(throw)
    return [[(chance, keeps) for keeps, chance in its.items()] for its in chances]


class _Blocks(Sequence[int]):
    """One table of equally long blocks, each of which is computed when it is first looked into."""

    def __init__(self, compute: Callable[[int], list[int]], length: int, count: int = HOUSES) -> None:
        self._block = cache(compute)
        self._length = length
        self._count = count

    def __len__(self) -> int:
        return self._length * self._count

    @overload
    def __getitem__(self, index: int) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...

    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        if isinstance(index, slice):
            return list(self)[index]
        return self._block(index // self._length)[index % self._length]

    def __iter__(self) -> Iterator[int]:
        for number in range(self._count):
            yield from self._block(number)


# --- The best expected turn score ------------------------------------------------------------------------------------

Prospect = tuple[float, float, float, float]
"""Four numbers for the best play from here on: the expected units, the chance of a farkle, and what banked turns add to
the expected units and to the expected square. Prospects are compared by the first number."""


@cache
def _solve(house: int) -> tuple[list[list[Prospect]], list[list[Prospect]]]:
    """For each number of dice left and each turn score: the prospects of the better choice, and of a throw."""
    throws = throws_of(house)
    most = max(units for its in throws for _, keeps in its for _, units in keeps)
    banked = [(float(t), 0.0, float(t), float(t * t)) for t in range(HIGHEST + most + 1)]
    best = [list(banked) for _ in range(DICE_COUNTS)]
    thrown = [list(banked) for _ in range(DICE_COUNTS)]
    for t in range(HIGHEST - 1, -1, -1):
        for left in range(1, DICE_COUNTS):
            kept = [(chance, max([best[still][t + units] for still, units in keeps])) for chance, keeps in throws[left]]
            throw = (
                fsum([chance * after[0] for chance, after in kept]),
                1.0 - fsum([chance * (1.0 - after[1]) for chance, after in kept]),
                fsum([chance * after[2] for chance, after in kept]),
                fsum([chance * after[3] for chance, after in kept]),
            )
            thrown[left][t] = throw
            best[left][t] = banked[t] if t > 0 and banked[t][0] >= throw[0] else throw
    return best, thrown


def best_turn_score(house: int = 0) -> float:
    """The best expected turn score in points."""
    best, _ = _solve(house)
    return UNIT * best[MOST_DICE][0][0]


def _worths(house: int) -> list[int]:
    best, _ = _solve(house)
    return [round(ONE * prospect[0]) for its in best for prospect in its[:HIGHEST]]


_worth = lookup(lambda: _Blocks(_worths, DICE_COUNTS * HIGHEST))


@rule
def worth(house: int, left: int, t: int) -> int:
    """The best expected turn score in units of ONE, with that number of dice left to throw and ``t`` units scored."""
    return _worth((house * DICE_COUNTS + left) * HIGHEST + t) if t < HIGHEST else t * ONE


# --- The chance to reach a score -------------------------------------------------------------------------------------


@cache
def chances_to_reach(house: int) -> list[list[float]]:
    """For each number of dice left: the best chance to score at least that many more units."""
    throws = throws_of(house)
    reach = [[1.0] for _ in range(DICE_COUNTS)]
    for need in range(1, HIGHEST):
        for left in range(1, DICE_COUNTS):
            chances = [
                chance * max([reach[still][max(need - units, 0)] for still, units in keeps])
                for chance, keeps in throws[left]
            ]
            reach[left].append(fsum(chances))
    reach[0] = [0.0] * HIGHEST
    return reach


_reach = lookup(
    lambda: _Blocks(
        lambda house: [round(ONE * chance) for its in chances_to_reach(house) for chance in its],
        DICE_COUNTS * HIGHEST,
    )
)


@rule
def reach(house: int, left: int, need: int) -> int:
    """The best chance to score ``need`` more units with that number of dice left to throw."""
    return _reach((house * DICE_COUNTS + left) * HIGHEST + min(max(need, 0), HIGHEST - 1))


# --- What playing on may come to -------------------------------------------------------------------------------------
# A way to play on is described by three numbers: the chance of a farkle, and a lower and a higher score that each stand
# for one half of the other turns. They have the mean and the variance of the real scores.


def _in_short(prospect: Prospect, t: int) -> list[int]:
    """The three numbers, and a 0 that makes them four: then places in the table are found by shifting."""
    _, farkle, units, squares = prospect
    mean = units / (1.0 - farkle)
    deviation = sqrt(max(0.0, squares / (1.0 - farkle) - mean * mean))
    return [round(ONE * farkle), round(FINE * (mean - deviation - t)), round(FINE * (mean + deviation - t)), 0]


def _played_on(house: int) -> list[int]:
    _, thrown = _solve(house)
    in_short = [_in_short(its[t], t) for its in thrown for t in range(STEADY)]
    return [number for numbers in in_short for number in numbers]


def _thrown_once(house: int) -> list[int]:
    numbers = [0, 0, 0, 0]
    for its in throws_of(house)[1:]:
        best = [(chance, max(units for _, units in keeps)) for chance, keeps in its]
        farkle = 1.0 - fsum(chance for chance, _ in best)
        units, squares = (fsum(chance * units**power for chance, units in best) for power in (1, 2))
        numbers += _in_short((units, farkle, units, squares), 0)
    return numbers


_play_on = lookup(lambda: _Blocks(_played_on, DICE_COUNTS * STEADY * 4))
_throw_once = lookup(lambda: _Blocks(_thrown_once, DICE_COUNTS * 4))


@rule
def play_on(house: int, left: int, t: int) -> tuple[int, int, int]:
    """Throw, then go for the best expected turn score: the chance of a farkle, the lower and the higher gain.

    Gains are in FINE parts of a unit.
    """
    at = ((house * DICE_COUNTS + left) * STEADY + min(t, STEADY - 1)) * 4
    return _play_on(at), _play_on(at + 1), _play_on(at + 2)


@rule
def throw_once(house: int, left: int) -> tuple[int, int, int]:
    """Throw, keep all that scores and bank: the chance of a farkle, the lower and the higher gain."""
    at = (house * DICE_COUNTS + left) * 4
    return _throw_once(at), _throw_once(at + 1), _throw_once(at + 2)
