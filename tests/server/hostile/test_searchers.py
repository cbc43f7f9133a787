"""A stranger cannot take slow players from people, and the time of a move reveals nothing about a hand."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from knockroll.server import metrics
from knockroll.server.tables.room import Plan
from knockroll.server.tables.thinking_times import BEAT_SECONDS
from tests.server.cluster.halls import listen, open_table, run, until
from tests.server.tables.test_slow_players import PLAN, hall, moves_of, open_to_ponder, play_on
from tests.slow_players import SlowPlayers


def computers(strikes: int, *names: str) -> Plan:
    return Plan("thirty_one", None, {"strikes": strikes}, names, False, 0, None, 600, "House")


def test_tables_of_computers_alone_think_only_while_somebody_watches(tmp_path: Path, slow_players: SlowPlayers) -> None:
    slow_players.are_enough()

    async def go() -> None:
        async with hall(tmp_path) as one:
            lives = [await open_table(one, plan=computers(1 + number, "Ponder", "Ponder")) for number in range(10)]
            await asyncio.sleep(0.3)
            assert not slow_players.asked(), "nobody watches, so nobody thinks"
            paper = await listen(lives[0])
            await until(lambda: bool(moves_of(paper, lives[0].room.turn or 0)))
            assert all(not live.room.table.moves for live in lives[1:] if live.room.table is not None)

    run(go)


def test_a_stranger_with_many_watched_tables_does_not_take_the_player_from_a_person(
    tmp_path: Path, slow_players: SlowPlayers
) -> None:
    """All those tables wait in the queue when the person's question comes; it is next, and no substitute moves."""

    async def go() -> None:
        async with hall(tmp_path, work_processes=1) as one:
            for number in range(10):
                await listen(await open_table(one, plan=computers(1 + number, "Ponder", "Ponder")))
            await until(lambda: bool(slow_players.asked()))
            live, paper = await open_to_ponder(one)
            live.client = "a person"
            turns = one.bots._work.turns
            await until(lambda: any(ticket.people for ticket in turns.waiting))
            assert len(turns.under_way) == 1
            slow_players.are_enough()
            await play_on(live, paper, "computer", 3)
            assert set(moves_of(paper, 1)) == {"computer"}

    run(go)


def test_a_substituted_move_says_so_everywhere_and_the_log_says_it_once(
    tmp_path: Path, slow_players: SlowPlayers, caplog: pytest.LogCaptureFixture
) -> None:
    """In the event, at the seat, in the record and in the metrics; when the player moves again, the seat says that."""
    before = metrics.SUBSTITUTED.values.get("thirty_one Ponder", 0)

    async def go() -> None:
        async with hall(tmp_path, work_processes=1, work_waiting=1) as one:
            await open_to_ponder(one)
            await until(lambda: bool(slow_players.asked()))
            live, paper = await open_to_ponder(one)
            await play_on(live, paper, "substitute", 3)
            moves = [message for message in paper.messages if message.get("by") == "substitute"]
            assert {message["player"] for message in moves} == {"House"}
            assert moves[0]["table"]["seats"][1]["replaced_by"] == "House"
            assert live.room.seats[1].replaced_by == "House"
            numbers = [number for number, _ in live.room.substituted]
            assert len(numbers) == len(moves) == metrics.SUBSTITUTED.values["thirty_one Ponder"] - before
            slow_players.are_enough()
            await play_on(live, paper, "computer")
            await until(lambda: live.room.seats[1].replaced_by is None)
            await live.perform(lambda room: _close(room))
            record: dict[str, Any] = dict(live.room.record())
            assert [one["move"] for one in record["substituted"]][: len(numbers)] == numbers
            assert {one["player"] for one in record["substituted"]} == {"House"}

    run(go)
    assert sum("Ponder of thirty_one failed" in text for text in caplog.messages) == 1
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


def _close(room: Any) -> Any:
    from knockroll.server.tables import requests

    return requests.close(room, "idle")


def test_a_move_is_asked_for_once_and_told_at_a_beat(tmp_path: Path, slow_players: SlowPlayers) -> None:
    """However quickly the move is found; tests/server/tables/test_thinking_times.py tests the exact times."""
    slow_players.are_enough()

    async def go() -> None:
        async with hall(tmp_path) as one:
            live, paper = await open_to_ponder(one, PLAN)
            scheduler, loop = live.scheduler, asyncio.get_running_loop()
            since = scheduler._turn_since
            await until(lambda: bool(slow_players.asked()))
            while not moves_of(paper, 1):  # whatever happens meanwhile, it is asked once
                assert len(slow_players.asked()) == 1
                scheduler.arm()
                await asyncio.sleep(0.05)
            assert loop.time() - since >= BEAT_SECONDS

    run(go)
