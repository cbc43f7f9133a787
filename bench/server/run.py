"""The server under load, beside boardgame.io: ``python -m bench.server.run``. Prints a table.

The peer is installed from npm into a temporary folder. Servers and drivers are processes of their own.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench.report import Row, Section

HERE = Path(__file__).parent
PEER_PACKAGES = ("boardgame.io@0.50.2", "node-persist@3")
Measured = dict[str, Any]


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def resident_mb(process: subprocess.Popen[Any]) -> float:
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def cpu_seconds(process: subprocess.Popen[Any]) -> float:
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(") ", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def wait_for(url: str) -> None:
    """Wait until our server answers."""
    for _ in range(300):
        try:
            urllib.request.urlopen(f"{url}/api/health", timeout=1)
            return
        except OSError:
            time.sleep(0.1)
    raise TimeoutError("the server does not answer")


@contextmanager
def our_server(folder: Path) -> Iterator[tuple[str, subprocess.Popen[Any]]]:
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    command = [sys.executable, "-m", "knockroll.server", "--port", str(port), "--no-limits"]
    process = subprocess.Popen([*command, "--database", str(folder / "bench.sqlite3")], stdout=subprocess.DEVNULL)
    try:
        wait_for(url)
        yield url, process
    finally:
        process.kill()
        process.wait()


@contextmanager
def peer_server(folder: Path, storage: str) -> Iterator[tuple[str, subprocess.Popen[Any]]]:
    port = free_port()
    command = ["node", "server.js", str(port), storage, str(folder / f"flatfile-{port}")]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
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
    """Moves that a client saw acknowledged and that the database, after a kill, does not have."""
    import sqlite3

    with sqlite3.connect(database) as connection:
        kept = dict(connection.execute("SELECT room, max(seq) FROM log GROUP BY room").fetchall())
    return sum(max(0, seq - kept.get(room, 0)) for room, seq in acknowledged.items())


def bench_ours(tables: int, seconds: float) -> Measured:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with our_server(folder) as (url, process):
            load = [sys.executable, str(HERE / "load.py"), url, "--tables", str(tables), "--seconds", str(seconds)]
            row = drive(load)
            row["rss_mb"] = round(resident_mb(process))
        row["lost"] = count_lost(folder / "bench.sqlite3", row.pop("acknowledged"))
    return {"server": "knockroll (SQLite, every move committed)", **row}


def bench_peer(folder: Path, storage: str, tables: int, seconds: float) -> Measured:
    with peer_server(folder, storage) as (url, process):
        row = drive(["node", "load.js", url, str(tables), "2", str(seconds)], folder)
        row["rss_mb"] = round(resident_mb(process))
    name = {"memory": "boardgame.io (memory)", "flatfile": "boardgame.io (FlatFile)"}[storage]
    return {"server": name, **row}


def bench_idle(tables: int) -> str:
    with tempfile.TemporaryDirectory() as name, our_server(Path(name)) as (url, process):
        before = resident_mb(process)
        drive([sys.executable, str(HERE / "load.py"), url, "--tables", str(tables), "--idle"])
        after = resident_mb(process)
    return f"{tables} idle tables in memory: {after:.0f} MB, {(after - before) * 1024 / tables:.1f} KB each"


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


def measure(seconds: float) -> Section:
    """Moves a second at several numbers of tables, for bench/results.md."""
    section = Section("Server: closed loop, two live WebSocket clients a table, every move committed (SQLite)")
    folder = install_peer()
    for tables in (100, 500, 1000):
        ours = bench_ours(tables, seconds)
        what = f"moves, {tables} tables (p50 {ours['p50_ms']} ms, p99 {ours['p99_ms']} ms, {ours['lost']} lost)"
        if folder is None:
            section.rows.append(Row(what, ours["moves_per_second"]))
            continue
        for storage, goal in (("memory", "≥ 1×, aim 2×"), ("flatfile", "≥ 3×")):
            peer = bench_peer(folder, storage, tables, seconds)
            name = f"{peer['server']}, p99 {peer['p99_ms']} ms"
            section.rows.append(Row(what, ours["moves_per_second"], peer["moves_per_second"], name, goal))
    if folder is not None:
        shutil.rmtree(folder, ignore_errors=True)
    return section


COLUMNS = ("server", "tables", "moves_per_second", "p50_ms", "p99_ms", "rss_mb", "errors", "lost", "driver_cpu")


def show(row: Measured) -> None:
    print("| " + " | ".join(str(row.get(column, "")) for column in COLUMNS) + " |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 100, 500, 1000])
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--idle", type=int, default=2000, help="idle tables to open; 0 for none")
    parser.add_argument("--no-peer", action="store_true")
    asked = parser.parse_args()
    folder = None if asked.no_peer else install_peer()
    print("| " + " | ".join(COLUMNS) + " |\n|" + "---|" * len(COLUMNS))
    try:
        for tables in asked.tables:
            show(bench_ours(tables, asked.seconds))
            if folder is not None:
                show(bench_peer(folder, "memory", tables, asked.seconds))
                show(bench_peer(folder, "flatfile", tables, asked.seconds))
        if asked.idle:
            print(f"\n{bench_idle(asked.idle)}")
    finally:
        if folder is not None:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
