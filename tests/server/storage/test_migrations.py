"""Databases of earlier versions."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import sqlalchemy as sa

import knockroll
from knockroll.commands import main
from knockroll.server import Settings
from knockroll.server.storage.backends import database_at
from knockroll.server.storage.migrations import upgrade
from tests.server.ageing import ask
from tests.server.helpers import Visitor, serving
from tests.server.hostile.old_database import ANN, BOB, add_table, changing, write_old_database

ID = "0" * 16


@pytest.fixture(params=["0001", "0002"])
def old(request: pytest.FixtureRequest, empty_database: str, tmp_path: Path) -> str:
    """A database of an earlier version, of each kind, with a table in it where people play."""
    path = tmp_path / "old"
    write_old_database(path)
    add_table(path, ID, 40)
    found = database_at(Settings(database=empty_database).database_url)
    upgrade(found, "0001")
    with changing(path) as connection, found.engine.begin() as target:
        for table in ("rooms", "log"):
            rows = connection.execute(f"SELECT * FROM {table}")
            names = [column[0] for column in rows.description]
            statement = f"INSERT INTO {table} VALUES ({', '.join(':' + name for name in names)})"
            for row in rows:
                values = dict(zip(names, row, strict=True))
                if "public" in values:
                    values["public"] = bool(values["public"])
                target.execute(sa.text(statement), values)
    upgrade(found, request.param)
    found.dispose()
    return empty_database


def test_a_table_of_an_earlier_version_is_played_on(old: str) -> None:
    with serving(old) as served:
        people = [Visitor(served, ID, token) for token in (ANN, BOB)]
        assert people[0].table["seq"] == 43
        people[people[0].get("/view")["view"]["turn"]].move()
    ((plan, people_there, visited),) = ask(old, "SELECT plan, people, visited FROM rooms")
    assert (people_there, visited) == (2, True)
    assert json.loads(plan)["rules"] == "1"
    assert main(["admin", "check", "--database", old]) == 0


def test_plans_of_0_1_0_are_settled_with_the_defaults_that_it_had(tmp_path: Path) -> None:
    """They are still today's defaults. If one changes, its old value must stay in the migration."""
    path = tmp_path / "db"
    write_old_database(path)
    asked = [(game, None) for game in ("farkle", "gin_rummy", "thirty_one", "tonk", "tunk")] + [
        ("gin_rummy", "standard")
    ]
    with changing(path) as connection:
        for number, (game, variant) in enumerate(asked):
            plan = {"game": game, "variant": variant, "options": {"turn_limit": 77} if game == "tunk" else {}}
            row = (f"{number:016}", game, json.dumps(plan), b"\0" * 32, True, 1.0, "open", 1.0)
            connection.execute("INSERT INTO rooms VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row)
    database = database_at(Settings(database=str(path)).database_url)
    upgrade(database)
    database.dispose()
    with changing(path) as connection:
        plans = [json.loads(row[0]) for row in connection.execute("SELECT plan FROM rooms ORDER BY id")]
    for (game, variant), plan in zip(asked, plans, strict=True):
        chosen = {"turn_limit": 77} if game == "tunk" else {}
        assert plan["options"] == knockroll.get_game(game).option_values(None, variant, chosen)


def test_a_first_start_that_is_cut_off_leaves_no_half_of_a_schema(tmp_path: Path) -> None:
    """The next start begins again and does not find tables of an unknown version."""
    database = database_at(f"sqlite:///{tmp_path / 'db'}")
    with pytest.MonkeyPatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr("alembic.op.create_index", _cut_off)
        upgrade(database)
    with database.engine.begin() as connection:
        assert sa.inspect(connection).get_table_names() == []
    upgrade(database)
    database.dispose()


def _cut_off(*arguments: object, **named: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("empty_database", ["postgresql"], indirect=True)
def test_servers_that_start_at_once_make_the_schema_once(empty_database: str) -> None:
    """The others wait for the first one, and find the schema complete."""
    url = Settings(database=empty_database).database_url

    def start() -> None:
        found = database_at(url)
        upgrade(found)
        found.dispose()

    with ThreadPoolExecutor(4) as threads:
        for done in [threads.submit(start) for _ in range(4)]:
            done.result()
