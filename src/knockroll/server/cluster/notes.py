"""What each process reports about itself, in Redis: counts of clients' tables and connections, and waiting bots.

Under every name each process has its own note and renews it. Notes of a process that has died or hangs become too old
after a while. While the bus is down, each process knows only its own.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from knockroll.server.cluster.bus import Bus

RENEW_SECONDS = 20.0
GONE_SECONDS = 60.0
AT_ONCE = 100
"""Notes written at a time."""
_encode = msgspec.json.encode
T = TypeVar("T")


class Notes:
    """The notes of this process and its peers."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._mine: dict[str, Any] = {}
        self._changed: set[str] = set()
        self._wake = asyncio.Event()

    def write(self, name: str, value: Any) -> None:
        """Write a note soon; an empty value (0, an empty list) removes it."""
        if value:
            self._mine[name] = value
        else:
            self._mine.pop(name, None)
        self._changed.add(name)
        self._wake.set()

    def write_anew(self) -> None:
        """Write all notes again, because they may be lost."""
        self._changed.update(self._mine)
        self._wake.set()

    async def read(self, name: str, kind: type[T]) -> dict[str, T]:
        """The notes of other processes under a name. Whatever is not such a note is ignored."""

        async def ask(redis: Any) -> dict[bytes, bytes]:
            found: dict[bytes, bytes] = await redis.hgetall(self._key(name))
            return found

        found = await self._bus.ask(ask)
        decoder = msgspec.json.Decoder(tuple[float, kind])  # type: ignore[valid-type]
        notes: dict[str, tuple[float, T]] = {}
        for process, note in (found or {}).items():
            with suppress(ValueError):
                notes[process.decode()] = decoder.decode(note)
        since = time.time() - GONE_SECONDS
        return {process: value for process, (at, value) in notes.items() if at >= since and process != self._bus.me}

    async def exchange(self, name: str, value: T) -> dict[str, T]:
        """Write a note at once, and read those of other processes."""
        self.write(name, value)
        await self._send([name])
        return await self.read(name, type(value))

    async def run(self) -> None:
        """Keep the notes of this process up to date."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(RENEW_SECONDS):
                    await self._wake.wait()
            names = sorted(self._changed if self._wake.is_set() else self._mine)
            self._wake.clear()
            for place in range(0, len(names), AT_ONCE):
                await self._send(names[place : place + AT_ONCE])

    async def leave(self) -> None:
        """Remove the notes of this process."""
        names = [*self._mine]
        self._mine.clear()
        for place in range(0, len(names), AT_ONCE):
            await self._send(names[place : place + AT_ONCE])

    async def _send(self, names: list[str]) -> None:
        self._changed.difference_update(names)

        async def send(redis: Any) -> bool:
            pipe, now = redis.pipeline(transaction=False), time.time()
            for name in names:
                if name in self._mine:
                    pipe.hset(self._key(name), self._bus.me, _encode((now, self._mine[name])))
                    pipe.expire(self._key(name), int(GONE_SECONDS))
                else:
                    pipe.hdel(self._key(name), self._bus.me)
            await pipe.execute()
            return True

        await self._bus.ask(send)

    def _key(self, name: str) -> str:
        return self._bus.key("notes", name)
