"""Solve Farkle for two players, by the scores of the book: ``python -m scripts.solve_farkle``.

It writes ``src/knockroll/games/farkle/two_players.xz``, which The Closer plays from (``winning.py`` says what is in
it). All tables use *distances*: what a player lacks to the target, in units of 50.

A turn that begins at distances x and y is solved backwards, with the chance to win after a farkle held fixed. That
chance is 1 minus the chance of the other player at (y, x), so the two depend on each other. If the choices of a turn
are also held fixed, the chance to win is a straight line over the chance after a farkle. So both are found by Newton's
method: choose, solve the two straight lines, choose again, until nothing moves.

Within a turn, what banking leads to depends on the distance after it, and only what a farkle leads to depends on where
the turn began. The closer that was, the more is left after a farkle: if it is right to throw at one beginning, it is
right at all closer ones. So one number says when to throw, and usually when to keep more dice rather than more points:
the farthest beginning at which the bolder way is better. This is not assumed: where one number is not enough, the set
of beginnings is written bit by bit.
"""

from __future__ import annotations

import lzma
import time
from collections.abc import Iterator
from typing import Any

import numpy
from numba import njit

from knockroll.engine.dice import MOST_DICE
from knockroll.games.farkle.best_turn import DICE_COUNTS, HIGHEST, chances_to_reach, throws_of
from knockroll.games.farkle.winning import (
    BANKING,
    BEYOND,
    BROAD,
    BROAD_BANKING,
    BROAD_BEYOND,
    FARTHEST,
    FILE,
    NEAR,
    NEAR_BANKING,
    NEAR_BEYOND,
    PARTS,
    WORD,
    WORDS,
    pairs_of_keeps,
)

EXACT = 1e-14
MARGIN = 100
"""Units beyond the target at which everyone banks. In fact throwing is never better beyond a third of that."""
MOST_AT_ONCE = 41
"""One more than the most units that one throw can add."""
TIED = 1e-13
"""Two choices whose chances are this close are equally good: then the careful one is taken."""

Array = numpy.ndarray[Any, Any]


def _flat_throws() -> tuple[Array, Array, Array, Array, Array]:
    """Return the throws of the book in rows: where each number of dice begins, chances, and where keeps begin."""
    firsts, chances, first_keeps, lefts, units = [0, 0], [], [0], [], []
    for its in throws_of(0)[1:]:
        for chance, keeps in its:
            chances.append(chance)
            lefts += [left for left, _ in keeps]
            units += [score for _, score in keeps]
            first_keeps.append(len(lefts))
        firsts.append(len(chances))
    return tuple(map(numpy.array, (firsts, chances, first_keeps, lefts, units)))  # type: ignore[return-value]


@njit(cache=True)
def _banked(win: Array, last_turn: Array, x: int, y: int, t: int) -> float:
    """Return the chance to win with ``t`` units banked in a turn."""
    if t < x:
        return 1.0 - win[y, x - t]  # type: ignore[no-any-return]
    return 1.0 - last_turn[min(y + t - x + 1, HIGHEST - 1)]  # type: ignore[no-any-return]


@njit(cache=True)
def _solve_turn(
    win: Array, last_turn: Array, throws: Any, x: int, y: int, farkled: float, best: Array, slope: Array, thrown: Array
) -> tuple[float, float]:
    """Fill in the chances to win within a turn, by dice left and units scored; return the first one and its slope.

    The slope is how much the chance grows with the chance after a farkle: it is the chance that the turn farkles.
    """
    firsts, chances, first_keeps, lefts, units = throws
    top = x + MARGIN
    for t in range(top + MOST_AT_ONCE - 1, -1, -1):
        banked = _banked(win, last_turn, x, y, t)
        for left in range(1, DICE_COUNTS):
            best[left, t] = banked
            slope[left, t] = 0.0
            thrown[left, t] = 0.0
            if t >= top:
                continue
            value = 0.0
            risk = 0.0
            through = 0.0
            for throw in range(firsts[left], firsts[left + 1]):
                high = -1.0
                its_slope = 0.0
                for keep in range(first_keeps[throw], first_keeps[throw + 1]):
                    after = best[lefts[keep], t + units[keep]]
                    if after > high:
                        high = after
                        its_slope = slope[lefts[keep], t + units[keep]]
                value += chances[throw] * high
                risk += chances[throw] * its_slope
                through += chances[throw]
            value += (1.0 - through) * farkled
            thrown[left, t] = value
            if t == 0 or value > banked + TIED:
                best[left, t] = value
                slope[left, t] = risk + 1.0 - through
    return best[MOST_DICE, 0], slope[MOST_DICE, 0]


@njit(cache=True)
def _solve(last_turn: Array, throws: Any) -> Array:
    """Return the chance of the player to move, by his distance and the other's."""
    win = numpy.zeros((FARTHEST + 1, FARTHEST + 1))
    rows = FARTHEST + MARGIN + MOST_AT_ONCE
    best, slope = numpy.zeros((DICE_COUNTS, rows)), numpy.zeros((DICE_COUNTS, rows))
    thrown = numpy.zeros((DICE_COUNTS, rows))
    for total in range(2, 2 * FARTHEST + 1):
        for x in range(max(1, total - FARTHEST), total // 2 + 1):
            y = total - x
            mine, theirs = 0.5, 0.5
            if x > 1 and y < FARTHEST:
                mine, theirs = win[x - 1, y], win[y, x - 1]  # a good guess: Newton then needs fewer steps
            while True:
                a, p = _solve_turn(win, last_turn, throws, x, y, 1.0 - theirs, best, slope, thrown)
                b, q = _solve_turn(win, last_turn, throws, y, x, 1.0 - mine, best, slope, thrown)
                # mine' = a + p (theirs - theirs'), theirs' = b + q (mine - mine')
                now = (a + p * theirs - p * (b + q * mine)) / (1.0 - p * q)
                then = b + q * (mine - now)
                moved = max(abs(now - mine), abs(then - theirs))
                mine, theirs = now, then
                if moved < EXACT:
                    break
            win[x, y] = mine
            win[y, x] = theirs
    return win


@njit(cache=True)
def _choices(win: Array, last_turn: Array, throws: Any, pairs: Array, y: int) -> Array:
    """Return which choices are bold, if the other's distance is ``y``.

    The array is indexed by the choice, the distance after banking, and the distance at the beginning of the turn.
    Choices are to throw with 1 to 6 dice, then, for each of the pairs, to keep more dice rather than more points.
    """
    bold = numpy.zeros((MOST_DICE + len(pairs), FARTHEST + MARGIN, FARTHEST + 1), numpy.bool_)
    rows = FARTHEST + MARGIN + MOST_AT_ONCE
    best, slope = numpy.zeros((DICE_COUNTS, rows)), numpy.zeros((DICE_COUNTS, rows))
    thrown = numpy.zeros((DICE_COUNTS, rows))
    for x in range(1, FARTHEST + 1):
        _solve_turn(win, last_turn, throws, x, y, 1.0 - win[y, x], best, slope, thrown)
        for t in range(1, x + MARGIN):
            at = x - t + MARGIN
            for left in range(1, DICE_COUNTS):
                bold[left - 1, at, x] = thrown[left, t] > _banked(win, last_turn, x, y, t) + TIED
            for pair in range(len(pairs)):
                few, many, less = pairs[pair]
                bold[MOST_DICE + pair, at, x] = best[many, t] > best[few, t + less] + TIED
    return bold


class _Sets:
    """Numbers for sets of beginnings of a turn: up to FARTHEST for all up to that distance, higher for other sets."""

    def __init__(self) -> None:
        self.odd: dict[bytes, int] = {}

    def number(self, bold: Array, banking: int) -> int:
        """Return the number of a set, which may say anything about turns that would begin where they end, or closer."""
        first = max(1, banking + 1)
        among = numpy.flatnonzero(bold[first:]) + first
        if not len(among):
            return 0
        if among[0] == first and len(among) == among[-1] - first + 1:
            return int(among[-1])
        return self.odd.setdefault(bold.tobytes(), FARTHEST + 1 + len(self.odd))

    def words(self) -> Iterator[int]:
        """Yield all sets beyond FARTHEST, bit by bit."""
        for members in self.odd:
            bits = sum(1 << x for x, inside in enumerate(members) if inside)
            for word in range(WORDS):
                yield bits >> word * WORD & (1 << WORD) - 1


def _table(bold: list[Array], ways: range, others: int, beyond: int, banking: int, sets: _Sets) -> list[int]:
    """Return the numbers of sets for some choices and distances. At other distances none may be bold."""
    numbers = []
    for way in ways:
        for y in range(1, FARTHEST + 1):
            its = bold[y][way]
            inside = range(MARGIN - beyond, MARGIN - beyond + banking) if y <= others else range(0)
            assert not its[: inside.start].any(), (way, y)
            assert not its[inside.stop :].any(), (way, y)
            numbers += [sets.number(its[at], at - MARGIN) for at in inside]
    return numbers


def main() -> None:
    """Solve the game and write the file."""
    last_turn, throws = numpy.array(chances_to_reach(0)[MOST_DICE]), _flat_throws()
    pairs = numpy.array(pairs_of_keeps())
    began = time.process_time()
    win = _solve(last_turn, throws)
    print(f"first seat: {win[FARTHEST, FARTHEST]:.12f}, solved in {time.process_time() - began:.0f} s", flush=True)
    bold = [_choices(win, last_turn, throws, pairs, max(y, 1)) for y in range(FARTHEST + 1)]
    sets = _Sets()
    throwing = _table(bold, range(MOST_DICE), FARTHEST, BEYOND, BANKING, sets)
    assert max(throwing) <= FARTHEST, "throwing from far must imply throwing from near"
    broad, ways = MOST_DICE + len(BROAD), MOST_DICE + len(pairs)
    keeping = _table(bold, range(MOST_DICE, broad), FARTHEST, BROAD_BEYOND, BROAD_BANKING, sets)
    keeping += _table(bold, range(broad, ways), NEAR, NEAR_BEYOND, NEAR_BANKING, sets)
    parts = numpy.rint(win[1:, 1:] * PARTS).astype(numpy.int64)
    differences = numpy.diff(numpy.diff(parts, axis=0, prepend=0), axis=1, prepend=0)
    data = b"".join(
        numpy.array(numbers, kind).tobytes()
        for numbers, kind in ((differences, "<i8"), (throwing, "u1"), (keeping, "<u2"), (list(sets.words()), "<i8"))
    )
    FILE.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
    print(f"{FILE.name}: {FILE.stat().st_size:,} bytes; {len(sets.odd)} odd sets")


if __name__ == "__main__":
    main()
