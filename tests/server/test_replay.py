"""Finished games, step by step over HTTP."""

from __future__ import annotations

import random
from typing import Any

import pytest

import knockroll
from tests.conformance.positions import play_out
from tests.server.helpers import Served


def record(name: str) -> dict[str, Any]:
    t = knockroll.Table(name, chance=knockroll.Fair())
    play_out(t, random.Random(1), 5000)
    return dict(t.record())


@pytest.mark.parametrize("name", knockroll.game_names())
def test_a_record_is_verified_and_shown_step_by_step(name: str, sqlite_served: Served) -> None:
    played = record(name)
    shown = sqlite_served.http.post("/api/replay", json={"record": played}).json()
    assert shown["verified"] is True
    assert any("the secret fits the commitment" in line for line in shown["lines"])
    assert [step["move"] for step in shown["steps"]] == [None, *played["moves"]]
    assert shown["result"] == played["result"]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        ({"moves": ["draw stock", "sing"]}, "move 2: 'sing' is not a move"),
        ({"format": "chess/1"}, "not a knockroll/1 record"),
        ({"result": {"winners": [1], "scores": [9, 9, 9, 9]}}, "the record says the result is"),
        ({"moves": ["draw stock"] * 30_000}, "30000 moves"),
    ],
)
def test_a_record_that_does_not_fit_says_where(damage: dict[str, Any], message: str, sqlite_served: Served) -> None:
    answer = sqlite_served.http.post("/api/replay", json={"record": record("thirty_one") | damage})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "invalid_record"
    assert message in answer.json()["error"]["message"]


def test_a_record_may_be_larger_than_other_requests_but_not_endless(sqlite_served: Served) -> None:
    large = record("farkle") | {"comment": "x" * 100_000}
    assert sqlite_served.http.post("/api/replay", json={"record": large}).status_code == 200
    huge = {"comment": "x" * 2_000_000}
    assert sqlite_served.http.post("/api/replay", json={"record": huge}).status_code == 413
