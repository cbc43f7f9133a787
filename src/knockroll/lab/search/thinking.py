"""What all who search have in common: how long to think, and how far to believe what was found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from math import inf
from time import perf_counter
from typing import Any, Protocol


@dataclass(frozen=True)
class Prior:
    """What differences between a candidate and the base player's move are, before anything was tried."""

    mean: float
    scatter: float
    noise: float
    """By how much the means of batches scatter about the true difference."""

    def believe(self, total: float, batches: int) -> tuple[float, float]:
        """The difference to be believed in after some batches, the sum of whose means is given; and its scatter."""
        found, own = 1 / self.noise**2, 1 / self.scatter**2
        precision = batches * found + own
        return (total * found + self.mean * own) / precision, precision**-0.5


@dataclass(frozen=True)
class Tried:
    """What came of moves in the worlds of a batch: arrays [world, move]."""

    chances: Any
    """Of winning the game."""
    points: Any
    """That the hand brought, less those it brought the others."""


class Thinks(Protocol):
    """Who tries moves at tables with the same options and seats."""

    def anybody(self) -> Any:
        """How likely the others are each of the bots of the game, if nothing is known."""

    def only(self, name: str) -> Any:
        """The same, if they are known."""

    def try_moves(self, v: Any, seat: int, shares: Any, moves: list[int], seed: int) -> Tried | None:
        """Try moves in a batch of worlds; None if nothing can be believed."""


class Searches(Protocol):
    """A player that searches."""

    def check(self, v: Any, seat: int) -> None:
        """Raise :class:`~knockroll.engine.errors.InvalidOption` if it does not search in such a position."""

    def searcher_for(self, v: Any, worlds: int) -> Thinks:
        """Who tries moves in batches of so many worlds."""


def batch_numbers(most: int, milliseconds: float | None, end: float = inf) -> Iterator[int]:
    """The numbers of the batches to try, from 1 up: ``most``, or as many as there is time for.

    There are no more after ``end``, by the clock of :func:`time.perf_counter`; but there is always one.
    """
    if milliseconds is not None:
        end = min(end, perf_counter() + milliseconds / 1000)
    for batch in count(1) if milliseconds is not None else range(1, 1 + most):
        yield batch
        if end < inf and perf_counter() >= end:
            return


def end_of(milliseconds: float | None) -> float:
    """When the time for a move is up, by the clock of :func:`time.perf_counter`."""
    return inf if milliseconds is None else perf_counter() + milliseconds / 1000
