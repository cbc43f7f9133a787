"""The process for background jobs: a job per line in, an answer per line out.

``python -m knockroll.players.processes.main NICENESS`` starts it.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import TextIO

from knockroll.players.processes import jobs

PREPARING = "preparing "
"""Begins a line before an answer; behind it is the share done. Until that is 1, the next line may take minutes."""
THINKING, IN_BACKGROUND = 5, 10
"""Niceness: the tables come first, then the moves that someone waits for, then what may be wanted later."""


def main() -> None:
    """Do one job after the other, until the program that asks for them is gone."""
    with suppress(AttributeError, OSError):
        os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else THINKING)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a player prints is no answer
    lines: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()

    def report(share: float) -> None:
        _say(answers, f"{PREPARING}{share:.3f}\n")

    while True:
        _say(answers, jobs.write(jobs.do(lines.get(), report)) + "\n")


def _read(lines: SimpleQueue[str]) -> None:
    """Read jobs beside the work: once no one is there to ask, there is no use in it."""
    for line in sys.stdin:
        lines.put(line)
    os._exit(0)


def _say(answers: TextIO, line: str) -> None:
    try:
        answers.write(line)
        answers.flush()
    except OSError:
        os._exit(0)


if __name__ == "__main__":
    main()
