"""The schedule of a match: which players meet, and where they sit.

A line-up is the players at the table. One line-up plays every deal once for each rotation of its seating, so that each
player holds every hand of that deal: luck cancels. Results are computed from such blocks of games. The order around the
table also changes from deal to deal, because it matters who sits next to whom.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb, factorial

from knockroll.engine.errors import InvalidOption

MOST_LINE_UPS = 100_000


def line_ups(players: int, seats: int, round_robin: bool) -> tuple[tuple[int, ...], ...]:
    """Return the line-ups of a match: the players by number, some several times if there are fewer than seats."""
    if players > seats and not round_robin:
        raise InvalidOption(
            f"there are {players} players but {seats} seats: name {seats} players, or play all line-ups of {seats}"
            " with --round-robin (round_robin=True)"
        )
    if players > seats:
        count = comb(players, seats)
        if count > MOST_LINE_UPS:
            raise InvalidOption(f"{players} players at {seats} seats make {count:,} line-ups, too many to play")
        return tuple(combinations(range(players), seats))
    filled = {tuple(sorted((first + i) % players for i in range(seats))) for first in range(players)}
    return tuple(sorted(filled))


def seating(line_up: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    """Return the games of a deal of a line-up: the player at each seat, for all rotations of one order."""
    return _rotations(line_up, number % factorial(len(line_up) - 1))


@lru_cache(10_000)
def _rotations(line_up: tuple[int, ...], number: int) -> tuple[tuple[int, ...], ...]:
    order = _permuted(line_up, number)
    return tuple(order[turn:] + order[:turn] for turn in range(len(order)))


def _permuted(line_up: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the first player, then the others in the permutation of this number."""
    left = list(line_up[1:])
    order = [line_up[0]]
    while left:
        place, number = divmod(number, factorial(len(left) - 1))
        order.append(left.pop(place))
    return tuple(order)
