"""Several processes on one PostgreSQL and one Redis: ``python -m bench.server.processes``.

The same closed loop as :mod:`bench.server.run`, with one, two and three servers. With ``apart``, the two people at each
table are connected to different processes, so that every move has to go through Redis.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from scripts.serving import RedisProcess, ServerProcess

from bench.report import Section
from bench.server.run import HERE, Measured, drive, resident_mb
from bench.server.soak.host import PostgreSQL

WAYS = ((1, False), (2, False), (2, True), (3, False), (3, True))
"""How many processes, and whether people at a table are at different ones."""


@contextmanager
def postgresql() -> Iterator[PostgreSQL]:
    folder = Path(tempfile.mkdtemp(prefix="knockroll-processes-"))
    one = PostgreSQL(folder)
    try:
        asyncio.run(one.start())
        try:
            yield one
        finally:
            asyncio.run(one.stop())
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def bench(processes: int, apart: bool, tables: int, seconds: float) -> Measured:
    with ExitStack() as stack:
        database = stack.enter_context(postgresql())
        redis = stack.enter_context(RedisProcess())
        switches = ("--bus", redis.url)
        servers = [stack.enter_context(ServerProcess(database.address, switches=switches)) for _ in range(processes)]
        load = [sys.executable, str(HERE / "load.py"), *[server.url for server in servers], "--tables", str(tables)]
        row = drive([*load, "--seconds", str(seconds), *(["--apart"] if apart else [])])
        row["rss_mb"] = sum(resident_mb(server.process) for server in servers)
        kept = {room: max(saved) for room, saved in database.read().items()}
        row["lost"] = sum(max(0, seq - kept.get(room, 0)) for room, seq in row.pop("acknowledged").items())
    return row


def measure(tables: Sequence[int], seconds: float, rounds: int) -> Section:
    """Moves a second and times for one, two and three processes, for bench/results.md."""
    section = Section(
        "Several processes: closed loop, two live WebSocket clients a table, PostgreSQL and Redis",
        head=(
            "processes",
            "people at a table",
            "tables",
            "moves/s",
            "p50",
            "p99",
            "memory",
            "lost",
            "errors",
            "of one",
        ),
    )
    for count in tables:
        runs: dict[tuple[int, bool], list[Measured]] = {way: [] for way in WAYS}
        for number in range(rounds):
            for way, found in runs.items():
                print(f"{count} tables, round {number + 1} of {rounds}: {way}", file=sys.stderr)
                found.append(bench(*way, count, seconds))
        medians = {way: {key: median(one[key] for one in many) for key in many[0]} for way, many in runs.items()}
        for (processes, apart), row in medians.items():
            section.rows.append(
                [
                    str(processes),
                    "apart" if apart else "together",
                    f"{count:,}",
                    f"{row['moves_per_second']:,.0f}",
                    f"{row['p50_ms']:.0f} ms",
                    f"{row['p99_ms']:.0f} ms",
                    f"{row['rss_mb']:.0f} MB",
                    f"{row['lost']:.0f}",
                    f"{row['errors']:.0f}",
                    f"{row['moves_per_second'] / medians[1, False]['moves_per_second']:.2f}×",
                ]
            )
    section.notes.append(
        f"Medians of {rounds} rounds. Servers, PostgreSQL, Redis and the driver share the machine's cores. Apart: every"
        " move goes through Redis to the other player. Goal: two processes do 1.5 times the moves of one."
    )
    return section


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 500])
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--rounds", type=int, default=1)
    asked = parser.parse_args()
    measure(asked.tables, asked.seconds, asked.rounds).show()


if __name__ == "__main__":
    main()
