"""Databases of earlier versions."""

from __future__ import annotations

import json
from pathlib import Path

import knockroll
from knockroll.server import Settings
from knockroll.server.migrations import upgrade
from knockroll.server.store import Store
from tests.server.helpers import Visitor, serving
from tests.server.hostile.old_database import ANN, BOB, add_table, changing, write_old_database

ID = "0" * 16


def test_a_table_of_0_1_0_is_played_on(tmp_path: Path) -> None:
    path = tmp_path / "db"
    write_old_database(path)
    add_table(path, ID, 40)
    with serving(str(path)) as served:
        people = [Visitor(served, ID, token) for token in (ANN, BOB)]
        assert people[0].table["seq"] == 43
        people[people[0].get("/view")["view"]["turn"]].move()
    with changing(path) as connection:
        plan, people_there = connection.execute("SELECT plan, people FROM rooms").fetchone()
    assert people_there == 2
    assert json.loads(plan)["rules"] == "1"


def test_plans_of_0_1_0_are_settled_with_the_defaults_that_it_had(tmp_path: Path) -> None:
    """Today they are the defaults still. If one changes, its old value must stay in the migration."""
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
    store = Store(Settings(database=str(path)).database_url)
    upgrade(store.engine)
    store.engine.dispose()
    with changing(path) as connection:
        plans = [json.loads(row[0]) for row in connection.execute("SELECT plan FROM rooms ORDER BY id")]
    for (game, variant), plan in zip(asked, plans, strict=True):
        chosen = {"turn_limit": 77} if game == "tunk" else {}
        assert plan["options"] == knockroll.get_game(game).option_values(None, variant, chosen)
