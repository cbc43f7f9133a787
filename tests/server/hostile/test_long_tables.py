"""Tables with a long history: who looks at one holds up nobody else, and misses nothing."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.helpers import PATIENCE, Visitor, wait_until
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
    """A server on it."""
    server = Attacked(history)
    try:
        yield server.wait()
    finally:
        server.stop()


def longest_wait(server: Attacked, look: Callable[[], object]) -> float:
    """The longest that somebody else waits for an answer while one looks at a table, as a share of that time."""
    looking = threading.Thread(target=look)
    waits = []
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as other:
        other.get("/api/games").raise_for_status()
        first = time.perf_counter()
        looking.start()
        while looking.is_alive():
            begun = time.perf_counter()
            other.get("/api/games").raise_for_status()
            waits.append(time.perf_counter() - begun)
        taken = time.perf_counter() - first
    return max(waits) / taken


def test_the_first_look_at_a_long_table_holds_up_nobody(museum: Attacked) -> None:
    """Most of the time that it takes is the replay; if that held up the others, they would wait for as long."""
    seen = []
    waited = longest_wait(museum, lambda: seen.append(museum.http.get(f"/api/tables/{LONG}")))
    assert seen[0].json()["table"]["seq"] == MOVES + 3
    assert waited < 2 / 5


def test_an_old_number_of_a_long_table_holds_up_nobody(museum: Attacked) -> None:
    museum.http.get(f"/api/tables/{LONG}").raise_for_status()

    def look() -> None:
        with museum.http.stream("GET", f"/api/tables/{LONG}/events?after=0") as stream:
            next(stream.iter_raw(), b"")

    assert longest_wait(museum, look) < 2 / 5


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
