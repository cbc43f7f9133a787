"""The queue of background jobs in Redis, where servers leave jobs and workers take them.

A job is wanted as long as a server says so (:data:`CHECK`), and in progress as long as a worker says so. One that is
neither queued nor in progress was lost, with a worker or with Redis itself: the server that waits for it sees that, and
queues it again.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import msgspec

from knockroll.server.cluster.bus import prefix_of

if TYPE_CHECKING:
    from redis.asyncio import Redis

logger = logging.getLogger("knockroll.server")
KEPT_SECONDS = 60
"""How long an answer that no one fetches is kept."""
IN_PROGRESS_SECONDS = 2.0
"""Seconds for which a job counts as in progress after a worker's last report."""
LONGEST_ANSWER = 4096
"""Most characters of an answer that are read. An answer is a move, or the reason why there is none."""
BEAT_SECONDS = 0.5
IDLE_SECONDS = 10.0
"""A worker that has waited this long asks again, in case its connection has died."""

# Says that a job is wanted, and returns what has become of it.
CHECK = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local job, patience, most, in_progress = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if redis.call('EXISTS', KEYS[5]) == 1 then return 'done' end
if redis.call('ZCOUNT', KEYS[2], now - 2 * in_progress, '+inf') == 0 then return 'no workers' end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - patience)
local since = redis.call('ZSCORE', KEYS[1], job)
if not since and redis.call('ZCARD', KEYS[1]) >= most then return 'full' end
if since
    and (now - tonumber(since) < in_progress or redis.call('EXISTS', KEYS[4]) == 1 or redis.call('LLEN', KEYS[3]) > 0)
then return 'wait' end
redis.call('ZADD', KEYS[1], string.format('%.6f', now), job)
return 'queue'
"""
# Says that a worker is alive.
ALIVE = """
local time = redis.call('TIME')
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', time[1] - 60)
redis.call('ZADD', KEYS[1], time[1], ARGV[1])
"""


class QueuedJob(msgspec.Struct, frozen=True, array_like=True):
    """A job in the queue."""

    id: str
    line: str
    """The job, as :mod:`knockroll.players.processes.jobs` writes it."""


_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(QueuedJob)


class Queue:
    """The queue: its keys in Redis, and operations on them."""

    def __init__(self, url: str) -> None:
        self._prefix = prefix_of(url) + "jobs:"
        self.wanted, self.workers, self._queue = (self._prefix + name for name in ("wanted", "workers", "queue"))

    def in_progress(self, job: str) -> str:
        """The key with which a worker reports that a job is in progress."""
        return f"{self._prefix}in_progress:{job}"

    def _answer(self, job: str) -> str:
        return f"{self._prefix}answer:{job}"

    def keys(self, job: str) -> tuple[str, ...]:
        """The keys that :data:`CHECK` uses."""
        return (self.wanted, self.workers, self._queue, self.in_progress(job), self._answer(job))

    async def put(self, redis: Redis, job: QueuedJob) -> None:
        """Queue a job."""
        await redis.lpush(self._queue, _encoder.encode(job))

    async def take(self, redis: Redis) -> QueuedJob | None:
        """Take the next job, as soon as there is one; None if there was none for a while."""
        found = await redis.brpop([self._queue], timeout=IDLE_SECONDS)
        if found is None:
            return None
        try:
            return _decoder.decode(found[1])
        except msgspec.MsgspecError as error:  # from another version, during an upgrade
            logger.info("a background job is not understood: %s", error)
            return None

    async def answer(self, redis: Redis, job: str, answer: str) -> None:
        """Leave the answer to a job."""
        await redis.set(self._answer(job), answer, ex=KEPT_SECONDS)

    async def fetch(self, redis: Redis, job: str) -> str | None:
        """The answer to a job; None if it is gone."""
        found = await redis.getrange(self._answer(job), 0, LONGEST_ANSWER)
        return (found.decode(errors="replace") if isinstance(found, bytes) else found) or None
