"""Acknowledged moves are kept, even if servers are killed or databases fail."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from scripts.serving import ServerProcess

import knockroll
from knockroll.client import AsyncClient, AsyncRemoteSeat, ServerError
from knockroll.server.settings import Settings
from knockroll.server.storage.backends import database_at
from knockroll.server.storage.migrations import upgrade
from knockroll.server.storage.rows import Status
from knockroll.server.storage.schema import METADATA
from knockroll.server.storage.sqlite import Sqlite
from knockroll.server.storage.store import Store
from knockroll.server.tables.entries import Away, Entry, Move, entry_of
from knockroll.server.tables.entries import row_of as log_row
from knockroll.server.tables.loading import row_of
from knockroll.server.tables.room import Plan, Room
from tests import seeded
from tests.server.helpers import PATIENCE, Served, serving, wait_until

TABLES = 6
KILLS = 3


class _Player:
    """Plays random moves over a WebSocket, through all kills, and remembers what was acknowledged."""

    def __init__(self, seat: AsyncRemoteSeat, seed: int) -> None:
        self.seat = seat
        self.rng = random.Random(seed)
        self.events: dict[int, Any] = {}
        self.acknowledged: dict[int, str] = {}

    async def play(self) -> None:
        view: Any = None
        async for message in self.seat.messages():
            if message["type"] == "event":
                assert message["seq"] not in self.events, "an event was told twice"
                self.events[message["seq"]] = message
                if message.get("by") == "person" and message["seat"] == view["seat"]:
                    self.acknowledged[message["seq"]] = message["move"]
            view = message.get("view") or view
            if message["type"] in ("hello", "event") and view and view["legal"]:
                seq = message["table"]["seq"] if message["type"] == "hello" else message["seq"]
                if message["type"] == "hello" and message["seq"] != seq:
                    continue  # more events come first
                socket = self.seat._socket
                move = {"type": "move", "move": self.rng.choice(view["legal"]), "seq": seq}
                try:
                    await socket.send(json.dumps(move))
                except Exception:
                    continue  # killed in between; the next hello tells


async def _acknowledge_more(players: list[_Player], moves: int) -> None:
    """Wait until the server has acknowledged some more moves."""
    wanted = sum(len(player.acknowledged) for player in players) + moves
    async with asyncio.timeout(2 * PATIENCE):
        while sum(len(player.acknowledged) for player in players) < wanted:
            await asyncio.sleep(0.05)


async def _play_through_kills(server: ServerProcess) -> list[_Player]:
    async with AsyncClient(server.url, timeout=PATIENCE) as client:
        players = []
        for number in range(TABLES):
            table = await client.create("thirty_one", seats=["person", "person"], options={"strikes": 20})
            players += [_Player(await table.sit(name), number * 2 + i) for i, name in enumerate(("Ann", "Bob"))]
        tasks = [asyncio.create_task(player.play()) for player in players]
        rng = random.Random(5)
        for _ in range(KILLS):
            await _acknowledge_more(players, 60)
            await asyncio.sleep(rng.random() * 0.05)
            server.kill()
            await asyncio.to_thread(server.start)
        await _acknowledge_more(players, 60)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert all(task.cancelled() for task in tasks), [task for task in tasks if not task.cancelled()]
        return players


def test_kill_9_loses_no_acknowledged_move_and_duplicates_none(database: str, tmp_path: Path, deals: Path) -> None:
    log = tmp_path / "log"
    with ServerProcess(database, log, command=seeded.command(deals)) as server:
        players = asyncio.run(_play_through_kills(server))
        assert sum(len(player.acknowledged) for player in players) >= 60 * (KILLS + 1)
        for player in players:
            numbers = sorted(player.events)
            assert numbers == list(range(numbers[0], numbers[-1] + 1)), "a client missed an event"
        asyncio.run(_compare_with_the_store(database, players))
    assert "Traceback" not in log.read_text()


async def _compare_with_the_store(database: str, players: list[_Player]) -> None:
    store = Store(Settings(database=database).database_url)
    await store.open()
    for player in players:
        stored = await store.load(player.seat.id)
        assert stored is not None
        assert [row.seq for row in stored.log] == list(range(1, len(stored.log) + 1))
        entries = [entry_of(row) for row in stored.log]
        moves = {entry.seq: entry.change.move for entry in entries if isinstance(entry.change, Move)}
        for seq, move in player.acknowledged.items():
            assert moves[seq] == move, "an acknowledged move was lost"
        for seq, event in player.events.items():
            if event["kind"] == "move":
                assert moves[seq] == event["move"], "somebody was told of a move that was lost"
    await store.close()


def test_a_commit_that_fails_changes_nothing(tmp_path: Path) -> None:
    with serving(str(tmp_path / "db")) as served:
        people = served.seated("Ann", "Bob")
        position = people[0].get("/view")
        mover = people[position["view"]["turn"]]
        assert served.server is not None and served.server.tables.hall is not None
        database = served.server.tables.hall.store.database
        works = database.write

        def fails(connection: Any, batch: Any) -> None:
            raise OSError("the disk is full")

        with mover.live() as socket:
            socket.receive("hello")
            database.write = fails  # type: ignore[method-assign]
            assert mover.refused("/moves", {"move": "draw stock", "seq": position["seq"]}) == "unavailable"
            database.write = works  # type: ignore[method-assign]
        after = mover.get("/view")
        assert after["seq"] == position["seq"] and after["view"]["phase"] == position["view"]["phase"]
        mover.post("/moves", {"move": "draw stock", "seq": position["seq"]})


def test_moves_of_many_tables_share_commits(tmp_path: Path) -> None:
    async def main() -> tuple[int, int]:
        store = Store(f"sqlite:///{tmp_path / 'db'}")
        await store.open()
        plan = Plan("thirty_one", None, {}, (None, None), False, 0, None, 60, "Random")
        rooms = [f"{number:016d}" for number in range(50)]
        await asyncio.gather(*[store.create(row_of(Room(room, plan, b"\0" * 32))) for room in rooms])
        commits = 0
        works = store.database.write

        def counts(connection: Any, batch: Any) -> None:
            nonlocal commits
            commits += 1
            works(connection, batch)

        store.database.write = counts  # type: ignore[method-assign]
        done: list[Exception | None] = []
        for room in rooms:
            store.append([log_row(room, Entry(1, Away(0), 1.0))], None, done.append)
        # the same number again: another process must have written it; only this one write may fail
        store.append([log_row(rooms[3], Entry(1, Away(0), 1.0))], None, done.append)
        while len(done) < 51:
            await asyncio.sleep(0.01)
        await store.close()
        return commits, sum(error is not None for error in done)

    commits, failures = asyncio.run(main())
    assert failures == 1
    assert commits <= 53


def test_everybody_is_told_of_a_commit_before_any_table_goes_on(tmp_path: Path) -> None:
    async def main() -> list[str]:
        store = Store(f"sqlite:///{tmp_path / 'db'}")
        await store.open()
        plan = Plan("thirty_one", None, {}, (None, None), False, 0, None, 60, "Random")
        rooms = [f"{number:016d}" for number in range(3)]
        await asyncio.gather(*[store.create(row_of(Room(room, plan, b"\0" * 32))) for room in rooms])
        happened: list[str] = []

        def write(room: str) -> None:
            def done(error: Exception | None) -> None:
                happened.append("refused" if error else "done")

            store.append([log_row(room, Entry(1, Away(0), 1.0))], None, done, send=lambda: happened.append("sent"))

        for room in rooms:
            write(room)
        write(rooms[0])  # another process has written this number: nobody is told of it
        while len(happened) < 7:
            await asyncio.sleep(0.01)
        await store.close()
        return happened

    happened = asyncio.run(main())
    assert happened[:3] == ["sent"] * 3 and sorted(happened[3:]) == ["done"] * 3 + ["refused"]


def test_migrations_lead_to_the_schema(database: str) -> None:
    found = database_at(Settings(database=database).database_url)
    upgrade(found)
    upgrade(found)  # an up-to-date database stays as it is
    with found.engine.connect() as connection:
        assert _differences(connection) == []
        keys = sa.inspect(connection).get_foreign_keys("log")
        assert len(keys) == isinstance(found, Sqlite)
    found.dispose()


def _differences(connection: sa.Connection) -> list[Any]:
    """What else there should be. Alembic does not know that a foreign key is for SQLite alone."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    def is_compared(what: Any, name: str | None, kind: str, reflected: bool, other: object) -> bool:
        is_for_sqlite = kind == "foreign_key_constraint" and not reflected and what.table.name == "log"
        return not is_for_sqlite or connection.dialect.name == "sqlite"

    options = {"include_object": is_compared}
    return list(compare_metadata(MigrationContext.configure(connection, opts=options), METADATA))


def test_sqlite_flushes_every_commit(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    with store.database.engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2  # FULL
    store.database.dispose()


def test_connections_that_read_sqlite_keep_few_pages_in_memory(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'db'}")
    upgrade(store.database)
    pool = store.database.engine.pool
    assert isinstance(pool, sa.QueuePool)
    connections = [store.database.engine.connect() for _ in range(pool.size())]
    kib = [-connection.execute(sa.text("PRAGMA cache_size")).scalar_one() for connection in connections]
    assert 0 < sum(kib) <= 1500
    for connection in connections:
        connection.close()
    store.database.dispose()


def test_a_client_learns_that_the_server_has_gone(tmp_path: Path) -> None:
    with serving(str(tmp_path / "db")) as served:
        ann = served.open(people=1, computers=1).sit("Ann")
        with ann.live() as socket:
            socket.receive("hello")
            assert served.server is not None
            served.server.should_exit = True
            wait_until(lambda: socket.socket.close_code is not None or _drain(socket))
            assert socket.socket.close_code in (1001, 1012)


def _drain(socket: Any) -> bool:
    try:
        socket.socket.recv(timeout=0.05)
    except TimeoutError:
        return False
    except Exception:
        return True
    return False


def test_statuses_are_those_of_the_room(served: Served) -> None:
    table = served.open(people=0, computers=2, options={"strikes": 1}, public=True)
    wait_until(lambda: table.table["status"] == Status.OVER)
    assert served.http.get("/api/tables").json()["tables"] == []
    assert knockroll.Table.replay(table.get("/record")).result is not None


def test_an_unknown_server_is_an_error_with_a_code(served: Served) -> None:
    async def main() -> None:
        async with AsyncClient(served.url) as server:
            await server.table("0000000000000000").info()

    with pytest.raises(ServerError) as error:
        asyncio.run(main())
    assert error.value.code == "unknown_table"
