"""Farkle for two players by the scores of the book, solved: the chance to win, and what to do for it.

One thing is left out, as in all tables of this game: of keeps that leave as many dice, only the one with the highest
score is looked at. Just before the target a lower one is sometimes better, because the player who reaches it gives the
other a last turn. With these included, the first player would win 0.535654965 instead of 0.535655212 of the games; no
chance would differ by more than 0.002, and only a few hundred of 40,000 by more than 0.0001.

Distances are what a player lacks to the target, in units of 50 points. All numbers are read from ``two_players.xz``
when first needed. ``python -m scripts.solve_farkle`` makes that file again and says how; tests hold samples of it
against the equations that it solves. It has, one after the other, little-endian:

* the chances to win of the player to move, by his distance and the other's, in parts of 2^36, as differences of
  differences;
* for 1 to 6 dice left, the other's distance and the distance that banking leads to: the farthest distance at the
  beginning of the turn from which throwing is better than banking. It is also better from all closer ones, because they
  leave more after a farkle;
* for each pair of keeps, the other's distance and the distance that banking leads to after the keep that leaves more
  dice: from which beginnings of the turn that one is better than the one with more points. A number up to FARTHEST
  means from there and all closer ones; the few sets that are different, near the target, have the numbers beyond, and
  are told bit by bit at the end.
"""

from __future__ import annotations

import sys
from array import array
from functools import cache
from itertools import accumulate
from pathlib import Path

from knockroll.engine.dice import MOST_DICE
from knockroll.engine.rule import lookup, rule
from knockroll.games.farkle.best_turn import ONE, throws_of

FILE = Path(__file__).with_name("two_players.xz")
FARTHEST = 200
"""The longest distance in the tables: 10,000 points."""
PARTS = 1 << 36
"""A chance of 1 in the file."""
BEYOND = 36
"""A player who could bank more units than this beyond the target never throws: he is all but sure to win."""
BANKING = FARTHEST + BEYOND
"""How many distances banking may lead to."""
BROAD = (
    *((1, 2, 1), (1, 3, 2), (1, 5, 5), (1, 5, 6), (1, 5, 7), (2, 3, 1), (2, 4, 2), (2, 4, 3), (2, 4, 4), (2, 5, 4)),
    *((2, 5, 6), (2, 5, 8), (3, 4, 1), (3, 4, 2), (3, 4, 3), (3, 5, 2), (3, 5, 3), (3, 5, 4), (3, 5, 5), (3, 5, 6)),
    *((4, 5, 1), (4, 5, 2)),
)
"""Pairs of keeps whose order depends on the distances everywhere: fewer dice left, more dice left, and how many units
the second scores less."""
BROAD_PAIRS = len(BROAD)
BROAD_BEYOND = 21
BROAD_BANKING = FARTHEST + BROAD_BEYOND
HALF = BROAD_PAIRS // 2
HALF_SIZE = HALF * FARTHEST * BROAD_BANKING
"""Their table is read in two halves: compiled code keeps tables of at most a million bytes."""
NEAR = 14
"""For all other pairs more points are better, unless the other player is this near to the target or nearer."""
NEAR_BEYOND = 2
NEAR_BANKING = 60
"""Those exceptions have a distance after banking from 2 units beyond the target to 57 before it."""
WORD = 60
"""How many beginnings of a turn one number of a set stores, a bit each."""
WORDS = FARTHEST // WORD + 1


@cache
def pairs_of_keeps() -> tuple[tuple[int, int, int], ...]:
    """All pairs of keeps of one throw between fewer dice left and more points, or more dice left: the broad ones first.

    Of keeps that leave as many dice only the best counts.
    """
    found = {
        (few, many, score - less)
        for throws in throws_of(0)
        for _, keeps in throws
        for few, score in keeps
        for many, less in keeps
        if few < many and score > less
    }
    return (*BROAD, *sorted(found.difference(BROAD)))


@cache
def _numbers() -> tuple[list[int], array[int], array[int], array[int]]:
    """The content of the file: chances to win, when to throw, which keeps, and the sets that are stored bit by bit."""
    import lzma

    data = lzma.decompress(FILE.read_bytes())
    rest = len(pairs_of_keeps()) - BROAD_PAIRS
    keeps = FARTHEST * BROAD_BANKING * BROAD_PAIRS + NEAR * NEAR_BANKING * rest
    parts = []
    for kind, count in (("q", FARTHEST**2), ("B", MOST_DICE * FARTHEST * BANKING), ("H", keeps), ("q", None)):
        part = array(kind)
        size = len(data) if count is None else count * part.itemsize
        part.frombytes(data[:size])
        data = data[size:]
        if sys.byteorder == "big":
            part.byteswap()
        parts.append(part)
    differences, throws, choices, sets = parts
    return _sums(differences), throws, choices, sets


def _sums(differences: array[int]) -> list[int]:
    """The chances as ``chance_to_win`` finds them, from differences along the rows of differences between rows."""
    chances = [0] * (FARTHEST + 1)
    row = chances
    for start in range(0, FARTHEST**2, FARTHEST):
        steps = accumulate(differences[start : start + FARTHEST])
        row = [0, *(above + step for above, step in zip(row[1:], steps, strict=True))]
        chances += row
    return chances


@cache
def chances_to_win() -> list[list[float]]:
    """The chance of the player to move, by his distance and the other's, neither of whom has reached the target."""
    chances, width = [part / PARTS for part in _numbers()[0]], FARTHEST + 1
    return [chances[start : start + width] for start in range(0, len(chances), width)]


_win = lookup(lambda: [(chance * ONE + PARTS // 2) // PARTS for chance in _numbers()[0]])
_throws = lookup(lambda: _numbers()[1])
_first_half = lookup(lambda: _numbers()[2][:HALF_SIZE])
_second_half = lookup(lambda: _numbers()[2][HALF_SIZE : 2 * HALF_SIZE])
_near = lookup(lambda: _numbers()[2][2 * HALF_SIZE :])
_sets = lookup(lambda: _numbers()[3])


def _numbers_of_pairs() -> list[int]:
    numbers = [0] * (8 * 8 * 32)
    for number, (few, many, less) in enumerate(pairs_of_keeps()):
        numbers[(few << 3 | many) << 5 | less] = number
    return numbers


_pair = lookup(_numbers_of_pairs)


@rule
def chance_to_win(mine: int, other: int) -> int:
    """The chance, in parts of ONE, of a player whose turn begins; distances are at least 1, at most FARTHEST."""
    return _win(mine * (FARTHEST + 1) + other)


@rule
def better_to_throw(begin: int, other: int, banking: int, left: int) -> bool:
    """Whether it is better to throw these dice than to bank.

    The distances are those at the beginning of the turn, of the other player, and after banking.
    """
    if banking < -BEYOND:
        return False
    return begin <= _throws(((left - 1) * FARTHEST + other - 1) * BANKING + banking + BEYOND)


@rule
def better_to_keep_fewer(begin: int, other: int, banking: int, few: int, many: int, less: int) -> bool:
    """Whether it is better to leave many dice and score some units less than to leave few.

    The distances are those at the beginning of the turn, of the other player, and after banking the lower score.
    """
    pair = _pair((few << 3 | many) << 5 | less)
    if pair < BROAD_PAIRS:
        if banking < -BROAD_BEYOND:
            return False
        at = ((pair % HALF) * FARTHEST + other - 1) * BROAD_BANKING + banking + BROAD_BEYOND
        farthest = _first_half(at) if pair < HALF else _second_half(at)
    else:
        if other > NEAR or banking < -NEAR_BEYOND or banking >= NEAR_BANKING - NEAR_BEYOND:
            return False
        farthest = _near(((pair - BROAD_PAIRS) * NEAR + other - 1) * NEAR_BANKING + banking + NEAR_BEYOND)
    if farthest <= FARTHEST:
        return begin <= farthest
    return _sets((farthest - FARTHEST - 1) * WORDS + begin // WORD) >> begin % WORD & 1 == 1
