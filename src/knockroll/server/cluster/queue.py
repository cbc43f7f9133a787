"""Where servers leave slow work and workers take it: a queue in Redis, by taskiq, and who wants what by when.

A job is wanted as long as a server says so (:data:`LOOK`), and in hand as long as a worker says so. One that is neither
in the queue nor in anybody's hand was lost, with a worker or with Redis itself: the server that waits for it sees that,
and leaves it in the queue once more.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from typing import Any

from redis.exceptions import RedisError
from taskiq.kicker import AsyncKicker
from taskiq.serializers import JSONSerializer
from taskiq_redis import ListQueueBroker, RedisAsyncResultBackend

from knockroll.server.cluster.bus import PATIENCE, RETRY_SECONDS, prefix_of

logger = logging.getLogger("knockroll.server")
TASK = "work"
KEPT_SECONDS = 60
"""An answer that nobody fetches is forgotten after so long."""
IN_HAND_SECONDS = 2.0
"""Who works on a job says so more often than this."""
BEAT_SECONDS = 0.5
IDLE_SECONDS = 30.0
"""A worker that waits for so long asks again, in case its connection has died."""

# Says that a job is wanted, and looks what has become of it.
LOOK = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local job, patience, most, in_hand = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if redis.call('EXISTS', KEYS[5]) == 1 then return 'done' end
if redis.call('ZCOUNT', KEYS[2], now - 2 * in_hand, '+inf') == 0 then return 'nobody' end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - patience)
local since = redis.call('ZSCORE', KEYS[1], job)
if not since and redis.call('ZCARD', KEYS[1]) >= most then return 'full' end
if since and (now - tonumber(since) < in_hand or redis.call('EXISTS', KEYS[4]) == 1 or redis.call('LLEN', KEYS[3]) > 0)
then return 'wait' end
redis.call('ZADD', KEYS[1], string.format('%.6f', now), job)
return 'leave'
"""
# Says that a worker is there.
HERE = """
local time = redis.call('TIME')
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', time[1] - 60)
redis.call('ZADD', KEYS[1], time[1], ARGV[1])
"""


class Queue(ListQueueBroker):
    """The queue, for those who leave jobs there and those who take them."""

    def __init__(self, url: str, timeout: float = PATIENCE) -> None:
        """``timeout``: seconds that Redis has for an answer."""
        self._prefix = prefix_of(url) + "work:"
        self.wanted, self.workers, queue = (self._prefix + name for name in ("wanted", "workers", "queue"))
        connection: dict[str, Any] = {"socket_timeout": timeout, "socket_connect_timeout": PATIENCE}
        super().__init__(url, queue_name=queue, **connection)
        self._results: RedisAsyncResultBackend[str] = RedisAsyncResultBackend(
            url,
            result_ex_time=KEPT_SECONDS,
            prefix_str=self._prefix + "answer",
            serializer=JSONSerializer(),  # not pickle, which is taskiq's usual one: who can write to Redis ran any code
            **connection,
        )
        self.with_result_backend(self._results)

    def in_hand(self, job: str) -> str:
        """Where a worker says that it works on a job."""
        return f"{self._prefix}in_hand:{job}"

    def keys(self, job: str) -> tuple[str, ...]:
        """What :data:`LOOK` looks at."""
        return (self.wanted, self.workers, self.queue_name, self.in_hand(job), f"{self._prefix}answer:{job}")

    async def leave(self, job: str, line: str) -> None:
        """Leave a job for whoever is free."""
        kicker: AsyncKicker[Any, str] = AsyncKicker(task_name=TASK, broker=self, labels={})
        await kicker.with_task_id(job).kiq(job, line)

    async def fetch(self, job: str) -> str:
        """What a worker has answered."""
        return (await self._results.get_result(job)).return_value

    async def listen(self) -> AsyncGenerator[bytes, None]:
        """Jobs as they come, for ever; while Redis is away there are none."""
        while True:
            try:
                async for message in super().listen():
                    yield message
            except (RedisError, OSError) as error:
                logger.debug("the queue does not answer: %s", error)
                await asyncio.sleep(RETRY_SECONDS)
