"""Is memory given back after many thousands of tables have been opened, played to the end and left?

``python -m bench.server.memory``: computers play Thirty-One; some of the tables are watched. The server closes tables
that no one looks at after a second instead of a quarter of an hour. Its resident memory is measured after every ten
thousand tables, when all of them have left memory.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path

import httpx
from scripts.serving import free_port
from websockets.asyncio.client import connect

from bench.report import Section
from knockroll.server import NO_LIMITS, Settings, TableServer
from knockroll.server.logs import set_up

PLAN = {
    "game": "thirty_one",
    "seats": [{"kind": "computer", "player": "Random"}] * 2,
    "options": {"strikes": 1},
    "pace": 0,
}
STEP = 10_000
AT_ONCE = 16
WATCHED = 10
"""One table in this many has a spectator."""


def serve(port: int, database: str) -> None:
    """Run a server that forgets tables quickly."""
    set_up("warning", "text")
    settings = Settings(
        database=database, limits=NO_LIMITS, idle_close_seconds=1.0, idle_unload_seconds=0.5, sweep_seconds=0.25
    )
    TableServer(settings, "127.0.0.1", port).run()


class Visitor:
    """Opens tables, and watches some."""

    def __init__(self, url: str) -> None:
        self.url = url
        # every table gives its host a cookie: looking through thousands would take longer than the games
        none = CookieJar(DefaultCookiePolicy(allowed_domains=[]))
        limits = httpx.Limits(max_keepalive_connections=0)
        self.http = httpx.AsyncClient(base_url=url, timeout=60, limits=limits, cookies=none)

    async def answers(self) -> bool:
        """Return whether the server answers."""
        try:
            return (await self.http.get("/api/health")).status_code == 200
        except httpx.TransportError:
            return False

    async def open_tables(self, count: int) -> None:
        """Open ``count`` tables, and wait until none is in the server's memory."""
        numbers = iter(range(count))
        await asyncio.gather(*(self._open(numbers) for _ in range(AT_ONCE)))
        while await self._metric("knockroll_tables_loaded"):
            await asyncio.sleep(0.5)

    async def _open(self, numbers: Iterator[int]) -> None:
        for number in numbers:
            answer = await self.http.post("/api/tables", json=PLAN)
            id = answer.raise_for_status().json()["table"]["id"]
            if number % WATCHED == 0:
                async with connect(f"ws{self.url.removeprefix('http')}/api/tables/{id}/live") as socket:
                    await socket.recv()

    async def _metric(self, name: str) -> float:
        lines = (await self.http.get("/api/metrics")).text.splitlines()
        return next(float(line.split()[-1]) for line in lines if line.startswith(f"{name} "))

    async def memory_mb(self) -> float:
        """Return the server's resident memory in MB."""
        return await self._metric("knockroll_resident_memory_bytes") / (1 << 20)

    async def games(self) -> float:
        """Return how many games were played to the end."""
        return await self._metric("knockroll_games_finished_total")


async def run(tables: int) -> list[list[str]]:
    """Open the tables; return the rows of the report."""
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        command = [sys.executable, "-m", "bench.server.memory", "--serve", str(port), str(Path(folder) / "db")]
        process = await asyncio.create_subprocess_exec(*command)
        try:
            visitor = Visitor(f"http://127.0.0.1:{port}")
            while not await visitor.answers():
                await asyncio.sleep(0.1)
            rows.append(["0", f"{await visitor.memory_mb():.1f} MB", "0"])
            for done in range(STEP, tables + 1, STEP):
                await visitor.open_tables(STEP)
                rows.append([f"{done:,}", f"{await visitor.memory_mb():.1f} MB", f"{await visitor.games():,.0f}"])
                print(*rows[-1], file=sys.stderr, flush=True)
        finally:
            process.kill()
            await process.wait()
    return rows


def measure(tables: int = 50_000) -> Section:
    """Return the resident memory of the server after every ten thousand tables."""
    return Section(
        "Memory: of a server, after many tables were finished and left",
        head=("tables so far", "resident memory", "games finished"),
        rows=list(asyncio.run(run(tables))),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=50_000)
    parser.add_argument("--serve", nargs=2, metavar=("PORT", "DATABASE"), help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve(int(asked.serve[0]), asked.serve[1])
    else:
        measure(asked.tables).show()


if __name__ == "__main__":
    main()
