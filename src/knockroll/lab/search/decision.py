"""Decisions: how long to search, and how far to trust the result."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count
from math import inf
from time import perf_counter
from typing import Any, Protocol

from knockroll.players.player import GainPrior

SURE = 1.5
"""A gain of this many standard deviations ends the search."""


@dataclass(frozen=True)
class Outcomes:
    """The outcomes of moves in the worlds of a batch: arrays [world, move]."""

    chances: Any
    """The chance to win the game."""
    points: Any
    """The points that the hand brought, minus the mean of the other seats; more is better."""


class Evaluator(Protocol):
    """Tries moves at tables with the same options and seats."""

    def default_prior(self) -> Any:
        """The prior over the bots of the game at the other seats, if nothing is known."""

    def certain_prior(self, name: str) -> Any:
        """The prior if all the others are known to be one player."""

    def try_moves(self, v: Any, seat: int, prior: Any, seed: int, moves: list[int]) -> Outcomes | None:
        """Try moves in a batch of worlds; return None if there are no worlds."""


def batch_numbers(most: int, milliseconds: float | None, end: float = inf) -> Iterator[int]:
    """Yield the numbers of the batches to try, from 1 up: ``most`` of them, or as many as there is time for.

    There is always one; no other follows after ``end``, a time of :func:`time.perf_counter`.
    """
    if milliseconds is not None:
        end = min(end, perf_counter() + milliseconds / 1000)
    for batch in count(1) if milliseconds is not None else range(1, 1 + most):
        yield batch
        if end < inf and perf_counter() >= end:
            return


def end_of(milliseconds: float | None) -> float:
    """Return when the time for a move is up, by the clock of :func:`time.perf_counter`."""
    return inf if milliseconds is None else perf_counter() + milliseconds / 1000


def believe(prior: GainPrior, total: float, batches: int) -> tuple[float, float]:
    """Return the posterior mean and standard deviation of a gain, from the sum of its means in some batches."""
    found, own = 1 / prior.noise**2, 1 / prior.deviation**2
    precision = batches * found + own
    return (total * found + prior.mean * own) / precision, precision**-0.5


Batch = Callable[[list[int]], Outcomes | None]
"""Tries moves in a batch of worlds; returns None if there are no worlds."""


def choose_move(base: int, priors: Mapping[int, GainPrior], batches: Iterator[Batch]) -> int:
    """Return the move with the highest posterior gain, or the base move if no other gains anything.

    Moves that fall behind are dropped early, and a clear leader ends the search.

    :param priors: the prior gain of every other candidate
    """
    left = list(priors)
    sums = dict.fromkeys(left, 0.0)
    best, gain = base, 0.0
    for number, try_batch in enumerate(batches, 1):
        outcomes = try_batch([base, *left]) if left else None
        if outcomes is None:
            return base
        values = outcomes.chances.mean(axis=0)
        for move, value in zip(left, values[1:] - values[0], strict=True):
            sums[move] += float(value)
        believed = {move: believe(priors[move], sums[move], number) for move in left}
        best = max(left, key=lambda move: believed[move][0])
        gain, deviation = believed[best]
        left = [move for move in left if sum(believed[move]) > max(0, gain - deviation)]
        if left == [best] and gain > SURE * deviation:
            return best
    return best if gain > 0 else base
