"""Token buckets: rate limits that allow a burst."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from knockroll.server.errors import Code, Refusal


class TokenBucket:
    """A burst of tokens at once, and ``rate`` tokens a second after that."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = now

    def take(self, now: float) -> float:
        """Take a token: 0 if there was one, or else the seconds until there will be one."""
        self.left = min(self.burst, self.left + (now - self.at) * self.rate)
        self.at = now
        if self.left >= 1:
            self.left -= 1
            return 0
        return (1 - self.left) / self.rate

    def borrow(self, now: float) -> float:
        """Take a token that may not be there yet: the seconds to wait for it."""
        self.left = min(self.burst, self.left + (now - self.at) * self.rate) - 1
        self.at = now
        return max(0.0, -self.left / self.rate)


class RateLimit:
    """A token bucket for each client. The least recently used are forgotten first."""

    def __init__(self, rate: float, burst: float, clients: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clients, self.clock = rate, burst, clients, clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, client: str, what: str) -> None:
        """Count a client's request, or refuse it."""
        now = self.clock()
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = TokenBucket(self.rate, self.burst, now)
            if len(self._buckets) > self.clients:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(client)
        wait = bucket.take(now)
        if wait:
            raise too_fast(what, wait)


def too_fast(what: str, wait: float) -> Refusal:
    """The refusal of a request over the limit. ``wait``: seconds until the next one is allowed."""
    return Refusal(Code.TOO_FAST, f"too many {what}; try again later", retry_after=max(1, round(wait)))
