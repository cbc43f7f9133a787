"""Slow players run in background processes: no one else waits, and no one waits forever."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from knockroll.engine.game import get_game
from knockroll.players import is_slow
from knockroll.server.storage.rows import Status
from knockroll.server.tables import requests
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.live_room import LiveRoom
from knockroll.server.tables.room import Plan
from tests.helpers import is_running
from tests.server.cluster.halls import Paper, listen, move, open_hall, open_table, run, until
from tests.server.helpers import serving
from tests.slow_players import SlowPlayers

PLAN = Plan("thirty_one", None, {"strikes": 3}, (None, "Ponder"), False, 0, None, 600, "House")
QUICK = Plan("thirty_one", None, {}, ("House",) * 3, False, 0, None, 600, "House")


@asynccontextmanager
async def hall(folder: Path, **settings: Any) -> AsyncIterator[Hall]:
    opened = await open_hall(str(folder / "tables.sqlite3"), **settings)
    try:
        yield opened
    finally:
        await opened.close()


async def open_to_ponder(hall: Hall, plan: Plan = PLAN) -> tuple[LiveRoom, Paper]:
    """A table where Ann sits and listens, and it is the other player's turn."""
    live = await open_table(hall, "Ann", plan=plan)
    paper = await listen(live, "Ann")
    while live.room.turn == 0:
        await move(live, live.room.seq)
    return live, paper


def moves_of(paper: Paper, seat: int) -> list[str]:
    """The ``by`` of each move of a seat."""
    return [message["by"] for message in paper.messages if message.get("kind") == "move" and message["seat"] == seat]


async def play_on(live: LiveRoom, paper: Paper, by: str, moves: int = 1) -> None:
    """Let Ann move on her turns until the other seat has made enough moves in this way."""

    def is_done() -> bool:
        return moves_of(paper, 1).count(by) >= moves

    while not is_done():
        await until(lambda: live.room.turn == 0 or is_done())
        if live.room.turn == 0:
            await move(live, live.room.seq)


async def ask_one_too_many(hall: Hall, slow_players: SlowPlayers) -> None:
    """Ask more than a server allows where two questions may wait and one may be under way."""
    for _ in range(2):
        await open_to_ponder(hall)
    await until(lambda: bool(slow_players.asked()))
    _, paper = await open_to_ponder(hall)
    await until(lambda: bool(moves_of(paper, 1)))
    assert moves_of(paper, 1)[0] == "substitute"
    assert len(slow_players.asked()) == 1, "one at a time"


def test_a_player_says_that_it_is_slow(slow_players: SlowPlayers) -> None:
    game = get_game("thirty_one")
    assert [is_slow(game, name) for name in ("House", "Random", "ponder")] == [False, False, True]


def test_others_play_on_while_one_thinks(tmp_path: Path, slow_players: SlowPlayers) -> None:
    async def go() -> None:
        async with hall(tmp_path) as one:
            assert not slow_players.asked(), "nobody is there before somebody is needed"
            _, paper = await open_to_ponder(one)
            await until(lambda: bool(slow_players.asked()))
            others = await open_table(one, plan=QUICK)
            await until(lambda: others.room.status is Status.OVER)
            assert not moves_of(paper, 1)
            slow_players.are_enough()
            await until(lambda: bool(moves_of(paper, 1)))
            assert set(moves_of(paper, 1)) == {"computer"}
        assert not slow_players.is_anybody_thinking()

    run(go)


def test_when_its_process_is_killed_another_one_thinks(tmp_path: Path, slow_players: SlowPlayers) -> None:
    async def go() -> None:
        async with hall(tmp_path) as one:
            _, paper = await open_to_ponder(one)
            await until(lambda: bool(slow_players.asked()))
            killed = slow_players.kill()
            await until(lambda: len(slow_players.asked()) == 2)
            slow_players.are_enough()
            await until(lambda: bool(moves_of(paper, 1)))
            assert set(moves_of(paper, 1)) == {"computer"}
            assert killed not in slow_players.asked()[1:]

    run(go)


def test_who_takes_too_long_is_stopped_and_the_substitute_moves(
    tmp_path: Path, slow_players: SlowPlayers, caplog: pytest.LogCaptureFixture
) -> None:
    """Its first answer may take as long as a program needs to start; from then on it has little time."""
    slow_players.are_enough()

    async def go() -> None:
        async with hall(tmp_path, work_seconds=0.1) as one:
            live, paper = await open_to_ponder(one)
            await play_on(live, paper, "computer")
            slow_players.think_on()
            await play_on(live, paper, "substitute")
            first = slow_players.asked()[0]
            await until(lambda: not is_running(first))

    run(go)
    assert any(
        "Ponder" in text and "did not answer within" in text and "House moves" in text for text in caplog.messages
    )


def test_when_too_many_wait_the_substitute_moves_at_once(
    tmp_path: Path, slow_players: SlowPlayers, caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        async with hall(tmp_path, work_processes=1, work_waiting=2) as one:
            await ask_one_too_many(one, slow_players)

    run(go)
    assert any("2 background jobs are waiting already; House moves in its place" in text for text in caplog.messages)


@pytest.mark.parametrize("what", ["closed", "begun again", "stopped"])
def test_nobody_thinks_about_what_is_not_wanted_any_more(tmp_path: Path, slow_players: SlowPlayers, what: str) -> None:
    async def go() -> None:
        async with hall(tmp_path, work_seconds=3600.0) as one:
            live, _ = await open_to_ponder(one)
            await until(lambda: bool(slow_players.asked()))
            first = slow_players.asked()[0]
            if what == "stopped":
                return
            if what == "closed":
                await live.perform(lambda room: requests.close(room, "idle"))
            else:
                await live.perform(lambda room: requests.again(room, room.seats[0], None, reset=True))
            await until(lambda: not is_running(first))

    run(go)
    assert not slow_players.is_anybody_thinking()


def test_what_is_prepared_may_take_long_and_is_not_stopped(
    tmp_path: Path, slow_players: SlowPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiling takes minutes the first time: the substitute moves meanwhile, and later the player is ready."""
    monkeypatch.setattr("knockroll.players.processes.local.START_LIMIT", 10.0)  # on a busy machine it is needed

    async def go() -> None:
        async with hall(tmp_path, work_seconds=5.0) as one:
            plan = Plan("thirty_one", None, {"strikes": 3}, (None, "Prepares"), False, 0, None, 600, "House")
            live, paper = await open_to_ponder(one, plan)
            await until(lambda: bool(moves_of(paper, 1)))
            assert moves_of(paper, 1)[0] == "substitute"
            assert slow_players.is_anybody_thinking()
            slow_players.are_enough()
            assert len(slow_players.asked()) == 1
            await live.perform(lambda room: requests.again(room, room.seats[0], None, reset=True))
            await play_on(live, paper, "computer")
            assert len(slow_players.asked()) == 1

    run(go)


def test_while_a_player_is_prepared_its_substitute_moves_at_once(
    tmp_path: Path, slow_players: SlowPlayers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """However much time a move may take: compiling does not count as thinking."""
    monkeypatch.setattr("knockroll.players.processes.local.LOAD_SECONDS", 0.01)

    async def go() -> None:
        async with hall(tmp_path, work_seconds=3600.0, work_processes=2) as one:
            plan = Plan("thirty_one", None, {"strikes": 3}, (None, "Prepares"), False, 0, None, 600, "House")
            live, paper = await open_to_ponder(one, plan)
            await play_on(live, paper, "substitute", 4)
            assert len(slow_players.asked()) == 1, "one process prepares, and no other is started for it"
            assert "computer" not in moves_of(paper, 1)
            slow_players.are_enough()
            await play_on(live, paper, "computer")

    run(go)
    assert any("Prepares of thirty_one is getting ready" in text for text in caplog.messages)


def test_a_slow_player_is_nobodys_substitute(tmp_path: Path, slow_players: SlowPlayers) -> None:
    with serving(str(tmp_path / "tables.sqlite3")) as served:
        answer = served.http.post("/api/tables", json={"game": "thirty_one", "substitute": "Ponder"})
        assert answer.json()["error"]["code"] == "unknown_player"
        assert "Ponder is too slow to be a substitute; use one of House, " in answer.json()["error"]["message"]
        players = served.http.get("/api/games/thirty_one").json()["players"]
        assert [player["name"] for player in players if player["slow"]] == ["Doctor Perhaps", "Ponder", "Prepares"]


def test_a_table_whose_substitute_has_become_slow_goes_on(tmp_path: Path, slow_players: SlowPlayers) -> None:
    """The clock waits for no one."""

    async def go() -> None:
        async with hall(tmp_path) as one:
            plan = Plan("thirty_one", None, {"strikes": 3}, (None, None), False, 0, 1, 600, "Ponder")
            live = await open_table(one, "Ann", "Bob", plan=plan)
            paper = await listen(live, "Ann")
            await listen(live, "Bob")
            await until(lambda: any(message.get("by") == "clock" for message in paper.messages))

    run(go)
    assert not slow_players.asked()
