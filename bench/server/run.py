"""The server under load, beside boardgame.io: ``python -m bench server`` saves the table, this module prints one.

The peer is installed from npm into a temporary folder. Servers and drivers are separate processes.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

from scripts.serving import ServerProcess, free_port

from bench.report import Section

HERE = Path(__file__).parent
PEER_PACKAGES = (
    "boardgame.io@0.50.2",
    "node-persist@3",
    # for several processes, as the README of the first has it
    "@boardgame.io/redis-pubsub@0.0.1",
    "redis@3.1.2",
    "bgio-postgres@1.0.16",
)
Measured = dict[str, Any]
TABLES = (10, 100, 500, 1000)
OURS = "knockroll"
GOALS = {"boardgame.io, in memory": "≥ 1×, aim 2×", "boardgame.io, FlatFile": "≥ 3×"}


def resident_mb(process: subprocess.Popen[Any]) -> float:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


@contextmanager
def peer_server(folder: Path, storage: str, *where: str) -> Iterator[tuple[str, subprocess.Popen[Any]]]:
    port = free_port()
    command = ["node", "server.js", str(port), storage, *(where or [str(folder / f"flatfile-{port}")])]
    errors = subprocess.DEVNULL if where else None  # with several, one complains about every move that it refuses
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=errors, text=True)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        yield f"http://localhost:{port}", process
    finally:
        process.kill()
        process.wait()


def drive(command: list[str], cwd: Path | None = None) -> Measured:
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=600, check=True, cwd=cwd)
    return dict(json.loads(result.stdout.splitlines()[-1]))


def count_lost(database: Path, acknowledged: dict[str, int]) -> int:
    """Return how many moves a client saw acknowledged that are not in the database after a kill."""
    import sqlite3

    with sqlite3.connect(database) as connection:
        kept = dict(connection.execute("SELECT room, max(seq) FROM log GROUP BY room").fetchall())
    return sum(max(0, seq - kept.get(room, 0)) for room, seq in acknowledged.items())


def bench_ours(tables: int, seconds: float) -> Measured:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with ServerProcess(folder / "bench.sqlite3") as server:
            load = [sys.executable, str(HERE / "load.py"), server.url, "--tables", str(tables)]
            row = drive([*load, "--seconds", str(seconds)])
            row["rss_mb"] = resident_mb(server.process)
        row["lost"] = count_lost(folder / "bench.sqlite3", row.pop("acknowledged"))
    return row


def bench_peer(folder: Path, storage: str, tables: int, seconds: float) -> Measured:
    with peer_server(folder, storage) as (url, process):
        row = drive(["node", "load.js", url, str(tables), "2", str(seconds)], folder)
        row["rss_mb"] = resident_mb(process)
    return row


def bench_idle(tables: int) -> str:
    with tempfile.TemporaryDirectory() as name, ServerProcess(Path(name) / "bench.sqlite3") as server:
        before = resident_mb(server.process)
        drive([sys.executable, str(HERE / "load.py"), server.url, "--tables", str(tables), "--idle"])
        after = resident_mb(server.process)
    each = (after - before) * 1024 / tables
    used = f"the server uses {after:.0f} MB of memory, {each:.1f} kB per table"
    return f"{tables:,} idle tables: {used} (goal: below 1 GiB)."


def install_peer() -> Path | None:
    if shutil.which("npm") is None:
        print("npm is missing: no peer", file=sys.stderr)
        return None
    folder = Path(tempfile.mkdtemp(prefix="boardgame-io-"))
    for file in (HERE / "peer").glob("*.js"):
        shutil.copy(file, folder)
    install = ["npm", "install", "--no-audit", "--no-fund", "--silent", *PEER_PACKAGES]
    subprocess.run(["npm", "init", "-y"], cwd=folder, stdout=subprocess.DEVNULL, check=True)
    subprocess.run(install, cwd=folder, check=True)
    return folder


def bench_all(tables: int, seconds: float, rounds: int, folder: Path | None) -> dict[str, Measured]:
    """Measure each server in turn, several times; return the median of each figure, because machines vary."""
    servers: dict[str, Callable[[], Measured]] = {OURS: lambda: bench_ours(tables, seconds)}
    if folder is not None:
        servers["boardgame.io, in memory"] = lambda: bench_peer(folder, "memory", tables, seconds)
        servers["boardgame.io, FlatFile"] = lambda: bench_peer(folder, "flatfile", tables, seconds)
    runs: dict[str, list[Measured]] = {name: [] for name in servers}
    for number in range(rounds):
        for name, bench in servers.items():
            print(f"{tables} tables, round {number + 1} of {rounds}: {name}", file=sys.stderr)
            runs[name].append(bench())
    medians = {name: {key: median(one[key] for one in found) for key in found[0]} for name, found in runs.items()}
    medians[OURS]["lost"] = sum(one["lost"] for one in runs[OURS])
    return medians


def measure(
    seconds: float, counts: Sequence[int] = TABLES, rounds: int = 3, peer: bool = True, idle: int = 10_000
) -> Section:
    """Return moves per second, times and memory at several numbers of tables, for bench/results.md."""
    section = Section(
        "Server: closed loop, two live WebSocket clients per table; ours commits every move (SQLite)",
        head=("server", "tables", "moves/s", "p50", "p99", "memory", "lost when killed", "ours is (goal)"),
    )
    folder = install_peer() if peer else None
    try:
        for tables in counts:
            found = bench_all(tables, max(seconds, 6.0), rounds, folder)
            for name, row in found.items():
                ratio = (
                    f"{found[OURS]['moves_per_second'] / row['moves_per_second']:.1f}× ({GOALS[name]})"
                    if name != OURS
                    else ""
                )
                section.rows.append(
                    [
                        name,
                        f"{tables:,}",
                        f"{row['moves_per_second']:,.0f}",
                        f"{row['p50_ms']:.0f} ms",
                        f"{row['p99_ms']:.0f} ms",
                        f"{row['rss_mb']:.0f} MB",
                        f"{row['lost']:.0f}" if name == OURS else "",
                        ratio,
                    ]
                )
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)
    section.notes.append(
        f"Medians of {rounds} rounds in which the servers took turns. p50 and p99: from sending a move until"
        " the other client has received it. Drivers are separate processes on the same machine."
    )
    if idle:
        section.notes.append(bench_idle(idle))
    return section


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=TABLES)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--idle", type=int, default=0, help="idle tables to open; 0 for none")
    parser.add_argument("--no-peer", action="store_true")
    asked = parser.parse_args()
    measure(asked.seconds, asked.tables, asked.rounds, not asked.no_peer, asked.idle).show()


if __name__ == "__main__":
    main()
