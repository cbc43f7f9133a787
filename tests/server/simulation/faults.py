"""The faults of a run, drawn from its seed. Each run has only some kinds, so that each is also seen alone."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from knockroll.server.cluster.bus import SEAL_BYTES, Committed, Message, Reached
from knockroll.server.storage.rows import LogRow
from knockroll.server.tables.entries import Entry, Move, row_of
from tests.server.simulation.cluster import Link, Member, Network
from tests.server.simulation.judge import Judge
from tests.server.simulation.postgresql import DatabaseFaults, Postgres
from tests.server.simulation.redis_model import BusFaults, RedisServer

KINDS = ("kill", "pause", "restart", "cut", "redis killed", "redis hangs", "database restarts", "forged")


@dataclass
class Stage:
    """The parts of a simulation that faults can happen to."""

    members: Sequence[Member]
    network: Network
    postgres: Postgres
    redis: RedisServer
    judge: Judge
    links: Callable[[], list[Link]]
    note: Callable[[str, str], None]


class Faults:
    """Makes trouble for a while."""

    def __init__(self, seed: str, stage: Stage) -> None:
        self._chance = chance = random.Random(f"{seed} faults")
        self._stage = stage
        self.seconds = chance.uniform(4.0, 14.0)
        self._kinds = [kind for kind in KINDS if chance.random() < 0.4]
        self._every = chance.uniform(0.5, 4.0)

    def begin(self) -> None:
        """Set how often messages and commits fail, and how much clocks differ."""
        chance, stage = self._chance, self._stage
        if chance.random() < 0.5:
            lost, doubled, late = (chance.choice((0.0, 0.1, 0.4)) for _ in range(3))
            stage.redis.faults = BusFaults(lost, doubled, late, slowest=0.01)
        if chance.random() < 0.5:
            answer, request, late, read = (chance.choice((0.0, 0.02, 0.15)) for _ in range(4))
            stage.postgres.faults = DatabaseFaults(answer, request, late, read, chance.choice((0.002, 0.05, 1.0)))
        if chance.random() < 0.5:
            stage.network.slowest = chance.choice((0.02, 0.3))
            stage.network.longest_unnoticed = chance.choice((0.5, 20.0))

    def end(self) -> None:
        """Let everything work again."""
        stage = self._stage
        stage.redis.faults, stage.postgres.faults = BusFaults(), DatabaseFaults()
        stage.network.slowest, stage.network.longest_unnoticed = 0.02, 0.5

    async def run(self) -> None:
        """Cause one fault after the other, and some at the same time."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self.seconds
        troubles: dict[str, Callable[[], Awaitable[None]]] = {
            "kill": self._kill,
            "pause": self._pause,
            "restart": self._restart,
            "cut": self._cut,
            "redis killed": self._kill_redis,
            "redis hangs": self._hang_redis,
            "database restarts": self._restart_database,
            "forged": self._forge,
        }
        under_way: list[asyncio.Task[Any]] = []
        while loop.time() < end:
            await asyncio.sleep(self._chance.uniform(0.0, 2 * self._every))
            if self._kinds:
                under_way.append(loop.create_task(troubles[self._chance.choice(self._kinds)]()))  # type: ignore[arg-type]
        await asyncio.gather(*under_way)

    def _victim(self) -> Member | None:
        up = [one for one in self._stage.members if one.is_up and not one.process.is_paused]
        return self._chance.choice(up) if up else None

    async def _kill(self) -> None:
        if (member := self._victim()) is not None:
            self._stage.note(member.name, "is killed")
            member.kill()
            await asyncio.sleep(self._chance.uniform(0.1, 5.0))
            self._stage.note(member.name, "is started")
            member.start()

    async def _pause(self) -> None:
        if (member := self._victim()) is not None:
            self._stage.note(member.name, "is paused")
            process = member.process
            member.pause()
            await asyncio.sleep(self._chance.uniform(0.1, 8.0))
            self._stage.note(member.name, "goes on")
            if member.process is process:
                member.go_on()

    async def _restart(self) -> None:
        if (member := self._victim()) is not None:
            self._stage.note(member.name, "is stopped")
            loop = self._stage.network.loop
            stopping = loop.spawn(member.process, member.stop())
            await asyncio.wait([stopping], timeout=15.0)
            member.kill()
            self._stage.note(member.name, "is started")
            member.start()

    async def _cut(self) -> None:
        if links := self._stage.links():
            self._stage.note("network", "cuts a connection")
            self._chance.choice(links).cut()

    async def _kill_redis(self) -> None:
        self._stage.note("redis", "is killed")
        self._stage.redis.stop()
        await asyncio.sleep(self._chance.uniform(0.1, 4.0))
        self._stage.redis.start()
        self._stage.note("redis", "is started")

    async def _hang_redis(self) -> None:
        self._stage.note("redis", "hangs")
        self._stage.redis.hangs = True
        await asyncio.sleep(self._chance.uniform(0.1, 4.0))
        self._stage.redis.hangs = False
        self._stage.note("redis", "answers again")

    async def _restart_database(self) -> None:
        if not self._stage.postgres.is_away:
            self._stage.note("database", "is killed")
            self._stage.postgres.stop()
            await asyncio.sleep(self._chance.uniform(0.1, 3.0))
            self._stage.postgres.start()
            self._stage.note("database", "is started")

    async def _forge(self) -> None:
        """Send a message as someone would who reaches Redis, but not the database."""
        redis = self._stage.redis
        if redis.published and self._chance.random() < 0.4:
            channel, data = self._chance.choice(redis.published)
            self._stage.note("forger", "sends an old message again")
        else:
            channels = sorted({channel for one in redis.subscribers for channel in one.channels})
            if not channels:
                return
            channel, data = self._chance.choice(channels), self._forged()
            self._stage.note("forger", "sends a forged message")
        redis.publish(channel, data)

    def _forged(self) -> bytes:
        """A message without the right seal, whose rows fit the log exactly."""
        rows = [row for id in sorted(self._stage.judge.tables) if (row := self._next_row(id)) is not None]
        message: Message
        if not rows or self._chance.random() < 0.2:
            message = Reached("f" * 8, next(iter(self._stage.judge.tables)), 10_000)
        else:
            message = Committed("f" * 8, rows)
        return self._chance.randbytes(SEAL_BYTES) + msgspec.msgpack.encode(message)

    def _next_row(self, id: str) -> LogRow | None:
        """An entry that could be next, with the fingerprint of the position that it would lead to."""
        draft = self._stage.judge.tables[id].room.copy()
        if draft.table is None or draft.turn is None:
            return None
        move = Move(draft.turn, self._chance.choice(draft.table.legal()), "person")
        frame = draft.apply(Entry(draft.seq + 1, move, draft.moved_at))
        return row_of(id, Entry(draft.seq, move, draft.moved_at, frame.fingerprint))
