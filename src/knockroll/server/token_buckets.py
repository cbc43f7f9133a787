"""Token buckets: rate limits that allow a burst."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from knockroll.server.errors import Code, Refusal

FEW = 64
"""Number of buckets below which it is not worth looking for full ones."""


class TokenBucket:
    """A bucket with a burst of tokens at first, and ``rate`` more tokens a second."""

    __slots__ = ("at", "burst", "left", "rate")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self.rate = rate
        self.burst = burst
        self.left = burst
        self.at = now

    def take(self, now: float) -> float:
        """Take a token and return 0; if there is none, return the seconds until there will be one."""
        left = self.left + (now - self.at) * self.rate
        if left > self.burst:
            left = self.burst
        self.at = now
        if left >= 1:
            self.left = left - 1
            return 0
        self.left = left
        return (1 - left) / self.rate

    def is_full(self, now: float) -> bool:
        """Whether all tokens are there, as in a new bucket."""
        return self.left + (now - self.at) * self.rate >= self.burst

    def borrow(self, now: float) -> float:
        """Take a token, in advance if there is none, and return the seconds to wait for it."""
        self.left = min(self.burst, self.left + (now - self.at) * self.rate) - 1
        self.at = now
        return max(0.0, -self.left / self.rate)


class RateLimit:
    """A token bucket for each client that has used it lately.

    Full buckets are dropped, since a new one would be the same; then, if there are still too many, the least recently
    used ones.
    """

    def __init__(self, rate: float, burst: float, clients: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate, self.burst, self.clients, self.clock = rate, burst, clients, clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()
        self._tidy_at = FEW
        """The number of buckets at which to look for full ones: twice as many as were left the last time."""

    def take(self, client: str, what: str) -> None:
        """Count a client's request, or refuse it."""
        if wait := self.wait(client):
            raise too_fast(what, wait)

    def wait(self, client: str) -> float:
        """Count a client's request and return 0, or return the seconds until the next one is allowed."""
        now = self.clock()
        bucket = self._buckets.get(client)
        if bucket is None:
            if len(self._buckets) >= self._tidy_at:
                self._forget_full(now)
            if len(self._buckets) >= self.clients:
                self._buckets.popitem(last=False)
            bucket = self._buckets[client] = TokenBucket(self.rate, self.burst, now)
        else:
            self._buckets.move_to_end(client)
        return bucket.take(now)

    def _forget_full(self, now: float) -> None:
        for client in [client for client, bucket in self._buckets.items() if bucket.is_full(now)]:
            del self._buckets[client]
        self._tidy_at = max(FEW, 2 * len(self._buckets))


class Quota:
    """A limit for each client per minute and per day; 0: no limit."""

    def __init__(self, what: str, per_minute: int, per_day: int, clients: int) -> None:
        self.what = what
        spans = {"minute": (60, per_minute), "day": (86_400, per_day)}
        self.spans = {span: RateLimit(most / seconds, most, clients) for span, (seconds, most) in spans.items() if most}

    def take(self, client: str) -> None:
        """Count an action of a client, or refuse it."""
        for span, limit in self.spans.items():
            if wait := limit.wait(client):
                raise self._refusal(span, limit, max(1, round(wait)))

    def _refusal(self, span: str, limit: RateLimit, wait: int) -> Refusal:
        most = f"{limit.burst:,.0f} {self.what} a {span}"
        return Refusal(
            Code.TOO_FAST,
            f"one client can have at most {most}; try again in {wait} s",
            wait,
            f"Your network address has used up its {most}. Try again in {wait} seconds.",
        )


def too_fast(what: str, wait: float) -> Refusal:
    """The refusal of a request over the limit. ``wait``: seconds until the next one is allowed."""
    return Refusal(Code.TOO_FAST, f"too many {what}; try again later", retry_after=max(1, round(wait)))
