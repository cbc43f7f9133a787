"""The inputs of a network: the numbers of an observation that matter in every hand of a game."""

from __future__ import annotations

from knockroll.engine.cards import DECK_SIZE
from knockroll.lab.environments.arrays import Layout

LEFT_OUT = {"playing", "winners", "scores", "hands_played", "acts"}
"""Fields that are no inputs. A network learns from the first hands of games, in which most of these never change; the
history has numbers of moves, whose size means nothing. Options are also left out: all its games have the same ones."""


def inputs_of(layout: Layout) -> list[int]:
    """Return the positions in a row that are inputs."""
    fields = [field for field in layout.fields if field.name not in LEFT_OUT and not field.name.startswith("option ")]
    return [place for field in fields for place in range(field.start, field.stop)]


def scales_of(layout: Layout) -> list[float]:
    """Return the divisor of each input, so that none is far above 1."""
    high = layout.bounds()[1]
    return [float(DECK_SIZE // 4) if high[place] > 1 else 1.0 for place in inputs_of(layout)]
