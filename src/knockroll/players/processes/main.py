"""The process for background jobs: a job per line in, an answer per line out.

``python -m knockroll.players.processes.main NICENESS`` starts it.
"""

from __future__ import annotations

import sys
from queue import SimpleQueue

from knockroll.players.processes import jobs
from knockroll.players.processes.lines import Lines

PREPARING = "preparing "
"""The beginning of a line with the share done, before an answer. Until the share is 1, the next line may take
minutes."""
THINKING, IN_BACKGROUND = 5, 10
"""Niceness: the tables come first, then moves that someone is waiting for, then what may be needed later."""


def main() -> None:
    """Do one job after the other, until the program that asks for them is gone."""
    lines = Lines(int(sys.argv[1]) if len(sys.argv) > 1 else THINKING)
    asked: SimpleQueue[bytes] = SimpleQueue()
    lines.listen(asked.put)

    def report(share: float) -> None:
        lines.write(f"{PREPARING}{share:.3f}".encode())

    while True:
        lines.write(jobs.write(jobs.do(asked.get().decode(), report)).encode())


if __name__ == "__main__":
    main()
