"""Slow players think at workers, which take jobs from a real Redis; workers are killed, hang, or are missing."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from scripts.serving import RedisProcess, WorkerProcess

from knockroll.server import metrics
from knockroll.server.tables import requests
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.live_room import LiveRoom
from tests.helpers import is_running
from tests.server.cluster.halls import Paper, halls, listen, run, until
from tests.server.tables.test_slow_players import ask_one_too_many, moves_of, open_to_ponder
from tests.slow_players import SlowPlayers

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


@contextmanager
def workers(redis: RedisProcess, count: int) -> Iterator[dict[int, WorkerProcess]]:
    """Some workers, by their process."""
    with ExitStack() as stack:
        started = [stack.enter_context(WorkerProcess(redis.url)) for _ in range(count)]
        yield {one.process.pid: one for one in started}


def parent(pid: int) -> int:
    """The parent of a process."""
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


async def found_by(other: Hall, live: LiveRoom) -> tuple[LiveRoom, Paper]:
    """The same table at another process with a spectator, once that process thinks as well."""
    again = await other.find(live.room.id)
    paper = await listen(again)
    await until(lambda: again.scheduler._computers._thinking is not None)
    return again, paper


def test_a_worker_thinks_once_for_all_processes(database: str, redis: RedisProcess, slow_players: SlowPlayers) -> None:
    async def go() -> None:
        async with halls(database, 2, bus=redis.url) as (one, two):
            live, paper = await open_to_ponder(one)
            await until(lambda: bool(slow_players.asked()))
            _, other = await found_by(two, live)
            slow_players.are_enough()
            await until(lambda: bool(moves_of(paper, 1)) and paper.numbers[-1:] == other.numbers[-1:])
            assert set(moves_of(paper, 1)) == {"computer"}
            assert other.numbers == paper.numbers[-len(other.numbers) :], "nothing twice, nothing missing"

    before = metrics.WORK.values.get("server", 0)
    with workers(redis, 1) as there:
        run(go)
        assert {parent(pid) for pid in slow_players.asked()} == set(there), "it was no process of a server"
    assert len(slow_players.asked()) <= 2, "a question a move, and not one a process"
    assert metrics.WORK.values.get("server", 0) == before


@pytest.mark.parametrize("what", [signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM])
def test_when_a_worker_is_killed_or_stopped_or_stands_still_another_one_thinks(
    database: str, redis: RedisProcess, slow_players: SlowPlayers, what: signal.Signals
) -> None:
    async def go(there: dict[int, WorkerProcess]) -> None:
        async with halls(database, 1, bus=redis.url) as (one,):
            live, paper = await open_to_ponder(one)
            await until(lambda: bool(slow_players.asked()))
            first = parent(slow_players.asked()[0])
            os.kill(first, what)
            await until(lambda: len(slow_players.asked()) == 2)
            assert {first, parent(slow_players.asked()[1])} == set(there)
            slow_players.are_enough()
            await until(lambda: bool(moves_of(paper, 1)))
            if what is signal.SIGSTOP:
                os.kill(first, signal.SIGCONT)  # it says what it thought, and nobody listens
            await until(lambda: live.room.turn == 0)
            assert set(moves_of(paper, 1)) == {"computer"}
            assert paper.numbers == sorted(set(paper.numbers))

    with workers(redis, 2) as there:
        run(lambda: go(there))


@pytest.mark.parametrize("count", [0, 1])
def test_without_a_worker_or_without_redis_the_server_thinks_by_itself(
    database: str, redis: RedisProcess, slow_players: SlowPlayers, count: int
) -> None:
    async def go() -> None:
        async with halls(database, 1, bus=redis.url) as (one,):
            _, paper = await open_to_ponder(one)
            await until(lambda: bool(slow_players.asked()))
            if count:
                redis.kill()
                await until(lambda: len(slow_players.asked()) == 2)
            assert parent(slow_players.asked()[-1]) == os.getpid()
            slow_players.are_enough()
            await until(lambda: "computer" in moves_of(paper, 1))

    with workers(redis, count):
        run(go)


def test_a_worker_ceases_to_think_about_what_is_not_wanted_any_more(
    database: str, redis: RedisProcess, slow_players: SlowPlayers
) -> None:
    async def go() -> None:
        async with halls(database, 1, bus=redis.url) as (one,):
            live, _ = await open_to_ponder(one)
            await until(lambda: bool(slow_players.asked()))
            await live.perform(lambda room: requests.close(room, "idle"))
            await until(lambda: not slow_players.is_anybody_thinking())

    with workers(redis, 1) as there:
        run(go)
        assert all(map(is_running, there))


def test_when_too_many_wait_for_workers_the_substitute_moves(
    database: str, redis: RedisProcess, slow_players: SlowPlayers, caplog: pytest.LogCaptureFixture
) -> None:
    async def go() -> None:
        async with halls(database, 1, bus=redis.url, work_waiting=2) as (one,):
            await ask_one_too_many(one, slow_players)

    with workers(redis, 1):
        run(go)
    assert any("2 background jobs are waiting already; House moves in its place" in text for text in caplog.messages)
