"""Tables with a long history: a visitor to one holds up no one else, and misses nothing."""

from __future__ import annotations

import json
import shutil
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from knockroll.server.tables.loading import Replayed, replay
from tests.server.helpers import PATIENCE, Visitor, serving, wait_until
from tests.server.hostile.attacked import Attacked
from tests.server.hostile.conftest import Start
from tests.server.hostile.old_database import add_table, write_old_database

LONG = "0" * 16
MOVES = 12_000


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a long game in it."""
    path = tmp_path_factory.mktemp("history") / "tables.sqlite3"
    write_old_database(path)
    add_table(path, LONG, MOVES)
    return path


@pytest.fixture(scope="module")
def museum(history: Path) -> Iterator[Attacked]:
    """A server on that database."""
    server = Attacked(history)
    try:
        yield server.wait()
    finally:
        server.stop()


@pytest.mark.parametrize(
    ("path", "told"),
    [("", f'"seq":{MOVES + 3},'), ("/events?after=0", '"resumed":true')],
    ids=["the first look", "an old number"],
)
def test_who_looks_at_a_long_table_holds_up_nobody(
    history: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, told: str
) -> None:
    """The replay goes on only when another client has an answer: if it held others up, both would wait forever."""
    database = str(shutil.copy(history, tmp_path))
    replaying, answered = threading.Event(), threading.Event()

    def replay_late(*what: Any) -> Replayed:
        replaying.set()
        assert answered.wait(PATIENCE), "nobody else had an answer meanwhile"
        return replay(*what)

    def look() -> str:
        with served.http.stream("GET", f"/api/tables/{LONG}{path}") as stream:
            return next(stream.iter_text())

    with serving(database) as served, ThreadPoolExecutor(1) as somebody:
        if path:
            served.http.get(f"/api/tables/{LONG}").raise_for_status()
        monkeypatch.setattr("knockroll.server.tables.hall.replay", replay_late)
        looking = somebody.submit(look)
        assert replaying.wait(PATIENCE)
        with httpx.Client(base_url=served.url, timeout=PATIENCE) as other:
            other.get("/api/games").raise_for_status()
        assert not looking.done()
        answered.set()
        assert told in looking.result(PATIENCE)


def test_a_stream_resumes_however_much_was_missed(museum: Attacked) -> None:
    last = MOVES + 3
    numbers = []
    with museum.http.stream("GET", f"/api/tables/{LONG}/events?after=0") as stream:
        for line in stream.iter_lines():
            message = json.loads(line)
            if message["type"] == "event":
                numbers.append(message["seq"])
                if message["seq"] == last:
                    break
    assert numbers == list(range(1, last + 1))


def test_a_websocket_resumes_however_much_was_missed(museum: Attacked) -> None:
    with Visitor(museum, LONG).live(after=0) as socket:
        assert socket.receive()["resumed"]
        for number in range(1, MOVES + 4):
            assert socket.receive("event")["seq"] == number


def test_computers_alone_play_so_many_moves_and_no_more(start: Start) -> None:
    server = start(limits={"computer_moves": 500}).wait()
    options = {"target": 100_000, "opening_minimum": 2000}
    table = server.open("farkle", people=0, computers=10, options=options, pace=0)
    wait_until(lambda: table.table["status"] != "running" or table.table["seq"] > 1000)
    assert table.table["status"] == "closed"
    assert table.get("/record")["result"] is None
