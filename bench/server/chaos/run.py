"""Chaos: ``python -m bench.server.chaos.run --troubles 36``. Kills, pauses and restarts of random members, under load.

Three servers, two workers, PostgreSQL and Redis are real processes. People play at random servers, at every third table
with a slow player, whose moves the workers find. One after the other, processes are killed, stopped for longer than any
timeout, or restarted. At the end every move that someone saw acknowledged must be in the log, and everyone must have
received every number once and in order.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import httpx

from bench.report import Section
from bench.server.chaos.cast import Member, PostgreSQLMember, RedisMember, ServerMember, WorkerMember, complain
from bench.server.chaos.players import ChaosTable, Person
from bench.server.chaos.slow_player import installed
from bench.server.soak.host import Log

SERVERS = 3
WORKERS = 2
PAUSE_SECONDS = 8.0
"""Longer than any timeout: of the bus 3 s, of a transaction 2 s, of a statement 5 s."""
DOWN_SECONDS = 1.0
PATIENCE = 60.0
KINDS = ("kill", "pause", "restart")


_KIND_OF: dict[type[Member], str] = {ServerMember: "a server", WorkerMember: "a worker"}


@dataclass
class Outcome:
    """The outcome of a run."""

    troubles: dict[str, int] = field(default_factory=dict)
    waits: list[float] = field(default_factory=list)
    """Seconds until each table had moved, from the beginning and the end of each trouble; for PostgreSQL, from the
    end."""
    stuck: int = 0
    acknowledged: int = 0
    lost: int = 0
    wrong: list[str] = field(default_factory=list)
    seats_lost: int = 0
    connections: int = 0
    slow_moves: dict[str, int] = field(default_factory=dict)
    """Moves of slow players, by who made them: the player or a substitute."""
    tracebacks: int = 0

    @property
    def clean(self) -> bool:
        """Whether nothing was lost, wrong, stuck or logged as an error."""
        return not (self.lost or self.wrong or self.seats_lost or self.stuck or self.tracebacks)

    def quantile(self, share: float) -> float:
        """Return the wait that this share of the tables did not exceed."""
        waits = sorted(self.waits)
        return waits[min(len(waits) - 1, int(len(waits) * share))] if waits else 0.0


class Chaos:
    """One run."""

    def __init__(self, folder: Path, tables: int, seed: int, pause: float = PAUSE_SECONDS) -> None:
        self._random = random.Random(seed)
        self._seed = seed
        self._pause = pause
        self._folder = folder
        self.story: list[tuple[float, str]] = []
        """What was done to whom, and when: evidence."""
        self.postgresql = PostgreSQLMember(folder)
        self.redis = RedisMember()
        address = self.postgresql.database.address
        self.servers = [ServerMember(number, address, self.redis.url, folder) for number in range(1, SERVERS + 1)]
        self.workers = [WorkerMember(number, self.redis.url, folder) for number in range(1, WORKERS + 1)]
        self.tables = [ChaosTable(self._ports, f"{seed} {number}", number % 3 == 2) for number in range(tables)]
        self.outcome = Outcome()
        self.log: Log = {}

    def _ports(self) -> list[int]:
        """Return the servers to which a load balancer would send someone: not those that are known to be down."""
        return [server.port for server in self.servers if not server.is_down] or [self.servers[0].port]

    def tell(self, what: str) -> None:
        """Report what is happening, and record it."""
        self.story.append((time.time(), what))
        complain(what)

    async def run(self, troubles: int, rolling: bool, least: int = 0) -> Outcome:
        """Run everything.

        :param rolling: restart all servers at the end, one after the other
        :param least: the number of moves that must be acknowledged before the run ends
        """
        started: list[Member] = []
        try:
            for member in (self.postgresql, self.redis, *self.servers, *self.workers):
                await member.start()
                started.append(member)
            async with httpx.AsyncClient(timeout=20) as http:
                for table in self.tables:
                    await table.open(http)
            people = [asyncio.create_task(person.stay()) for table in self.tables for person in table.people]
            await self._recover()
            self.outcome.waits.clear()
            for number in range(troubles):
                await self._trouble(number)
            if rolling:
                await self._restart_all()
            await self._recover()
            while not self.outcome.stuck and self._acknowledged() < least:
                await self._recover()
            for task in people:
                task.cancel()
            await asyncio.gather(*people, return_exceptions=True)
            self._judge()
        finally:
            for member in reversed(started):
                member.signal(signal.SIGCONT)
                await member.kill()
        return self.outcome

    def _acknowledged(self) -> int:
        return sum(len(person.acknowledged) for table in self.tables for person in table.people)

    async def _trouble(self, number: int) -> None:
        """Make trouble for a random process: most often a server, but also a worker, PostgreSQL or Redis."""
        some = [*self.servers, *self.servers, *self.workers, self.redis, self.postgresql]
        member: Member = self._random.choice(some)
        kind = KINDS[number % len(KINDS)]
        self.tell(f"{number + 1}: {kind} {member.name}")
        does: dict[str, Callable[[Member], Awaitable[None]]] = {
            "kill": self._kill,
            "pause": self._stop_and_go,
            "restart": self._restart,
        }
        if member is self.postgresql:  # nothing can be played without it
            await does[kind](member)
        else:  # others take over at once
            await asyncio.gather(does[kind](member), self._recover())
        name = f"{kind} {_KIND_OF.get(type(member), member.name)}"
        self.outcome.troubles[name] = self.outcome.troubles.get(name, 0) + 1
        await self._recover()

    async def _kill(self, member: Member) -> None:
        await member.kill()
        await asyncio.sleep(DOWN_SECONDS)
        await member.start()

    async def _stop_and_go(self, member: Member) -> None:
        member.signal(signal.SIGSTOP)
        await asyncio.sleep(self._pause)
        member.signal(signal.SIGCONT)

    async def _restart(self, member: Member) -> None:
        await member.end()
        await member.start()

    async def _restart_all(self) -> None:
        """Restart all servers in turn, as for a new version."""
        for server in self.servers:
            self.tell(f"rolling restart: {server.name}")
            await asyncio.gather(self._restart(server), self._recover())
            await self._recover()

    async def _recover(self) -> None:
        """Wait until every table has moved, and record how long each took."""
        begun = time.monotonic()
        waiting = list(self.tables)
        while waiting and time.monotonic() - begun < PATIENCE:
            await asyncio.sleep(0.05)
            self.outcome.waits += [table.moved_at - begun for table in waiting if table.moved_at > begun]
            waiting = [table for table in waiting if table.moved_at <= begun]
        self.outcome.stuck += len(waiting)
        for table in waiting:
            self.tell(f"table {table.id} has not moved for {PATIENCE:.0f} s")

    def _judge(self) -> None:
        self.log = log = self.postgresql.database.read()
        people = [person for table in self.tables for person in table.people]
        for person in people:
            self._judge_one(person, log.get(person.table.id, {}))
        for saved in log.values():
            if [*saved] != [*range(1, len(saved) + 1)]:
                self.outcome.wrong.append("the log of a table has gaps")
            self.outcome.seats_lost += sum(kind in ("leave", "away") for kind, _ in saved.values())
            for kind, data in saved.values():
                by = json.loads(data)["by"] if kind == "move" else "person"
                if by != "person":
                    self.outcome.slow_moves[by] = self.outcome.slow_moves.get(by, 0) + 1
        self.outcome.connections = sum(person.connections for person in people)
        self.outcome.tracebacks = sum(server.tracebacks for server in self.servers)

    def _judge_one(self, person: Person, saved: dict[int, tuple[str, str]]) -> None:
        outcome = self.outcome
        outcome.wrong += person.wrong
        outcome.acknowledged += len(person.acknowledged)
        for seq, move in person.acknowledged.items():
            kind, data = saved.get(seq, ("", "{}"))
            outcome.lost += kind != "move" or json.loads(data)["move"] != move
        for seq, what in person.told.items():
            kind, data = saved.get(seq, ("", "{}"))
            if what not in (kind, json.loads(data).get("move")):
                outcome.wrong.append(f"was told {what} for {seq}, and the log has {kind}")

    def keep(self, evidence: Path) -> None:
        """Save what everyone has seen, what the database has, and the logs of all processes."""
        evidence.mkdir(parents=True, exist_ok=True)
        for log in self._folder.glob("*.log"):
            shutil.copy(log, evidence)
        with suppress(OSError):
            shutil.copy(self._folder / "log", evidence / "postgresql.log")
        found = {"seed": self._seed, "outcome": asdict(self.outcome), "database": self.log}
        (evidence / "found.json").write_text(json.dumps(found, indent=1))
        stories = {"chaos": self.story}
        for table in self.tables:
            stories |= {f"{table.id} {person.number}": person.story for person in table.people}
        lines = sorted((when, who, what) for who, story in stories.items() for when, what in story)
        text = "".join(f"{datetime.fromtimestamp(when, UTC):%T.%f} {who}: {what}\n" for when, who, what in lines)
        (evidence / "story.txt").write_text(text)


def go(
    troubles: int,
    tables: int,
    seed: int,
    pause: float = PAUSE_SECONDS,
    rolling: bool = True,
    least: int = 0,
    evidence: Path | None = None,
) -> Outcome:
    """Run in a temporary folder; save ``evidence`` if something was wrong."""
    folder = Path(tempfile.mkdtemp(prefix="knockroll-chaos-"))
    chaos = Chaos(folder, tables, seed, pause)
    done = False
    try:
        with installed(folder / "players"):
            outcome = asyncio.run(chaos.run(troubles, rolling, least))
        done = outcome.clean
        return outcome
    finally:
        if evidence is not None and not done:
            chaos.keep(evidence)
            complain(f"evidence: {evidence}")
        shutil.rmtree(folder, ignore_errors=True)


def measure(troubles: int, tables: int, seed: int) -> Section:
    """Return the table of a run, for bench/results.md."""
    found = go(troubles, tables, seed, evidence=Path(".evidence", f"chaos-{seed}"))
    section = Section(
        f"Chaos: {SERVERS} servers, {WORKERS} workers, PostgreSQL, Redis; {tables} tables in play, {troubles} troubles,"
        " a rolling restart",
        head=("what", "found", "goal"),
    )
    every = ", ".join(f"{count} × {name}" for name, count in sorted(found.troubles.items()))
    section.rows = [
        ["troubles", every, "≥ 30"],
        ["acknowledged moves", f"{found.acknowledged:,}", ""],
        ["of these lost or changed", str(found.lost), "0"],
        ["gaps, doubles, wrong views at clients", str(len(found.wrong)), "0"],
        ["seats lost", str(found.seats_lost), "0"],
        ["tables stuck", str(found.stuck), "0"],
        [
            "a table moves again after",
            f"p50 {found.quantile(0.5):.1f} s, p99 {found.quantile(0.99):.1f} s",
            "p99 ≤ 5 s",
        ],
        [
            "moves of slow players",
            ", ".join(f"{count:,} by a {by}" for by, count in sorted(found.slow_moves.items())),
            "",
        ],
        ["connections made", f"{found.connections:,}", ""],
        ["tracebacks in the logs", str(found.tracebacks), "0"],
    ]
    section.notes += found.wrong[:20]
    return section


def main() -> None:
    """Run it by itself."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--troubles", type=int, default=36)
    parser.add_argument("--tables", type=int, default=30)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    asked = parser.parse_args()
    print(f"seed {asked.seed}", file=sys.stderr)
    measure(asked.troubles, asked.tables, asked.seed).show()


if __name__ == "__main__":
    main()
