"""Trouble for an SQLite database: a full disk, a lock of another program, a second server."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.helpers import wait_until
from tests.server.hostile.attacked import Attacked
from tests.server.hostile.conftest import Start
from tests.server.hostile.tools import SOON, connected, post

MOST_WAL_BYTES = 18 << 20
NEW_TABLE = {"game": "thirty_one"}


@contextmanager
def locked(database: Path, server: Attacked) -> Iterator[None]:
    """Another program holds a write lock on the database, while a client makes a request that has to be saved."""
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    try:
        with connected(server.port) as waiting:
            waiting.sendall(post("/api/tables", json.dumps(NEW_TABLE).encode()))
            yield
    finally:
        connection.execute("ROLLBACK")
        connection.close()


# --- 5. The write-ahead log ----------------------------------------------------------------------------------------


def test_the_write_ahead_log_stays_small_while_tables_are_created(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path / "db").wait()
    wal = tmp_path / "db-wal"
    for _ in range(1500):
        server.http.post("/api/tables", json=NEW_TABLE).raise_for_status()
        if wal.stat().st_size > MOST_WAL_BYTES:
            break
    assert wal.stat().st_size <= MOST_WAL_BYTES


# --- 9. Two servers ------------------------------------------------------------------------------------------------


def test_a_second_server_on_the_same_database_is_refused(start: Start, tmp_path: Path) -> None:
    first = start(tmp_path / "db").wait()
    second = start(tmp_path / "db", switches=[])
    wait_until(lambda: not second.process.is_alive() or second.answers())
    assert not second.process.is_alive()
    assert second.process.exitcode == 1
    assert str(tmp_path / "db") in second.said and "another server" in second.said
    assert "Traceback" not in second.said
    first.stop()
    start(tmp_path / "db").wait()  # a killed server holds no lock


# --- 11. Locks, full disks, and ending -----------------------------------------------------------------------------


def test_a_foreign_lock_holds_up_only_what_must_be_saved(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path / "db").wait()
    with locked(tmp_path / "db", server):
        for path in ("/api/games", "/api/health", "/api/games"):
            assert server.answers(path), path


def test_a_server_on_a_full_disk_is_alive_but_not_ready(start: Start) -> None:
    server = start().wait()
    assert server.http.get("/api/ready").status_code == 200
    with server.full_disk():
        answer = server.http.get("/api/ready")
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
        assert int(answer.headers["retry-after"]) >= 1
        assert server.http.get("/api/health").status_code == 200
    wait_until(lambda: server.http.get("/api/ready").status_code == 200)
    server.open()


def test_a_server_with_a_locked_database_ends_when_it_is_asked_to(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path / "db").wait()
    with locked(tmp_path / "db", server):
        server.terminate()
        assert server.ended(3 * SOON)
