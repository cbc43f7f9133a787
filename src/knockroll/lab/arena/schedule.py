"""Who plays whom, and where they sit.

A line-up is who is at the table. Every deal is played by one line-up, once for each rotation of its seating, so that
each player has held every hand of that deal: luck cancels. Such a block of games is what results are computed from.
From deal to deal the order around the table changes too, because it matters whom one sits next to.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb, factorial

from knockroll.engine.errors import InvalidOption

MOST_LINE_UPS = 100_000


def line_ups(players: int, seats: int, round_robin: bool) -> tuple[tuple[int, ...], ...]:
    """The line-ups of a match: the players by number, some of them several times if there are fewer than seats."""
    if players > seats and not round_robin:
        raise InvalidOption(
            f"there are {players} players but {seats} seats: name {seats} players, or play all line-ups of {seats}"
            " with --round-robin (round_robin=True)"
        )
    if players > seats:
        count = comb(players, seats)
        if count > MOST_LINE_UPS:
            raise InvalidOption(
                f"{players} players at {seats} seats make {count:,} line-ups, too many to play them all"
            )
        return tuple(combinations(range(players), seats))
    filled = {tuple(sorted((first + i) % players for i in range(seats))) for first in range(players)}
    return tuple(sorted(filled))


def seating(line_up: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    """The games of a line-up's deal of that number: who sits at each seat, for all rotations of one order."""
    return _rotations(line_up, number % factorial(len(line_up) - 1))


@lru_cache(10_000)
def _rotations(line_up: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    order = _permuted(line_up, number)
    return tuple(order[turn:] + order[:turn] for turn in range(len(order)))


def _permuted(line_up: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The first of the line-up, then the others in that one of their orders which has this number."""
    left = list(line_up[1:])
    order = [line_up[0]]
    while left:
        place, number = divmod(number, factorial(len(left) - 1))
        order.append(left.pop(place))
    return tuple(order)
