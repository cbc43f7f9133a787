"""A PostgreSQL server that goes away, or stops answering, and comes back."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.server.helpers import wait_until
from tests.server.hostile.conftest import Start
from tests.server.hostile.tools import SOON, Cable, connected, post


@pytest.fixture
def cable(postgresql: str) -> Iterator[Cable]:
    """A connection to PostgreSQL that can be cut."""
    port = urlsplit(postgresql).port
    assert port is not None
    one = Cable(port)
    try:
        yield one
    finally:
        one.close()


@pytest.fixture
def far_away(postgresql: str, cable: Cable) -> str:
    """A database at the end of the cable."""
    name = f"hostile_{uuid.uuid4().hex}"
    with psycopg.connect(f"{postgresql}/postgres", autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"postgresql://postgres@127.0.0.1:{cable.port}/{name}"


def test_without_its_database_a_server_says_so_shortly(start: Start, far_away: str, cable: Cable) -> None:
    server = start(far_away, idle_unload_seconds=0.1, sweep_seconds=0.1).wait()
    table = server.open(public=True)
    wait_until(lambda: "knockroll_tables_loaded 0" in server.http.get("/api/metrics").text)
    cable.cut()
    so_far = len(server.said)
    asked = 20
    for path in ["/api/tables", f"/api/tables/{table.id}"] * (asked // 2):
        answer = server.http.get(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable"), path
        assert int(answer.headers["retry-after"]) >= 1
    said = server.said[so_far:]
    assert "Traceback" not in said and said.count("\n") < asked
    cable.mend()
    wait_until(lambda: server.http.get(f"/api/tables/{table.id}").status_code == 200)


def test_a_database_that_hangs_stops_neither_health_nor_the_end(start: Start, far_away: str, cable: Cable) -> None:
    server = start(far_away, stop_seconds=1.0).wait()
    cable.freeze()
    with connected(server.port) as waiting:
        waiting.sendall(post("/api/tables", b'{"game": "thirty_one"}'))
        assert server.answers("/api/health")
        server.terminate()
        assert server.ended(2 * SOON)
