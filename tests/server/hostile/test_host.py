"""Strangers at a table, and the powers of whoever opened it.

Proposed: the answer to ``POST /api/tables`` has a ``host`` token beside the table, once. It opens no seat; who sits
down with it in the header has both in the token of the seat. ``POST /api/tables/{id}/host`` takes ``{"do": "start" |
"remove" | "lock" | "unlock" | "hand_on" | "reset", "seat"?}`` and answers with the table, whose ``host`` is the number
of a seat or null; everybody else is refused with ``not_host`` (403).
"""

from __future__ import annotations

from typing import Any

from tests.server.helpers import Visitor
from tests.server.hostile.attacked import Attacked
from tests.server.hostile.tools import not_yet


def opened(server: Attacked, people: int = 3, **plan: Any) -> tuple[Visitor, Visitor]:
    """A table: as its host, and as anybody else sees it."""
    body = {"game": "thirty_one", "seats": [{"kind": "person"}] * people, **plan}
    answer = server.http.post("/api/tables", json=body).raise_for_status().json()
    assert "host" in answer, "whoever opens a table is its host"
    id = answer["table"]["id"]
    return Visitor(server, id, answer["host"]), Visitor(server, id)


# --- 14. Seats that are used up ------------------------------------------------------------------------------------


def test_who_joins_and_leaves_again_and_again_blocks_nobody(attacked: Attacked) -> None:
    ann, _ = attacked.seated("Ann", "Bob", game="tonk")
    for _ in range(14):
        Visitor(attacked, ann.id).sit("Eve").post("/leave")
    assert ann.table["can_join"]
    Visitor(attacked, ann.id).sit("Cat")


def test_can_join_is_true_if_somebody_can_join(attacked: Attacked) -> None:
    ann, _ = attacked.seated("Ann", "Bob", game="tonk")
    for number in range(20):
        told = ann.table["can_join"]
        answer = Visitor(attacked, ann.id).request("POST", "/sit", json={"name": f"Guest {number}"})
        assert (answer.status_code == 201) == told
        if not told:
            return
    raise AssertionError("a table of Tonk is never full")


# --- 15. The host --------------------------------------------------------------------------------------------------


@not_yet(15, "there is no host")
def test_only_the_host_begins_before_everybody_is_there(attacked: Attacked) -> None:
    host, table = opened(attacked)
    bob = table.sit("Bob")
    assert bob.refused("/start") == "not_host"
    assert bob.refused("/host", {"do": "start"}) == "not_host"
    assert host.post("/host", {"do": "start"})["table"]["status"] == "running"


@not_yet(15, "there is no host")
def test_the_host_removes_somebody(attacked: Attacked) -> None:
    host, table = opened(attacked)
    ann, eve = host.sit("Ann"), table.sit("Eve")
    assert ann.table["host"] == 0
    assert eve.refused("/host", {"do": "remove", "seat": 0}) == "not_host"
    assert ann.post("/host", {"do": "remove", "seat": 1})["table"]["seats"][1]["free"]
    assert eve.request("GET", "/view").status_code == 401


@not_yet(15, "there is no host")
def test_the_host_locks_the_seats(attacked: Attacked) -> None:
    host, table = opened(attacked)
    assert host.post("/host", {"do": "lock"})["table"]["can_join"] is False
    assert table.refused("/sit", {"name": "Eve"}) == "no_seat"
    host.post("/host", {"do": "unlock"})
    table.sit("Bob")


@not_yet(15, "there is no host")
def test_the_host_hands_the_role_on(attacked: Attacked) -> None:
    host, table = opened(attacked)
    ann, bob = host.sit("Ann"), table.sit("Bob")
    assert ann.post("/host", {"do": "hand_on", "seat": 1})["table"]["host"] == 1
    assert ann.refused("/host", {"do": "start"}) == "not_host"
    bob.post("/host", {"do": "start"})


@not_yet(15, "there is no host")
def test_a_table_is_never_without_a_host(attacked: Attacked) -> None:
    """Who is host and leaves is followed by whoever has sat there longest."""
    host, table = opened(attacked)
    ann, bob = host.sit("Ann"), table.sit("Bob")
    ann.post("/leave")
    assert bob.table["host"] == 1
    bob.post("/host", {"do": "start"})


@not_yet(15, "who is there alone resets")
def test_nobody_but_the_host_resets_alone(attacked: Attacked) -> None:
    host, table = opened(attacked, people=2)
    ann, bob = host.sit("Ann"), table.sit("Bob")
    assert bob.post("/reset")["table"]["games"] == 1
    ann.post("/leave")
    assert bob.table["games"] == 1, "a game that the host began is not thrown away by who is left"


@not_yet(15, "who sits down at a freed seat has the hand that was left there")
def test_the_hand_of_a_freed_seat_is_not_shown_to_who_sits_down_there(attacked: Attacked) -> None:
    """They may be an opponent in another browser: the computer plays till they are dealt in with the next hand."""
    ann, bob = attacked.seated("Ann", "Bob")
    left = bob.get("/view")["view"]["hand"]
    assert len(left) == 3
    bob.post("/leave")
    eve = Visitor(attacked, ann.id).sit("Eve")
    assert not set(eve.get("/view")["view"]["hand"]) & set(left)
