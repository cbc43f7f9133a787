"""Nothing that is not committed is shown in any way, because it may never be committed."""

from __future__ import annotations

import json
import socket
import threading
import uuid
from contextlib import ExitStack
from typing import Any

import psycopg

from tests.server.helpers import Visitor, wait_until
from tests.server.hostile.attacked import Attacked
from tests.server.hostile.conftest import Start
from tests.server.hostile.tools import connected, post, read_to_the_end, request

WAYS = ("", "/view", "/record", "/events")


def before_the_last_move(server: Attacked) -> tuple[Visitor, dict[str, Any]]:
    """A game that the next move ends, and the person to make it: one player has knocked, the other has drawn."""
    while True:
        people = server.seated("Ann", "Bob", public=True, options={"strikes": 1, "knock_first_round": True})
        knocker = people[people[0].get("/view")["view"]["turn"]]
        other = people[1 - people.index(knocker)]
        knocker.move("knock")
        other.move("draw stock")
        position = other.get("/view")
        if position["view"]["legal"]:  # a player who draws 31 has already won
            return other, {"move": position["view"]["legal"][0], "seq": position["seq"]}


def is_shown(answers: list[str], seq: int) -> list[str]:
    """The answers that show something that came after number ``seq``."""
    return [one for one in answers if f'"seq":{seq + 1}' in one or '"secret":"' in one]


def ask_in_all_ways(table: Visitor) -> list[bytes]:
    paths = [f"/api/tables/{table.id}{way}" for way in WAYS]
    return [request(path, Connection="close") for path in ("/api/tables", *paths)]


def test_a_full_disk_shows_nobody_what_was_not_saved(start: Start) -> None:
    """All requests arrive together with the move: the server finds them when it wakes up."""
    server = start().wait()
    mover, move = before_the_last_move(server)
    path, body = f"/api/tables/{mover.id}/moves", json.dumps(move).encode()
    posted = post(path, body, Authorization=f"Bearer {mover.token}", Connection="close")
    with server.full_disk(), ExitStack() as open_ones:
        questions = [posted, *ask_in_all_ways(mover)]
        sockets = [open_ones.enter_context(connected(server.port)) for _ in questions]
        wait_until(lambda: all(server.holds(one) for one in sockets))
        with server.asleep():
            for one, question in zip(sockets, questions, strict=True):
                one.sendall(question)
        answers = [read_to_the_end(one, 1.0)[0].decode() for one in sockets]
    assert "503" in answers[0].splitlines()[0], "the move should have been refused: the disk is full"
    assert is_shown(answers, move["seq"]) == []
    assert mover.get("/view")["seq"] == move["seq"]
    mover.post("/moves", move)


def test_a_commit_on_its_way_is_not_shown(start: Start, postgresql: str) -> None:
    """The database is slow, and then refuses the move."""
    name = f"hostile_{uuid.uuid4().hex}"
    with psycopg.connect(f"{postgresql}/postgres", autocommit=True) as admin:
        admin.execute(f"CREATE DATABASE {name}".encode())
    server = start(f"{postgresql}/{name}").wait()
    mover, move = before_the_last_move(server)
    with psycopg.connect(f"{postgresql}/{name}") as foreign, ExitStack() as open_ones:
        foreign.execute("LOCK TABLE log IN SHARE MODE")
        statuses: list[int] = []
        poster = threading.Thread(
            target=lambda: statuses.append(mover.request("POST", "/moves", json=move).status_code)
        )
        poster.start()
        waiting = b"SELECT pid FROM pg_locks WHERE NOT granted"
        wait_until(lambda: foreign.execute(waiting).fetchone())
        sockets: list[socket.socket] = []
        for question in ask_in_all_ways(mover):
            sockets.append(open_ones.enter_context(connected(server.port)))
            sockets[-1].sendall(question)
        answers = [read_to_the_end(one, 0.3)[0].decode() for one in sockets]
        found = foreign.execute(waiting).fetchone()
        assert found is not None
        foreign.execute("SELECT pg_terminate_backend(%s)", found)
        poster.join()
    assert statuses == [503]
    assert is_shown(answers, move["seq"]) == []
    assert mover.get("/view")["seq"] == move["seq"]
