"""Rate limits that all processes share: a token bucket in Redis, in addition to the one of each process."""

from __future__ import annotations

from typing import Any

from knockroll.server.cluster.bus import Bus
from knockroll.server.token_buckets import RateLimit, too_fast

UNLIMITED = 1e6
"""Rates from this value on are not limited."""
# Takes one token, by Redis's own clock; returns the seconds to wait if there was none.
_TAKE = """
local rate, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local kept = redis.call('HMGET', KEYS[1], 'left', 'at')
local left = math.min(burst, (tonumber(kept[1]) or burst) + (now - (tonumber(kept[2]) or now)) * rate)
local wait = 0
if left >= 1 then left = left - 1 else wait = (1 - left) / rate end
redis.call('HSET', KEYS[1], 'left', tostring(left), 'at', string.format('%.6f', now))
redis.call('EXPIRE', KEYS[1], math.ceil(burst / rate) + 1)
return tostring(wait)
"""


async def take(bus: Bus, limit: RateLimit, client: str, what: str) -> None:
    """Count a request, or refuse it. While the bus is down, each process counts for itself."""
    if limit.rate >= UNLIMITED:
        return
    key = bus.key("limit", what.replace(" ", "_"), client)

    async def count(redis: Any) -> float:
        return float(await redis.eval(_TAKE, 1, key, limit.rate, limit.burst))

    wait = await bus.ask(count)
    if wait:
        raise too_fast(what, wait)
