"""Requests of foreign pages, requests for foreign host names, and malformed requests."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from tests.server.helpers import wait_until
from tests.server.hostile.attacked import Attacked
from tests.server.hostile.conftest import Start
from tests.server.hostile.old_database import changing, write_old_database
from tests.server.hostile.tools import connected, frame, post, read_to_the_end, request, status_of, upgrade

NEW_TABLE = json.dumps({"game": "thirty_one"}).encode()
REFUSED = (400, 403, 421)
NOT_UTF_8 = b"\x88\x02\x03\xef"
"""A frame that closes a connection with 1007."""


def asked(server: Attacked, question: bytes) -> int | None:
    """The status of the answer to a request."""
    with connected(server.port) as one:
        one.sendall(question)
        return status_of(one.recv(65_536))


# --- 17. Pages and names -------------------------------------------------------------------------------------------


def test_the_page_at_the_public_address_may_talk_to_the_server(start: Start) -> None:
    """A proxy may use another host name."""
    server = start(public_url="https://games.example.org/").wait()
    question = post("/api/tables", NEW_TABLE, Origin="https://games.example.org")
    assert asked(server, question) == 201
    for origin in ("http://games.example.org", "https://evil.example.org", "https://games.example.org.evil.example"):
        assert asked(server, post("/api/tables", NEW_TABLE, Origin=origin)) == 403, origin


@pytest.mark.parametrize("kind", ["read", "write", "live"])
def test_a_foreign_name_for_this_server_is_refused(attacked: Attacked, kind: str) -> None:
    """A page may point its own host name at this machine; its requests then come with that name."""
    name = f"evil.example:{attacked.port}"
    headers = {"Host": name, "Origin": f"http://{name}"}
    id = attacked.open().id
    question = {
        "read": request(f"/api/tables/{id}", **headers),
        "write": post("/api/tables", NEW_TABLE, **headers),
        "live": upgrade(f"/api/tables/{id}/live", **headers),
    }[kind]
    assert asked(attacked, question) in REFUSED


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_this_machine_has_its_usual_names(attacked: Attacked, name: str) -> None:
    host = f"{name}:{attacked.port}"
    question = post("/api/tables", NEW_TABLE, Host=host, Origin=f"http://{host}")
    assert asked(attacked, question) == 201


# --- 18. What is malformed -----------------------------------------------------------------------------------------


def test_an_origin_that_is_none_is_refused(attacked: Attacked) -> None:
    for origin in ("http://[", "http://[::1", "null", "", "\xff", "http://a b"):
        assert asked(attacked, post("/api/tables", NEW_TABLE, Origin=origin)) == 403, origin
        assert asked(attacked, upgrade(f"/api/tables/{'0' * 16}/live", Origin=origin)) == 403, origin
    assert "Traceback" not in attacked.said


def test_text_that_is_no_text_ends_the_connection(attacked: Attacked) -> None:
    """It arrives just after a move, while that is being saved."""
    people = attacked.seated("Ann", "Bob")
    position = people[0].get("/view")
    mover = people[position["view"]["turn"]]
    move = json.dumps({"type": "move", "move": "draw stock", "seq": position["seq"]}).encode()
    with connected(attacked.port) as one:
        one.sendall(upgrade(f"/api/tables/{mover.id}/live", **mover.headers))
        wait_until(lambda: b'"hello"' in one.recv(65_536, socket.MSG_PEEK))
        one.sendall(frame(move) + frame(b'{"type": "\xff"}'))
        answer, closed = read_to_the_end(one)
    assert closed and answer.endswith(NOT_UTF_8)
    assert "Traceback" not in attacked.said


def test_a_newer_database_is_refused_in_one_line(start: Start, tmp_path: Path) -> None:
    write_old_database(tmp_path / "db")
    with changing(tmp_path / "db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    server = start(tmp_path / "db", switches=[])
    assert server.ended(20.0) and server.process.exitcode == 1
    assert "newer" in server.said and server.said.count("\n") == 1


@pytest.mark.parametrize("database", ["nonsense://here", "mysql://root@127.0.0.1/tables"])
def test_an_unknown_kind_of_database_is_refused_in_one_line(start: Start, database: str) -> None:
    server = start(database, switches=[])
    assert server.ended(20.0) and server.process.exitcode == 1
    assert "sqlite" in server.said.lower() and "postgresql" in server.said and server.said.count("\n") == 1


# --- 20. Metrics ---------------------------------------------------------------------------------------------------


def test_metrics_can_be_switched_off(start: Start) -> None:
    server = start(switches=["--no-metrics"]).wait()
    assert server.http.get("/api/metrics").status_code == 404
