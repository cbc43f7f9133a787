"""``knockroll worker``: takes background jobs from Redis and runs them in its own processes."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
from contextlib import suppress
from typing import Any

from redis.exceptions import RedisError

from knockroll.engine.errors import KnockrollError, PlayerFailed
from knockroll.players.processes import jobs
from knockroll.players.processes.local import LocalWork
from knockroll.server import logs
from knockroll.server.cancellation import cancellable
from knockroll.server.cluster.bus import PATIENCE, RETRY_SECONDS, connect
from knockroll.server.cluster.queue import (
    ALIVE,
    BEAT_SECONDS,
    IDLE_SECONDS,
    IN_PROGRESS_SECONDS,
    Queue,
    QueuedJob,
)
from knockroll.server.cluster.replies import BoundedParser
from knockroll.server.errors import shorten
from knockroll.server.supervisor import Supervisor

logger = logging.getLogger("knockroll.server")


class JobWorker:
    """One worker, which runs as many jobs at a time as it has processes."""

    def __init__(self, url: str, processes: int, seconds: float, prepare: bool) -> None:
        self._prepare = prepare
        self._me = secrets.token_hex(4)
        self._processes = processes
        self._redis = connect(url, parser_class=BoundedParser)
        self._waiting = connect(url, IDLE_SECONDS + PATIENCE, parser_class=BoundedParser)
        """The connection that waits for jobs."""
        self._queue = Queue(url)
        self._local = LocalWork(processes, seconds, processes)
        self._is_known = False
        """Whether servers can know about this worker."""
        self._is_away = False
        self._stops = False

    async def run(self) -> None:
        """Take jobs until cancelled."""
        tasks = Supervisor()
        tasks.start("saying that the worker is alive", self._say_alive)
        for number in range(self._processes):
            tasks.start(f"taking jobs {number}", self._take_jobs)
        if self._prepare:
            tasks.start("preparing players", self._local.prepare_all, ends=True)
        try:
            await tasks.wait()
        finally:
            self._stops = True
            await tasks.close()
            with suppress(RedisError, OSError):  # servers learn at once that there is one fewer
                await self._redis.zrem(self._queue.workers, self._me)
            for connection in (self._redis, self._waiting):
                with suppress(RedisError, OSError):
                    await connection.aclose()
            await asyncio.to_thread(self._local.close)

    async def _say_alive(self) -> None:
        while True:
            try:
                await cancellable(self._redis.eval(ALIVE, 1, self._queue.workers, self._me))
                if not self._is_known:
                    self._is_known = True
                    print(f"The worker is ready: {self._processes} jobs at a time (stop with Ctrl+C)", flush=True)
                if self._is_away:
                    logger.warning("the bus is back")
                self._is_away = False
            except (RedisError, OSError) as error:
                if not self._is_away:
                    logger.warning("the bus does not respond, so there are no jobs: %s", error)
                self._is_away = True
            await asyncio.sleep(RETRY_SECONDS if self._is_away else BEAT_SECONDS)

    async def _take_jobs(self) -> None:
        """Run one job after another, forever; while Redis does not respond there are none."""
        while True:
            try:
                job = await cancellable(self._queue.take(self._waiting))
                answer = None if job is None else await self._run(job)
                if job is not None and answer is not None:
                    await cancellable(self._queue.answer(self._redis, job.id, answer))
            except (RedisError, OSError) as error:
                logger.debug("the queue does not respond: %s", error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _run(self, job: QueuedJob) -> str | None:
        """Run one job as long as it is wanted; None if it is not, or if another worker should run it."""
        running = asyncio.create_task(self._do(job.line))
        try:
            while not running.done():
                if not await self._is_wanted(job.id):
                    return None
                await asyncio.wait([running], timeout=BEAT_SECONDS)
            return jobs.write(jobs.Answer(running.result()))
        except PlayerFailed as error:
            return None if self._stops else jobs.write(jobs.Answer(failed=error.kind, message=shorten(str(error))))
        finally:
            running.cancel()

    async def _do(self, line: str) -> str:
        job = jobs.read(line)
        if not isinstance(job, jobs.Choose):
            raise PlayerFailed("crash", "workers choose moves, and nothing else")
        try:
            return await self._local.do(job, client=secrets.token_hex(8))  # servers see to it that clients take turns
        except PlayerFailed:
            raise
        except KnockrollError as error:  # a game or a player that is not installed here
            raise PlayerFailed("crash", str(error)) from None

    async def _is_wanted(self, job: str) -> bool:
        """Report that a job is in progress; return whether a server wants it. If Redis does not respond, assume so."""
        pipe = self._redis.pipeline(transaction=False)
        pipe.set(self._queue.in_progress(job), self._me, px=int(IN_PROGRESS_SECONDS * 1000))
        pipe.zscore(self._queue.wanted, job)
        try:
            found: list[Any] = await cancellable(pipe.execute())
        except (RedisError, OSError):
            return True
        return found[1] is not None


def run(url: str, processes: int, seconds: float, prepare: bool, log_level: str, log_format: str) -> None:
    """Run a worker until it is stopped."""
    logs.set_up(log_level, "json" if log_format == "json" else "text")
    worker = JobWorker(url, processes, seconds, prepare)
    with suppress(asyncio.CancelledError):
        asyncio.run(_until_stopped(worker))


async def _until_stopped(worker: JobWorker) -> None:
    task = asyncio.current_task()
    assert task is not None
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, task.cancel)
    await worker.run()
