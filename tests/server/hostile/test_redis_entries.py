"""Odd entries in Redis, which anyone who reaches it can write, are ignored and stop nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from scripts.serving import RedisProcess

from knockroll.server.edge.rate_limits import ClientLimits
from knockroll.server.settings import Limits
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.seats import Seat
from tests.server.cluster.halls import halls, listen, open_table, run, until

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)
BOB = Seat("person", token="Bob")


def redis_of(hall: Hall) -> tuple[Any, Any]:
    bus = hall.peers._bus  # type: ignore[attr-defined]
    return bus._redis, bus.key


@pytest.mark.parametrize("odd", [b"nocolon", b"a:b:c", b"\xff\xfe", b""])
def test_an_odd_entry_does_not_end_presence(database: str, redis: RedisProcess, odd: bytes) -> None:
    async def main() -> None:
        async with halls(database, bus=redis.url) as opened:
            first = await open_table(opened[0], "Ann", "Bob")
            server, key = redis_of(opened[0])
            await server.zadd(key("people", first.room.id), {odd: 1e12})
            second = await opened[1].find(first.room.id)
            await listen(first, "Ann")
            await listen(second, "Bob")
            await until(lambda: first.attendance.is_online(BOB))
            for listener in list(second.listeners):
                second.detach(listener)
            await until(lambda: not first.attendance.is_online(BOB))
            assert all(hall.tasks.failing == [] and hall.peers.bus == "ok" for hall in opened)

    run(main)


def test_entries_of_the_wrong_type_do_not_take_the_bus_down(database: str, redis: RedisProcess) -> None:
    """They keep no one from connecting, either: each process then counts for itself."""

    async def main() -> None:
        limits = Limits()
        async with halls(database, 1, bus=redis.url, limits=limits) as (hall,):
            server, key = redis_of(hall)
            client = "192.0.2.1"
            for name in (f"limit:requests:{client}", f"notes:connections:{client}"):
                await server.set(key(name), "not what belongs here")
            await server.hset(
                key("notes", "bots"), mapping={"peer": b"{", b"\xff": b"[1, 2]", "other": b'[1e12, ["x"]]'}
            )
            await server.hset(
                key("notes", "open_tables:ann"), mapping={"peer": b'[1e12, "many"]', "other": b"[1e12, 3]"}
            )
            counts = ClientLimits(limits)
            counts.peers = hall.peers
            await counts.request(client)
            await counts.connect(client)
            assert await hall.peers.bots() == []
            assert await hall.peers.count("open_tables", "ann", 1) == 3
            assert hall.peers.bus == "ok"

    run(main)


def test_a_task_that_fails_is_restarted_and_goes_on(
    database: str, redis: RedisProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with halls(database, bus=redis.url) as opened:
            first = await open_table(opened[0], "Ann", "Bob")
            second = await opened[1].find(first.room.id)
            presence = opened[0].peers._presence  # type: ignore[attr-defined]
            failed = asyncio.Event()

            async def fail(rooms: object) -> bool:
                monkeypatch.undo()
                failed.set()
                raise ValueError("something that no one thought of")

            monkeypatch.setattr(presence, "read", fail)
            await listen(second, "Bob")
            await failed.wait()
            await until(lambda: opened[0].tasks.failing == ["presence"])
            await listen(first, "Ann")
            await until(lambda: first.attendance.is_online(BOB))

    run(main)
