"""Reviews of finished games over HTTP: lines of progress, a first review, and the final one."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncGenerator, MutableMapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

import knockroll
from knockroll.players import player
from knockroll.review import Review
from knockroll.review.process import ReviewAnswer
from knockroll.server import metrics
from knockroll.server.api.line_cache import LineCache
from knockroll.server.api.models import ReviewRequest
from knockroll.server.api.reviews import MOST_WAITING, Reviewer, ReviewStream
from knockroll.server.errors import Refusal
from tests.review.games import path_without_numba, played, played_elsewhere, unfinished
from tests.server.helpers import Served


def record(**options: Any) -> dict[str, Any]:
    """A finished game that is solved, so that its review needs nothing compiled."""
    table = knockroll.Table("farkle", 2, seed=5, **options)
    players = [player("farkle", "Miss Penny", seat) for seat in range(2)]
    while table.turn is not None:
        table.play(players[table.turn].choose(table.view(table.turn)))
    return dict(table.record())


def lines_of(served: Served, **request: Any) -> list[dict[str, Any]]:
    with served.http.stream("POST", "/api/review", json=request) as answer:
        assert answer.status_code == 200, answer.read()
        assert answer.headers["content-type"] == "application/x-ndjson"
        return [json.loads(line) for line in answer.iter_lines()]


def test_a_review_comes_with_progress_then_quickly_then_thoroughly(sqlite_served: Served) -> None:
    played = record()
    lines = lines_of(sqlite_served, record=played, seat=1)
    shares = [line["share"] for line in lines if line["type"] == "progress"]
    assert shares == sorted(shares) and shares[0] == 0 and len(shares) > 2
    first, last = (line for line in lines if line["type"] == "review")
    assert (first["final"], last["final"]) == (False, True) and lines[-1] == last
    found = msgspec.convert(last["review"], Review)
    assert found.complete and found.reviewed == (1,) and found.decisions
    assert found == knockroll.review(played, 1)


def test_the_same_request_is_answered_from_memory(sqlite_served: Served) -> None:
    played = record(target=2000)
    before = metrics.REVIEWS.values[""]
    *_, computed = lines_of(sqlite_served, record=played)
    assert metrics.REVIEWS.values[""] == before + 1
    assert lines_of(sqlite_served, record=played) == [computed]
    assert metrics.REVIEWS.values[""] == before + 1


@pytest.mark.parametrize(
    ("change", "code", "message"),
    [
        ({"record": {"format": "chess/1"}}, "invalid_record", "not a knockroll/1 record"),
        ({"record": {**record(target=1000), "result": None}}, "invalid_record", "but the moves lead to"),
        ({"record": unfinished()}, "invalid_record", "this game is not over"),
        ({"record": played_elsewhere()}, "invalid_record", "there is no game 'follow'"),
        ({"seat": 7}, "invalid_option", "there is no seat 7"),
        ({"hands": [99_999]}, "invalid_option", "there is no hand 99999"),
    ],
)
def test_what_cannot_be_reviewed_is_said_in_the_last_line(
    change: dict[str, Any], code: str, message: str, sqlite_served: Served
) -> None:
    *_, last = lines_of(sqlite_served, **({"record": record(target=1000)} | change))
    assert last["error"]["code"] == code and message in last["error"]["message"]


async def refusal_of(played: Any) -> dict[str, str]:
    """The refusal of a record that the server's review process cannot review."""
    reviewer = Reviewer(60.0)
    try:
        lines = [line async for line in lines_from(reviewer, played)]
    finally:
        await reviewer.close()
    error: dict[str, str] = json.loads(lines[-1])["error"]
    return error


def test_a_game_of_another_package_without_a_search(
    other_packages: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", other_packages["PYTHONPATH"])
    error = asyncio.run(refusal_of(played_elsewhere()))
    assert error["code"] == "invalid_option" and "games of Follow cannot be reviewed" in error["message"]


def test_without_numba_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", path_without_numba(tmp_path))
    error = asyncio.run(refusal_of(played("gin_rummy", seed=3, variant="standard")))
    assert "pip install 'knockroll[search]'" in error["message"]


def test_a_request_that_is_none_is_refused(sqlite_served: Served) -> None:
    answer = sqlite_served.http.post("/api/review", json={"record": {}, "seats": 2})
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "malformed")


def test_each_client_has_one_review_at_a_time_and_not_too_many_wait() -> None:
    reviewer = Reviewer(1.0)
    first = reviewer.admit("first")
    with pytest.raises(Refusal, match="a review for you is under way"):
        reviewer.admit("first")
    for number in range(1, MOST_WAITING):
        reviewer.admit(str(number))
    with pytest.raises(Refusal, match="too many games are waiting"):
        reviewer.admit("last")
    first.release()
    reviewer.admit("last")


def test_a_stream_that_ends_late_does_not_release_the_next_review(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client may ask again as soon as it has the last line, before the stream of the first review has ended."""

    async def go() -> None:
        reviewer = Reviewer(60.0)

        async def ask(request: ReviewRequest) -> Any:
            yield ReviewAnswer(1, is_last=True)

        async def receive() -> MutableMapping[str, Any]:
            nothing: asyncio.Future[MutableMapping[str, Any]] = asyncio.get_running_loop().create_future()
            return await nothing

        async def send(message: MutableMapping[str, Any]) -> None:
            if message.get("more_body"):
                reviewer.admit("Ann")

        monkeypatch.setattr(reviewer, "_ask", ask)
        await ReviewStream(reviewer, request_for({}), reviewer.admit("Ann"))({}, receive, send)
        with pytest.raises(Refusal, match="a review for you is under way"):
            reviewer.admit("Ann")

    asyncio.run(go())


def test_the_oldest_lines_are_forgotten_when_there_are_too_many_bytes() -> None:
    cache = LineCache(10)
    cache.put(b"a", b"1234")
    cache.put(b"b", b"1234")
    assert cache.get(b"a") == b"1234"  # now b is the oldest
    cache.put(b"a", b"12")
    cache.put(b"c", b"12345")
    assert (cache.get(b"a"), cache.get(b"b"), cache.get(b"c"), cache.size) == (b"12", None, b"12345", 7)
    cache.put(b"d", b"12345678901")
    assert (cache.get(b"a"), cache.get(b"c"), cache.size) == (None, None, 11), "the latest is kept whatever its size"


def request_for(played: Any) -> ReviewRequest:
    return ReviewRequest(msgspec.Raw(msgspec.json.encode(played)))


def lines_from(reviewer: Reviewer, played: Any) -> AsyncGenerator[bytes]:
    return reviewer.lines(request_for(played), reviewer.admit(secrets.token_hex()))


def test_a_review_that_nobody_waits_for_is_given_up_and_the_process_stays() -> None:
    async def go() -> None:
        reviewer = Reviewer(60.0)
        try:
            given_up = lines_from(reviewer, record())
            await anext(given_up)
            process = reviewer._runner.process
            await given_up.aclose()
            lines = [line async for line in lines_from(reviewer, record(target=1000))]
            assert reviewer._runner.process is process and b'"final":true' in lines[-1]
        finally:
            await reviewer.close()

    asyncio.run(go())


def test_a_process_that_dies_is_told_and_replaced() -> None:
    async def go() -> None:
        reviewer = Reviewer(60.0)
        try:
            dying = lines_from(reviewer, record())
            await anext(dying)
            assert reviewer._runner.process is not None
            reviewer._runner.process.kill()
            with pytest.raises(Refusal, match="the review has stopped; try again"):
                async for _ in dying:
                    pass
            lines = [line async for line in lines_from(reviewer, record(target=1000))]
            assert b'"final":true' in lines[-1]
        finally:
            await reviewer.close()

    asyncio.run(go())


def test_another_review_under_way_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        reviewer = Reviewer(60.0)

        async def ask(request: ReviewRequest) -> Any:
            yield ReviewAnswer(1, is_last=True)

        monkeypatch.setattr(reviewer, "_ask", ask)
        async with reviewer._turn:
            waiting = lines_from(reviewer, {})
            assert json.loads(await anext(waiting)) == {"type": "progress", "share": 0.0, "waiting": True}
        assert json.loads(await anext(waiting))["share"] == 1.0

    asyncio.run(go())
