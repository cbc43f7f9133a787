"""What each process says of itself, in Redis: how much visitors have there, which bots wait there.

Under every name each process has a note of its own. It renews its notes; those of one that has died, or stands still,
are too old after a while. While the bus is away, each process knows only its own.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import Any

import msgspec

from knockroll.server.cluster.bus import Bus

RENEW_SECONDS = 20.0
GONE_SECONDS = 60.0
AT_ONCE = 100
"""Notes that are written at a time."""
_encode = msgspec.json.encode
_decoder: msgspec.json.Decoder[tuple[float, Any]] = msgspec.json.Decoder(tuple[float, Any])


class Notes:
    """The notes of one process, and what it reads of those of others."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._mine: dict[str, Any] = {}
        self._changed: set[str] = set()
        self._wake = asyncio.Event()

    def write(self, name: str, value: Any) -> None:
        """Say something under a name, soon; what is nothing (0, an empty list) is not said any more."""
        if value:
            self._mine[name] = value
        else:
            self._mine.pop(name, None)
        self._changed.add(name)
        self._wake.set()

    def write_anew(self) -> None:
        """Nobody knows any more what was written."""
        self._changed.update(self._mine)
        self._wake.set()

    async def read(self, name: str) -> dict[str, Any]:
        """What the other processes say under a name."""

        async def ask(redis: Any) -> dict[bytes, bytes]:
            found: dict[bytes, bytes] = await redis.hgetall(self._key(name))
            return found

        found = await self._bus.ask(ask)
        notes = {process.decode(): _decoder.decode(note) for process, note in (found or {}).items()}
        since = time.time() - GONE_SECONDS
        return {process: value for process, (at, value) in notes.items() if at >= since and process != self._bus.me}

    async def exchange(self, name: str, value: Any) -> dict[str, Any]:
        """Say something at once, and read what the others say."""
        self.write(name, value)
        await self._send([name])
        return await self.read(name)

    async def run(self) -> None:
        """Keep the notes of this process true."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(RENEW_SECONDS):
                    await self._wake.wait()
            names = [*(self._changed if self._wake.is_set() else self._mine)]
            self._wake.clear()
            for place in range(0, len(names), AT_ONCE):
                await self._send(names[place : place + AT_ONCE])

    async def leave(self) -> None:
        """This process says nothing any more."""
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
