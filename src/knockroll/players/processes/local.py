"""Processes on this machine that do slow work."""

from __future__ import annotations

import asyncio
import os
import shlex
import sys
from collections.abc import Callable

from knockroll.engine.errors import PlayerFailed
from knockroll.players.processes import jobs
from knockroll.players.processes.jobs import About
from knockroll.players.processes.main import PREPARED, PREPARING
from knockroll.players.processes.pool import Pool
from knockroll.players.processes.program import START_LIMIT, Program, ProgramEnded

COMMAND = shlex.join([sys.executable, "-m", "knockroll.players.processes.main"])
PREPARE_SECONDS = 600.0
"""What is done once, such as compiling, may take so long."""
LOAD_SECONDS = 5.0
"""So long somebody waits for it: what was compiled before is loaded by then. Later nobody waits until it is done."""
LONGEST_LINE = 2**26


def usual_processes() -> int:
    """One core is left for the tables, if there is more than one."""
    return min(8, max(1, (os.cpu_count() or 1) - 1))


class Helper(Program):
    """One process that does slow work."""

    longest_answer = LONGEST_LINE
    name = "a process for slow work"
    _is_preparing = False
    _tell: Callable[[bool], None]

    def do(self, line: str, tell: Callable[[bool], None]) -> str:
        """The answer to a job; ``tell`` is told when it begins to prepare something for it, and when that is done."""
        self._tell = tell
        return jobs.read_answer(self.answer(line))

    def _next_line(self, limit: float) -> str:
        line = super()._next_line(limit)
        while line == PREPARING:
            self._is_preparing = True
            self._tell(True)
            try:
                while line != PREPARED:
                    line = super()._next_line(PREPARE_SECONDS)
            finally:
                self._is_preparing = False
                self._tell(False)
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
        self._processes, self._most = processes, most_waiting
        self._under_way = 0
        self._preparing: dict[About, float] = {}
        """For whom something is being prepared, and since when."""
        self._limits: dict[asyncio.Timeout, About] = {}
        """Until when those wait who do, and for whom."""
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
        who, loop = jobs.about(line), asyncio.get_running_loop()
        end = self._end_of_waiting(who)
        if end is not None and loop.time() >= end:
            raise _unprepared(who)

        def tell(begins: bool) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._note, who, begins)

        limit = asyncio.timeout_at(end)
        self._limits[limit] = who
        try:
            async with limit:
                asked = self._pool.put(COMMAND, lambda helper: helper.do(line, tell))
                return await self._pool.wait(asked, self.patience)
        except TimeoutError:
            raise _unprepared(who) from None
        finally:
            del self._limits[limit]

    def _end_of_waiting(self, who: About) -> float | None:
        """Until when to wait for what is being prepared: for this player, or in all processes for others."""
        if who in self._preparing:
            return self._preparing[who] + LOAD_SECONDS
        return min(self._preparing.values()) + LOAD_SECONDS if len(self._preparing) >= self._processes else None

    def _note(self, who: About, begins: bool) -> None:
        """Something is being prepared for a player, or is not any more."""
        if begins:
            self._preparing.setdefault(who, asyncio.get_running_loop().time())
        else:
            self._preparing.pop(who, None)
        for limit, waits in self._limits.items():
            if not limit.expired():
                limit.reschedule(self._end_of_waiting(waits))

    def close(self) -> None:
        """End all of them."""
        self._pool.close()


def _unprepared(who: About) -> PlayerFailed:
    return PlayerFailed("busy", f"{who.player} of {who.game} is being prepared, which takes minutes once on a machine")
