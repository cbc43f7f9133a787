"""The documents that describe the API are generated, valid and true."""

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
from knockroll.server.api.operations import REFUSES, operations_of
from knockroll.server.settings import NO_LIMITS, Settings
from knockroll.server.tables import payloads
from knockroll.server.tables.audience import Listener
from knockroll.server.tables.entries import Entry, Move, Start
from knockroll.server.tables.room import Plan, Room
from tests.server.helpers import Served, Visitor, serving

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def test_the_limits_that_the_page_knows_are_up_to_date() -> None:
    assert LIMITS.read_text() == files()[LIMITS], "run make schema"


def test_the_declarations_for_the_page_are_valid(tmp_path: Path) -> None:
    """`make web` checks the page against them; this test writes them again, with every structure of the API."""
    text = files()[TYPES]
    declared = re.findall(r"^export (?:interface|type) (\w+)", text, re.M)
    assert len(declared) == len(set(declared)) and set(declared) >= {*components(), *NAMED}
    types = tmp_path / TYPES.name
    types.write_text(text)
    tsc = ROOT / "node_modules" / ".bin" / "tsc"
    checked = subprocess.run([tsc, "--noEmit", "--strict", types], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout


def test_every_field_says_what_it_is() -> None:
    """By a docstring below it, or a note in the game's ``SHOWN``; a field with only one value says it by that value."""
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
    assert document == json.loads(json.dumps(asyncapi(knockroll.game_names(), sqlite_served.url)))


def test_the_asyncapi_document_says_where_the_server_is_and_how_a_token_is_sent() -> None:
    document = asyncapi((), "https://games.example.org/")
    [server] = document["servers"].values()
    assert (server["host"], server["protocol"]) == ("games.example.org", "wss")
    assert [reference["$ref"].rsplit("/", 1)[1] for reference in server["security"]] == ["seatToken", "seatCookie"]
    assert document["components"]["securitySchemes"]["seatToken"]["scheme"] == "bearer"
    assert asyncapi(())["servers"]["tables"]["protocol"] == "ws"


def _lists(schema: Any) -> Iterator[Any]:
    if isinstance(schema, dict):
        if schema.get("type") == "array":
            yield schema
        for part in schema.values():
            yield from _lists(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from _lists(part)


def test_what_generators_of_clients_need() -> None:
    """Lists that say what is in them, options that are an object of any kind, names, a server, tokens."""
    document = create_app(Settings(public_url="https://games.example.org")).api.openapi()
    assert all("items" in schema or "prefixItems" in schema for schema in _lists(document))
    for name, schema in document["components"]["schemas"].items():
        assert "additionalProperties" not in schema.get("properties", ()), name
    names = [told["operationId"] for _, _, told in operations_of(document)]
    assert len(names) == len(set(names)) and all(re.fullmatch(r"[a-z]+(_[a-z]+)*", name) for name in names)
    assert set(REFUSES) <= set(names)
    assert document["servers"][0]["url"] == "https://games.example.org"
    assert document["components"]["securitySchemes"].keys() == {"seatToken", "seatCookie"}
    needs: dict[str, Any] = {told["operationId"]: told.get("security") for _, _, told in operations_of(document)}
    assert needs["list_games"] is needs["create_table"] is None
    assert {} in needs["get_view"] and {} in needs["sit"] and {} not in needs["make_move"]


BODIES: dict[str, Any] = {
    "create_table": {"game": "nosuch"},
    "sit": {"name": "Eve"},
    "act_as_host": {"do": "lock"},
    "rematch": {},
    "reset": {},
    "vote": {"yes": True},
    "make_move": {"move": "knock", "seq": 1},
    "get_hint": {"seq": 1},
    "take_back": {"seq": 1},
    "analyze_position": {"record": {}, "moves": 0},
    "replay_record": {"record": {}},
    "wait_for_invitations": {"name": "Eve", "games": ["nosuch"]},
    "invite_bot": {"bot": "Nobody"},
}
"""A body that each operation understands; where one would begin a stream, it is refused for another reason."""


def _provoked(served: Served, path: str, method: str, told: Any, people: dict[str, Visitor]) -> set[int]:
    """The refusals of one operation to everything that can be wrong with a client's request."""
    name, seen = told["operationId"], set()
    here = people["open"]

    def ask(id: str = here.id, headers: dict[str, str] | None = None, **more: Any) -> None:
        url = path.replace("{id}", id).replace("{name}", "nosuch")
        with served.http.stream(method, url, headers=headers or {}, **more) as answer:
            seen.add(answer.status_code)
            codes = told["responses"].get(str(answer.status_code), {}).get("x-codes")
            if answer.status_code >= 400:
                code = json.loads(answer.read())["error"]["code"]
                assert codes is not None and code in codes, (name, answer.status_code, code)
        served.http.cookies.clear()

    body = {"json": BODIES[name]} if name in BODIES else {}
    ask(headers={"Host": "evil.example"}, **body)
    if any(parameter["in"] == "query" for parameter in told.get("parameters", ())):
        junk = {parameter["name"]: "x" * 300 for parameter in told["parameters"] if parameter["in"] == "query"}
        ask(params=junk)
    if method == "post":
        ask(headers={"Origin": "https://evil.example"}, **body)
        ask(content=b" " * 2_000_000)
        if name in BODIES:
            ask(content=b"no JSON", headers={"Content-Type": "application/json"})
    if "{id}" in path:
        ask(headers={"Authorization": "Bearer nobody"}, **body)
        ask(id="nosuch", **body)
        ask(id="x" * 65, **body)
        ask(**body)
        closed = people["closed"]
        ask(id=closed.id, **body)
        ask(id=closed.id, headers=closed.headers, **body)
    else:
        ask(**body)
    return {status for status in seen if status >= 400}


def test_every_operation_lists_the_refusals_that_it_can_give_and_no_others(tmp_path: Path) -> None:
    """Both ways, for what a client can provoke. For 409, 429, 500 and 503, only refusals that occur are checked."""
    provocable = {401, 403, 404, 410, 413, 421, 422}
    with serving(str(tmp_path / "db"), skipping=True, limits=NO_LIMITS, metrics=False) as served:
        document = served.http.get("/api/openapi.json").json()
        closed = served.seated("Ann", "Bob")[0]
        served.close_table(closed.id)
        for path, method, told in operations_of(document):
            people = {"open": served.open(people=3), "closed": closed}
            listed = {int(status) for status in told["responses"] if int(status) >= 400}
            seen = _provoked(served, path, method, told, people)
            assert seen & provocable == listed & provocable, told["operationId"]
            assert listed >= {421, 429, 500} and 405 not in listed
            assert served.http.request("PUT", path.replace("{id}", closed.id)).json()["error"]["code"] in (
                "method_not_allowed",
                "bad_origin",
            )


class _Heard(Listener):
    """A listener that keeps its messages."""

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
