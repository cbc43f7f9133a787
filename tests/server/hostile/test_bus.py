"""Redis in the wrong hands: no message makes a server show or save anything that is not in the log."""

from __future__ import annotations

import msgspec
import psycopg
import pytest
import sqlalchemy as sa
from scripts.serving import RedisProcess

from knockroll.server import metrics
from knockroll.server.cluster.bus import ALL, Beat, Bus, Committed, Message, Said
from knockroll.server.errors import Refusal
from knockroll.server.storage.queries import BusIdentity, bus_identity
from knockroll.server.storage.rows import LogRow
from knockroll.server.storage.schema import LOG
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.live_room import LiveRoom
from tests.server.cluster.halls import Paper, halls, listen, move, open_hall, open_table, run, until

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


def bus_of(hall: Hall) -> Bus:
    bus: Bus = hall.peers._bus  # type: ignore[attr-defined]
    return bus


async def publish(hall: Hall, message: Message, seal: bytes | None = None) -> None:
    """Send a message on the channel of all processes; without a seal, with that of a process."""
    bus = bus_of(hall)
    encoded = msgspec.msgpack.encode(message)
    await bus._redis.publish(bus._channel(ALL), (bus.seal(encoded) if seal is None else seal) + encoded)


def heard() -> int:
    return metrics.BUS_MESSAGES.values.get("heard", 0)


async def unaffected(hall: Hall, live: LiveRoom, paper: Paper) -> None:
    """Check that play goes on where it was, no other message arrived, and the log has no hole."""
    assert paper.numbers == [*range(4, live.room.seq + 1)]
    assert await move(live, live.room.seq) == "made"
    assert hall.rooms[live.room.id] is live and not live.has_left and paper.closed is None
    seqs = await hall.store.run(lambda connection: list(connection.execute(sa.select(LOG.c.seq)).scalars()))
    assert sorted(seqs) == [*range(1, live.room.seq + 1)]
    assert hall.peers.bus == "ok"


def forged(live: LiveRoom, kind: str = "lock", data: str = '{"locked":true}', mark: int | None = None) -> Committed:
    return Committed("somebody", [LogRow(live.room.id, live.room.seq + 1, kind, data, 1.0, mark)])


@pytest.mark.parametrize("seal", [b"", bytes(16), b"x" * 5_000_000])
def test_a_message_of_a_stranger_is_dropped(database: str, redis: RedisProcess, seal: bytes) -> None:
    """Even a message that a process could have sent; a stranger's heartbeat does not make the bus seem up."""

    async def main() -> None:
        async with halls(database, 1, bus=redis.url) as (hall,):
            live = await open_table(hall, "Ann", "Bob")
            paper = await listen(live)
            refused = metrics.BUS_MESSAGES.values.get("refused", 0)
            for message in (forged(live), Said("somebody", live.room.id, 0, "hello"), Beat(bus_of(hall).me)):
                await publish(hall, message, seal)
            await until(lambda: metrics.BUS_MESSAGES.values.get("refused", 0) == refused + 3)
            assert not any(message["type"] == "reaction" for message in paper.messages)
            await unaffected(hall, live, paper)

    run(main)


@pytest.mark.parametrize(
    ("kind", "data", "mark"),
    [
        ("lock", '{"locked":true}', None),
        ("lock", '{"locked":true}', 12345),
        ("move", '{"seat":0,"move":"draw stock","by":"person"}', None),
        ("move", '{"seat":0,"move":"draw stock","by":"person"}', 12345),
        ("move", '{"seat":0}', 12345),
        ("from tomorrow", "{}", 12345),
        ("from tomorrow", "{}", None),
    ],
)
def test_a_row_that_does_not_fit_is_looked_up_in_the_log(
    database: str, redis: RedisProcess, kind: str, data: str, mark: int | None
) -> None:
    """Even with a valid seal: it may be from another version, or from a process with a fault."""

    async def main() -> None:
        async with halls(database, 1, bus=redis.url) as (hall,):
            live = await open_table(hall, "Ann", "Bob")
            paper, before = await listen(live), heard()
            await publish(hall, forged(live, kind, data, mark))
            await until(lambda: heard() > before)
            await live.catch_up()
            await unaffected(hall, live, paper)

    run(main)


def test_a_copy_of_the_database_on_the_same_bus_harms_nothing(database: str, redis: RedisProcess) -> None:
    """The copy has the same tables with the same secrets, so moves made there would fit the original."""

    async def main() -> None:
        hall = await open_hall(database, bus=redis.url)
        live = await open_table(hall, "Ann", "Bob")
        id = live.room.id
        await hall.close()
        address, name = database.rsplit("/", 1)
        with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}_copy TEMPLATE {name}".encode())
        hall, twin = [await open_hall(url, bus=redis.url) for url in (database, f"{database}_copy")]
        await until(lambda: hall.peers.bus == twin.peers.bus == "ok")
        live, other = await hall.find(id), await twin.find(id)
        paper = await listen(live)
        assert await move(other, other.room.seq) == "made"
        other.attendance.react(other.room.seats[0], "hello")
        await publish(twin, Said("somebody", id, 0, "hello"))
        await publish(hall, Said("somebody", id, 1, "hello"))  # what was sent before has arrived by then
        await until(lambda: any(message["type"] == "reaction" for message in paper.messages))
        assert [message["seat"] for message in paper.messages if message["type"] == "reaction"] == [1]
        assert not live.attendance.online_at_peers and not live.processes
        await unaffected(hall, live, paper)
        for one in (hall, twin):
            await one.close()

    run(main)


def test_a_server_that_was_copied_to_the_byte_has_another_name(database: str, redis: RedisProcess) -> None:
    """The name depends on when PostgreSQL was started, so it changes with a restart; processes follow."""

    async def main() -> None:
        async with halls(database, bus=redis.url) as opened:
            identity = await opened[0].store.run(bus_identity)
            assert identity == await opened[1].store.run(bus_identity)
            first = await open_table(opened[0], "Ann", "Bob")
            second = await opened[1].find(first.room.id)
            paper = await listen(second)
            restarted = BusIdentity(identity.name + b" later", identity.key)
            for hall in opened:
                before = bus_of(hall).name
                bus_of(hall).use(restarted)
                assert bus_of(hall).name != before and hall.peers.bus == "away"
            await until(lambda: all(hall.peers.bus == "ok" for hall in opened))
            assert await move(first, first.room.seq) == "made"
            await until(lambda: paper.numbers == [4])

    run(main)


def test_a_table_that_a_newer_version_has_played_on_waits_for_the_upgrade(database: str, redis: RedisProcess) -> None:
    """The old process cannot show that table; all its other tables go on, and the bus stays up."""

    async def main() -> None:
        async with halls(database, 1, bus=redis.url) as (hall,):
            live = await open_table(hall, "Ann", "Bob")
            paper, other = await listen(live), await open_table(hall, "Cyd", "Dan")
            row = forged(live, "from tomorrow", "{}").rows[0]
            await hall.store.run(lambda connection: connection.execute(sa.insert(LOG), row._asdict()))
            await publish(hall, Committed("somebody", [row]))
            await until(lambda: paper.closed is not None)
            with pytest.raises(Refusal, match="a newer version of the server has this table") as refused:
                await hall.find(live.room.id)
            assert refused.value.code.value == "unavailable" and refused.value.retry_after
            assert await move(other, other.room.seq) == "made" and hall.peers.bus == "ok"
            await hall.peers.poll()  # type: ignore[attr-defined]

    run(main)
