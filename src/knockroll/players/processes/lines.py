"""The input and output of a process that works for another program: lines in, lines out.

Lines are read while the process works. When the program that asks is gone, the process ends, because its work is no
longer needed.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

AUTOGROUP = Path("/proc/self/autogroup")


class Lines:
    """The lines that a process reads and writes."""

    def __init__(self, niceness: int) -> None:
        """Yield to others as ``niceness`` says, and keep standard output for answers."""
        _give_way(niceness)
        self._answers = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)  # so that printing does not write an answer

    def listen(self, take: Callable[[bytes], None]) -> None:
        """Pass on each line as it comes, in a separate thread."""
        threading.Thread(target=self._read, args=(take,), daemon=True).start()

    def _read(self, take: Callable[[bytes], None]) -> None:
        for line in sys.stdin.buffer:
            take(line)
        os._exit(0)

    def write(self, line: bytes) -> None:
        """Write a line."""
        try:
            self._answers.write(line + b"\n")
            self._answers.flush()
        except OSError:
            os._exit(0)


def _give_way(niceness: int) -> None:
    """Yield to other processes.

    Linux divides processors among sessions first (autogroups), and then by niceness among the processes of each. So a
    process that leads a session makes the session nice too: otherwise it gets as much as a whole server.
    """
    with suppress(AttributeError, OSError):
        own = os.nice(niceness)
        if os.getsid(0) == os.getpid() and AUTOGROUP.exists():
            AUTOGROUP.write_text(str(own))
