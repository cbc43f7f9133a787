"""What describes the API is generated, is valid, and is true."""

from __future__ import annotations

import json
import random
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import schemathesis
from msgspec import UNSET
from scripts.schema import LIMITS, NAMED, ROOT, TYPES, files

import knockroll
from knockroll.engine.record import RecordDocument
from knockroll.engine.views import view_type
from knockroll.server.api.app import create_app
from knockroll.server.api.documents import asyncapi, components
from knockroll.server.tables import payloads
from knockroll.server.tables.audience import Listener
from knockroll.server.tables.entries import Entry, Move, Start
from knockroll.server.tables.room import Plan, Room
from tests.server.helpers import Served

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def test_the_limits_that_the_page_knows_are_up_to_date() -> None:
    assert LIMITS.read_text() == files()[LIMITS], "run make schema"


def test_the_declarations_for_the_page_are_valid(tmp_path: Path) -> None:
    """`make web` checks the page against them; here they are written afresh, and hold every structure of the API."""
    text = files()[TYPES]
    declared = re.findall(r"^export (?:interface|type) (\w+)", text, re.M)
    assert len(declared) == len(set(declared)) and set(declared) >= {*components(), *NAMED}
    types = tmp_path / TYPES.name
    types.write_text(text)
    tsc = ROOT / "node_modules" / ".bin" / "tsc"
    checked = subprocess.run([tsc, "--noEmit", "--strict", types], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def test_every_field_says_what_it_is() -> None:
    """By a docstring below it, or a note in the game's ``SHOWN``; one that is always the same says it by its value."""
    silent = [
        f"{name}.{field}"
        for name, schema in components(games=knockroll.game_names()).items()
        for field, what in schema.get("properties", {}).items()
        if not what.keys() & {"description", "enum", "const"}
    ]
    assert silent == []


def _references(document: Any) -> Iterator[str]:
    if isinstance(document, dict):
        if isinstance(document.get("$ref"), str):
            yield document["$ref"]
        for value in document.values():
            yield from _references(value)
    elif isinstance(document, list):
        for value in document:
            yield from _references(value)


def _check_references(document: Any) -> None:
    for reference in _references(document):
        place = document
        for key in reference.removeprefix("#/").split("/"):
            assert key in place, reference
            place = place[key]


def test_the_openapi_document_is_valid() -> None:
    document = json.loads(json.dumps(create_app().api.openapi()))
    _check_references(document)
    for schema in document["components"]["schemas"].values():
        jsonschema_rs.meta.validate({"$schema": DIALECT, **schema})
    assert document["openapi"].startswith("3.1")
    schemathesis.openapi.from_dict(document)
    described = [
        answer.get("content", {}).get("application/json", {}).get("schema")
        for path in document["paths"].values()
        for operation in path.values()
        for status, answer in operation["responses"].items()
        if status.startswith("2")
    ]
    assert all("$ref" in schema for schema in described if schema is not None), "every answer is a structure"


def test_the_asyncapi_document_is_valid(sqlite_served: Served) -> None:
    document = sqlite_served.http.get("/api/asyncapi.json").json()
    _check_references(document)
    assert document["asyncapi"] == "3.0.0" and document["info"].keys() >= {"title", "version"}
    assert document["channels"]["live"]["address"] == "/api/tables/{id}/live"
    for operation in document["operations"].values():
        assert operation["action"] in ("send", "receive") and operation["messages"]
    for message in document["components"]["messages"].values():
        assert "$ref" in message["payload"]
    for schema in document["components"]["schemas"].values():
        jsonschema_rs.meta.validate({"$schema": DIALECT, **schema})
    assert document == json.loads(json.dumps(asyncapi(knockroll.game_names())))


class _Heard(Listener):
    """A listener that keeps what it is told."""

    def __init__(self, room: Room, number: int | None) -> None:
        self.seat = None if number is None else room.seats[number]
        self.acts = number == 0
        self.heard: list[Any] = []


def _validator(name: str, game: str) -> jsonschema_rs.Validator:
    reference = {"$ref": f"#/components/schemas/{name}", "components": {"schemas": components(games=[game])}}
    return jsonschema_rs.validator_for({"$schema": DIALECT, **reference})


@pytest.mark.parametrize("game", knockroll.game_names())
def test_messages_and_views_are_as_described(game: str) -> None:
    """Random moves: every message fits its schema, every view its game's, with no field that is not described."""
    seats = max(2, knockroll.get_game(game).min_seats)
    room = Room("0" * 16, Plan(game, None, {}, (None,) * seats, False, 0, None, 60, "Random", 1.0), b"\1" * 32)
    message = _validator("EventMessage", game)
    view = _validator(f"{game}_view", game)
    described = components(games=[game])[f"{game}_view"]["properties"].keys()
    rng = random.Random(3)
    room.apply(Entry(1, Start(True), 1.0))
    for number in range(seats):
        room.change_seat(number, kind="person", token=f"token of {number}")
    for seq in range(2, 250):
        assert room.table is not None
        if room.turn is None:
            break
        frame = room.apply(Entry(seq, Move(room.turn, rng.choice(room.table.legal()), "person"), 1.0))
        listeners = [_Heard(room, None), _Heard(room, 0), _Heard(room, 1)]
        table = payloads.table_info(room, range(seats)) if seq % 50 == 0 else UNSET
        for listener, data in payloads.event(room, frame, listeners, table):
            told = json.loads(data)
            message.validate(told)
            view.validate(told["view"])
            assert told["view"].keys() == described - (set() if listener.acts else {"acts"})
            assert all("seen_by" not in event for event in told["events"])
        msgspec.convert(room.table.view(0), view_type(room.table.game))


@pytest.mark.parametrize("game", knockroll.game_names())
def test_a_record_is_as_described(game: str) -> None:
    t = knockroll.Table(game, chance=knockroll.Fair())
    rng = random.Random(4)
    while t.turn is not None and len(t.moves) < 30:
        t.play(rng.choice(t.legal()))
    msgspec.convert(t.record(), RecordDocument)
    _validator("RecordDocument", game).validate(json.loads(json.dumps(t.record())))


def test_what_the_api_shows_of_a_game_is_as_described(sqlite_served: Served) -> None:
    for game in sqlite_served.http.get("/api/games").json()["games"]:
        _validator("GameInfo", game["name"]).validate(game)
