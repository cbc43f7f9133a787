"""Limits for one client: request rates, and the number of connections."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from knockroll.server.errors import Code, Refusal
from knockroll.server.settings import Limits
from knockroll.server.tables.peers import Peers
from knockroll.server.token_buckets import Quota, RateLimit, TokenBucket

SMALL_BODY = 4096
"""Bytes of a request that are not counted. Only records and large tables have more."""


class ClientLimits:
    """Counts what clients request, and refuses what is over the limits."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._requests = RateLimit(limits.requests_per_second, limits.requests_burst, limits.clients_remembered)
        self._creations = RateLimit(limits.creations_per_minute / 60, limits.creations_burst, limits.clients_remembered)
        clients = limits.clients_remembered
        self._tables = Quota("new tables", 0, limits.creations_per_day, clients)  # the limit per minute is above
        self._computer_tables = Quota(
            "tables of computers alone", limits.computer_tables_per_minute, limits.computer_tables_per_day, clients
        )
        self.moves = Quota("moves", limits.moves_per_minute, limits.moves_per_day, clients)
        """Moves of each client, at this process."""
        self.changes = Quota("changes to tables", limits.changes_per_minute, limits.changes_per_day, clients)
        """Other changes that each client makes to tables, at this process."""
        self.hints = Quota("hints", limits.hints_per_minute, limits.hints_per_day, clients)
        """Hints and analyses that each client asks for, at this process."""
        self._invitations = RateLimit(
            limits.invitations_per_second, limits.invitations_burst, limits.clients_remembered
        )
        self.peers = Peers()
        """The other processes, with which the limits for a client are shared."""
        self._connected: dict[str, int] = {}
        self._connections = 0
        self._receiving: Counter[str] = Counter()
        """The bytes of large requests that are being received, by client."""

    async def request(self, client: str) -> None:
        """Count a request."""
        await self._take(self._requests, client, "requests")

    async def creation(self, client: str, only_computers: bool) -> None:
        """Count a new table."""
        await self._take(self._creations, client, "new tables")
        for quota in (self._tables, self._computer_tables) if only_computers else (self._tables,):
            quota.take(client)
            for span, limit in quota.spans.items():
                await self.peers.take(limit, client, f"{quota.what} a {span}")

    async def invitation(self, client: str) -> None:
        """Count an invitation of a bot."""
        await self._take(self._invitations, client, "invitations")

    async def _take(self, limit: RateLimit, client: str, what: str) -> None:
        limit.take(client, what)
        await self.peers.take(limit, client, what)

    @contextmanager
    def receiving(self, client: str) -> Iterator[Callable[[int], None]]:
        """Count the bytes of a large request while it is received: call the result with the number so far."""
        held = 0

        def count(size: int) -> None:
            nonlocal held
            more = size - SMALL_BODY - held
            if more <= 0:
                return
            if self._receiving.total() + more > self.limits.bodies_bytes:
                raise Refusal(Code.UNAVAILABLE, "the server is receiving too many large requests", 5)
            if self._receiving[client] + more > self.limits.bodies_bytes_per_client:
                raise Refusal(Code.TOO_MANY, "you are sending too many large requests at a time", 5)
            held += more
            self._receiving[client] += more

        try:
            yield count
        finally:
            self._receiving[client] -= held
            if not self._receiving[client]:
                del self._receiving[client]

    async def connect(self, client: str) -> None:
        """Count a live connection; :meth:`disconnect` ends it."""
        if self._connections >= self.limits.connections:
            raise Refusal(Code.TOO_MANY, "the server has as many connections as it allows", 10)
        self._connections += 1
        here = self._connected[client] = self._connected.get(client, 0) + 1
        most = self.limits.connections_per_client
        try:
            if here > most or here + await self.peers.count("connections", client, here) > most:
                raise Refusal(Code.TOO_MANY, f"you already have {most} connections", 10)
        except BaseException:
            self.disconnect(client)
            raise

    def disconnect(self, client: str) -> None:
        """Stop counting a live connection."""
        self._connections -= 1
        self._connected[client] -= 1
        self.peers.lower_count("connections", client, self._connected[client])
        if not self._connected[client]:
            del self._connected[client]

    def bucket(self) -> TokenBucket:
        """A token bucket for the messages of one connection."""
        return TokenBucket(self.limits.messages_per_second, self.limits.messages_burst, time.monotonic())
