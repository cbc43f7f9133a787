"""Practice tables are marked for everyone, and moves can be taken back there without deleting anything from the log."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import knockroll
from knockroll.engine.game import Game
from knockroll.engine.verify import verify
from knockroll.server.tables import snapshots
from knockroll.server.tables.loading import replay
from knockroll.server.tables.room import MOST_DECISIONS, Plan
from tests.server.helpers import Served, Visitor, play_to_the_end, serving
from tests.server.lives import Life
from tests.server.tables.test_entries import PLAN_OF_0_1_0
from tests.server.tables.test_snapshots import assert_same

GAMES = tuple(map(knockroll.get_game, knockroll.game_names()))


def position(person: Visitor) -> Any:
    return person.get("/view")


def take_back(person: Visitor, seq: int | None = None) -> Any:
    return person.post("/take_back", {"seq": position(person)["seq"] if seq is None else seq})


def own_turn(person: Visitor) -> Any:
    """The position when the person is to move."""
    while True:
        now = position(person)
        if now["view"]["legal"]:
            return now


# --- The mark ------------------------------------------------------------------------------------------------------


def test_a_practice_table_is_marked_for_everyone_who_sees_or_joins_it(sqlite_served: Served) -> None:
    table = sqlite_served.open(people=2, practice=True, public=True)
    assert table.table["practice"] is True
    [listed] = [one for one in sqlite_served.http.get("/api/tables").json()["tables"] if one["id"] == table.id]
    assert listed["practice"] is True
    ann = table.sit("Ann")
    with ann.live() as socket:
        assert socket.receive("hello")["table"]["practice"] is True
        table.sit("Bob")
        assert socket.receive("event")["table"]["practice"] is True


def test_another_table_is_not_marked_and_refuses_both(sqlite_served: Served) -> None:
    [ann] = sqlite_served.seated("Ann", computers=1)
    assert ann.table["practice"] is False
    seq = own_turn(ann)["seq"]
    for what in ("/take_back", "/hint"):
        answer = ann.request("POST", what, json={"seq": seq})
        assert answer.status_code == 409 and answer.json()["error"]["code"] == "not_practice"
        assert "not a practice table" in answer.json()["error"]["reason"]


def test_the_record_says_that_it_was_practice(sqlite_served: Served) -> None:
    [ann] = sqlite_served.seated("Ann", computers=1, practice=True, options={"strikes": 1})
    own_turn(ann)
    ann.move("draw stock")
    take_back(ann)
    play_to_the_end([ann])
    record = ann.get("/record")
    assert record["practice"] is True
    assert any("commitment" in line for line in verify(record)), "what was taken back is not part of the game"
    [bob] = sqlite_served.seated("Bob", computers=1, options={"strikes": 1})
    play_to_the_end([bob])
    assert "practice" not in bob.get("/record")


def test_an_old_plan_is_no_practice_and_a_plan_keeps_it() -> None:
    old = msgspec.json.decode(PLAN_OF_0_1_0, type=Plan)
    assert old.practice is False
    new = msgspec.structs.replace(old, practice=True)
    assert msgspec.json.decode(msgspec.json.encode(new), type=Plan) == new


# --- Taking back ---------------------------------------------------------------------------------------------------


def test_a_move_is_taken_back_with_the_answers_of_the_computers(sqlite_served: Served) -> None:
    [ann] = sqlite_served.seated("Ann", computers=2, practice=True)
    first = own_turn(ann)
    ann.move("draw stock", first["seq"])
    drawn = own_turn(ann)
    ann.move(f"discard {drawn['view']['hand'][0]}", drawn["seq"])
    after = own_turn(ann)
    assert after["seq"] >= drawn["seq"] + 1
    again = take_back(ann)
    assert again["seq"] == after["seq"] + 1
    assert again["view"] == drawn["view"]
    assert take_back(ann)["view"] == first["view"]
    assert ann.refused("/take_back", {"seq": position(ann)["seq"]}) == "nothing_to_take_back"
    ann.move("draw stock")
    assert own_turn(ann)["view"] == drawn["view"], "chance is where it was"


def test_everyone_hears_of_it_and_whoever_resumes_does_too(sqlite_served: Served) -> None:
    [ann] = sqlite_served.seated("Ann", computers=1, practice=True)
    own_turn(ann)
    with Visitor(sqlite_served, ann.id).live() as watching:
        watching.receive("hello")
        ann.move("draw stock")
        moved = watching.receive("event")
        take_back(ann)
        told = watching.receive("event")
    assert (told["kind"], told["seat"], told["taken_back"], told["hands"], told["events"]) == ("take_back", 0, 1, 0, [])
    assert told["view"]["phase"] == "draw" and told["table"]["seq"] == told["seq"] == moved["seq"] + 1
    with ann.live(after=moved["seq"] - 1) as socket:
        hello, *missed = [socket.receive() for _ in range(3)]
    assert hello["resumed"] and [one["kind"] for one in missed] == ["move", "take_back"]
    assert missed[-1]["view"]["phase"] == "draw"


def test_a_request_that_comes_twice_takes_back_once(sqlite_served: Served) -> None:
    [ann] = sqlite_served.seated("Ann", computers=1, practice=True)
    own_turn(ann)
    ann.move("draw stock")
    seen = own_turn(ann)
    ann.move(f"discard {seen['view']['hand'][0]}")
    seq = own_turn(ann)["seq"]
    take_back(ann, seq)
    assert ann.refused("/take_back", {"seq": seq}) == "stale"
    assert position(ann)["view"] == seen["view"]
    assert ann.refused("/take_back", {"seq": 10**6}) == "stale"


def test_what_others_have_done_is_not_taken_back(sqlite_served: Served) -> None:
    ann, bob = sqlite_served.seated("Ann", "Bob", practice=True, game="farkle")
    first, second = sorted((ann, bob), key=lambda one: not position(one)["view"]["legal"])
    first.move("throw")
    while not position(second)["view"]["legal"]:
        first.move()
    assert take_back(first)["view"]["turn"] == position(first)["you"]
    while not position(second)["view"]["legal"]:
        first.move()
    second.move("throw")
    answer = first.request("POST", "/take_back", json={"seq": position(first)["seq"]})
    assert answer.json()["error"]["code"] == "nothing_to_take_back"
    assert answer.json()["error"]["reason"] == "Someone else has moved since, so your move can't be taken back."


def test_only_people_at_the_table_take_back_and_only_while_a_game_runs(sqlite_served: Served) -> None:
    table = sqlite_served.open(people=2, practice=True)
    ann = table.sit("Ann")
    assert ann.refused("/take_back", {"seq": 1}) == "not_running"
    assert Visitor(sqlite_served, ann.id).refused("/take_back", {"seq": 1}) == "not_seated"
    assert ann.refused("/take_back", {}) == "malformed"
    [cat] = sqlite_served.seated("Cat", computers=1, practice=True, options={"strikes": 1})
    play_to_the_end([cat])
    assert cat.refused("/take_back", {"seq": position(cat)["seq"]}) == "not_running"


def test_a_hand_that_everyone_has_seen_stays_over_if_others_play(sqlite_served: Served) -> None:
    ann, bob = sqlite_served.seated("Ann", "Bob", practice=True)
    people = {position(one)["you"]: one for one in (ann, bob)}
    turn = position(ann)["view"]["turn"]
    people[turn].move("knock")
    other = people[1 - turn]
    other.move("draw stock")
    other.move()
    assert position(ann)["view"]["hands_played"] == 1
    answer = other.request("POST", "/take_back", json={"seq": position(other)["seq"]})
    assert "everyone has seen the cards" in answer.json()["error"]["message"]


# --- The log -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_practice_room_is_the_replay_of_its_whole_log(game: Game) -> None:
    """In random lives with moves taken back, nothing is deleted, and the log leads to the same room."""
    taken = 0
    for seed in range(4):
        life = Life(game, seed, people=random.Random(seed).randint(1, game.max_seats - 1), practice=True)
        life.live(200)
        kinds = [entry.change.kind for entry in life.log]
        taken += kinds.count("take_back")
        assert [entry.seq for entry in life.log] == list(range(1, len(kinds) + 1))
        whole, snapshots_taken = replay(life.stored(), len(life.log), take_at=range(0, 200, 10))
        assert_same(life.room.copy(), whole)
        assert not snapshots_taken, "an earlier position may come back, so all of the log is needed"
        assert len(whole.decisions) <= MOST_DECISIONS
    assert taken > 3


def test_a_long_practice_table_is_loaded_from_its_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(snapshots, "EVERY", 4)
    database = str(tmp_path / "tables.sqlite3")
    with serving(database) as served:
        [ann] = served.seated("Ann", computers=1, practice=True, options={"strikes": 20})
        for _ in range(20):
            own_turn(ann)
            ann.move()
        before = take_back(ann)
        id, token = ann.id, ann.token
    with serving(database) as served:
        ann = Visitor(served, id, token)
        assert own_turn(ann)["view"] == before["view"]
        assert take_back(ann)["view"] != before["view"]


@pytest.fixture(autouse=True)
def fewer_hints(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Start no process for hints, which other tests cover."""

    async def nothing(*_: object) -> None:
        return

    monkeypatch.setattr("knockroll.server.api.hinter.Hinter.warm", nothing)
    yield
