"""Bad input leads only to documented refusals: no 500, and no change."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from websockets.exceptions import ConnectionClosed

from knockroll.server.errors import Code
from knockroll.server.settings import NO_LIMITS
from tests.server.helpers import Served, Visitor, serving

CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(str(tmp_path_factory.mktemp("fuzz") / "db"), limits=NO_LIMITS) as served:
        yield served


@pytest.fixture(scope="module")
def seated(fuzzed: Served) -> Visitor:
    return fuzzed.seated("Ann", "Bob")[0]


@pytest.fixture(scope="module")
def api(fuzzed: Served, seated: Visitor) -> Any:
    document = fuzzed.http.get("/api/openapi.json").json()
    table = seated.id
    for path, operations in document["paths"].items():
        if "{id}" in path:  # half of the requests should meet a table that there is
            for operation in operations.values():
                for parameter in operation["parameters"]:
                    if parameter["name"] == "id":
                        parameter["schema"] = {"anyOf": [{"enum": [table]}, parameter["schema"]]}
    schema = schemathesis.openapi.from_dict(document)
    schema.location = fuzzed.url
    schema.config.update(base_url=fuzzed.url)
    # a stream has no end: they are fuzzed below, and in test_inviting.py
    return schema.exclude(path_regex="/events$").exclude(path="/api/bots", method="POST")


def test_the_api_refuses_nonsense_as_documented(api: Any, seated: Visitor) -> None:
    """Valid and invalid requests to every operation of the OpenAPI document, from a spectator and from a player."""
    operations = 0
    for result in api.get_all_operations():
        operation = result.ok()
        operations += 1
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

            @settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
            @given(case=operation.as_strategy(generation_mode=mode))
            def fuzz(case: Any) -> None:
                for headers in (Visitor(seated.served, seated.id).headers, seated.headers):
                    response = case.call(timeout=30, headers=headers)
                    case.validate_response(response, checks=CHECKS)

            with suppress(Unsatisfiable):  # nothing about this operation can be wrong
                fuzz()
    assert operations > 15


JUNK: tuple[Any, ...] = (
    "",
    " ",
    "{",
    "null",
    "[]",
    "42",
    '"move"',
    "{}",
    b"\x00\xff\xfe",
    b"{}",
    {"type": "move"},
    {"type": "move", "move": 1, "seq": 1},
    {"type": "move", "move": None, "seq": None},
    {"type": "move", "move": "draw stock", "seq": "3"},
    {"type": "move", "move": "draw stock", "seq": True},
    {"type": "move", "move": "draw stock", "seq": 1.0},
    {"type": "move", "move": "draw stock", "seq": -1},
    {"type": "move", "move": "draw stock", "seq": 10**15},
    {"type": "move", "move": "draw stock", "seq": 2, "id": {"a": []}},
    {"type": "move", "move": "draw stock", "seq": 2, "id": "x" * 65},
    {"type": "move", "move": "x" * 201, "seq": 3},
    {"type": "move", "move": "\u0000", "seq": 3},
    {"type": "move", "move": "\ud83c\udccf", "seq": 3},
    {"type": "sit", "name": "Eve"},
    {"type": ["move"]},
    '{"type":"move","move":"draw stock","seq":99999999999999999999999999}',
    '{"type":"move","move":"\\ud800","seq":3}',
    "[" * 2000,
    '{"a":' * 1000,
    json.dumps({"type": "ping", "more": "x" * 9000}),
    json.dumps({"type": "move", "move": "draw stock", "seq": 3, "seat": 0, "token": "x"})[:-1],
)


def test_junk_over_a_websocket_changes_nothing(fuzzed: Served) -> None:
    people = fuzzed.seated("Ann", "Bob")
    position = people[0].get("/view")
    mover = people[position["view"]["turn"]]
    idle = people[1 - position["view"]["turn"]]
    codes = {code.value for code in Code}
    for visitor in (idle, Visitor(fuzzed, mover.id)):
        with visitor.live() as socket:
            socket.receive("hello")
            for junk in JUNK:
                socket.send(junk)
                if not (isinstance(junk, str) and junk.startswith('{"type": "ping"') and len(junk) < 8000):
                    answer = socket.receive("error")
                    assert answer["code"] in codes and "internal" not in answer["code"], junk
            socket.send({"type": "ping"})
            socket.receive("pong")
    assert mover.get("/view")["seq"] == position["seq"]
    mover.post("/moves", {"move": "draw stock", "seq": position["seq"]})


def test_random_bytes_and_broken_messages(fuzzed: Served) -> None:
    people = fuzzed.seated("Ann", "Bob")
    before = people[0].get("/view")
    rng = random.Random(11)
    good = json.dumps({"type": "move", "move": "draw discard", "seq": before["seq"] - 1, "id": 1})
    for _ in range(6):
        with people[0].live() as socket:
            socket.receive("hello")
            try:
                for _ in range(30):
                    text = list(good)
                    for _ in range(rng.randrange(1, 4)):
                        text[rng.randrange(len(text))] = chr(rng.randrange(32, 0x2FFF))
                    socket.send("".join(text).replace(str(before["seq"]), "0"))
                    socket.send(rng.randbytes(rng.randrange(100)))
                while socket.receive("error", "event"):
                    pass
            except ConnectionClosed as closed:
                assert closed.rcvd is not None and closed.rcvd.code in (1009, 4429)  # disconnected after the junk
            except TimeoutError:
                pytest.fail("neither answered nor sent away")
    assert people[0].get("/view")["seq"] == before["seq"]


def test_a_huge_message_closes_the_connection(fuzzed: Served) -> None:
    table = fuzzed.open()
    with table.live() as socket:
        socket.receive("hello")
        with pytest.raises(ConnectionClosed) as closed:
            socket.send("x" * 1_000_000)
            for _ in range(10):
                socket.receive()
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009


def test_nonsense_about_streams(fuzzed: Served) -> None:
    table = fuzzed.open()
    for query in ("after=x", "after=-1", "after=99999999999999999999999", "acts=x"):
        assert table.request("GET", f"/events?{query}").status_code == 422
    assert Visitor(fuzzed, "0" * 16).request("GET", "/events").status_code == 404


def test_the_server_writes_no_errors(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with serving(str(tmp_path / "db")) as served:
        table = served.open()
        with table.live() as socket:
            for junk in JUNK[:12]:
                socket.send(junk)
        served.http.post("/api/tables", content=b"\xff\xfe", headers={"Content-Type": "application/json"})
        served.http.post(f"/api/tables/{table.id}/sit", content=b"{", headers={"Content-Type": "text/plain"})
    assert [record for record in caplog.records if record.levelname in ("ERROR", "CRITICAL")] == []
