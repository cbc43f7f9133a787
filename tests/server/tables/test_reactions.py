"""Reactions of people at a table: everyone gets them, nothing keeps them, and no one can send too many."""

from __future__ import annotations

from tests.server.helpers import Served, Visitor


def test_reactions_are_offered_with_words_and_a_symbol(sqlite_served: Served) -> None:
    offered = sqlite_served.http.get("/api/reactions").json()["reactions"]
    assert len({one["name"] for one in offered}) == len(offered) == 8
    assert all(one["words"] and len(one["symbol"]) == 1 for one in offered)


def test_all_who_listen_hear_a_reaction_and_the_log_does_not(served: Served) -> None:
    ann, bob = served.seated("Ann", "Bob")
    watcher = Visitor(served, ann.id)
    seq = watcher.table["seq"]
    with ann.live() as one, bob.live() as other, watcher.live() as outside:
        for socket in (one, other, outside):
            socket.receive("hello")
        other.send({"type": "react", "reaction": "well_played"})
        for socket in (one, other, outside):
            assert socket.receive("reaction") == {"type": "reaction", "seat": 1, "reaction": "well_played"}
    assert watcher.table["seq"] == seq
    with ann.live(after=0) as again:
        again.send({"type": "ping"})
        while (message := again.receive())["type"] != "pong":
            assert message["type"] != "reaction", "nobody hears what was said before they came"


def test_who_watches_hears_and_says_nothing(sqlite_served: Served) -> None:
    ann, _ = sqlite_served.seated("Ann", "Bob")
    with Visitor(sqlite_served, ann.id).live() as outside:
        outside.send({"type": "react", "reaction": "hello", "id": 7})
        refused = outside.receive("error")
        assert (refused["code"], refused["answer"]) == ("not_seated", 7)


def test_only_what_is_offered_can_be_said(sqlite_served: Served) -> None:
    ann, _ = sqlite_served.seated("Ann", "Bob")
    with ann.live() as socket:
        socket.send({"type": "react", "reaction": "You cheat!", "id": "a"})
        refused = socket.receive("error")
        assert (refused["code"], refused["answer"]) == ("malformed", "a")
        assert "well_played" in refused["message"] and "cheat" not in refused["message"]


def test_a_seat_says_so_much_and_no_more_however_many_connections_it_has(sqlite_served: Served) -> None:
    ann, bob = sqlite_served.seated("Ann", "Bob")
    with ann.live() as first, ann.live() as second, bob.live() as other:
        refused = 0
        for number in range(40):  # in one second a seat may say half a thing more
            socket = (first, second)[number % 2]
            socket.send({"type": "react", "reaction": "ha", "id": number})
            while (answer := socket.receive("reaction", "error")) and answer.get("answer", number) != number:
                pass
            refused += answer["type"] == "error" and answer["code"] == "too_fast"
        assert refused > 20
        other.send({"type": "react", "reaction": "ouch"})
        while (heard := other.receive("reaction"))["seat"] == 0:
            pass
        assert heard == {"type": "reaction", "seat": 1, "reaction": "ouch"}
