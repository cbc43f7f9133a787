"""Hints at practice tables, over HTTP: from the view of the seat to move, and for no one else."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import msgspec
import pytest

import knockroll
from knockroll.review import hint
from knockroll.review.document import Hint
from knockroll.review.hint_process import HintFound, HintQuestion
from knockroll.server import metrics
from knockroll.server.api import hinter
from knockroll.server.api.hinter import Hinter
from knockroll.server.errors import Code, Refusal
from knockroll.server.settings import Limits
from tests.server.helpers import PATIENCE, Served, Visitor, serving

OPTIONS = {"target": 2000}


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take long to start the process that finds hints."""
    monkeypatch.setattr(hinter, "SECONDS", PATIENCE)


def at_practice(served: Served, **plan: Any) -> Visitor:
    """A person at a table whose game is solved: hints need nothing compiled."""
    [ann] = served.seated("Ann", computers=1, practice=True, game="farkle", options=OPTIONS, **plan)
    return ann


def own_turn(person: Visitor) -> Any:
    while True:
        now = person.get("/view")
        if len(now["view"]["legal"]) > 1:
            return now
        if now["view"]["legal"]:
            person.move()


def test_a_hint_names_the_best_moves_from_the_view_of_the_seat(sqlite_served: Served) -> None:
    ann = at_practice(sqlite_served)
    now = own_turn(ann)
    told = ann.post("/hint", {"seq": now["seq"]})
    assert told["seq"] == now["seq"]
    found = msgspec.convert(told["hint"], Hint)
    assert found == hint(now["view"]) and found.sentences[0].endswith("to win the game.")
    assert {one.move for one in found.candidates} == set(now["view"]["legal"])


def test_the_same_position_is_answered_from_memory(sqlite_served: Served) -> None:
    ann = at_practice(sqlite_served)
    seq = own_turn(ann)["seq"]
    first = ann.post("/hint", {"seq": seq})
    before = metrics.HINTS.values[""]
    assert ann.post("/hint", {"seq": seq}) == first
    assert metrics.HINTS.values[""] == before


def test_a_hint_is_refused_to_all_but_the_seat_to_move(sqlite_served: Served) -> None:
    ann, bob = sqlite_served.seated("Ann", "Bob", practice=True, game="farkle", options=OPTIONS)
    turn, seq = ann.table["turn"], ann.get("/view")["seq"]
    other = (ann, bob)[1 - turn]
    assert other.refused("/hint", {"seq": seq}) == "not_your_turn"
    assert (ann, bob)[turn].refused("/hint", {"seq": seq - 1}) == "stale"
    assert Visitor(sqlite_served, ann.id).refused("/hint", {"seq": seq}) == "not_seated"
    ann.post("/hand_over")
    assert ann.refused("/hint", {"seq": ann.get("/view")["seq"]}) == "not_your_turn"


def test_hints_are_limited(tmp_path: Any) -> None:
    with serving(str(tmp_path / "db"), limits=Limits(hints_per_minute=2)) as served:
        ann = at_practice(served)
        for _ in range(2):
            ann.post("/hint", {"seq": own_turn(ann)["seq"]})
        answer = ann.request("POST", "/hint", json={"seq": own_turn(ann)["seq"]})
        assert answer.status_code == 429 and "2 hints a minute" in answer.json()["error"]["reason"]


def question(**options: Any) -> HintQuestion:
    table = knockroll.Table("farkle", 2, seed=5, **options)
    table.play("throw")
    return HintQuestion(0, msgspec.Raw(json.dumps(table.view(table.turn)).encode()))


def test_a_question_that_takes_long_is_answered_when_it_is_asked_again() -> None:
    async def main() -> HintFound:
        one = Hinter()
        try:
            with pytest.raises(Refusal) as refused:
                await one.ask(question(), 0)
            assert refused.value.code is Code.UNAVAILABLE and refused.value.retry_after
            assert "getting ready" in refused.value.reason
            return await one.ask(question())
        finally:
            await one.close()

    assert b"candidates" in bytes(asyncio.run(main()).hint)


def test_only_so_many_questions_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hinter, "MOST_WAITING", 2)

    async def main() -> Refusal:
        one = Hinter()
        try:
            for target in (1000, 2000):
                await one.warm(question(target=target))
            await one.warm(question(target=1000))  # the same question waits once
            with pytest.raises(Refusal) as refused:
                await one.ask(question(target=3000))
            return refused.value
        finally:
            await one.close()

    assert asyncio.run(main()).code is Code.TOO_MANY


def test_if_the_process_dies_those_who_wait_are_told_and_the_next_question_is_answered() -> None:
    async def main() -> HintFound:
        one = Hinter()
        try:
            waiting = asyncio.create_task(one.ask(question()))
            while one._process is None or not one._waiting:
                await asyncio.sleep(0)
            one._process.kill()
            with pytest.raises(Refusal) as refused:
                await waiting
            assert "has stopped" in refused.value.message
            return await one.ask(question())
        finally:
            await one.close()

    assert asyncio.run(main()).error is None


@pytest.mark.parametrize(
    ("asked", "code", "message"),
    [
        ({"record": {"format": "chess/1"}}, Code.INVALID_RECORD, "not a knockroll/1 record"),
        ({"moves": 0}, Code.INVALID_OPTION, "moves must be from 0 to"),
    ],
)
def test_what_cannot_be_answered_is_said(asked: dict[str, Any], code: Code, message: str) -> None:
    async def main() -> Refusal:
        one = Hinter()
        record = json.dumps(asked.get("record", knockroll.Table("farkle", 2, seed=1).record())).encode()
        try:
            with pytest.raises(Refusal) as refused:
                await one.ask(HintQuestion(0, record=msgspec.Raw(record)))
            return refused.value
        finally:
            await one.close()

    refusal = asyncio.run(main())
    assert refusal.code is code and message in refusal.message


def test_a_position_of_a_record_is_analysed(sqlite_served: Served) -> None:
    table = knockroll.Table("farkle", 2, seed=5)
    table.play("throw")
    before = table.view(table.turn)
    table.play(table.legal()[0])
    answer = sqlite_served.http.post("/api/analysis", json={"record": table.record(), "moves": 1})
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert msgspec.convert(found["hint"], Hint) == hint(before) and found["beliefs"] is None
