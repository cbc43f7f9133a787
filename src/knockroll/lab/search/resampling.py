"""A step of particle filters: worlds that are likely take the places of others."""

from __future__ import annotations

from typing import Any

from knockroll.engine.rule import assign, rule
from knockroll.engine.stream import Stream, below

ONE = 1 << 16
"""A random number below this is so many parts of 1."""


@rule
def resample(worlds: list[Any], spare: list[Any], weights: list[float], count: int, places: int, r: Stream) -> None:
    """Let each of the first worlds take as many places as it weighs, in expectation; then all weigh the same."""
    total = 0.0
    for i in range(count):
        total += weights[i]
    step = total / places
    share = step * (below(r, ONE) + 0.5) / ONE
    pick = 0
    so_far = weights[0]
    for i in range(places):
        while so_far < share + i * step and pick + 1 < count:
            pick += 1
            so_far += weights[pick]
        assign(spare[i], worlds[pick])
    for i in range(places):
        assign(worlds[i], spare[i])
        weights[i] = 1.0
