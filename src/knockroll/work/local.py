"""Processes on this machine that do slow work."""

from __future__ import annotations

import os
import shlex
import sys

from knockroll.engine.errors import PlayerFailed
from knockroll.players.pool import Pool
from knockroll.players.process import START_LIMIT, Program, ProgramEnded
from knockroll.work import jobs
from knockroll.work.program import PREPARED, PREPARING

COMMAND = shlex.join([sys.executable, "-m", "knockroll.work.program"])
PREPARE_SECONDS = 600.0
"""What is done once, such as compiling, may take so long; who waits for it waits no longer than for anything else."""
LONGEST_LINE = 2**26


def usual_processes() -> int:
    """One core is left for the tables, if there is more than one."""
    return min(8, max(1, (os.cpu_count() or 1) - 1))


class Helper(Program):
    """One process that does slow work."""

    longest_answer = LONGEST_LINE
    name = "a process for slow work"
    _is_preparing = False

    def _next_line(self, limit: float) -> str:
        line = super()._next_line(limit)
        while line == PREPARING:
            self._is_preparing = True
            try:
                while line != PREPARED:
                    line = super()._next_line(PREPARE_SECONDS)
            finally:
                self._is_preparing = False
            line = super()._next_line(self.time_limit)
        return line

    def kill(self) -> None:
        """End what is not wanted any more; but what it prepares, the next will want."""
        if not self._is_preparing:
            super().kill()


class LocalWork:
    """Some of these processes, started when they are first needed."""

    def __init__(self, processes: int, seconds: float, most_waiting: int) -> None:
        """``processes`` work at a time, ``seconds`` at most on each job; ``most_waiting`` may wait or be worked on."""
        self.patience = START_LIMIT + seconds
        self._most = most_waiting
        self._under_way = 0
        self._pool: Pool[Helper] = Pool(processes, lambda command: Helper(command, seconds))

    async def do(self, line: str) -> str:
        """The answer to a job, which is a line, or :class:`PlayerFailed`. Who ceases to wait for it ends it."""
        if self._under_way >= self._most:
            raise PlayerFailed("busy", f"{self._most} others wait for slow work")
        self._under_way += 1
        try:
            try:
                return await self._ask(line)
            except ProgramEnded:  # it may have been killed for what is no fault of the job
                return await self._ask(line)
        finally:
            self._under_way -= 1

    async def _ask(self, line: str) -> str:
        asked = self._pool.put(COMMAND, lambda helper: jobs.read_answer(helper.answer(line)))
        return await self._pool.wait(asked, self.patience)

    def close(self) -> None:
        """End all of them."""
        self._pool.close()
