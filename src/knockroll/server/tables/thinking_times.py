"""When to tell the move of a player that thinks, so that the time tells nothing about its hand.

A player that searches thinks longer about some hands than about others. So its move is not told when it is found, but
at the end of the table's pace, or at a beat after the question was asked: the first beat by which every one of its
latest moves, at whatever table, would have been found. The hand matters only if it takes longer than all of those, and
then up to the next beat.
"""

from __future__ import annotations

import math
from collections import deque

BEAT_SECONDS = 0.5
LATELY = 32
"""The number of moves of a player that decide how long its next one takes."""
LONGEST_SECONDS = 2.0
"""The most that one move may delay the next: after a stall, nobody waits that long again."""


class ThinkingTimes:
    """The time that a player lately took to find its moves."""

    def __init__(self) -> None:
        self._lately: deque[float] = deque(maxlen=LATELY)

    def note(self, seconds: float) -> None:
        """A move was found after this time."""
        self._lately.append(min(seconds, LONGEST_SECONDS))

    def beat(self, seconds: float) -> float:
        """The number of seconds after the question at which to tell a move that was found after ``seconds``."""
        longest = max(seconds, *self._lately) if self._lately else seconds
        return max(1, math.ceil(longest / BEAT_SECONDS)) * BEAT_SECONDS
