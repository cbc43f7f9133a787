"""Connection slots: the open connections, counted per address and in total.

A connection costs a file descriptor, and those are scarce. So one address gets only some of the slots, and when all are
taken, a connection without a request gives way to a new one. An attacker's idle connections then shut no one out.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Collection
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from knockroll.server.failures import CannotServe
from knockroll.server.settings import Limits

try:
    import resource
except ImportError:  # Windows has no such limit
    resource = None  # type: ignore[assignment]

logger = logging.getLogger("knockroll.server")
RESERVE = 32
"""File descriptors reserved for the database, the log and everything else that is not a connection."""
QUIET_SECONDS = 60.0
"""Shortest time between two log lines about refused connections."""
_IPV6_BITS = 64
"""Bits of an IPv6 address that identify a household, which can choose the others freely."""


def client_named(host: str) -> str:
    """The client that limits are counted for: an IPv4 address, or the network of an IPv6 one."""
    if ":" not in host:
        return host
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not isinstance(address, IPv6Address):
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ip_network((int(address), _IPV6_BITS), strict=False))


def _network(proxy: str) -> IPv4Network | IPv6Network:
    try:
        return ip_network(proxy, strict=False)
    except ValueError:
        raise CannotServe(
            f"--proxy has to be an address or a network such as 127.0.0.1 or 10.0.0.0/8, not {proxy!r}"
        ) from None


def allow_files(limits: Limits) -> int:
    """Raise the limit of open files to what all connections need; return how many connections are possible."""
    if resource is None:
        return limits.sockets
    try:
        files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    except OSError:  # even asking may not be allowed
        return limits.sockets
    wanted = limits.sockets + max(RESERVE, limits.sockets // 15)
    unlimited = resource.RLIM_INFINITY
    if files != unlimited and files < wanted:
        more = wanted if most == unlimited else min(wanted, most)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (more, most))
            files = more
    if files == unlimited or files >= wanted:
        return limits.sockets
    slots = max(1, min(limits.sockets, files - max(RESERVE, files // 16)))
    if slots < limits.connections:
        logger.warning(
            "only %d files can be open, so there can be only %d connections; for %d allow %d files: ulimit -Hn %d",
            *(files, slots, limits.sockets, wanted, wanted),
        )
    return slots


class Slot:
    """The slot of one connection."""

    __slots__ = ("client", "closing", "transport")

    def __init__(self, client: str | None, transport: asyncio.Transport) -> None:
        self.client = client
        self.transport = transport
        self.closing = False
        """Whether the connection was closing at the last check."""


class ConnectionSlots:
    """All connection slots of a server."""

    def __init__(self, limits: Limits, proxies: Collection[str] = ()) -> None:
        self.limits = limits
        self.most = limits.sockets
        self._proxies = [_network(proxy) for proxy in proxies]
        self._taken: set[Slot] = set()
        self._by_client: dict[str, int] = {}
        self._idle: dict[Slot, None] = {}
        """Connections without a request, longest idle first."""
        self._quiet_until = 0.0

    def open(self) -> None:
        """Start checking the slots, in the running event loop."""
        self.most = allow_files(self.limits)
        self._look_after()

    def take(self, host: str | None, transport: asyncio.Transport) -> Slot | None:
        """Take a slot for a new connection, which has no request yet; return None if there is none."""
        client = None if host is None or self._is_proxy(host) else client_named(host)
        if client is not None and self._by_client.get(client, 0) >= self.limits.sockets_per_client:
            self._complain(f"{client} has {self.limits.sockets_per_client} connections; further ones are refused")
            return None
        if len(self._taken) >= self.most:
            self._complain(f"all {self.most} connections are in use; those without a request make room")
            if not self._idle:
                return None
            oldest = next(iter(self._idle))
            self.leave(oldest)
            oldest.transport.abort()
        slot = Slot(client, transport)
        self._taken.add(slot)
        self._idle[slot] = None
        if client is not None:
            self._by_client[client] = self._by_client.get(client, 0) + 1
        return slot

    def leave(self, slot: Slot) -> None:
        """Free the slot of a connection that has ended; may be called more than once."""
        if slot not in self._taken:
            return
        self._taken.discard(slot)
        self._idle.pop(slot, None)
        if slot.client is not None:
            self._by_client[slot.client] -= 1
            if not self._by_client[slot.client]:
                del self._by_client[slot.client]

    def rest(self, slot: Slot) -> None:
        """Mark a connection as idle: its request is done."""
        if slot in self._taken:
            self._idle[slot] = None

    def work(self, slot: Slot) -> None:
        """Mark a connection as busy with a request."""
        self._idle.pop(slot, None)

    def _is_proxy(self, host: str) -> bool:
        """Whether an address is a proxy's. Proxies carry many clients; limits on requests count each of them."""
        if not self._proxies:
            return False
        try:
            address = ip_address(host)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)

    def _complain(self, what: str) -> None:
        now = time.monotonic()
        if now >= self._quiet_until:
            self._quiet_until = now + QUIET_SECONDS
            logger.warning("%s", what)

    def cut_off(self) -> None:
        """Cut off connections that were already closing at the last check: their clients do not read what is left."""
        for slot in list(self._taken):
            if slot.closing:
                slot.transport.abort()
            slot.closing = slot.transport.is_closing()

    def _look_after(self) -> None:
        asyncio.get_running_loop().call_later(self.limits.unread_seconds, self._look_after)
        self.cut_off()
