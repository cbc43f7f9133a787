"""Tables that no one looks at: which are closed, and which must not be."""

from __future__ import annotations

import json
import sqlite3
import time
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.server.helpers import PATIENCE, Visitor, wait_until
from tests.server.hostile.attacked import Attacked
from tests.server.hostile.conftest import Start
from tests.server.hostile.old_database import changing

HASTY = {"idle_close_seconds": 1.5, "idle_unload_seconds": 0.3, "sweep_seconds": 0.1}
WATCHED = 100
"""As many tables as one sweep looks at."""


def status(server: Attacked, id: str) -> str:
    """The status of a table; the request wakes the table up."""
    return str(Visitor(server, id).table["status"])


def is_closed(database: Path, id: str) -> bool:
    """Whether a table is closed, without waking it up."""
    with closing(sqlite3.connect(database)) as connection:
        return bool(connection.execute("SELECT status FROM rooms WHERE id = ?", (id,)).fetchone() == ("closed",))


# --- 7. An outage --------------------------------------------------------------------------------------------------


def test_games_go_on_after_an_outage(start: Start, tmp_path: Path) -> None:
    first = start(tmp_path / "db").wait()
    people = first.seated("Ann", "Bob")
    people[people[0].get("/view")["view"]["turn"]].move()
    first.stop()
    with changing(tmp_path / "db") as connection:  # the outage takes an hour: everything was an hour ago
        connection.execute("UPDATE log SET at = at - 3600")
        connection.execute("UPDATE rooms SET created = created - 3600, changed = changed - 3600")
    second = start(tmp_path / "db", sweep_seconds=0.1).wait()
    time.sleep(1.0)
    assert status(second, people[0].id) == "running"
    again = [Visitor(second, person.id, person.token) for person in people]
    again[again[0].get("/view")["view"]["turn"]].move()


# --- 8. A sweeper that is kept from its work -----------------------------------------------------------------------


def test_watched_tables_do_not_keep_others_from_being_closed(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path / "db", **HASTY).wait()
    with ExitStack() as watching:
        for _ in range(WATCHED):
            watching.enter_context(server.open().live())
        forgotten = server.open()
        wait_until(lambda: is_closed(tmp_path / "db", forgotten.id))


@dataclass(frozen=True)
class Broken:
    """A database with a public table that cannot be loaded, and one that can."""

    database: Path
    bad: str
    good: str


@pytest.fixture
def broken(start: Start, tmp_path: Path) -> Broken:
    """A database with two open tables, one of which has a move in its log that the engine refuses."""
    first = start(tmp_path / "db").wait()
    bad, good = first.open(public=True), first.open(public=True)
    first.stop()
    with changing(tmp_path / "db") as connection:
        entry = (bad.id, '{"seat": 0, "move": "fly away", "by": "person"}', time.time())
        connection.execute("INSERT INTO log VALUES (?, 1, 'move', ?, ?, NULL)", entry)
    return Broken(tmp_path / "db", bad.id, good.id)


def test_a_table_that_cannot_be_loaded_is_set_aside(broken: Broken, start: Start) -> None:
    server = start(broken.database).wait()
    listed = server.http.get("/api/tables")
    assert listed.status_code == 200
    assert [table["id"] for table in listed.json()["tables"]] == [broken.good]
    answer = server.http.get(f"/api/tables/{broken.bad}")
    assert answer.json()["error"]["code"] == "damaged"
    wait_until(lambda: broken.bad in server.said)
    assert "Traceback" not in server.said


def test_a_table_that_cannot_be_loaded_does_not_stop_the_sweeper(broken: Broken, start: Start) -> None:
    server = start(broken.database, **HASTY).wait()
    wait_until(lambda: is_closed(broken.database, broken.good) and broken.bad in server.said)
    assert 1 <= server.said.count(broken.bad) <= 2, "it is named, and not at every sweep"


# --- 19. Spectators ------------------------------------------------------------------------------------------------


def test_who_watches_a_table_that_all_have_left_sees_it_go_on(attacked: Attacked) -> None:
    ann = attacked.open(people=1, computers=1, away=1, pace=0).sit("Ann")
    watcher = Visitor(attacked, ann.id)
    wait_until(lambda: watcher.table["seats"][0]["away"])
    with watcher.live() as socket:
        assert socket.receive("hello")["table"]["status"] == "running"
        try:
            assert json.loads(socket.socket.recv(timeout=PATIENCE))["type"] == "event"
        except TimeoutError:
            pytest.fail("nothing happens, and nobody says so")
