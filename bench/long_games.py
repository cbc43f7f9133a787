"""Long games: a move, and its replay, must not cost more the longer the game is."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import TypeVar

import knockroll
from bench.report import Section
from knockroll.engine.verify import verify

LENGTHS = (1_000, 10_000, 100_000)
T = TypeVar("T")


def measure(seconds: float) -> Section:
    """Return microseconds per move; each length is played, copied, replayed and verified once."""
    _play(100)  # fills tables that are computed on first use
    section = Section("Long games: microseconds a move, by the number of moves")
    section.head = ("moves", "play", "replay", "verify, from JSON", "a copy")
    section.rows = [[f"{length:,}", *(f"{each:.1f}" for each in _measure(length))] for length in LENGTHS]
    section.notes = ["Farkle where nobody ever banks, so that it has no end: chance throws at every second move."]
    return section


def _measure(length: int) -> tuple[float, ...]:
    play, table = _microseconds(lambda: _play(length))
    record = table.record()
    replay, again = _microseconds(lambda: knockroll.Table.replay(record))
    assert again == table
    text = json.dumps(record)
    check, _ = _microseconds(lambda: verify(text))
    copy = min(_microseconds(table.copy)[0] for _ in range(100))
    return play / length, replay / length, check / length, copy


def _play(length: int) -> knockroll.Table:
    table = knockroll.Table("farkle", seed=1)
    while len(table.moves) < length:
        table.play(next(move for move in table.legal() if move != "bank"))
    return table


def _microseconds(work: Callable[[], T]) -> tuple[float, T]:
    began = time.process_time()
    done = work()
    return (time.process_time() - began) * 1e6, done


if __name__ == "__main__":
    measure(0).show()
