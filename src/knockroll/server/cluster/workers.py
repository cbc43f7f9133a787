"""Background jobs that a server hands to workers."""

from __future__ import annotations

import asyncio
from typing import Any

from knockroll.engine.errors import PlayerFailed
from knockroll.players.processes import jobs
from knockroll.players.processes.jobs import Job
from knockroll.players.processes.program import START_LIMIT
from knockroll.server.cluster.bus import Bus
from knockroll.server.cluster.queue import CHECK, IN_PROGRESS_SECONDS, Queue, QueuedJob
from knockroll.server.settings import Settings

CHECK_SECONDS = 0.1
"""How often a server checks for an answer."""


class Workers:
    """Runs background jobs at workers."""

    def __init__(self, bus: Bus, url: str, settings: Settings) -> None:
        self._bus = bus
        self._queue = Queue(url)
        self._most = settings.work_waiting
        self._patience = START_LIMIT + settings.work_seconds
        self._farewells: set[asyncio.Task[None]] = set()

    async def do(self, job: Job, key: str) -> str | None:
        """Return a worker's answer; None if there is no worker, or Redis does not respond.

        Raises :class:`PlayerFailed`.
        """
        id = f"{self._bus.name}:{key}:{job.player}"
        try:
            async with asyncio.timeout(self._patience):
                return await self._do(id, jobs.write(job))
        except TimeoutError:
            raise PlayerFailed("busy", f"no worker answered within {self._patience:g} s") from None
        finally:
            farewell = asyncio.create_task(self._want_no_more(id))
            self._farewells.add(farewell)
            farewell.add_done_callback(self._farewells.discard)

    async def _do(self, id: str, line: str) -> str | None:
        while True:
            found = await self._bus.ask(lambda redis: self._check(redis, id))
            if found == b"done":
                answer = await self._bus.ask(lambda redis: self._queue.fetch(redis, id))
                return None if answer is None else jobs.read_answer(answer)
            if found == b"full":
                raise PlayerFailed("busy", f"{self._most} background jobs are waiting already")
            if found == b"queue":
                await self._bus.ask(lambda redis: self._queue.put(redis, QueuedJob(id, line)))
            elif found != b"wait":
                return None
            await asyncio.sleep(CHECK_SECONDS)

    async def _check(self, redis: Any, id: str) -> Any:
        keys = self._queue.keys(id)
        return await redis.eval(CHECK, len(keys), *keys, id, self._patience, self._most, IN_PROGRESS_SECONDS)

    async def _want_no_more(self, id: str) -> None:
        """Let the worker stop the job. A process that still wants it will say so again."""

        async def remove(redis: Any) -> None:
            await redis.zrem(self._queue.wanted, id)

        await self._bus.ask(remove)

    async def close(self) -> None:
        """Finish telling workers which jobs are no longer wanted."""
        await asyncio.gather(*self._farewells)
