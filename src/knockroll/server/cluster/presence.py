"""The people and spectators at each process, as entries in Redis that expire.

Each room has a sorted set: who listens at which process, and when that was last true. A process renews its own entries;
those of one that has died or hangs become too old after a while. Only people with a seat are named, by a shortened hash
of their token; all spectators of a process are one entry without a name.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from knockroll.server.cluster.bus import ALL, Bus, PeopleMoved, Reached
from knockroll.server.tables.seats import short_token

if TYPE_CHECKING:
    from knockroll.server.tables.hall import Hall
    from knockroll.server.tables.live_room import LiveRoom

RENEW_SECONDS = 5.0
GONE_SECONDS = 15.0
"""Age at which an entry no longer counts."""
KEPT_SECONDS = 3600
AT_ONCE = 100
"""Rooms per request to Redis."""
VISITED = "visited"
"""In place of a process: people who looked at the room without a live connection."""


class SharedPresence:
    """Writes who is at this process, and reads who is at other processes."""

    def __init__(self, hall: Hall, bus: Bus) -> None:
        self._hall = hall
        self._bus = bus
        self._written: dict[str, set[str]] = {}
        self._changed: set[str] = set()
        """Rooms whose audience at this process has changed."""
        self._heard_of: set[str] = set()
        """Rooms whose audience at another process has changed."""
        self._wake = asyncio.Event()

    def change(self, room: str) -> None:
        """Note that a room's audience at this process has changed."""
        self._changed.add(room)
        self._wake.set()

    def begin_anew(self) -> None:
        """Write and read everything again, because Redis may have lost it."""
        self._written.clear()
        self._changed.update(self._hall.rooms)
        self.hear_of(self._hall.rooms)

    def hear_of(self, rooms: Collection[str]) -> None:
        """Note that the audiences of rooms at other processes have changed."""
        self._heard_of.update(rooms)
        self._wake.set()

    async def run(self) -> None:
        """Keep up to date who is at this process and who is at other processes."""
        loop = asyncio.get_running_loop()
        renew_at = loop.time()
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, renew_at - loop.time())):
                    await self._wake.wait()
            self._wake.clear()
            changed, heard_of = self._changed, self._heard_of
            self._changed, self._heard_of = set(), set()
            if loop.time() >= renew_at:
                if loop.time() > renew_at + GONE_SECONDS - RENEW_SECONDS:  # this process was stopped for a while
                    self.begin_anew()
                renew_at = loop.time() + RENEW_SECONDS
                changed = set(self._hall.rooms) | set(self._written)
                heard_of = set(self._hall.rooms)
            await self.write(changed)
            await self.read(heard_of)

    async def write(self, rooms: Collection[str]) -> None:
        """Write who is at this process."""
        for some in _parts(rooms):
            moved = await self._bus.ask(lambda redis, some=some: self._write(redis, some))  # type: ignore[misc]
            if moved:
                self._bus.tell(ALL, PeopleMoved(self._bus.me, moved))

    async def _write(self, redis: Any, rooms: list[str]) -> list[str]:
        pipe, now, moved = redis.pipeline(transaction=False), time.time(), []
        for room in rooms:
            live, key = self._hall.rooms.get(room), self._bus.key("people", room)
            here, visits = (set(), set()) if live is None else self._people(live)
            gone = self._written.get(room, set()) - here
            if here != self._written.get(room, set()):
                moved.append(room)
            if gone:
                pipe.zrem(key, *gone)
            if here or visits:
                pipe.zadd(key, dict.fromkeys(here | visits, now))
                pipe.expire(key, KEPT_SECONDS)
            if here:
                self._written[room] = here
            else:
                self._written.pop(room, None)
        await pipe.execute()
        return moved

    def _people(self, live: LiveRoom) -> tuple[set[str], set[str]]:
        """The listeners at this process, and the people who have looked at the room since the last time."""
        me = self._bus.me
        here = {f"{me}:{short_token(one.seat.token)}" for one in live.listeners.seated if one.seat is not None}
        if live.listeners:
            here.add(f"{me}:")
        visits = {f"{VISITED}:{short_token(token)}" for token in live.scheduler.seen_within(RENEW_SECONDS)}
        if live.loop.time() - live.touched <= RENEW_SECONDS:
            visits.add(f"{VISITED}:")
        return here, visits

    async def read(self, rooms: Collection[str]) -> bool:
        """Find out who is at other processes; False if that is not known."""
        for some in _parts([room for room in rooms if room in self._hall.rooms]):
            found = await self._bus.ask(lambda redis, some=some: self._read(redis, some))  # type: ignore[misc]
            if found is None:
                return False
            for room, people in zip(some, found, strict=True):
                if (live := self._hall.rooms.get(room)) is not None:
                    self._tell(live, people)
        return self._bus.is_up

    async def _read(self, redis: Any, rooms: list[str]) -> list[list[tuple[bytes, float]]]:
        pipe, since = redis.pipeline(transaction=False), time.time() - GONE_SECONDS
        for room in rooms:
            pipe.zrange(self._bus.key("people", room), since, "+inf", byscore=True, withscores=True)
        found: list[list[tuple[bytes, float]]] = await pipe.execute()
        return found

    def _tell(self, live: LiveRoom, people: list[tuple[bytes, float]]) -> None:
        entries = [parts for member, _ in people if len(parts := member.decode(errors="replace").split(":")) == 2]
        others = {token for process, token in entries if token and process not in (self._bus.me, VISITED)}
        visitors = {token for process, token in entries if token and process == VISITED}
        processes = frozenset(process for process, _ in entries) - {self._bus.me, VISITED}
        known = processes if live.processes is None else live.processes
        for process in sorted(processes - known):
            # the audience that is new there may lack what was committed before this process knew of it
            self._bus.tell(process, Reached(self._bus.me, live.room.id, live.room.seq))
        live.processes = processes
        live.attendance.set_online_at_peers(frozenset(others), visitors)

    async def seen_at(self, room: str) -> float:
        """When someone was last seen in a room; now, if that is not known."""

        async def newest(redis: Any) -> list[tuple[bytes, float]]:
            found: list[tuple[bytes, float]] = await redis.zrange(
                self._bus.key("people", room), 0, 0, desc=True, withscores=True
            )
            return found

        found = await self._bus.ask(newest)
        if found is None:
            return time.time()
        return found[0][1] if found else 0.0

    async def leave(self) -> None:
        """Remove the entries of this process."""
        written = list(self._written.items())

        async def remove(redis: Any) -> bool:
            pipe = redis.pipeline(transaction=False)
            for room, here in written:
                pipe.zrem(self._bus.key("people", room), *here)
            await pipe.execute()
            return True

        if written:
            await self._bus.ask(remove)


def _parts(rooms: Collection[str]) -> list[list[str]]:
    every = sorted(rooms)  # the order of a set differs from run to run
    return [every[place : place + AT_ONCE] for place in range(0, len(every), AT_ONCE)]
