"""Limits on what one client may ask for: rates, and how many connections."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

from knockroll.server.cluster.alone import Alone
from knockroll.server.errors import Code, Refusal
from knockroll.server.settings import Limits


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


class ClientLimits:
    """What the clients of one server have asked for, held against its limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._requests = RateLimit(limits.requests_per_second, limits.requests_burst, limits.clients_remembered)
        self._creations = RateLimit(limits.creations_per_minute / 60, limits.creations_burst, limits.clients_remembered)
        self._invitations = RateLimit(
            limits.invitations_per_second, limits.invitations_burst, limits.clients_remembered
        )
        self.others = Alone()
        """The processes with which the limits on what one client may do are shared."""
        self._connected: dict[str, int] = {}
        self._connections = 0

    async def request(self, client: str) -> None:
        """Count a request."""
        await self._take(self._requests, client, "requests")

    async def creation(self, client: str) -> None:
        """Count a new table."""
        await self._take(self._creations, client, "new tables")

    async def invitation(self, client: str) -> None:
        """Count an invitation of a bot."""
        await self._take(self._invitations, client, "invitations")

    async def _take(self, limit: RateLimit, client: str, what: str) -> None:
        limit.take(client, what)
        await self.others.take(limit, client, what)

    async def connect(self, client: str) -> None:
        """Count a live connection; :meth:`disconnect` ends it."""
        if self._connections >= self.limits.connections:
            raise Refusal(Code.TOO_MANY, "the server has as many connections as it can take", 10)
        self._connections += 1
        here = self._connected[client] = self._connected.get(client, 0) + 1
        most = self.limits.connections_per_client
        try:
            if here > most or here + await self.others.elsewhere("connections", client, here) > most:
                raise Refusal(Code.TOO_MANY, f"you have {most} connections already", 10)
        except BaseException:
            self.disconnect(client)
            raise

    def disconnect(self, client: str) -> None:
        """A live connection has ended."""
        self._connections -= 1
        self._connected[client] -= 1
        self.others.has_fewer("connections", client, self._connected[client])
        if not self._connected[client]:
            del self._connected[client]

    def bucket(self) -> TokenBucket:
        """A bucket for the messages of one connection."""
        return TokenBucket(self.limits.messages_burst, time.monotonic())

    def message(self, bucket: TokenBucket) -> float:
        """Count a message of a connection: the seconds to wait before it is dealt with."""
        return bucket.borrow(self.limits.messages_per_second, self.limits.messages_burst, time.monotonic())
