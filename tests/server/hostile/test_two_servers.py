"""Two servers on one PostgreSQL: with a bus they share it, without one the second is refused."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from scripts.serving import RedisProcess

from knockroll.commands import main as knockroll
from knockroll.server.errors import Refusal
from knockroll.server.settings import Settings
from knockroll.server.storage import advisory_lock
from knockroll.server.storage.advisory_lock import AdvisoryLock
from knockroll.server.storage.backends import database_at
from knockroll.server.storage.store import Store
from knockroll.server.tables import hall as halls_module
from knockroll.server.tables.hall import Hall
from tests.server.cluster.halls import PLAN, halls, listen, move, open_table, run, until

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


@pytest.fixture(autouse=True)
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advisory_lock, "PATIENCE", 0.2)
    monkeypatch.setattr(halls_module, "LOCK_SECONDS", 0.02)


@contextmanager
def another_server(database: str, shared: bool = False) -> Iterator[None]:
    found = database_at(Settings(database=database).database_url)
    lock = found.lock(shared)
    try:
        yield
    finally:
        lock.release()
        found.dispose()


def serve(database: str, *more: str) -> int:
    return knockroll(["serve", "--no-browser", "--no-prepare", "--port", "0", "--database", database, *more])


def test_a_second_server_without_a_bus_says_what_to_do(
    database: str, redis: RedisProcess, capfd: pytest.CaptureFixture[str]
) -> None:
    with another_server(database):
        assert serve(database) != 0
        assert "is using the database" in (said := capfd.readouterr().err)
        assert "start both with --bus redis://" in said and "Traceback" not in said
        assert serve(database, "--bus", redis.url) != 0
        assert "without --bus; stop it, and start it with --bus too" in capfd.readouterr().err
    with another_server(database, shared=True):
        assert serve(database) != 0
        assert "start both with --bus redis://" in capfd.readouterr().err


def test_servers_with_a_bus_share_the_database(database: str, redis: RedisProcess) -> None:
    async def main() -> None:
        async with halls(database, 2, bus=redis.url):
            pass
        with another_server(database):
            pass  # they have left it

    run(main)


def cut(database: str) -> None:
    """End all connections to a database, as a restart of PostgreSQL does."""
    address, name = database.rsplit("/", 1)
    with psycopg.connect(f"{address}/postgres", autocommit=True) as connection:
        connection.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))


async def open_alone(database: str) -> Hall:
    settings = Settings(database=database)
    hall = Hall(Store(settings.database_url), settings)
    await hall.open()
    return hall


def test_a_server_whose_connection_was_lost_takes_the_lock_again(database: str) -> None:
    async def main() -> None:
        hall = await open_alone(database)
        lock = hall._lock
        assert isinstance(lock, AdvisoryLock)
        before = lock._connection
        await asyncio.to_thread(cut, database)
        await until(lambda: lock._connection not in (None, before))
        with pytest.raises(Exception, match="another server is using"):
            database_at(Settings(database=database).database_url).lock()
        assert (await hall.create(PLAN, "somebody")).room.seq == 0
        await hall.close()

    run(main)


def test_a_server_that_has_lost_its_database_to_another_serves_nothing_until_it_has_it_again(database: str) -> None:
    async def main() -> None:
        hall = await open_alone(database)
        live = await open_table(hall, "Ann", "Bob")
        paper, lock = await listen(live), hall._lock
        assert isinstance(lock, AdvisoryLock)
        connect = lock._connect
        lock._connect = _away  # type: ignore[method-assign]
        await asyncio.to_thread(cut, database)
        await until(lambda: lock._connection is None)
        with another_server(database):
            lock._connect = connect  # type: ignore[method-assign]
            await until(lambda: hall._is_locked_out)
            assert paper.closed == "another server has taken over"
            for asked in (hall.find(live.room.id), hall.create(PLAN, "somebody")):
                with pytest.raises(Refusal, match="another server is using the database") as refused:
                    await asked
                assert refused.value.code.value == "unavailable" and refused.value.retry_after
        await until(lambda: not hall._is_locked_out)
        again = await hall.find(live.room.id)
        assert again is not live and await move(again, again.room.seq) == "made"
        await hall.close()

    run(main)


def _away() -> psycopg.Connection:
    raise OSError("the database does not respond")
