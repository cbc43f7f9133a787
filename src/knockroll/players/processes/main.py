"""The process for background jobs, ``python -m knockroll.players.processes.main``: a job per line in, an answer out."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import TextIO

from knockroll.players.processes import jobs

PREPARING, PREPARED = "preparing\n", "prepared\n"
"""Lines before an answer: what comes between them may take minutes."""
NICENESS = 10
"""The tables come first."""


def main() -> None:
    """Do one job after the other, until whoever asks for them is gone."""
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a player prints is no answer
    lines: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_read, args=(lines,), daemon=True).start()

    @contextmanager
    def preparing() -> Iterator[None]:
        _say(answers, PREPARING)
        yield
        _say(answers, PREPARED)

    while True:
        _say(answers, jobs.write(jobs.do(lines.get(), preparing)) + "\n")


def _read(lines: SimpleQueue[str]) -> None:
    """Jobs are read beside the work, since there is no use in it when nobody is there any more."""
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
