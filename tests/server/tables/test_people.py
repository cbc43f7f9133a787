"""People who come, go, come back, and play again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll.engine.views import GameView
from knockroll.players import FunctionPlayer
from knockroll.server import Settings
from knockroll.server.tables import scheduler
from tests.helpers import broken_player, cheating_player
from tests.server.helpers import Served, Visitor, play_to_the_end, serving, wait_until

SHORT: dict[str, Any] = {"options": {"strikes": 1}}
JOINABLE = [name for name in knockroll.game_names() if knockroll.get_game(name).join is not None]


def test_a_substitute_plays_for_who_is_away_until_they_are_back(skipping_served: Served) -> None:
    people = skipping_served.seated("Ann", "Bob", away=60)
    with people[0].live() as socket:
        skipping_served.skip(60)
        away = socket.receive("event")
        while away["kind"] != "away":
            away = socket.receive("event")
        assert away["seat"] == 1
        assert away["table"]["seats"][1]["player"] == away["table"]["substitute"]
        moves: list[Any] = []
        while not moves:
            view = people[0].get("/view")
            if view["view"]["turn"] == 0:
                socket.move(view["view"]["legal"][0], view["seq"])
            message = socket.receive("event")
            moves += [message] if message.get("by") == "substitute" else []
        assert moves[0]["seat"] == 1
        with people[1].live():
            back = socket.receive("event")
            while back["kind"] != "back":
                back = socket.receive("event")
            assert back["table"]["seats"][1] | {"online": True} == {
                "seat": 1,
                "kind": "person",
                "name": "Bob",
                "player": None,
                "slow": False,
                "free": False,
                "online": True,
                "away": False,
                "gone": False,
                "handed_over": False,
                "waiting": False,
                "replaced_by": None,
            }


def test_a_table_without_people_waits_for_them(skipping_served: Served) -> None:
    """The substitute does not play a whole game for no one."""
    ann = skipping_served.open(people=1, computers=1, away=60).sit("Ann")
    watcher = Visitor(skipping_served, ann.id)
    skipping_served.skip(60)
    wait_until(lambda: watcher.table["seats"][0]["away"])
    seq = watcher.table["seq"]
    skipping_served.skip(600)
    assert watcher.table["seq"] == seq
    assert ann.post("/rejoin")["you"] == 0
    assert not ann.table["seats"][0]["away"]


def test_the_clock_moves_for_who_does_not(skipping_served: Served) -> None:
    people = skipping_served.seated("Ann", "Bob", clock=30, away=60)
    with people[0].live() as socket, people[1].live():
        hello = socket.receive("hello")
        skipping_served.skip(30)
        first = socket.receive("event")
        assert first["kind"] == "move" and first["by"] == "clock" and first["seq"] == hello["seq"] + 1
        assert first["deadline"] > 0


def test_who_lets_the_clock_run_out_twice_is_away(skipping_served: Served) -> None:
    people = skipping_served.seated("Ann", "Bob", clock=30, away=60)
    with people[0].live() as socket, people[1].live():
        kinds = []
        while "away" not in kinds:
            skipping_served.skip(30)
            kinds.append(socket.receive("event")["kind"])
        assert kinds.count("move") in (2, 3)


def test_leaving_frees_the_seat_for_somebody_else(served: Served) -> None:
    people = served.seated("Ann", "Bob")
    people[1].post("/leave")
    assert people[1].request("GET", "/view").status_code == 401
    table = people[0].table
    assert table["seats"][1]["free"] and table["seats"][1]["player"] == table["substitute"] and table["can_join"]
    cat = Visitor(served, people[0].id).sit("Cat")
    assert cat.get()["you"] == 1
    with cat.live() as socket:
        assert socket.receive("hello")["view"]["seat"] is None
        wait_for_the_next_hand(cat, people[0])
        while (told := socket.receive("event"))["view"]["seat"] is None:
            pass
        assert not told["table"]["seats"][1]["waiting"], "the page is told that it may play"
    view = cat.get("/view")
    assert len(view["view"]["hand"]) == view["view"]["players"][1]["cards"] == 3


def wait_for_the_next_hand(who: Visitor, other: Visitor) -> None:
    """A player who sat down in the middle of a hand waits while the other plays on."""
    seat = who.get()["you"]
    assert who.table["seats"][seat]["waiting"]
    assert who.refused("/moves", {"move": "knock", "seq": who.table["seq"]}) == "not_your_turn"
    while who.table["seats"][seat]["waiting"]:
        position = other.get("/view")
        if legal := position["view"]["legal"]:
            other.request("POST", "/moves", json={"move": legal[-1], "seq": position["seq"]})


def test_leaving_before_the_game_empties_the_seat(sqlite_served: Served) -> None:
    table = sqlite_served.open(people=2)
    ann = table.sit("Ann")
    ann.post("/leave")
    assert table.table["seats"][0]["free"] and table.table["status"] == "open"


def test_a_game_can_begin_before_everybody_is_there(served: Served) -> None:
    table = served.open(people=3)
    assert table.refused("/start") == "not_seated"
    ann = table.sit("Ann")
    assert ann.post("/start")["table"]["status"] == "running"
    assert [seat["kind"] for seat in ann.table["seats"]] == ["person", "computer", "computer"]
    assert ann.refused("/start") == "not_over"
    assert table.refused("/sit", {"name": "Bob"}) == "no_seat"


def test_computers_alone_play_to_the_end(served: Served) -> None:
    table = served.open(people=0, computers=3, **SHORT)
    wait_until(lambda: table.table["status"] == "over")
    knockroll.Table.replay(table.get("/record"))


@pytest.mark.parametrize(
    ("does", "said"),
    [(broken_player, "RuntimeError: out of ideas"), (cheating_player, "it chose 'discard …', which is not legal now")],
)
def test_a_computer_player_that_fails_does_not_stop_a_table_and_the_log_names_it(
    does: Callable[[GameView], str],
    said: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is as if its package had brought a player of that name. What the log says names none of its cards.

    The server is the test's own: always the first legal move means never to knock, and such a game never ends.
    """
    monkeypatch.setattr(scheduler, "known_player", lambda game, name: FunctionPlayer(does))
    with serving(str(tmp_path / "tables.sqlite3")) as served:
        table = served.open(people=0, computers=2, pace=0)
        wait_until(lambda: table.get("/view")["seq"] > 20)
    instead = "the first legal move, draw, is made in its place"
    assert f"computer player Random of thirty_one failed: {said}; {instead}" in caplog.messages


def test_a_rematch_keeps_the_seats_and_has_its_own_secret(served: Served) -> None:
    people = served.seated("Ann", "Bob", **SHORT)
    first = people[0].table["fair"]
    assert people[0].refused("/rematch") == "not_over"
    play_to_the_end(people)
    assert people[0].post("/rematch", {"entropy": "aa"})["table"]["votes"] == [0]
    assert people[0].post("/rematch")["table"]["votes"] == [0]
    table = people[1].post("/rematch", {"entropy": "bb"})["table"]
    assert (table["status"], table["games"], table["votes"]) == ("running", 2, [])
    assert table["fair"]["commitment"] == first["next_commitment"] != first["commitment"]
    assert [seat["name"] for seat in table["seats"]] == ["Ann", "Bob"]
    play_to_the_end(people, seed=2)
    second = people[0].get("/record")
    assert second["chance"]["entropy"] == {"0": "aa", "1": "bb"}
    for game in (1, 2):
        assert knockroll.Table.replay(people[0].get(f"/record?game={game}")).result is not None
    assert people[0].get("/record?game=1") != second == people[0].get("/record?game=2")
    assert people[0].request("GET", "/record?game=3").status_code == 404


def test_a_reset_needs_everybody_who_is_there(served: Served) -> None:
    people = served.seated("Ann", "Bob")
    people[0].post("/reset")
    assert people[0].table["games"] == 1
    assert people[1].post("/reset")["table"]["games"] == 2
    abandoned = people[0].get("/record?game=1")
    assert abandoned["result"] is None
    knockroll.Table.replay(abandoned)
    assert people[0].request("GET", "/record?game=2").json()["error"]["code"] == "not_over"


def test_a_no_ends_a_vote(served: Served) -> None:
    ann, bob, cat = served.seated("Ann", "Bob", "Cat")
    assert ann.table["vote"] is None
    assert bob.refused("/vote", {"yes": True}) == bob.refused("/vote", {"yes": False}) == "no_vote"
    bob.post("/reset")
    vote = cat.post("/vote", {"yes": True})["table"]["vote"]
    assert vote == {"what": "reset", "by": 1, "asked": [0, 1, 2], "yes": [1, 2]}
    with bob.live() as socket:
        socket.receive("hello")
        assert ann.post("/vote", {"yes": False})["table"]["vote"] is None
        no = socket.receive("event")
        assert (no["kind"], no["seat"], no["reset"], no["table"]["votes"]) == ("no", 0, True, [])
    assert ann.table["games"] == 1
    cat.post("/reset")
    cat.post("/vote", {"yes": False})
    assert ann.table["vote"] is None, "the proposer withdraws it"
    assert Visitor(served, ann.id).refused("/vote", {"yes": True}) == "not_seated"


def test_a_vote_to_reset_ends_when_somebody_leaves(sqlite_served: Served) -> None:
    ann, bob, cat = sqlite_served.seated("Ann", "Bob", "Cat")
    ann.post("/reset")
    with bob.live() as socket:
        socket.receive("hello")
        cat.post("/leave")
        told = [socket.receive("event") for _ in range(2)]
        assert [(one["kind"], one.get("seat")) for one in told] == [("leave", 2), ("no", None)]
    assert (ann.table["vote"], ann.table["games"]) == (None, 1)


def test_a_seat_is_handed_to_the_computer_and_taken_back(served: Served) -> None:
    """Unlike a person who leaves, this one keeps seat and cards. Watching does not take them back; a request does."""
    ann, bob = served.seated("Ann", "Bob")
    with ann.live() as socket:
        socket.receive("hello")
        seat = bob.post("/hand_over")["table"]["seats"][1]
        assert (seat["name"], seat["away"], seat["handed_over"], seat["free"]) == ("Bob", True, True, False)
        assert seat["player"] == bob.table["substitute"]
        told = socket.receive("event")
        assert (told["kind"], told["seat"], told["handed_over"]) == ("away", 1, True)
        with bob.live() as own:
            assert len(own.receive("hello")["view"]["hand"]) >= 3
        assert bob.get()["you"] == 1 and bob.table["seats"][1]["handed_over"]
        assert bob.refused("/moves", {"move": "knock", "seq": bob.table["seq"]}) == "not_your_turn"
        while not (position := ann.get("/view"))["view"]["legal"]:
            assert socket.receive("event")["by"] == "substitute"
        socket.move(position["view"]["legal"][0], position["seq"])
        while socket.receive("event").get("by") != "substitute":
            if (position := ann.get("/view"))["view"]["legal"]:
                socket.move(position["view"]["legal"][0], position["seq"])
    seat = bob.post("/rejoin")["table"]["seats"][1]
    assert (seat["away"], seat["handed_over"], seat["player"]) == (False, False, None)


def test_who_wants_another_game_takes_the_seat_back(sqlite_served: Served) -> None:
    ann, bob = sqlite_served.seated("Ann", "Bob")
    bob.post("/hand_over")
    assert bob.post("/reset")["table"]["seats"][1]["player"] is None
    assert ann.post("/vote", {"yes": True})["table"]["games"] == 2
    assert sqlite_served.open().sit("Ann").refused("/hand_over") == "not_running"


def test_a_reset_does_not_wait_for_who_has_left(sqlite_served: Served) -> None:
    people = sqlite_served.seated("Ann", "Bob")
    people[0].post("/reset")
    people[1].post("/leave")
    assert people[0].table["games"] == 2


def test_idle_tables_of_nobody_are_closed_and_kept_as_records(skipping_served: Served) -> None:
    ann, bob = skipping_served.seated("Ann", "Bob")
    watcher = Visitor(skipping_served, ann.id)
    for person in (ann, bob):
        person.post("/leave")
    skipping_served.skip(Settings().idle_close_seconds)
    wait_until(lambda: watcher.table["status"] == "closed")
    assert watcher.refused("/sit", {"name": "Cat"}) == "closed"
    record = watcher.get("/record")
    assert record["result"] is None
    knockroll.Table.replay(record)


def test_games_of_people_are_taken_up_again_after_days(skipping_served: Served) -> None:
    people = skipping_served.seated("Ann", "Bob")
    for _ in range(10):
        skipping_served.skip(86_400)
    for person in people:
        assert person.post("/rejoin")["table"]["status"] == "running"
    people[people[0].get("/view")["view"]["turn"]].move()


def test_tables_leave_memory_and_come_back(database: str) -> None:
    with serving(database, skipping=True) as served:
        people = served.seated("Ann", "Bob")
        people[people[0].get("/view")["view"]["turn"]].move()

        def unloaded() -> bool:
            served.skip(Settings().sweep_seconds)
            return "knockroll_tables_loaded 0" in served.http.get("/api/metrics").text

        wait_until(unloaded)
        assert people[0].get("/view")["seq"] >= 4


@pytest.mark.skipif(not JOINABLE, reason="no game lets people join")
@pytest.mark.parametrize("game", JOINABLE)
def test_people_join_and_leave_between_hands(served: Served, game: str) -> None:
    people = served.seated("Ann", "Bob", game=game)
    assert people[0].table["can_join"]
    cat = Visitor(served, people[0].id).sit("Cat")
    assert cat.get()["you"] == 2
    assert [seat["name"] for seat in cat.table["seats"]] == ["Ann", "Bob", "Cat"]
    assert len(cat.get("/view")["view"]["players"]) == 3
    cat.post("/leave")
    assert people[0].table["seats"][2]["gone"]
    people[0].post("/reset")
    table = people[1].post("/reset")["table"]
    assert [seat["name"] for seat in table["seats"]] == ["Ann", "Bob"]


def test_a_tables_history_survives_a_restart(database: str, tmp_path: Path) -> None:
    with serving(database) as served:
        people = served.seated("Ann", "Bob")
        for _ in range(5):
            people[people[0].get("/view")["view"]["turn"]].move()
        people[0].post("/reset")
        before = [person.get("/view") for person in people]
    with serving(database) as served:
        again = [Visitor(served, person.id, person.token) for person in people]
        assert [person.get("/view") for person in again] == before
        assert again[0].table["votes"] == [0]
        again[again[0].get("/view")["view"]["turn"]].move()
