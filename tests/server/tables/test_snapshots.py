"""Snapshots: a room loaded from one is the room that its log leads to, and costs the same to load at any age."""

from __future__ import annotations

import dataclasses
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

import knockroll
from knockroll.commands import main
from knockroll.engine.game import Game
from knockroll.server.storage import rows
from knockroll.server.tables import snapshots
from knockroll.server.tables.loading import CannotReplay, replay
from knockroll.server.tables.room import Kind, Room
from knockroll.server.tables.snapshots import UnusableSnapshot, last_place, take
from tests.server.ageing import ask, run
from tests.server.helpers import Served, Visitor, play_to_the_end, serving
from tests.server.hostile.old_database import ANN, add_table, write_old_database
from tests.server.lives import Life

GAMES = tuple(map(knockroll.get_game, knockroll.game_names()))
JSON = msgspec.json
LONG: dict[str, Any] = {"strikes": 20, "turn_limit": 100_000}


# --- The same room -------------------------------------------------------------------------------------------------


def assert_same(one: Room, other: Room) -> None:
    """Compare two rooms: everything in them, and everything that anyone may see."""
    for field in dataclasses.fields(Room):
        if field.name not in ("table", "past", "frames"):
            assert getattr(one, field.name) == getattr(other, field.name), field.name
    known = max(one.frames.forgotten, other.frames.forgotten)
    assert one.frames[known:] == other.frames[known:]
    assert (one.status, one.people, one.can_join, one.mover()) == (
        other.status,
        other.people,
        other.can_join,
        other.mover(),
    )
    assert (one.table is None) == (other.table is None)
    if one.table is not None and other.table is not None:
        assert one.table.state == other.table.state
        assert one.table.legal() == other.table.legal()
        assert one.table.result == other.table.result
        assert (len(one.table.moves), len(one.table.hands)) == (len(other.table.moves), len(other.table.hands))
        assert one.table.chance.to_dict(over=True) == other.table.chance.to_dict(over=True)
        assert one.table.chance.mark() == other.table.chance.mark()
        for seat in (None, *range(one.table.seats)):
            assert JSON.encode(one.view(seat)) == JSON.encode(other.view(seat))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_room_from_a_snapshot_is_the_room_that_the_log_leads_to(game: Game, seed: int) -> None:
    """At random places in random lives: people come, leave and join, games end and begin; then play continues."""
    rng = random.Random(seed)
    life = Life(game, seed, people=rng.randint(1, game.max_seats - 1))
    frames_kept = 20
    life.live(rng.randint(100, 300))
    places = rng.sample(range(len(life.log) - frames_kept), 12)
    whole, taken = replay(life.stored(), frames_kept, take_at=places)
    assert len(taken) == 12
    for snapshot in taken:
        room = replay(life.stored(snapshot), frames_kept).room
        assert_same(room, whole)
        assert room.seq - room.frames.forgotten >= frames_kept
        assert take(room) == take(whole)
    before = len(life.log)
    life.live(60)
    assert_same(life.room.copy(), replay(life.stored(), len(life.log)).room)
    for entry in life.log[before:]:
        assert room.apply(entry) == whole.apply(entry)
    assert_same(room, whole)


def test_games_of_many_kinds_of_lives_are_looked_at() -> None:
    """The test above would be worth little if its random lives had few kinds of events."""
    kinds: set[str] = set()
    games = 0
    for seed in range(6):
        life = Life(knockroll.get_game("tonk"), seed)
        life.live(300)
        kinds |= {entry.change.kind for entry in life.log}
        games = max(games, life.room.games)
    assert kinds == set(get_args(Kind)) - {"close", "take_back"}  # practice tables have no snapshots
    assert games >= 2


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_snapshot_is_small(game: Game) -> None:
    life = Life(game, 3, people=game.max_seats)
    for _ in range(20):
        life.live(20)
        assert len(take(life.room).data) < 16_384


# --- Snapshots that do not fit -------------------------------------------------------------------------------------


def forged(snapshot: rows.Snapshot) -> Iterator[rows.Snapshot]:
    """Snapshots that an attacker or a bad disk has changed."""
    content = json.loads(snapshot.data)
    content["table"]["state"]["scores"][0] += 1
    yield snapshot._replace(data=json.dumps(content))
    yield snapshot._replace(data=snapshot.data[:-1])
    yield snapshot._replace(data="")
    yield snapshot._replace(seal=b"\0" * 32)
    yield snapshot._replace(seq=snapshot.seq - 1)
    yield snapshot._replace(rules="2")
    yield snapshot._replace(format=snapshots.FORMAT + 1)


def test_a_snapshot_that_was_changed_is_noticed() -> None:
    life = Life(knockroll.get_game("thirty_one"), 1)
    life.live(50)
    for snapshot in forged(take(life.room)):
        with pytest.raises(UnusableSnapshot):
            replay(life.stored(snapshot))


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take snapshots often."""
    monkeypatch.setattr(snapshots, "EVERY", 8)


FEW = 5
"""Frames that are kept in these tests."""


def long_table(database: str, moves: int) -> tuple[list[Visitor], list[Any]]:
    """People at a table where many moves have been made, and their views."""
    with serving(database, frames_kept=FEW) as served:
        people = served.seated("Ann", "Bob", options=LONG)
        for _ in range(moves):
            people[people[0].get("/view")["view"]["turn"]].move()
        return people, [person.get("/view") for person in people]


def come_back(served: Served, people: list[Visitor]) -> list[Visitor]:
    return [Visitor(served, person.id, person.token) for person in people]


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the replayed entries."""
    numbers: list[int] = []
    works = Room.apply

    def counts(room: Room, entry: Any) -> Any:
        numbers.append(entry.seq)
        return works(room, entry)

    monkeypatch.setattr(Room, "apply", counts)
    return numbers


@pytest.mark.usefixtures("often")
def test_loading_costs_the_same_at_any_age(database: str, applied: list[int]) -> None:
    people, seen = long_table(database, 60)
    seq = seen[0]["seq"]
    assert len(ask(database, "SELECT seq FROM snapshots")) == 2, "older ones are not kept"
    del applied[:]
    with serving(database, frames_kept=FEW) as served:
        again = come_back(served, people)
        assert [person.get("/view") for person in again] == seen
        assert applied == list(range(last_place(seq, FEW) + 1, seq + 1)), "only what came after the snapshot"
        assert len(applied) < snapshots.EVERY + FEW
        again[again[0].get("/view")["view"]["turn"]].move()
    assert main(["admin", "check", "--database", database]) == 0


@pytest.mark.usefixtures("often")
def test_what_was_missed_lately_needs_no_replay(tmp_path: Path, applied: list[int]) -> None:
    people, seen = long_table(str(tmp_path / "db"), 40)
    seq = seen[0]["seq"]
    with serving(str(tmp_path / "db"), frames_kept=FEW) as served:
        (ann, _) = come_back(served, people)
        ann.get()
        del applied[:]
        with ann.live(after=seq - FEW) as socket:
            assert socket.receive()["resumed"]
            assert [socket.receive("event")["seq"] for _ in range(FEW)] == list(range(seq - FEW + 1, seq + 1))
        assert applied == []
        with ann.live(after=2) as socket:
            assert [socket.receive("event")["seq"] for _ in range(seq - 2)] == list(range(3, seq + 1))
        assert applied == list(range(1, seq + 1)), "what is long ago comes from the log"


@pytest.mark.usefixtures("often")
def test_the_record_of_a_table_that_was_loaded_has_every_move(database: str) -> None:
    with serving(database, frames_kept=FEW) as served:
        people = served.seated("Ann", "Bob", options={"strikes": 8, "turn_limit": 60})
        play_to_the_end(people, seed=2)
        record = people[0].get("/record")
        assert people[0].table["seq"] > snapshots.EVERY + FEW
    with serving(database, frames_kept=FEW) as served:
        again = Visitor(served, people[0].id)
        assert again.get("/record") == record
        assert again.get("/record?game=1") == record
        assert again.table["fair"]["secret"] == record["chance"]["secret"]


@pytest.mark.usefixtures("often")
@pytest.mark.parametrize(
    ("damage", "why"),
    [
        ("data = replace(data, 'closed\":false', 'closed\":true ')", "its seal does not match"),
        ("data = ''", "its seal does not match"),
        ("rules = '0'", None),
        ("format = 0", None),
    ],
)
def test_without_a_snapshot_that_fits_the_log_is_replayed(
    damage: str, why: str | None, database: str, applied: list[int], caplog: pytest.LogCaptureFixture
) -> None:
    people, seen = long_table(database, 40)
    run(database, f"UPDATE snapshots SET {damage}".replace(":", "\\:"))
    del applied[:]
    with serving(database, frames_kept=FEW) as served:
        again = come_back(served, people)
        assert [person.get("/view") for person in again] == seen
        assert applied == list(range(1, seen[0]["seq"] + 1))
    assert (why is None) == (people[0].id not in caplog.text)
    assert why is None or why in caplog.text
    del applied[:]
    with serving(database, frames_kept=FEW) as served:
        assert [person.get("/view") for person in come_back(served, people)] == seen
    assert len(applied) < snapshots.EVERY + FEW, "a good one has taken its place"


@pytest.mark.usefixtures("often")
def test_check_tells_of_a_snapshot_that_is_not_true(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "db")
    people, _ = long_table(database, 20)
    run(database, "UPDATE snapshots SET data = replace(data, 'closed', 'dosed') WHERE seq = 16")
    assert main(["admin", "check", "--database", database]) == 1
    assert f"table {people[0].id}: its snapshot after entry 16 is not what its log leads to" in capsys.readouterr().out


@pytest.mark.usefixtures("often")
def test_a_snapshot_goes_with_its_room(database: str) -> None:
    long_table(database, 20)
    assert main(["admin", "delete", "--older-than", "0", "--kind", "abandoned", "--yes", "--database", database]) == 0
    assert ask(database, "SELECT count(*) FROM snapshots") == [(0,)]


def test_a_long_table_of_an_earlier_version_is_replayed_once(tmp_path: Path, applied: list[int]) -> None:
    path = tmp_path / "db"
    write_old_database(path)
    add_table(path, "0" * 16, 400)
    for entries in (403, 403 - last_place(403, 64)):
        del applied[:]
        with serving(str(path)) as served:
            assert Visitor(served, "0" * 16, ANN).table["seq"] == 403
        assert len(applied) == entries


def test_everything_that_a_room_has_is_in_its_snapshot_or_need_not_be() -> None:
    """A new field of a room is added to the snapshot (with a new format number) or named here."""
    stored_elsewhere = {"id", "plan", "secret", "seq", "keep_past"}
    grows = {"frames", "past", "substituted"}
    written_anew = {"_lasting"}
    of_practice = {"decisions", "taken_back"}  # such tables have no snapshots
    named = {field.name for field in dataclasses.fields(Room)} - stored_elsewhere - grows - written_anew - of_practice
    assert named <= set(snapshots._Content.__struct_fields__)


# --- Rules that have changed ---------------------------------------------------------------------------------------


def test_an_entry_that_leads_elsewhere_than_it_did_is_said() -> None:
    life = Life(knockroll.get_game("thirty_one"), 1)
    life.live(50)
    number = next(i for i, entry in enumerate(life.log) if entry.change.kind == "move")
    life.log[number] = msgspec.structs.replace(life.log[number], fingerprint=1)
    with pytest.raises(CannotReplay, match=rf"entry {number + 1} \(move\): it leads to a different position"):
        replay(life.stored())


@pytest.fixture
def newer_rules() -> Iterator[Game]:
    """Thirty-One in a later version, in which the same moves may lead to another game."""
    game = knockroll.get_game("thirty_one")
    object.__setattr__(game, "rules_version", "2")
    yield game
    object.__setattr__(game, "rules_version", "1")


def test_a_table_of_other_rules_goes_on_if_every_entry_leads_to_the_same(database: str, request: Any) -> None:
    people, seen = long_table(database, 10)
    request.getfixturevalue("newer_rules")
    with serving(database) as served:
        again = come_back(served, people)
        assert [person.get("/view") for person in again] == seen
        again[again[0].get("/view")["view"]["turn"]].move()
    assert main(["admin", "check", "--database", database]) == 0


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("fingerprint = NULL", "the position that it led to is not known (it was played with version 1 of the rules"),
        ("fingerprint = 7", "it leads to a different position than when it was played (it was played with version 1"),
    ],
)
def test_a_table_of_other_rules_is_set_aside_if_that_is_not_so(
    change: str,
    why: str,
    tmp_path: Path,
    request: Any,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
) -> None:
    database = str(tmp_path / "db")
    people, _ = long_table(database, 10)
    run(database, f"UPDATE log SET {change} WHERE kind = 'move' AND seq = 8")
    request.getfixturevalue("newer_rules")
    with serving(database) as served:
        assert come_back(served, people)[0].request("GET", "").json()["error"]["code"] == "damaged"
    assert people[0].id in caplog.text and f"entry 8 (move): {why}" in caplog.text
    assert main(["admin", "check", "--database", database]) == 1
    assert f"table {people[0].id}: entry 8 (move): {why}" in capsys.readouterr().out


def test_a_table_of_0_1_0_goes_on_without_fingerprints_by_the_same_rules(tmp_path: Path) -> None:
    path = tmp_path / "db"
    write_old_database(path)
    add_table(path, "0" * 16, 40)
    with serving(str(path)) as served:
        assert Visitor(served, "0" * 16, ANN).table["status"] == "running"
