"""When to show the move of a searching player, without revealing how long it thought about its hand.

A player that searches thinks longer about some hands than about others. So its move is not shown when it is found, but
at the end of the table's pace, or at a beat after the question was asked. The beat is chosen before the player begins
to think, from the time that its latest moves took at all tables, and the player has to stop thinking in time for it. A
move comes later only if the machine was busy.
"""

from __future__ import annotations

import math
from collections import deque

BEAT_SECONDS = 0.5
LATELY = 128
"""Number of a player's latest moves that decide when its next one is shown."""
SHARE = 0.95
"""The share of those moves that has to be found before the chosen beat."""
MARGIN = 1.25
"""Factor for the time of earlier moves. It allows a player more time if its thinking was cut short."""
LONGEST_SECONDS = 2.0
"""The latest beat that is chosen, however long earlier moves took."""
RESERVE_SECONDS = 0.05
"""Time between the end of thinking and the beat, for everything else."""


class ThinkingTimes:
    """How long a player's latest moves took."""

    def __init__(self) -> None:
        self._lately: deque[float] = deque(maxlen=LATELY)

    def note(self, seconds: float) -> None:
        """Note how long a move took."""
        self._lately.append(seconds)

    def next_beat(self) -> float:
        """The seconds from a question to the beat at which its answer is shown, if it is found by then."""
        ordered = sorted(self._lately)
        usual = ordered[int(SHARE * len(ordered))] if ordered else 0.0
        return _beat_after(min(usual * MARGIN, LONGEST_SECONDS))


def limit_before(beat: float) -> float:
    """The seconds for thinking, if the move is to be shown at this beat."""
    return beat - RESERVE_SECONDS


def told_at(beat: float, found: float) -> float:
    """The seconds from a question to showing its answer: at the beat, or at the first beat after it was found."""
    return beat if found <= beat else _beat_after(found)


def _beat_after(seconds: float) -> float:
    return max(1, math.ceil(seconds / BEAT_SECONDS)) * BEAT_SECONDS
