"""Strangers at a table, and the powers of its host.

The answer to ``POST /api/tables`` has a ``host`` token beside the table, once. It opens no seat; for a person
who sits down with it, the token of the seat does both. Only the host may ``POST /api/tables/{id}/host``.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx

from tests.server.helpers import Served, Visitor, wait_until
from tests.server.hostile import old_database
from tests.server.hostile.attacked import Attacked
from tests.server.hostile.conftest import Start

ID = "0" * 16


def opened(server: Attacked, people: int = 3, **plan: Any) -> tuple[Visitor, Visitor]:
    """A table, as its host and as a stranger see it."""
    body = {"game": "thirty_one", "seats": [{"kind": "person"}] * people, **plan}
    answer = server.http.post("/api/tables", json=body).raise_for_status().json()
    server.http.cookies.clear()
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


def test_only_the_host_begins_before_everybody_is_there(attacked: Attacked) -> None:
    host, table = opened(attacked)
    bob = table.sit("Bob")
    assert host.table["host"] is None
    assert bob.refused("/start") == "not_host"
    assert table.refused("/host", {"do": "start"}) == "not_host"
    assert bob.refused("/host", {"do": "start"}) == "not_host"
    assert host.post("/host", {"do": "start"})["table"]["status"] == "running"


def test_the_host_removes_somebody(attacked: Attacked) -> None:
    host, table = opened(attacked)
    ann, eve = host.sit("Ann"), table.sit("Eve")
    assert ann.table["host"] == 0
    assert eve.refused("/host", {"do": "remove", "seat": 0}) == "not_host"
    with eve.live() as watching:
        watching.receive("hello")
        assert ann.post("/host", {"do": "remove", "seat": 1})["table"]["seats"][1]["free"]
        told = watching.receive("event")
        assert (told["kind"], told["seat"], told["name"], told["removed"]) == ("leave", 1, "Eve", True)
        watching.move("knock", told["seq"], id=1)
        assert watching.receive("error")["code"] == "not_seated"
    assert eve.request("GET", "/view").status_code == 401
    assert ann.refused("/host", {"do": "remove", "seat": 1}) == "no_seat"
    assert ann.refused("/host", {"do": "remove"}) == "malformed"


def test_the_host_locks_the_seats(attacked: Attacked) -> None:
    host, table = opened(attacked)
    assert host.post("/host", {"do": "lock"})["table"]["can_join"] is False
    assert table.table["locked"]
    assert table.refused("/sit", {"name": "Eve"}) == "no_seat"
    host.sit("Ann")  # the lock is the host's own
    assert table.refused("/sit", {"name": "Eve"}) == "no_seat"


def test_the_host_unlocks_the_seats(attacked: Attacked) -> None:
    host, table = opened(attacked)
    ann = host.sit("Ann")
    ann.post("/host", {"do": "lock"})
    assert not ann.post("/host", {"do": "unlock"})["table"]["locked"]
    table.sit("Bob")


def test_nobody_joins_a_locked_table(attacked: Attacked) -> None:
    ann, _ = attacked.seated("Ann", "Bob", game="tonk")
    assert ann.table["can_join"]
    ann.post("/host", {"do": "lock"})
    assert not ann.table["can_join"]
    assert Visitor(attacked, ann.id).refused("/sit", {"name": "Eve"}) == "no_seat"


def test_the_host_hands_the_role_on(attacked: Attacked) -> None:
    host, table = opened(attacked)
    ann, bob = host.sit("Ann"), table.sit("Bob")
    assert ann.post("/host", {"do": "hand_on", "seat": 1})["table"]["host"] == 1
    assert ann.refused("/host", {"do": "start"}) == "not_host"
    bob.post("/host", {"do": "start"})


def test_a_table_is_never_without_a_host(attacked: Attacked) -> None:
    """When the host leaves, the longest-seated player takes over."""
    host, table = opened(attacked)
    ann, bob = host.sit("Ann"), table.sit("Bob")
    cat = table.sit("Cat")
    bob.post("/leave")
    dan = table.sit("Dan")  # at the seat that was Bob's, and for a shorter time than Cat
    ann.post("/leave")
    assert dan.table["host"] == 2
    cat.post("/host", {"do": "hand_on", "seat": 1})
    assert dan.post("/host", {"do": "reset"})["table"]["games"] == 2


def test_a_table_that_all_have_left_belongs_to_who_comes_next(attacked: Attacked) -> None:
    host, table = opened(attacked)
    host.sit("Ann").post("/leave")
    assert table.sit("Bob").table["host"] == 0


def test_who_waits_for_a_host_in_vain_is_the_host(skipping_served: Served) -> None:
    """The host left before sitting down, or sat down and left before the first game."""
    table = skipping_served.open(people=3, away=60)
    bob, opener = Visitor(skipping_served, table.id).sit("Bob"), Visitor(skipping_served, table.id, table.host)
    with bob.live():
        assert bob.table["host"] is None
        skipping_served.skip(60)
        wait_until(lambda: bob.table["host"] == 0)
        assert opener.refused("/host", {"do": "start"}) == "not_host"
        opener.sit("Ann")
        bob.post("/host", {"do": "hand_on", "seat": 1})
        skipping_served.skip(60)
        wait_until(lambda: bob.table["host"] == 0)


def test_a_host_who_watches_stays_the_host(skipping_served: Served) -> None:
    table = skipping_served.open(people=3, away=60)
    bob, opener = Visitor(skipping_served, table.id).sit("Bob"), Visitor(skipping_served, table.id, table.host)
    with opener.live(), bob.live() as socket:
        socket.receive("hello")
        skipping_served.skip(600)
        opener.post("/host", {"do": "start"})


def test_a_running_game_keeps_its_host(skipping_served: Served) -> None:
    """A stranger cannot wait until the host's phone is locked, and then throw the game away."""
    ann, eve = skipping_served.seated("Ann", "Eve", away=60)
    with eve.live():
        skipping_served.skip(60)
        wait_until(lambda: eve.table["seats"][0]["away"])
        assert eve.table["host"] == 0
        assert eve.refused("/host", {"do": "reset"}) == "not_host"
        vote = eve.post("/reset")["table"]["vote"]
        assert vote == {"what": "reset", "by": 1, "asked": [0, 1], "yes": [1]}
        assert eve.table["games"] == 1
    assert ann.post("/vote", {"yes": True})["table"]["games"] == 2


def test_a_table_of_0_1_0_has_a_host(start: Start, tmp_path: Path) -> None:
    old_database.write_old_database(tmp_path / "old")
    old_database.add_table(tmp_path / "old", ID, 5)
    server = start(tmp_path / "old").wait()
    ann, bob = Visitor(server, ID, old_database.ANN), Visitor(server, ID, old_database.BOB)
    assert (ann.table["host"], ann.table["locked"]) == (0, False)
    assert bob.refused("/host", {"do": "lock"}) == "not_host"
    ann.post("/host", {"do": "lock"})
    ann.post("/leave")
    assert bob.table["host"] == 1


def test_a_host_is_remembered(start: Start, tmp_path: Path) -> None:
    server = start(tmp_path / "tables").wait()
    host, table = opened(server)
    ann, bob = host.sit("Ann"), table.sit("Bob")
    ann.post("/host", {"do": "hand_on", "seat": 1})
    bob.post("/host", {"do": "lock"})
    server.stop()
    again = start(tmp_path / "tables").wait()
    bob = Visitor(again, bob.id, bob.token)
    assert (bob.table["host"], bob.table["locked"]) == (1, True)
    bob.post("/host", {"do": "start"})


def test_a_browser_needs_no_token_to_be_the_host(attacked: Attacked) -> None:
    with httpx.Client(base_url=attacked.url) as browser:
        id = browser.post("/api/tables", json={"game": "thirty_one"}).json()["table"]["id"]
        assert browser.post(f"/api/tables/{id}/sit", json={"name": "Ann"}).json()["table"]["host"] == 0
        assert browser.post(f"/api/tables/{id}/host", json={"do": "lock"}).json()["table"]["locked"]


def test_nobody_but_the_host_resets_alone(attacked: Attacked) -> None:
    host, table = opened(attacked, people=2)
    ann, bob = host.sit("Ann"), table.sit("Bob")
    assert bob.post("/reset")["table"]["games"] == 1
    ann.post("/leave")
    assert bob.table["games"] == 1, "a game that the host began is not thrown away by who is left"
    assert bob.table["vote"] is None


def test_the_hand_of_a_freed_seat_is_not_shown_to_who_sits_down_there(attacked: Attacked) -> None:
    """The newcomer may be an opponent in another browser: the computer plays until the newcomer is dealt in."""
    ann, bob = attacked.seated("Ann", "Bob")
    left = bob.get("/view")["view"]["hand"]
    assert len(left) == 3
    bob.post("/leave")
    eve = Visitor(attacked, ann.id).sit("Eve")
    assert not set(eve.get("/view")["view"]["hand"]) & set(left)
