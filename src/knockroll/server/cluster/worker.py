"""``knockroll worker``: takes slow work from Redis, and has it done by processes of its own."""

from __future__ import annotations

import asyncio
import logging
import secrets
import signal
from contextlib import suppress
from typing import Any

from redis.exceptions import RedisError
from taskiq.api import run_receiver_task
from taskiq.exceptions import NoResultError

from knockroll.engine.errors import PlayerFailed
from knockroll.players.processes import jobs
from knockroll.players.processes.local import LocalWork
from knockroll.server import logs
from knockroll.server.cluster.bus import RETRY_SECONDS, connect
from knockroll.server.cluster.cancellation import end
from knockroll.server.cluster.queue import BEAT_SECONDS, HERE, IDLE_SECONDS, IN_HAND_SECONDS, TASK, Queue

logger = logging.getLogger("knockroll.server")


class Worker:
    """One worker, whose processes do as many jobs at a time."""

    def __init__(self, url: str, processes: int, seconds: float) -> None:
        self._me = secrets.token_hex(4)
        self._processes = processes
        self._redis = connect(url)
        self._queue = Queue(url, IDLE_SECONDS)

        async def work(job: str, line: str) -> str:  # taskiq gives it a name, which a method does not take
            return await self._work(job, line)

        self._queue.register_task(work, task_name=TASK)
        self._local = LocalWork(processes, seconds, processes)
        self._is_known = False
        """Whether servers can know of it."""
        self._is_away = False
        self._stops = False

    async def run(self) -> None:
        """Take jobs until cancelled."""
        tasks = [
            asyncio.create_task(self._say_here()),
            asyncio.create_task(run_receiver_task(self._queue, max_async_tasks=self._processes, validate_params=False)),
        ]
        try:
            await asyncio.gather(*tasks)
        finally:
            self._stops = True
            await end(tasks)
            with suppress(RedisError, OSError):  # servers learn at once that there is one fewer
                await self._redis.zrem(self._queue.workers, self._me)
            await asyncio.to_thread(self._local.close)

    async def _say_here(self) -> None:
        while True:
            try:
                await self._redis.eval(HERE, 1, self._queue.workers, self._me)
                if not self._is_known:
                    self._is_known = True
                    print(f"A worker takes jobs, {self._processes} at a time (stop with Ctrl+C)", flush=True)
                if self._is_away:
                    logger.warning("the bus is there again")
                self._is_away = False
            except (RedisError, OSError) as error:
                if not self._is_away:
                    logger.warning("the bus is away, so there is no work: %s", error)
                self._is_away = True
            await asyncio.sleep(RETRY_SECONDS if self._is_away else BEAT_SECONDS)

    async def _work(self, job: str, line: str) -> str:
        """Do one job, as long as it is wanted."""
        doing = asyncio.create_task(self._local.do(line))
        try:
            while not doing.done():
                if not await self._is_wanted(job):
                    raise NoResultError
                await asyncio.wait([doing], timeout=BEAT_SECONDS)
            return jobs.write(jobs.Answer(doing.result()))
        except asyncio.CancelledError:  # the worker stops, so another one does it; the queue would keep an empty answer
            raise NoResultError from None
        except PlayerFailed as error:
            if self._stops:
                raise NoResultError from None
            return jobs.write(jobs.Answer(failed=error.kind, message=str(error)))
        finally:
            doing.cancel()

    async def _is_wanted(self, job: str) -> bool:
        """Say that a job is in hand; whether anybody wants it. While Redis is away, that is not known."""
        pipe = self._redis.pipeline(transaction=False)
        pipe.set(self._queue.in_hand(job), self._me, px=int(IN_HAND_SECONDS * 1000))
        pipe.zscore(self._queue.wanted, job)
        try:
            found: list[Any] = await pipe.execute()
        except (RedisError, OSError):
            return True
        return found[1] is not None


def run(url: str, processes: int, seconds: float, log_level: str, log_format: str) -> None:
    """Run a worker until it is stopped."""
    logs.set_up(log_level, "json" if log_format == "json" else "text")
    logging.getLogger("taskiq").setLevel(logging.CRITICAL)  # what goes wrong is in the answers
    worker = Worker(url, processes, seconds)
    with suppress(asyncio.CancelledError):
        asyncio.run(_until_stopped(worker))


async def _until_stopped(worker: Worker) -> None:
    task = asyncio.current_task()
    assert task is not None
    for sign in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(sign, task.cancel)
    await worker.run()
