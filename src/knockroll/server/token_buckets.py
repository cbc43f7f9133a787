"""Token buckets: rate limits that allow a burst."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from knockroll.server.errors import Code, Refusal


class TokenBucket:
    """So many at once, and so many per second after that."""

    __slots__ = ("at", "left")

    def __init__(self, burst: float, now: float) -> None:
        self.left = burst
        self.at = now

    def take(self, rate: float, burst: float, now: float) -> float:
        """Take one; 0 if there was one, else the seconds until there will be."""
        self.left = min(burst, self.left + (now - self.at) * rate)
        self.at = now
        if self.left >= 1:
            self.left -= 1
            return 0
        return (1 - self.left) / rate

    def borrow(self, rate: float, burst: float, now: float) -> float:
        """Take one that may not be there yet: the seconds to wait for it."""
        self.left = min(burst, self.left + (now - self.at) * rate) - 1
        self.at = now
        return max(0.0, -self.left / rate)


class RateLimit:
    """A bucket for each client, the ones longest unused forgotten first."""

    def __init__(self, rate: float, burst: float, clients: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clients, self.clock = rate, burst, clients, clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, client: str, what: str) -> None:
        """Count one request of a client, or refuse it."""
        now = self.clock()
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = TokenBucket(self.burst, now)
            if len(self._buckets) > self.clients:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(client)
        wait = bucket.take(self.rate, self.burst, now)
        if wait:
            raise too_fast(what, wait)


def too_fast(what: str, wait: float) -> Refusal:
    """Somebody asks for more than they may; there is one more after so many seconds."""
    return Refusal(Code.TOO_FAST, f"too many {what}; try again later", retry_after=max(1, round(wait)))
