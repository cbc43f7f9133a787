"""Small bugs that a review found: bad requests that were accepted, or answered with a server error."""

from __future__ import annotations

import json
import socket
import sqlite3
from pathlib import Path

import pytest

import knockroll
from knockroll.commands import main
from tests.server.helpers import Served, serving, wait_until
from tests.server.hostile.attacked import Attacked
from tests.server.hostile.conftest import Start
from tests.server.hostile.tools import connected, read_to_the_end, request, upgrade


def test_a_record_with_a_huge_seed_is_refused(sqlite_served: Served) -> None:
    record = knockroll.Table("thirty_one", seats=2, seed=1).record()
    document = json.loads(json.dumps(record))
    document["chance"]["seed"] = "f" * 900_000
    answer = sqlite_served.http.post("/api/replay", json={"record": document})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid_record")
    assert "900000 digits" in answer.json()["error"]["message"]


def test_leaving_and_sitting_down_again_brings_no_more_reactions(sqlite_served: Served) -> None:
    table = sqlite_served.open(people=2, options={"strikes": 20})
    table.sit("Ann")
    sent = 0
    for _ in range(4):
        bob = table.sit("Bob")
        with bob.live() as live:
            live.receive("hello")
            for number in range(4):
                live.send({"type": "react", "reaction": "hello", "id": number})
            for _ in range(4):
                sent += live.receive("reaction", "error")["type"] == "reaction"
        bob.post("/leave")
    assert 4 <= sent <= 6, "a burst of four, and one every two seconds"


def test_a_bot_is_told_the_address_that_it_uses_itself(sqlite_served: Served) -> None:
    """Not the one in the Host header of the invitation, which may name any address."""
    with sqlite_served.http.stream("POST", "/api/bots", json={"name": "Randy"}) as waiting:
        lines = waiting.iter_lines()
        assert json.loads(next(lines))["name"] == "Randy"
        opened = sqlite_served.http.post(
            "/api/tables", json={"game": "thirty_one", "seats": [{"kind": "person"}] * 2}
        ).json()
        headers = {"Host": "203.0.113.9:1234", "Authorization": f"Bearer {opened['host']}"}
        path = f"/api/tables/{opened['table']['id']}/invite"
        assert sqlite_served.http.post(path, json={"bot": "Randy"}, headers=headers).status_code == 200
        invitation = json.loads(next(lines))
        assert invitation["link"] == f"{sqlite_served.url}/table/{opened['table']['id']}"
    sqlite_served.http.cookies.clear()


def test_a_websocket_that_is_refused_is_closed_even_if_its_client_does_not_answer(attacked: Attacked) -> None:
    refused: list[socket.socket] = []
    for _ in range(10):
        one = connected(attacked.port)
        one.sendall(upgrade(f"/api/tables/{'0' * 16}/live"))
        refused.append(one)
    answers = [read_to_the_end(one, 15) for one in refused]
    assert all(b"101" in answer and ended for answer, ended in answers)
    wait_until(lambda: not any(attacked.holds(one) for one in refused))
    for one in refused:
        one.close()


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A backup of a database with a table."""
    with serving(str(tmp_path / "db")) as served:
        served.seated("Ann", "Bob")
    assert main(["admin", "backup", str(tmp_path / "copy"), "--database", str(tmp_path / "db")]) == 0
    return tmp_path / "copy"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            "CREATE TRIGGER harm AFTER INSERT ON log BEGIN UPDATE rooms SET status = 'closed'; END",
            "trigger 'harm' is not",
        ),
        ("CREATE VIEW harm AS SELECT * FROM rooms", "view 'harm' is not known"),
        ("CREATE TABLE harm (a)", "table 'harm' is not known"),
        ("ALTER TABLE rooms ADD COLUMN harm TEXT", "table 'rooms' is different"),
        ("DROP TRIGGER log_without_holes", "trigger 'log_without_holes' is missing"),
        ("DROP INDEX rooms_kept", "index 'rooms_kept' is missing"),
        ("UPDATE alembic_version SET version_num = '9999'", "version '9999', which this program does not know"),
    ],
)
def test_a_copy_with_anything_that_the_server_did_not_make_is_not_restored(
    copy: Path, capfd: pytest.CaptureFixture[str], change: str, words: str
) -> None:
    with sqlite3.connect(copy) as connection:
        connection.execute(change)
    connection.close()
    other = copy.with_name("other")
    assert main(["admin", "restore", str(copy), "--yes", "--database", str(other)]) == 1
    said = capfd.readouterr().err
    assert words in said and str(copy) in said and not other.exists()


def test_the_error_names_the_file_that_is_no_database(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Ann, " * 1000)
    assert main(["admin", "restore", str(file), "--yes", "--database", str(tmp_path / "db")]) == 1
    assert f"{file}: file is not a database" in capfd.readouterr().err


def test_the_debug_log_says_what_is_asked_and_no_secrets(start: Start) -> None:
    server = start(log_level="debug").wait()
    ann, _ = server.seated("Ann Secretive", "Bob Hidden")
    assert ann.refused("/moves", {"move": "discard 4d", "seq": 0}) in ("stale", "not_your_turn")
    with ann.live() as live:
        hand = live.receive("hello")["view"]["hand"]
    with connected(server.port) as one:
        one.sendall(request("/api/tables?game=tonk&token=nobody", Connection="close"))
        read_to_the_end(one)
    wait_until(lambda: "disconnected" in server.said)
    said = server.said.replace(ann.id, "")  # it may look like a card
    for words in ("POST /api/tables from 127.0.0.1: 201", "refused: ", "seat 0 connected", "in memory, after entry 0"):
        assert words in said
    for secret in ("Secretive", "Hidden", str(ann.token), "token=", *hand):
        assert secret not in said
