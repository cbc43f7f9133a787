"""Computer players wait for the person they play with: nothing happens at a table that no one has seen."""

from __future__ import annotations

from functools import partial

import pytest

from tests.server.helpers import Served, Visitor, serving, wait_until

PACE = 2_000
"""Milliseconds that a computer takes for a move, of time that is skipped."""
AGES = 5
"""Seconds: more than one move of a computer, and less than a reading of the database may take."""
AWAY = 86_400
GAMES = ["gin_rummy", "thirty_one"]


def _open(served: Served, game: str) -> Visitor:
    seats = [{"kind": "person"}, *[{"kind": "computer"}] * (1 if game == "gin_rummy" else 3)]
    answer = served.http.post("/api/tables", json={"game": game, "seats": seats, "pace": PACE, "away": AWAY}).json()
    return Visitor(served, answer["table"]["id"]).sit("Ann")


def _is_my_turn(served: Served, person: Visitor) -> bool:
    served.skip(AGES)
    return person.get("/view")["view"]["turn"] in (0, None)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_happens_before_the_person_listens(skipping_served: Served, game: str) -> None:
    """Over many games; a computer is the first to move in about half of them or more."""
    people = [_open(skipping_served, game) for _ in range(24)]
    skipping_served.skip(AGES)
    waiting = 0
    for person in people:
        table = Visitor(skipping_served, person.id).table
        assert (table["status"], table["seq"]) == ("running", 2), "only sitting down and the deal have happened"
        with person.live(after=0) as socket:
            assert socket.receive("hello")["resumed"]
            assert [socket.receive("event")["kind"] for _ in range(2)] == ["sit", "start"]
            if table["turn"] != 0:
                waiting += 1
                skipping_served.skip(AGES)
                assert socket.receive("event")["by"] == "computer"
    assert waiting > 3, "computers that waited have gone on"


def test_looking_by_plain_http_is_enough(skipping_served: Served) -> None:
    """A bot that polls has no connection, and still plays."""
    person = _open(skipping_served, "thirty_one")
    for _ in range(20):
        wait_until(partial(_is_my_turn, skipping_served, person))
        position = person.get("/view")
        if position["view"]["turn"] is None:
            break
        person.move()


def test_a_spectator_is_no_company_for_who_has_not_come_yet(skipping_served: Served) -> None:
    for _ in range(12):
        person = _open(skipping_served, "gin_rummy")
        watcher = Visitor(skipping_served, person.id)
        with watcher.live():
            skipping_served.skip(AGES)
            assert watcher.table["seq"] == 2


def test_who_leaves_in_mid_game_misses_nothing(skipping_served: Served) -> None:
    person = _open(skipping_served, "thirty_one")
    with person.live() as socket:
        view = socket.receive("hello")["view"]
        while view["turn"] != 0:
            skipping_served.skip(AGES)
            view = socket.receive("event")["view"]
        seq = person.get("/view")["seq"]
        socket.move("draw stock", seq)
        view = socket.receive("event")["view"]
        if view["turn"] != 0:
            return  # it was 31
        socket.move(view["legal"][0], seq + 1)
        socket.receive("event")
    watcher = Visitor(skipping_served, person.id)
    wait_until(lambda: not watcher.table["seats"][0]["online"])
    skipping_served.skip(AGES)
    assert watcher.table["seq"] == seq + 2


def test_after_a_restart_computers_wait_for_the_person_to_come_back(database: str) -> None:
    with serving(database) as served:
        people = [_open(served, "gin_rummy") for _ in range(12)]
    with serving(database, skipping=True) as served:
        for person in people:
            watcher = Visitor(served, person.id)
            assert watcher.table["seq"] == 2
            served.skip(AGES)
            assert watcher.table["seq"] == 2
