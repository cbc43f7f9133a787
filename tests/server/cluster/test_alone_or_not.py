"""What a process does without a request if it has peers, and what it reports about them."""

from __future__ import annotations

import asyncio
import math
import time
from itertools import pairwise
from pathlib import Path

import pytest
import sqlalchemy as sa
from scripts.serving import RedisProcess

from knockroll.commands import main as knockroll
from knockroll.server.storage.schema import LOG
from knockroll.server.tables.room import Plan
from tests.server.cluster.halls import halls, listen, open_table, run, until
from tests.server.helpers import serving, wait_until

pytestmark = pytest.mark.parametrize("database", ["postgresql"], indirect=True)


def test_a_table_that_somebody_watches_elsewhere_is_not_closed(database: str, redis: RedisProcess) -> None:
    async def main() -> None:
        async with halls(database, bus=redis.url) as opened:
            first = await open_table(opened[0])
            second = await opened[1].find(first.room.id)
            await listen(first)
            await until(lambda: bool(opened[0].peers._presence._written))  # type: ignore[attr-defined]
            await opened[1]._sweep_one(second, math.inf)
            assert not second.room.closed
            redis.kill()
            await until(lambda: opened[1].peers.bus == "away")
            await opened[1]._sweep_one(second, math.inf)
            assert not second.room.closed, "it is not known whether somebody watches"

    run(main)


def test_a_table_that_nobody_looks_at_anywhere_is_closed_once(database: str, redis: RedisProcess) -> None:
    async def main() -> None:
        async with halls(database, bus=redis.url, idle_close_seconds=0.0) as opened:
            first = await open_table(opened[0])
            second = await opened[1].find(first.room.id)
            sweeps = [hall._sweep_one(live, math.inf) for hall, live in zip(opened, (first, second), strict=True)]
            await asyncio.gather(*sweeps)
            assert first.room.closed and second.room.closed and first.room.seq == second.room.seq == 1

    run(main)


def test_a_clock_that_several_processes_watch_makes_one_move(database: str, redis: RedisProcess) -> None:
    plan = Plan("thirty_one", None, {"strikes": 20}, (None, None), False, 0, 1, 600, "House")

    async def main() -> None:
        async with halls(database, 3, bus=redis.url) as opened:
            first = await open_table(opened[0], "Ann", "Bob", plan=plan)
            lives = [first, *[await hall.find(first.room.id) for hall in opened[1:]]]
            papers = [await listen(live, "Ann") for live in lives]
            await listen(first, "Bob")
            await until(lambda: all(live.room.seq >= 6 for live in lives))
            with opened[0].store.database.engine.connect() as connection:
                query = sa.select(LOG.c.seq, LOG.c.kind, LOG.c.at).order_by(LOG.c.seq)
                moves = [(row.seq, row.at) for row in connection.execute(query) if row.kind == "move"]
            assert all(later[1] - sooner[1] >= 0.9 for sooner, later in pairwise(moves))
            told = [[one for one in paper.messages if one.get("kind") == "move"][:3] for paper in papers]
            assert told[0] == told[1] == told[2], "with the same deadline at every process"
            assert all(abs(one["deadline"] - moves[number][1] - 1) < 0.2 for number, one in enumerate(told[0]))

    run(main)


def test_a_table_that_is_loaded_goes_on_with_the_time_that_the_log_says(database: str, redis: RedisProcess) -> None:
    """Half of the clock had passed when another process took over the table; an expired clock gets some seconds."""
    plan = Plan("thirty_one", None, {"strikes": 20}, (None, None), False, 0, 100, 600, "House")

    async def main() -> None:
        async with halls(database, 3, bus=redis.url) as opened:
            first = await open_table(opened[0], "Ann", "Bob", plan=plan)
            for hall, ago, left in ((opened[1], 50.0, 50.0), (opened[2], 1000.0, 10.0)):
                with hall.store.database.engine.begin() as connection:
                    connection.execute(sa.update(LOG).values(at=time.time() - ago))
                live = await hall.find(first.room.id)
                due = live.scheduler._turn_since + 100
                assert abs(due - live.loop.time() - left) < 5

    run(main)


def test_ready_and_metrics_say_whether_processes_hear_of_each_other(database: str, redis: RedisProcess) -> None:
    with serving(database) as alone:
        assert alone.http.get("/api/ready").json()["bus"] == "none"
    with serving(database, bus=redis.url) as served:

        def says(state: str, up: int) -> bool:
            told = served.http.get("/api/ready")
            metrics = served.http.get("/api/metrics").text
            return told.status_code == 200 and told.json()["bus"] == state and f"\nknockroll_bus_up {up}\n" in metrics

        wait_until(lambda: says("ok", 1))
        redis.kill()
        wait_until(lambda: says("away", 0))
        redis.start()
        wait_until(lambda: says("ok", 1))


def test_a_bus_that_cannot_be_is_refused_in_one_line(
    database: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "tables.sqlite3"
    for arguments, why in (
        (["--database", str(file), "--bus", "redis://127.0.0.1"], "--database postgresql://"),
        (["--database", database, "--bus", "127.0.0.1:6379"], "give redis://HOST:PORT"),
    ):
        assert knockroll(["serve", "--no-browser", "--port", "0", *arguments]) != 0
        told = capsys.readouterr().err
        assert why in told and len(told.splitlines()) == 1
    assert not file.exists()
