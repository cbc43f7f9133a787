"""Several processes on one PostgreSQL and one Redis: ``python -m bench processes`` saves the table, this prints one.

It runs the same closed loop as :mod:`bench.server.run`, with one, two and three servers, of ours and of boardgame.io
with its PostgreSQL storage and its Redis adapter. With ``apart``, the two people at each table are connected to
different processes, so that every move has to go through Redis.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from scripts.serving import RedisProcess, ServerProcess

from bench.report import Section
from bench.server import scaling
from bench.server.load import BEGUN, ENDED
from bench.server.run import HERE, OURS, Measured, install_peer, peer_server, resident_mb
from bench.server.soak.host import PostgreSQL

Way = tuple[int, bool]
WAYS: tuple[Way, ...] = ((1, False), (2, False), (2, True), (3, False), (3, True))
"""The number of processes, and whether the people at a table use different ones."""
COMPARED: tuple[Way, ...] = WAYS[:2]
"""The ways whose ratio matters: ours are measured several times, in turns."""
PEER = "boardgame.io"
WARM_SECONDS = 2.0
TICKS = os.sysconf("SC_CLK_TCK")
PARTS = ("servers", "database", "redis", "driver")


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


class Watch:
    """The processor time of each part while a driver measures, in microseconds per move."""

    def __init__(self, servers: Sequence[subprocess.Popen[Any]], redis: RedisProcess) -> None:
        self._servers = [server.pid for server in servers]
        self._redis = redis.process.pid

    def _used(self, driver: int) -> dict[str, float]:
        return {
            "servers": sum(map(_seconds, self._servers)),
            "database": sum(map(_seconds, _named("postgres"))),
            "redis": _seconds(self._redis),
            "driver": _seconds(driver),
        }

    def drive(self, command: list[str], cwd: Path | None = None) -> Measured:
        """Run a driver, and return what it has measured."""
        before: dict[str, float] = {}
        after: dict[str, float] = {}
        line, begun, taken = "", 0.0, 0.0
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=cwd) as driver:
            assert driver.stdout is not None
            for line in driver.stdout:
                if line.strip() == BEGUN:
                    before, begun = self._used(driver.pid), time.perf_counter()
                elif line.strip() == ENDED:
                    after, taken = self._used(driver.pid), time.perf_counter() - begun
        row: Measured = json.loads(line)
        moves = max(1.0, row["moves_per_second"] * taken)
        return row | {f"{part}_us": (after[part] - before[part]) / moves * 1e6 for part in PARTS}


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has ended
        return ["0"] * 20


def _seconds(pid: int) -> float:
    """Return the processor time of a process."""
    return sum(map(int, _stat(pid)[11:13])) / TICKS


def _named(name: str) -> list[int]:
    """Return all processes of a program; nothing else should be running."""
    return [
        int(file.parent.name)
        for file in Path("/proc").glob("[0-9]*/comm")
        if file.exists() and file.read_text().strip() == name
    ]


def bench_ours(processes: int, apart: bool, tables: int, seconds: float) -> Measured:
    with ExitStack() as stack:
        database = stack.enter_context(postgresql())
        redis = stack.enter_context(RedisProcess())
        switches = ("--bus", redis.url)
        servers = [stack.enter_context(ServerProcess(database.address, switches=switches)) for _ in range(processes)]
        load = [sys.executable, str(HERE / "load.py"), *[server.url for server in servers], "--tables", str(tables)]
        watch = Watch([server.process for server in servers], redis)
        row = watch.drive([*load, "--seconds", str(seconds), *(["--apart"] if apart else [])])
        row["rss_mb"] = sum(resident_mb(server.process) for server in servers)
        kept = {room: max(saved) for room, saved in database.read().items()}
        row["lost"] = sum(max(0, seq - kept.get(room, 0)) for room, seq in row.pop("acknowledged").items())
    return row


def bench_peer(folder: Path, processes: int, apart: bool, tables: int, seconds: float) -> Measured:
    with ExitStack() as stack:
        database = stack.enter_context(postgresql())
        redis = stack.enter_context(RedisProcess())
        where = ("postgresql", database.address, redis.url)
        servers = [stack.enter_context(peer_server(folder, *where)) for _ in range(processes)]
        urls = ",".join(url for url, _ in servers)
        watch = Watch([process for _, process in servers], redis)
        load = ["node", "load.js", urls, str(tables), str(WARM_SECONDS), str(seconds), "apart" if apart else "together"]
        row = watch.drive(load, folder)
        row["rss_mb"] = sum(resident_mb(process) for _, process in servers)
    return row


def measure(
    seconds: float,
    tables: Sequence[int] = (100, 500),
    rounds: int = 2,
    ways: Sequence[Way] = WAYS,
    peer: bool = True,
    keep: bool = True,
) -> Section:
    """Return moves per second and times for one, two and three processes, for bench/results.md and docs/scaling.md."""
    section = Section(
        "Several processes: closed loop, two live WebSocket clients per table, PostgreSQL and Redis",
        head=(
            "server",
            "processes",
            "tables",
            "moves/s",
            "of one",
            "p50",
            "p99",
            "memory",
            "lost",
            "errors",
            "µs a move",
        ),
    )
    folder = install_peer() if peer else None
    ours: dict[int, dict[Way, Measured]] = {}
    try:
        for count in tables:
            for name in (OURS, PEER) if folder is not None else (OURS,):
                runs: dict[Way, list[Measured]] = {way: [] for way in ways}
                for number in range(rounds):
                    for way, found in runs.items():
                        if number and (name == PEER or way not in COMPARED):
                            continue
                        print(f"{count} tables, round {number + 1}: {name} {way}", file=sys.stderr)
                        if name == OURS:
                            found.append(bench_ours(*way, count, max(seconds, 1.0)))
                        else:
                            assert folder is not None
                            found.append(bench_peer(folder, *way, count, max(seconds, 1.0)))
                medians = {
                    way: {key: median(one[key] for one in many) for key in many[0]} for way, many in runs.items()
                }
                section.rows += _rows(name, count, medians)
                if name == OURS:
                    ours[count] = medians
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
    section.notes.append(
        f"One round of {seconds:g} s each; for ours with one and two processes, medians of {rounds} rounds in turns."
        " Servers, PostgreSQL, Redis and the driver share the machine's cores; the last column says how much processor"
        " time each of them took per move. Apart: the people at a table are at different processes, so every move goes"
        " through Redis. Goal: two processes make 1.5 times the moves of one, and p99 at 500 tables is no worse."
    )
    told = scaling.written(ours)
    print(told)
    if keep:
        scaling.keep(told)
    return section


def _rows(name: str, tables: int, medians: dict[Way, Measured]) -> Iterator[list[str]]:
    one = next(iter(medians.values()))["moves_per_second"]
    for (processes, apart), row in medians.items():
        yield [
            name,
            f"{processes}, apart" if apart else str(processes),
            f"{tables:,}",
            f"{row['moves_per_second']:,.0f}",
            f"{row['moves_per_second'] / one:.2f}×",
            *(f"{row[key]:.0f} ms" for key in ("p50_ms", "p99_ms")),
            f"{row['rss_mb']:.0f} MB",
            f"{row['lost']:.0f}" if "lost" in row else "",
            f"{row['errors'] + row.get('gaps', 0):.0f}",
            " + ".join(f"{row[f'{part}_us']:.0f} {part}" for part in PARTS),
        ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 500])
    parser.add_argument("--seconds", type=float, default=6.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--processes", type=int, nargs="+", default=[1, 2, 3], help="only these numbers of them")
    parser.add_argument("--no-peer", action="store_true")
    asked = parser.parse_args()
    ways = [way for way in WAYS if way[0] in asked.processes]
    measure(asked.seconds, asked.tables, asked.rounds, ways, not asked.no_peer, keep=False).show()


if __name__ == "__main__":
    main()
