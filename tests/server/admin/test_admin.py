"""``knockroll admin``: maintenance of a database, whether or not a server uses it."""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from knockroll.commands import main
from knockroll.engine.verify import verify
from knockroll.server import NO_LIMITS
from knockroll.server.admin import backup, check
from tests.server.ageing import ask, make_older, run
from tests.server.helpers import Served, Visitor, play_to_the_end, serving
from tests.server.hostile.old_database import write_old_database

Said = pytest.CaptureFixture[str]
SHORT = {"strikes": 1}


@pytest.fixture
def sqlite(tmp_path: Path) -> str:
    return str(tmp_path / "tables.sqlite3")


def admin(task: str, database: str, *arguments: str) -> int:
    return main(["admin", task, "--database", database, *arguments])


def finished(served: Served, games: int = 1) -> Visitor:
    """A table where Ann and Bob have played some games."""
    people = served.seated("Ann", "Bob", options=SHORT)
    for number in range(games):
        play_to_the_end(people, seed=number)
        if number + 1 < games:
            for person in people:
                person.post("/rematch")
    return people[0]


def counted(database: str) -> int:
    return int(ask(database, "SELECT count(*) FROM rooms")[0][0])


# --- Backup and restore --------------------------------------------------------------------------------------------


def test_a_backup_of_a_busy_server_has_all_that_was_acknowledged_before(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: Said
) -> None:
    """Something is written at every step of the copy, which would start over each time if it did not see one moment."""
    monkeypatch.setattr(backup, "PAGES_AT_ONCE", 1)
    copy = tmp_path / "copy.sqlite3"
    with serving(sqlite) as served:
        people = served.seated("Ann", "Bob", options={"strikes": 20, "turn_limit": 100_000})
        for _ in range(10):
            people[people[0].get("/view")["view"]["turn"]].move()
        acknowledged = people[0].table["seq"]
        steps: list[int] = []

        def write(done: int, total: int) -> None:
            steps.append(done)
            people[people[0].get("/view")["view"]["turn"]].move()

        backup.back_up(f"sqlite:///{sqlite}", copy, write)
        assert len(steps) > 5 and steps == sorted(steps)
        assert people[0].table["seq"] > acknowledged
    assert ask(str(copy), "SELECT max(seq) FROM log")[0][0] == acknowledged
    assert copy.stat().st_mode & 0o077 == 0, "it has secrets"
    assert not list(tmp_path.glob("copy.sqlite3?*"))
    assert admin("check", str(copy)) == 0


def test_a_backup_is_restored_and_what_was_there_is_kept(sqlite: str, tmp_path: Path, said: Said) -> None:
    copy = str(tmp_path / "copy")
    with serving(sqlite) as served:
        ann = finished(served)
        seen = ann.get("/view")
        assert admin("backup", sqlite, copy) == 0
        later = served.open()
    assert admin("restore", sqlite, copy) == 0
    assert "--yes" in said.readouterr().out
    assert counted(sqlite) == 2, "nothing has been done yet"
    assert admin("restore", sqlite, copy, "--yes") == 0
    before = next(tmp_path.glob("tables.sqlite3.before-*"))
    assert str(before) in said.readouterr().out
    assert counted(str(before)) == 2
    with serving(sqlite) as served:
        assert Visitor(served, ann.id, ann.token).get("/view") == seen
        assert served.http.get(f"/api/tables/{later.id}").status_code == 404


def test_a_backup_is_restored_where_nothing_was(sqlite: str, tmp_path: Path) -> None:
    with serving(sqlite) as served:
        served.open()
        assert admin("backup", sqlite, str(tmp_path / "copy")) == 0
    other = str(tmp_path / "other")
    assert admin("restore", other, str(tmp_path / "copy"), "--yes") == 0
    assert counted(other) == 1


def test_nothing_is_restored_under_a_server(sqlite: str, tmp_path: Path, said: Said) -> None:
    with serving(sqlite) as served:
        served.open()
        assert admin("backup", sqlite, str(tmp_path / "copy")) == 0
        assert admin("restore", sqlite, str(tmp_path / "copy"), "--yes") == 1
        assert "a server is using the database" in said.readouterr().err


def test_a_restore_that_is_interrupted_changes_nothing(
    sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(sqlite) as served:
        finished(served)
        copy = tmp_path / "copy"
        assert admin("backup", sqlite, str(copy)) == 0
        served.open()
    monkeypatch.setattr(backup, "PAGES_AT_ONCE", 1)
    monkeypatch.setattr(backup, "back_up", lambda *_: None)

    def interrupt(done: int, total: int) -> None:
        if done > total / 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        backup.restore(f"sqlite:///{sqlite}", copy, interrupt)
    assert counted(sqlite) == 2
    assert admin("check", sqlite) == 0


def test_what_is_no_backup_is_not_restored(sqlite: str, tmp_path: Path, said: Said) -> None:
    foreign = tmp_path / "foreign"
    sqlite3.connect(foreign).execute("CREATE TABLE cats (name TEXT)").connection.close()
    text = tmp_path / "text"
    text.write_text("these are not the tables you are looking for" * 100)
    for file, message in (
        (foreign, "is not a database of knockroll serve"),
        (text, "file is not a database"),
        (tmp_path / "none", "there is no file"),
    ):
        assert admin("restore", sqlite, str(file), "--yes") == 1
        assert message in said.readouterr().err
    assert not Path(sqlite).exists() or not counted_or_none(sqlite)


def counted_or_none(database: str) -> int:
    return len(sqlite3.connect(database).execute("SELECT * FROM sqlite_master").fetchall())


@pytest.mark.parametrize(
    ("task", "arguments", "message"),
    [
        ("backup", ["copy"], "pg_dump --format=custom"),
        ("restore", ["copy", "--yes"], "pg_restore --clean"),
    ],
)
def test_for_postgresql_it_is_said_how(task: str, arguments: list[str], message: str, said: Said) -> None:
    assert admin(task, "postgresql://ann:passw0rd@db.example.org/tables", *arguments) == 1
    told = said.readouterr().err
    assert message in told and "db.example.org/tables" in told
    assert "passw0rd" not in told


@pytest.mark.parametrize("task", ["backup", "check", "export", "delete", "stats"])
def test_a_database_that_is_not_there_is_not_made(task: str, sqlite: str, tmp_path: Path, said: Said) -> None:
    more = {"backup": [str(tmp_path / "copy")], "delete": ["--older-than", "1"]}.get(task, [])
    assert admin(task, sqlite, *more) == 1
    assert "there is no database at" in said.readouterr().err
    assert not Path(sqlite).exists()


@pytest.mark.parametrize("task", ["check", "export", "stats"])
def test_an_older_database_is_left_alone(task: str, sqlite: str, said: Said) -> None:
    write_old_database(Path(sqlite))
    assert admin(task, sqlite) == 1
    assert "'knockroll serve' brings an older one up to date" in said.readouterr().err
    assert ask(sqlite, "SELECT version_num FROM alembic_version") == [("0001",)]


def test_a_file_that_is_there_is_not_overwritten(sqlite: str, tmp_path: Path, said: Said) -> None:
    with serving(sqlite):
        pass
    there = tmp_path / "there"
    there.write_text("mine")
    assert admin("backup", sqlite, str(there)) == 1
    assert admin("export", sqlite, "--output", str(there)) == 1
    assert said.readouterr().err.count("already exists") == 2
    assert there.read_text() == "mine"


# --- Check ---------------------------------------------------------------------------------------------------------


def test_check_names_what_cannot_be_played_again(database: str, said: Said) -> None:
    with serving(database) as served:
        good, bad, odd = finished(served), finished(served), served.open()
    assert admin("check", database) == 0
    assert said.readouterr().out == ""
    fly = json.dumps({"seat": 0, "move": "fly away", "by": "person"})
    run(database, "UPDATE log SET data = :fly WHERE room = :id AND seq = 5", fly=fly, id=bad.id)
    run(database, "UPDATE rooms SET status = 'running' WHERE id = :id", id=odd.id)
    assert admin("check", database) == 1
    told = said.readouterr()
    assert f"table {bad.id}: entry 5 (move): " in told.out and "'fly away' is not a move" in told.out
    assert f"table {odd.id}: its row says" in told.out
    assert good.id not in told.out
    assert "3 tables checked, 2 faults found" in told.err


def test_check_looks_at_the_file_too(sqlite: str, said: Said) -> None:
    with serving(sqlite) as served:
        table = finished(served)
    with sqlite3.connect(sqlite) as connection:  # without foreign keys
        connection.execute("DELETE FROM rooms WHERE id = ?", (table.id,))
    assert admin("check", sqlite) == 1
    assert "the log has entries of 1 tables that do not exist" in said.readouterr().out


def test_check_goes_through_while_people_play(database: str, said: Said) -> None:
    with serving(database, limits=NO_LIMITS) as served:
        people = served.seated("Ann", "Bob", options={"strikes": 20, "turn_limit": 100_000})
        stop = threading.Event()

        def play() -> None:
            while not stop.is_set() and (turn := people[0].get("/view")["view"]["turn"]) is not None:
                people[turn].move()

        playing = threading.Thread(target=play)
        playing.start()
        try:
            codes = [admin("check", database) for _ in range(5)]
        finally:
            stop.set()
            playing.join()
    assert codes == [0] * 5, said.readouterr().out


def test_a_check_can_be_interrupted(sqlite: str, monkeypatch: pytest.MonkeyPatch, said: Said) -> None:
    with serving(sqlite) as served:
        served.open()
        served.open()

    def interrupted(engine: Any) -> Iterator[tuple[str, str | None]]:
        yield "0" * 16, None
        raise KeyboardInterrupt

    monkeypatch.setattr(check, "check_rooms", interrupted)
    assert admin("check", sqlite) == 130
    assert "interrupted: 1 of 2 tables checked" in said.readouterr().err


# --- Export --------------------------------------------------------------------------------------------------------


def test_games_are_exported_as_records_that_can_be_verified(database: str, tmp_path: Path) -> None:
    output = tmp_path / "games.jsonl"
    with serving(database) as served:
        twice, running = finished(served, games=2), served.seated("Ann", "Bob")[0]
        shown = [twice.get(f"/record?game={number}") for number in (1, 2)]
        assert admin("export", database, "--output", str(output)) == 0
    lines = [json.loads(line) for line in output.read_text().splitlines()]
    assert [(line["table"], line["number"]) for line in lines] == [(twice.id, 1), (twice.id, 2)]
    for line, record in zip(lines, shown, strict=True):
        assert any("the secret fits the commitment" in said for said in verify(line))
        assert {key: line[key] for key in record} == record
    assert running.id not in output.read_text(), "it has every card of a game that goes on"


def test_only_what_is_old_enough_is_exported(database: str, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    with serving(database) as served:
        old, new = finished(served), finished(served)
    make_older(database, old.id, 10)
    capfdbinary.readouterr()
    assert admin("export", database, "--older-than", "9", "--game", "31") == 0
    exported = capfdbinary.readouterr().out.decode()
    assert old.id in exported and new.id not in exported


# --- Delete --------------------------------------------------------------------------------------------------------


def test_delete_says_what_it_would_do_and_does_it(database: str, said: Said) -> None:
    with serving(database) as served:
        old, new = finished(served), finished(served)
        sat, empty = served.seated("Ann", "Bob")[0], served.open()
        entries = old.table["seq"]
    for table in (old, sat, empty):
        make_older(database, table.id, 10)
    assert admin("delete", database, "--older-than", "9") == 0
    told = said.readouterr().out
    assert f"finished: 1 tables with {entries} entries" in told and "nothing was deleted" in told
    assert counted(database) == 4
    assert admin("delete", database, "--older-than", "9", "--yes") == 0
    assert "1 tables deleted" in said.readouterr().out
    with serving(database) as served:
        assert [served.http.get(f"/api/tables/{one.id}").status_code for one in (old, new, sat, empty)] == [
            404,
            200,
            200,
            200,
        ]
    more = ["--kind", "abandoned", "--kind", "unused", "--yes"]
    assert admin("delete", database, "--older-than", "9", *more) == 0
    assert ask(database, "SELECT id FROM rooms") == [(new.id,)]
    assert ask(database, "SELECT DISTINCT room FROM log") == [(new.id,)]


def test_nothing_is_deleted_under_a_server_on_sqlite(sqlite: str, said: Said) -> None:
    with serving(sqlite) as served:
        finished(served)
        assert admin("delete", sqlite, "--older-than", "0", "--yes") == 1
        assert "--keep-finished" in said.readouterr().err
    assert counted(sqlite) == 1


def test_a_file_gives_back_the_space_of_what_was_deleted(sqlite: str) -> None:
    with serving(sqlite) as served:
        for _ in range(5):
            finished(served)
    large = Path(sqlite).stat().st_size
    assert admin("delete", sqlite, "--older-than", "0", "--yes") == 0
    assert Path(sqlite).stat().st_size < large


@pytest.mark.parametrize("days", ["soon", "-1", "nan"])
def test_days_are_a_number(days: str, sqlite: str, said: Said) -> None:
    with pytest.raises(SystemExit):
        admin("delete", sqlite, "--older-than", days)
    assert "give one such as 30 or 0.5" in said.readouterr().err


# --- Stats ---------------------------------------------------------------------------------------------------------


def test_stats_count_what_there_is(database: str, said: Said) -> None:
    with serving(database) as served:
        table, _, _ = finished(served), served.open("tonk"), served.seated("Ann", "Bob")
        moves = len(table.get("/record")["moves"])
        said.readouterr()
        assert admin("stats", database, "--json") == 0
    found = json.loads(said.readouterr().out)
    assert found["tables"] == 3
    assert found["by_game"] == {"thirty_one": 2, "tonk": 1}
    assert found["by_outcome"] == {"finished": 1, "abandoned": 1, "unused": 1}
    assert (found["people"], found["moves"]) == (4, moves)
    assert found["bytes"] > 0 and found["first"] <= found["last"]
    assert admin("stats", database) == 0
    assert "3 tables" in said.readouterr().out


@pytest.fixture
def said(capsys: Said) -> Said:
    return capsys
