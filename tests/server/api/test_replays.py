"""Finished games, step by step over HTTP."""

from __future__ import annotations

import asyncio
import json
import random
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

import knockroll
from knockroll.server.api import replays
from knockroll.server.errors import Refusal
from knockroll.server.settings import Limits
from knockroll.testing.positions import play_out
from tests.server.helpers import Served, serving


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
    assert shown["entropy"] == []
    assert [step["move"] for step in shown["steps"]] == [None, *played["moves"]]
    assert shown["result"] == played["result"]


def test_a_record_full_of_entropy_is_refused_at_once() -> None:
    played = record("thirty_one")
    played["chance"]["entropy"] = {str(seat): "00" for seat in range(70_000)}
    text = json.dumps(played).encode()
    assert len(text) > 900_000
    began = thread_time()
    with pytest.raises(Refusal, match=r"in 'entropy' is not a seat from 0 to 3"):
        replays.replay_within(10, text)
    assert thread_time() - began < 3


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


def test_a_record_that_says_two_things_is_refused(sqlite_served: Served) -> None:
    text = json.dumps({"record": record("thirty_one")})
    twice = text.replace('"moves": [', '"moves": [], "moves": [')
    answer = sqlite_served.http.post("/api/replay", content=twice, headers={"content-type": "application/json"})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid_record")
    assert "'moves' comes twice in one object" in answer.json()["error"]["message"]


def test_a_record_may_be_larger_than_other_requests_but_not_endless(sqlite_served: Served) -> None:
    large = record("farkle") | {"comment": "x" * 100_000}
    assert sqlite_served.http.post("/api/replay", json={"record": large}).status_code == 200
    huge = {"comment": "x" * 2_000_000}
    assert sqlite_served.http.post("/api/replay", json={"record": huge}).status_code == 413


def test_a_replay_that_takes_too_long_is_stopped_and_says_so(tmp_path: Path) -> None:
    with serving(str(tmp_path / "db"), limits=Limits(replay_seconds=0)) as served:
        answer = served.http.post("/api/replay", json={"record": record("thirty_one")})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "invalid_record")
    assert "the record takes longer than 0 s: 0 of its" in answer.json()["error"]["message"]


def test_a_replay_goes_no_further_than_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    played, clock = record("thirty_one"), iter(range(1000))
    monkeypatch.setattr(replays, "thread_time", lambda: next(clock))
    with pytest.raises(Refusal, match=f" s: 3 of its {len(played['moves'])} moves were replayed"):
        replays.replay_within(3.5, played)
    assert next(clock) == 5, "the first time, and one after each position"


def test_records_wait_but_not_without_end(sqlite_served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replays, "_line", asyncio.Semaphore(0))
    answer = sqlite_served.http.post("/api/replay", json={"record": record("thirty_one")})
    assert (answer.status_code, answer.json()["error"]["code"]) == (503, "unavailable")
    assert answer.headers["retry-after"] == "10"
