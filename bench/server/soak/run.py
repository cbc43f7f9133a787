"""The course of a soak, and its results."""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

import uvloop

from bench.report import Section
from bench.server.soak.host import Database, Log, Server, database
from bench.server.soak.tables import Person, SoakTable
from bench.server.soak.troubles import ON, Scene, Trouble

TABLES = 500
OPENING_AT_ONCE = 20
CALM = "nothing"
CALM_SECONDS = 5.0
LONGEST_TROUBLE = 20.0
PATIENCE = 60.0
"""Every table must be in play again this many seconds after the end of a trouble."""


@dataclass
class Measured:
    """What was measured during one kind of trouble."""

    times: int = 0
    waits: list[float] = field(default_factory=list)
    longest_recovery: float = 0.0
    outage: bool = False

    def quantile(self, share: float) -> float:
        """Return the wait, in milliseconds, that this share of the moves did not exceed."""
        waits = sorted(self.waits)
        return waits[min(len(waits) - 1, int(len(waits) * share))] * 1000 if waits else 0.0


@dataclass
class Soak:
    """One soak on one kind of database."""

    minutes: float
    measured: dict[str, Measured] = field(default_factory=lambda: {CALM: Measured()})
    going_on: str = CALM
    tables: list[SoakTable] = field(default_factory=list)
    stuck: set[str] = field(default_factory=set)
    memory: dict[str, list[float]] = field(default_factory=dict)
    """The most memory of the server, in MB, in each round of each part."""

    async def run(self, kind: str, count: int) -> list[list[str]]:
        """Run everything; return the rows of the report."""
        async with database(kind) as one:
            server = Server(one.address)
            await server.start()
            try:
                people = await self._open(server, count)
                await self._make_trouble(Scene(server, one), ON[kind])
                for person in people:
                    person.cancel()
                await asyncio.gather(*people, return_exceptions=True)
            finally:
                await server.end()
            return self._report(one, server)

    async def _open(self, server: Server, count: int) -> list[asyncio.Task[None]]:
        gate = asyncio.Semaphore(OPENING_AT_ONCE)

        async def open_one(table: SoakTable) -> None:
            async with gate:
                await table.open()

        self.tables = [SoakTable(server.port, number, self._hear) for number in range(count)]
        await asyncio.gather(*map(open_one, self.tables))
        return [asyncio.create_task(person.stay()) for table in self.tables for person in table.people]

    def _hear(self, wait: float) -> None:
        self.measured[self.going_on].waits.append(wait)

    async def _make_trouble(self, scene: Scene, troubles: Sequence[Trouble]) -> None:
        """Keep the server running in the first half, to see whether its memory is level; then also make outages."""
        await self._recover()
        parts = {"of one life": [trouble for trouble in troubles if not trouble.outage], "with outages": troubles}
        for part, of_part in parts.items():
            rounds = self.memory[part] = []
            end = time.monotonic() + self.minutes * 60 / len(parts)
            each = min(LONGEST_TROUBLE, self.minutes * 60 / len(parts) / len(of_part) / 3)
            while time.monotonic() < end or not rounds:
                rounds.append(max([await self._go_through(scene, trouble, each) for trouble in of_part]))

    async def _go_through(self, scene: Scene, trouble: Trouble, seconds: float) -> float:
        """Make a trouble after some calm; return, when every table is in play again, the most memory in MB."""
        weights = [scene.server.memory_mb]
        await asyncio.sleep(CALM_SECONDS)
        record = self.measured.setdefault(trouble.name, Measured(outage=trouble.outage))
        record.times += 1
        self.going_on = trouble.name
        weights.append(scene.server.memory_mb)
        print(f"{trouble.name} ({weights[-1]:.0f} MB)", file=sys.stderr, flush=True)
        await trouble.make(scene, seconds)
        weights.append(scene.server.memory_mb)
        record.longest_recovery = max(record.longest_recovery, await self._recover())
        self.going_on = CALM
        return max(weights)

    async def _recover(self) -> float:
        """Wait until every table has moved; return the seconds that took. Tables that do not move are stuck."""
        begun = time.monotonic()
        while waiting := [table for table in self.tables if table.moved_at < begun]:
            if time.monotonic() - begun > PATIENCE:
                self.stuck |= {table.id for table in waiting}
                break
            await asyncio.sleep(0.1)
        return time.monotonic() - begun

    def _report(self, one: Database, server: Server) -> list[list[str]]:
        rows = []
        for name, record in self.measured.items():
            p50, p99 = (f"{record.quantile(share):,.0f} ms" for share in (0.5, 0.99))
            after = f"{record.longest_recovery:.1f} s" if record.times else ""
            outage = " (outage)" if record.outage else ""
            rows.append([one.name, name, str(record.times or ""), f"{len(record.waits):,}", p50, p99 + outage, after])
        people = [person for table in self.tables for person in table.people]
        lost, doubled = _compare(one.read(), people)
        result = f"in all: {lost} lost, {doubled} doubled, {len(self.stuck)} tables stuck"
        acknowledged = sum(len(person.acknowledged) for person in people)
        waits = [record.quantile(0.99) for record in self.measured.values() if not record.outage]
        worst = f"{max(waits):,.0f} ms at most outside outages"
        memory = "; ".join(
            f"{', '.join(f'{mb:.0f}' for mb in rounds)} in rounds {part}" for part, rounds in self.memory.items()
        )
        said = f"{server.lines} lines of log, {server.tracebacks} tracebacks"
        return [
            *rows,
            [one.name, result, "", f"{acknowledged:,}", "", worst, said],
            [one.name, f"MB at most: {memory}", "", "", "", "", ""],
        ]


def _compare(log: Log, people: Sequence[Person]) -> tuple[int, int]:
    """Count moves that were acknowledged but not saved, and news that came twice, out of order or not as saved."""
    lost = doubled = 0
    for person in people:
        saved = log.get(person.table.id, {})
        doubled += len(person.wrong)
        for seq, move in person.acknowledged.items():
            kind, data = saved.get(seq, ("", "{}"))
            lost += kind != "move" or json.loads(data)["move"] != move
        for seq, (kind, _) in person.told.items():
            doubled += saved.get(seq, ("", ""))[0] != kind
    return lost, doubled


def measure(minutes: float, tables: int = TABLES, kinds: Sequence[str] = tuple(ON)) -> Section:
    """Soak a server on each kind of database, for bench/results.md."""
    section = Section(
        f"Soak: {tables} tables in play in a hostile world, {minutes:g} minutes",
        head=("database", "trouble", "times", "moves", "p50", "p99", "all tables in play again after"),
    )
    for kind in kinds:
        section.rows += uvloop.run(Soak(minutes / len(kinds)).run(kind, tables))
    section.notes.append(
        "p50 and p99: from sending a move until the other player has received it, during the trouble and until every"
        " table has moved again. Goals: nothing lost or doubled, no table stuck, memory level, p99 at most 1 s outside"
        " outages."
    )
    return section


def main() -> None:
    """Run a soak by itself: ``python -m bench.server.soak.run --minutes 2 --tables 50``."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--on", choices=list(ON), action="append", help="default: both")
    asked = parser.parse_args()
    measure(asked.minutes, asked.tables, asked.on or tuple(ON)).show()


if __name__ == "__main__":
    main()
