"""What all who search have in common: how long to think, and how far to believe what was found."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
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


def batch_numbers(most: int, milliseconds: float | None) -> Iterator[int]:
    """The numbers of the batches to try, from 1 up: so many, or as many as there is time for."""
    if milliseconds is None:
        yield from range(1, 1 + most)
        return
    end = perf_counter() + milliseconds / 1000
    for batch in count(1):
        yield batch
        if perf_counter() >= end:
            return
