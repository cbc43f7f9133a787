"""When to tell the move of a player that thinks, so that the time tells nothing about its hand.

A player that searches thinks longer about some hands than about others. So its move is not told when it is found, but
at the end of the table's pace, or at a beat after the question was asked. Which beat is decided before it begins to
think, from the time that its latest moves took, at whatever table; and it is told to stop thinking in time for that. A
move comes later only if the machine was busy.
"""

from __future__ import annotations

import math
from collections import deque

BEAT_SECONDS = 0.5
LATELY = 128
"""The number of moves of a player that decide how long its next one takes."""
SHARE = 0.95
"""The share of them that would have been found by the beat,"""
MARGIN = 1.25
"""if each had taken this many times as long. It makes the beats longer where thinking was cut short."""
LONGEST_SECONDS = 2.0
"""The longest time that a beat is expected to take, whatever moves took before."""
RESERVE_SECONDS = 0.05
"""Time between the end of thinking and the beat, for everything else."""


class ThinkingTimes:
    """The time that a player lately took to find its moves."""

    def __init__(self) -> None:
        self._lately: deque[float] = deque(maxlen=LATELY)

    def note(self, seconds: float) -> None:
        """A move was found after this time."""
        self._lately.append(seconds)

    def next_beat(self) -> float:
        """The number of seconds after a question at which to tell the answer, if it is found by then."""
        ordered = sorted(self._lately)
        usual = ordered[int(SHARE * len(ordered))] if ordered else 0.0
        return _beat_after(min(usual * MARGIN, LONGEST_SECONDS))


def limit_before(beat: float) -> float:
    """The seconds for thinking, if the move is to be told at this beat."""
    return beat - RESERVE_SECONDS


def told_at(beat: float, found: float) -> float:
    """The number of seconds after a question at which to tell a move: at the beat, or at the first one after that."""
    return beat if found <= beat else _beat_after(found)


def _beat_after(seconds: float) -> float:
    return max(1, math.ceil(seconds / BEAT_SECONDS)) * BEAT_SECONDS
