"""A long quiet day: people come, play for a while, lose their connection now and then, and leave or just vanish.

``python -m bench.server.soak.visits --minutes 60``: a fixed number of tables is in play at any time; when the visit of
one is over, another takes its place. A third of the people leave properly, the others only close the page. The server
has its usual settings, so that tables stay in memory as long as they would for people. Every half minute it prints the
resident memory of the server, the tables in memory, and what was played. ``--command`` measures the server of another
version.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shlex
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import httpx
import uvloop

from bench.report import Section
from bench.server.soak.host import Server, database
from bench.server.soak.tables import Person, SoakTable

TABLES = 40
VISIT_SECONDS = (20.0, 100.0)
BREAK_SECONDS = 15.0
"""How long a connection lasts, on average."""
LEAVING = 1 / 3
"""The share of people who leave properly."""
STEP_SECONDS = 30.0
PLAN: dict[str, Any] = {"game": "thirty_one", "seats": [{"kind": "person"}] * 2}


class Day:
    """All visits, and their effect on the memory of the server."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.visits = self.moves = self.breaks = self.wrong = 0
        self.rows: list[list[str]] = []

    async def run(self, minutes: float, tables: int) -> None:
        """Let people come and go."""
        end = time.monotonic() + minutes * 60
        rooms = [asyncio.create_task(self._keep_busy(place, end)) for place in range(tables)]
        begun = time.monotonic()
        while time.monotonic() < end:
            await self._note(time.monotonic() - begun)
            await asyncio.sleep(STEP_SECONDS)
        await asyncio.gather(*rooms)
        await self._note(time.monotonic() - begun)

    async def _keep_busy(self, place: int, end: float) -> None:
        """Make one visit after another at one place."""
        await asyncio.sleep(random.uniform(0, VISIT_SECONDS[0]))
        number = place
        while time.monotonic() < end:
            number += 1000  # all visitors have different addresses
            table = SoakTable(self.server.port, number % 60_000, self._hear, PLAN)
            with suppress(OSError, RuntimeError):  # on a busy machine the server may keep people waiting too long
                await table.open()
            people = [asyncio.create_task(person.stay()) for person in table.people]
            breaking = asyncio.create_task(self._break(table))
            await asyncio.sleep(random.uniform(*VISIT_SECONDS))
            for task in (*people, breaking):
                task.cancel()
            await asyncio.gather(*people, breaking, return_exceptions=True)
            for person in table.people:
                await self._go(person)
            self.visits += 1
            self.wrong += sum(len(person.wrong) for person in table.people)

    def _hear(self, wait: float) -> None:
        self.moves += 1

    async def _break(self, table: SoakTable) -> None:
        while True:
            await asyncio.sleep(random.expovariate(1 / BREAK_SECONDS))
            seat = random.choice(table.people).seat if table.people else None
            if seat is not None:
                self.breaks += 1
                seat.transport.abort()

    async def _go(self, person: Person) -> None:
        if person.seat is not None:
            person.seat.transport.abort()
        if random.random() < LEAVING:
            async with httpx.AsyncClient(timeout=30) as http:
                url = f"http://127.0.0.1:{self.server.port}/api/tables/{person.table.id}/leave"
                with suppress(httpx.TransportError):
                    await http.post(url, headers={"Authorization": f"Bearer {person.token}"})

    async def _note(self, seconds: float) -> None:
        try:
            async with httpx.AsyncClient(timeout=60) as http:
                text = (await http.get(f"http://127.0.0.1:{self.server.port}/api/metrics")).text
        except httpx.TransportError:  # on a busy machine this may come too late for the server's limits
            return
        found = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        loaded, connections = found["knockroll_tables_loaded"], found["knockroll_connections"]
        memory = f"{self.server.memory_mb:.1f} MB"
        figures = [f"{count:,}" for count in (self.visits, self.moves, self.breaks, self.wrong)]
        self.rows.append([f"{seconds / 60:.1f} min", memory, loaded, connections, *figures])
        print(*self.rows[-1], sep="  ", file=sys.stderr, flush=True)


async def live(minutes: float, tables: int, command: Sequence[str] | None) -> list[list[str]]:
    """Run a day; return the rows of the report."""
    async with database("sqlite") as one:
        server = Server(one.address, command)
        await server.start()
        try:
            day = Day(server)
            await day.run(minutes, tables)
        finally:
            await server.end()
    return day.rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--command", type=shlex.split, help="starts the server; a port and a database are added")
    asked = parser.parse_args()
    Section(
        f"Visits: memory of a server where people come and go, {asked.tables} tables, {asked.minutes:g} minutes",
        head=("time", "memory", "tables in memory", "connections", "visits", "moves", "breaks", "told wrongly"),
        rows=list(uvloop.run(live(asked.minutes, asked.tables, asked.command))),
    ).show()


if __name__ == "__main__":
    main()
