"""Deleting tables by age."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from knockroll.server.tables import retention
from tests.server.ageing import ask, make_older
from tests.server.helpers import Served, Visitor, play_to_the_end, serving, wait_until

HASTY: dict[str, Any] = {"idle_close_seconds": 0.2, "idle_unload_seconds": 0.1, "sweep_seconds": 0.05}
OLD = 31.0
NOBODY = ("unused", "computers")
"""The tables where nobody ever sat."""


def tables(served: Served) -> dict[str, Visitor]:
    """A table of each kind."""
    people = served.seated("Ann", "Bob", options={"strikes": 1})
    play_to_the_end(people)
    return {
        "finished": people[0],
        "abandoned": served.seated("Ann", "Bob")[0],
        "unused": served.open(),
        "computers": served.open(people=0, computers=2, options={"strikes": 1}),
    }


def closed(database: str) -> set[str]:
    """The tables that are closed because no one sits there."""
    return {id for (id,) in ask(database, "SELECT id FROM rooms WHERE status = 'closed'")}


def left(database: str, kinds: dict[str, Visitor]) -> set[str]:
    """The kinds of tables that are still there."""
    there = {id for (id,) in ask(database, "SELECT id FROM rooms")}
    return {kind for kind, table in kinds.items() if table.id in there}


@pytest.mark.parametrize(
    ("settings", "kept"),
    [
        ({}, {"finished", "abandoned"}),
        ({"keep_unused_days": None}, {"finished", "abandoned", "unused", "computers"}),
        ({"keep_finished_days": 30}, {"abandoned"}),
        ({"keep_abandoned_days": 30}, {"finished"}),
        ({"keep_finished_days": 40, "keep_unused_days": 40}, {"finished", "abandoned", "unused", "computers"}),
    ],
)
def test_old_tables_are_kept_as_the_settings_say(settings: dict[str, Any], kept: set[str], database: str) -> None:
    with serving(database, **HASTY) as served:
        kinds = tables(served)
        wait_until(lambda: {table.id for kind, table in kinds.items() if kind in NOBODY} <= closed(database))
    for table in kinds.values():
        make_older(database, table.id, OLD)
    with serving(database, **HASTY, **settings) as served:
        new = served.seated("Ann", "Bob")[0]
        assert served.server is not None and served.server.tables.hall is not None
        hall = served.server.tables.hall
        wait_until(lambda: hall._retention._rest_until > 0)
        assert left(database, kinds) == kept
        for kind, table in kinds.items():
            assert (served.http.get(f"/api/tables/{table.id}").status_code == 200) == (kind in kept)
        assert new.table["status"] == "running"
    assert {room for (room,) in ask(database, "SELECT room FROM log")} <= {
        id for (id,) in ask(database, "SELECT id FROM rooms")
    }


def test_a_table_that_somebody_looks_at_is_not_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "REST_SECONDS", 0)  # the first sweep may come before the tables are made older
    database = str(tmp_path / "db")
    with serving(database) as served:
        seen, unseen = (served.seated("Ann", "Bob")[0] for _ in range(2))
    with serving(database, **HASTY, keep_abandoned_days=30) as served, Visitor(served, seen.id).live() as socket:
        socket.receive("hello")
        for table in (seen, unseen):  # only now: the first sweep may also come before the visitor
            make_older(database, table.id, OLD)
        wait_until(lambda: ask(database, "SELECT id FROM rooms") == [(seen.id,)])


def test_many_old_tables_are_deleted_a_few_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retention, "MOST_AT_ONCE", 3)
    database = str(tmp_path / "db")
    with serving(database, **HASTY) as served:
        for _ in range(10):
            served.open()
        wait_until(lambda: len(closed(database)) == 10)
    for id in closed(database):
        make_older(database, id, OLD)
    with serving(database, **HASTY):
        wait_until(lambda: not ask(database, "SELECT id FROM rooms"))


def test_whoever_sat_there_once_has_used_the_table(database: str) -> None:
    """Even if no one sits there now."""
    with serving(database) as served:
        ann = served.open().sit("Ann")
        ann.post("/leave")
        empty = served.open()
    assert dict(ask(database, "SELECT id, visited FROM rooms")) == {ann.id: True, empty.id: False}
