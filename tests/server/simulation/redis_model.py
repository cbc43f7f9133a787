"""A model of Redis, as far as members use it: channels, sorted sets and hashes, all of which a restart empties.

Messages between members may be lost, come twice, late, or in another order. Anybody may publish: the forger sends
messages that fit the log exactly, but without the seal, and sealed ones from before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from redis.exceptions import ConnectionError as RedisAway

from tests.server.simulation.loop import RUNNING, WORLD, Chances, Process


@dataclass
class BusFaults:
    """The probability of each fault of a message."""

    lost: float = 0.0
    doubled: float = 0.0
    late: float = 0.0
    slowest: float = 0.002


class RedisServer:
    """Redis, which all members share."""

    def __init__(self, loop: asyncio.AbstractEventLoop, chances: Chances) -> None:
        self.loop, self.chances = loop, chances
        self.faults = BusFaults()
        self.is_up = True
        self.hangs = False
        self.sorted_sets: dict[str, dict[bytes, float]] = {}
        self.hashes: dict[str, dict[bytes, bytes]] = {}
        self.subscribers: list[Subscription] = []
        self.published: list[tuple[str, bytes]] = []
        """Everything that was ever sent: a forger may send it again."""

    def stop(self) -> None:
        """Stop as if killed: connections break, and nothing is kept."""
        self.is_up = False
        self.sorted_sets.clear()
        self.hashes.clear()
        for one in self.subscribers:
            one.break_off()
        self.subscribers.clear()

    def start(self) -> None:
        self.is_up = True

    def publish(self, channel: str, data: bytes) -> None:
        """Send a message to every listener, unless a fault prevents it."""
        for one in self.subscribers:
            if channel in one.channels:
                chance = self.chances.of(f"{channel} {one.process.name}")
                faults = self.faults
                fate = chance.random()
                times = 0 if fate < faults.lost else 2 if fate < faults.lost + faults.doubled else 1
                for _ in range(times):
                    delay = chance.uniform(0.0001, faults.slowest)
                    if chance.random() < faults.late:
                        delay += chance.uniform(0.0, 4.0)
                    self.loop.call_later(delay, one.take, data, context=WORLD.context())

    def forget(self, process: Process) -> None:
        """Drop the connections of a member that has died."""
        self.subscribers = [one for one in self.subscribers if one.process is not process]


class Subscription:
    """A connection that listens to channels."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self.process = RUNNING.get()
        self.channels: set[str] = set()
        self._messages: asyncio.Queue[bytes | None] = asyncio.Queue()

    async def __aenter__(self) -> Subscription:
        return self

    async def __aexit__(self, *_: object) -> None:
        if self in self._server.subscribers:
            self._server.subscribers.remove(self)

    async def subscribe(self, *channels: str) -> None:
        await _trip(self._server)
        self.channels.update(channels)
        self._server.subscribers.append(self)

    async def get_message(self, timeout: float) -> dict[str, bytes] | None:
        try:
            async with asyncio.timeout(timeout):
                data = await self._messages.get()
        except TimeoutError:
            return None
        if data is None:
            raise RedisAway("connection closed by server")
        return {"data": data}

    def take(self, data: bytes) -> None:
        self._messages.put_nowait(data)

    def break_off(self) -> None:
        self._messages.put_nowait(None)


async def _trip(server: RedisServer) -> None:
    """Wait for the way to Redis and back."""
    await asyncio.sleep(server.chances.here().uniform(0.0001, server.faults.slowest))
    if not server.is_up:
        raise RedisAway("connection refused")
    if server.hangs:
        await asyncio.get_running_loop().create_future()


class ModelRedis:
    """A client of Redis, with the commands that members use."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server

    def pubsub(self, ignore_subscribe_messages: bool) -> Subscription:
        assert ignore_subscribe_messages
        return Subscription(self._server)

    def pipeline(self, transaction: bool) -> Pipeline:
        assert not transaction
        return Pipeline(self._server)

    async def hgetall(self, key: str) -> Any:
        return await self._one(lambda pipe: pipe.hgetall(key))

    async def zrange(self, key: str, start: float, end: Any, **how: Any) -> Any:
        return await self._one(lambda pipe: pipe.zrange(key, start, end, **how))

    async def zrem(self, key: str, *members: str) -> Any:
        return await self._one(lambda pipe: pipe.zrem(key, *members))

    async def _one(self, add: Callable[[Pipeline], None]) -> Any:
        pipe = Pipeline(self._server)
        add(pipe)
        return (await pipe.execute())[0]

    async def aclose(self) -> None:
        pass


class Pipeline:
    """Several commands, sent together."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server
        self._commands: list[Callable[[], Any]] = []

    async def execute(self) -> list[Any]:
        commands, self._commands = self._commands, []
        await _trip(self._server)
        return [command() for command in commands]

    def publish(self, channel: str, data: bytes) -> None:
        def do() -> None:
            self._server.published.append((channel, data))
            self._server.publish(channel, data)

        self._commands.append(do)

    def zadd(self, key: str, scores: dict[str, float]) -> None:
        new = {member.encode(): score for member, score in sorted(scores.items())}
        self._commands.append(lambda: self._server.sorted_sets.setdefault(key, {}).update(new))

    def zrem(self, key: str, *members: str) -> None:
        def do() -> None:
            for member in members:
                self._server.sorted_sets.get(key, {}).pop(member.encode(), None)

        self._commands.append(do)

    def zrange(
        self, key: str, start: float, end: Any, byscore: bool = False, desc: bool = False, withscores: bool = True
    ) -> None:
        assert withscores and (byscore or desc)

        def do() -> list[tuple[bytes, float]]:
            found = sorted(self._server.sorted_sets.get(key, {}).items(), key=lambda one: (one[1], one[0]))
            if desc:
                return found[::-1][int(start) : int(end) + 1]
            return [one for one in found if one[1] >= start]

        self._commands.append(do)

    def hset(self, key: str, field: str, value: bytes) -> None:
        self._commands.append(lambda: self._server.hashes.setdefault(key, {}).update({field.encode(): value}))

    def hdel(self, key: str, field: str) -> None:
        self._commands.append(lambda: self._server.hashes.get(key, {}).pop(field.encode(), None))

    def hgetall(self, key: str) -> None:
        self._commands.append(lambda: dict(self._server.hashes.get(key, {})))

    def expire(self, key: str, seconds: int) -> None:
        """Entries outlive every simulation: members look at how old each is."""
        self._commands.append(lambda: None)
