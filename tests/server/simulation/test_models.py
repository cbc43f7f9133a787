"""The models behave like PostgreSQL and Redis: both get the same commands, and their answers are compared."""

from __future__ import annotations

import asyncio
import random
from typing import Any, cast

import pytest
import sqlalchemy as sa
from redis.asyncio import Redis
from scripts.serving import RedisProcess

from knockroll.server.settings import Settings
from knockroll.server.storage import queries
from knockroll.server.storage.backends import database_at
from knockroll.server.storage.database import Database
from knockroll.server.storage.migrations import upgrade
from knockroll.server.storage.rows import LogRow, Snapshot, SnapshotFilter, Status, WriteBatch
from tests.server.simulation.loop import Chances
from tests.server.simulation.postgresql import QUERIES, Postgres, Refused
from tests.server.simulation.redis_model import ModelRedis, RedisServer

ROOMS = ("ann", "bob", "cleo")
STEPS = 120


class Twins:
    """A real database and the model."""

    def __init__(self, database: Database, seed: int) -> None:
        self.chance = random.Random(seed)
        self.refused = 0
        self._database = database
        self.model = Postgres(cast(Any, None), Chances("models"), lambda rows: None)

    def commit(self, batch: WriteBatch) -> None:
        """Commit to both; either both or neither must refuse."""
        outcomes = []
        for commit, refusal in ((self._database.commit, sa.exc.IntegrityError), (self.model.commit, Refused)):
            try:
                commit(batch)
                outcomes.append("committed")
            except refusal:
                outcomes.append("refused")
        assert outcomes[0] == outcomes[1], batch
        self.refused += outcomes[0] == "refused"

    def ask(self, name: str, *args: Any) -> None:
        """Run a query on both."""
        with self._database.engine.begin() as connection:
            real = getattr(queries, name)(connection, *args)
        modelled = QUERIES[name](self.model, *args)
        if name == "take_due":  # in any order
            real, modelled = sorted(real), sorted(modelled)
        assert modelled == real, name

    def batch(self) -> WriteBatch:
        """Rows that can be committed, or are only slightly wrong."""
        chance = self.chance
        batch = WriteBatch([], [], [], [])
        for room in chance.sample(ROOMS, chance.choice((1, 1, 2))):
            known = len(self.model.log.get(room, ()))
            if chance.random() < 0.15 or (room not in self.model.rooms and chance.random() < 0.7):
                batch.rooms.append(_room(room, chance.random()))
            first = known + chance.choice((1, 1, 1, 1, 1, 0, 2))
            count = chance.randrange(4)
            batch.log.extend(_row(room, seq, chance.random()) for seq in range(max(1, first), first + count))
            if chance.random() < 0.4 and (room in self.model.rooms or batch.rooms):
                status = chance.choice(list(Status)).value
                state = {"b_id": room, "status": status, "people": chance.randrange(2), "changed": chance.random()}
                batch.states.append(state)
            if chance.random() < 0.3 and room in self.model.rooms:
                batch.snapshots.append({"room": room, **_snapshot(first, chance.choice(("1", "2")))._asdict()})
        return batch


def _room(id: str, created: float) -> dict[str, Any]:
    return {
        "id": id,
        "game": "farkle",
        "plan": "{}",
        "secret": id.encode(),
        "public": True,
        "created": created,
        "status": Status.OPEN.value,
        "changed": created,
        "people": 0,
        "visited": False,
        "look_at": created,
    }


def _row(room: str, seq: int, at: float) -> LogRow:
    return LogRow(room, seq, "move", '{"seat": 0}', at, seq if seq % 2 else None)


def _snapshot(seq: int, rules: str) -> Snapshot:
    return Snapshot(seq, 1, rules, "data", b"seal")


@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_the_model_of_postgresql_answers_as_postgresql_does(database: str) -> None:
    real = database_at(Settings(database=database).database_url)
    try:
        upgrade(real)
        twins = Twins(real, seed=1)
        chance = twins.chance
        for _ in range(STEPS):
            twins.commit(twins.batch())
            room, time = chance.choice(ROOMS), chance.random()
            some = sorted(chance.sample(ROOMS, 2))
            asked: dict[str, tuple[Any, ...]] = {
                "load_room": (room, SnapshotFilter(1, lambda game: "1", 2)),
                "log_after": (room, chance.randrange(9)),
                "logs_after": ({one: chance.randrange(9) for one in some},),
                "last_numbers": (some,),
                "waiting": (some,),
                "count_waiting": (),
                "forgotten": (time, "bob", 2),
                "take_due": (time, time + 0.2, 5),
                "look_later": ({one: chance.random() for one in some},),
                "look_no_more": (some,),
            }
            for name in chance.sample(sorted(asked), 4):
                twins.ask(name, *asked[name])
            if chance.random() < 0.05 and room in twins.model.rooms:
                twins.ask("keep_snapshot", room, _snapshot(1, "1"))
        assert twins.refused > STEPS // 10
        assert sum(map(len, twins.model.log.values())) > STEPS // 10
        assert {*asked, "keep_snapshot", "bus_identity", "old"} == set(QUERIES)
    finally:
        real.dispose()


def test_the_model_of_redis_answers_as_redis_does(redis: RedisProcess) -> None:
    asyncio.run(_compare_redis(redis.url))


async def _compare_redis(url: str) -> None:
    real = Redis.from_url(url)
    model = ModelRedis(RedisServer(asyncio.get_running_loop(), Chances("models")))
    chance = random.Random(1)
    keys, members = ("a", "b"), ("x", "y", "z")
    for _ in range(100):
        pipes = [real.pipeline(transaction=False), model.pipeline(transaction=False)]
        for _ in range(chance.randrange(1, 5)):
            key, member, score = chance.choice(keys), chance.choice(members), chance.randrange(5)
            command = chance.choice(("zadd", "zrem", "by score", "newest", "hset", "hdel"))
            for pipe in cast(list[Any], pipes):
                if command == "zadd":
                    pipe.zadd(key, {member: score})
                elif command == "zrem":
                    pipe.zrem(key, member)
                elif command == "by score":
                    pipe.zrange(key, score, "+inf", byscore=True, withscores=True)
                elif command == "newest":
                    pipe.zrange(key, 0, 0, desc=True, withscores=True)
                elif command == "hset":
                    pipe.hset(f"hash {key}", member, b"%d" % score)
                else:
                    pipe.hdel(f"hash {key}", member)
        answers = [[one for one in await cast(Any, pipe).execute() if isinstance(one, list)] for pipe in pipes]
        assert answers[0] == answers[1]
        for key in keys:
            assert await model.hgetall(f"hash {key}") == await real.hgetall(f"hash {key}")
    await _compare_channels(real, model)
    await real.aclose()


async def _compare_channels(real: Redis, model: ModelRedis) -> None:
    clients: list[Any] = [real, model]
    for one in clients:
        async with one.pubsub(ignore_subscribe_messages=True) as pubsub:
            await pubsub.subscribe("all", "me")
            pipe = one.pipeline(transaction=False)
            for channel in ("me", "somebody else", "all"):
                pipe.publish(channel, f"to {channel}".encode())
            await pipe.execute()
            heard: set[bytes] = set()
            while len(heard) < 2:
                if (message := await pubsub.get_message(timeout=1.0)) is not None:
                    heard.add(message["data"])
            assert heard == {b"to me", b"to all"}
