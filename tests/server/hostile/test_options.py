"""A table keeps the game that it began with, whatever a later version plays."""

from __future__ import annotations

import json
from pathlib import Path

from tests.server.helpers import Visitor
from tests.server.hostile.conftest import Start
from tests.server.hostile.old_database import changing


def test_another_default_does_not_change_a_game_that_runs(start: Start, tmp_path: Path) -> None:
    first = start(tmp_path / "db").wait()
    people = first.seated("Ann", "Bob")
    before = [person.get("/view") for person in people]
    options = people[0].table["options"]
    first.stop()
    second = start(tmp_path / "db", defaults={"thirty_one": {"strikes": 7}}).wait()
    again = [Visitor(second, person.id, person.token) for person in people]
    assert again[0].table["options"] == options
    assert [person.get("/view") for person in again] == before
    with changing(tmp_path / "db") as connection:
        plan = json.loads(connection.execute("SELECT plan FROM rooms").fetchone()[0])
    assert plan["options"] == options
    assert plan["rules"], "the version of the game's rules"
