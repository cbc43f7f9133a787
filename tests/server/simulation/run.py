"""One run of the simulation: a function of its seed."""

from __future__ import annotations

import gc
import hashlib
import logging
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from knockroll.engine.game import get_game
from knockroll.server.settings import NO_LIMITS, Settings
from knockroll.server.storage.rows import LogRow
from knockroll.server.tables import requests
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.live_room import LiveRoom
from knockroll.server.tables.room import Plan
from knockroll.server.tables.seats import hash_token
from tests.server.simulation.cluster import Link, Member, Network
from tests.server.simulation.faults import Faults, Stage
from tests.server.simulation.judge import Judge
from tests.server.simulation.loop import RUNNING, WORLD, Chances, Process, VirtualLoop
from tests.server.simulation.people import Client
from tests.server.simulation.postgresql import Postgres
from tests.server.simulation.redis_model import RedisServer
from tests.server.simulation.stand_ins import stand_ins

MOVES_AGAIN_SECONDS = 30.0
"""Seconds in which every table has moved and everyone has heard of it, once the faults have ended."""
QUIET_SECONDS = 10.0
"""Seconds in which everyone has heard everything, once nobody plays."""
NAMES = ("Ann", "Bob", "Cleo")


@dataclass
class Found:
    """The result of a run."""

    seed: int
    broken: list[str] = field(default_factory=list)
    trace: list[tuple[float, str, str]] = field(default_factory=list)
    entries: int = 0
    acknowledged: int = 0
    told: int = 0
    seconds: float = 0.0
    steps: int = 0

    @property
    def digest(self) -> str:
        """A digest that is the same for two runs with the same events."""
        return hashlib.sha256(repr(self.trace).encode()).hexdigest()

    def story(self) -> str:
        """Everything that happened, a line for each event."""
        lines = [f"{at:9.4f}  {who}: {what}" for at, who, what in self.trace]
        return "\n".join([*lines, *(f"BROKEN: {what}" for what in self.broken)])


class Simulation:
    """A cluster, its clients and their faults."""

    def __init__(self, seed: int) -> None:
        self.found = Found(seed)
        self._seed = f"{seed}"
        self._chance = chance = random.Random(self._seed)
        self.loop = VirtualLoop(self._thread_delay)  # type: ignore[abstract]
        self.judge = Judge(self.loop.time)
        self.network = Network(self.loop)
        self.postgres = Postgres(self.loop, Chances(f"{seed} database"), self._commit)
        self.redis = RedisServer(self.loop, Chances(f"{seed} redis"))
        settings = Settings(
            bus="redis://model",
            limits=NO_LIMITS,
            frames_kept=chance.choice((4, 64)),
            work_processes=1,
        )
        self.snapshots_every = chance.choice((8, 128))
        count = chance.choice((1, 2, 2, 3))
        self.members = [Member(n, self.network, self.postgres, self.redis, settings) for n in range(1, count + 1)]
        for member in self.members if chance.random() < 0.5 else ():
            member.clock = chance.uniform(-20.0, 20.0)
        self.clients: list[Client] = []
        self.faults = Faults(self._seed, self._stage())

    def _stage(self) -> Stage:
        return Stage(self.members, self.network, self.postgres, self.redis, self.judge, self._links, self.note)

    def _links(self) -> list[Link]:
        return [client.link for client in self.clients if client.link is not None]

    def _thread_delay(self, executor: object) -> tuple[float, float]:
        if executor is None:
            return 0.0002, 0.0002
        return self.postgres.delay(), self.postgres.delay()

    def note(self, who: str, what: str) -> None:
        """Add an event to the trace."""
        self.found.trace.append((self.loop.now, who, what))

    def _commit(self, rows: list[LogRow]) -> None:
        for row in rows:
            self.note("database", f"commits {row.room[:4]} {row.seq} {row.kind} {row.data}")
        self.judge.commit(rows)

    def run(self) -> Found:
        """Run the whole simulation; the result says what was wrong."""
        chances = Chances(f"{self._seed} processes")
        with stand_ins(self.loop, chances, self.snapshots_every), _logged(self), _no_garbage_collection():
            try:
                self._play()
            finally:
                self.loop.unwind()
        found = self.found
        found.broken = [*self.judge.broken, *self.loop.trouble]
        found.entries = sum(table.seq for table in self.judge.tables.values())
        found.acknowledged, found.told = self.judge.acknowledged, self.judge.told
        found.seconds, found.steps = self.loop.now, self.loop.steps
        return found

    def _play(self) -> None:
        for member in self.members:
            member.start()
        if not self._wait(lambda: all(member.is_up for member in self.members), 10.0, "members do not start"):
            return
        opening = self.loop.spawn(WORLD, self._open_tables())
        if not self._wait(opening.done, 30.0, "tables cannot be opened"):
            return
        opening.result()
        for client in self.clients:
            self.loop.spawn(Process(client.name), client.stay(self._up))
        self.faults.begin()
        faults = self.loop.spawn(WORLD, self.faults.run())
        if not self._wait(faults.done, 120.0, "the faults do not end"):
            return
        faults.result()
        plays_on = self._chance.random() < 0.5
        if not plays_on:  # the last messages may be lost, and no later ones show the gap
            self._let_play(False)
        self.faults.end()
        self.note("world", "has no more faults")
        if not plays_on and not self._wait(self._have_heard, QUIET_SECONDS, "somebody has not heard everything"):
            return
        self._let_play(True)
        began = {id: table.seq for id, table in self.judge.tables.items()}
        if not self._wait(lambda: self._have_moved(began), MOVES_AGAIN_SECONDS, "a table does not move again"):
            return
        self._let_play(False)
        self._wait(self._have_heard, QUIET_SECONDS, "somebody has not heard everything")

    def _let_play(self, plays: bool) -> None:
        for client in self.clients:
            client.plays = plays
        self.note("world", "people play" if plays else "nobody plays")

    def _up(self) -> list[Member]:
        return [member for member in self.members if member.is_up]

    def _wait(self, until: object, seconds: float, otherwise: str) -> bool:
        assert callable(until)
        judge, trouble = self.judge, self.loop.trouble
        came = self.loop.run(lambda: bool(judge.broken or trouble) or until(), self.loop.now + seconds)
        if not came:
            heard = ", ".join(f"{one.name} {one.last}/{self.judge.tables[one.table].seq}" for one in self.clients)
            self.judge.fail(f"{otherwise} within {seconds:g} s: {heard}")
        return came and not judge.broken and not trouble

    def _have_moved(self, began: dict[str, int]) -> bool:
        return all(client.last >= began[client.table] + 2 for client in self.clients)

    def _have_heard(self) -> bool:
        return all(client.last == self.judge.tables[client.table].seq for client in self.clients)

    # --- Tables ----------------------------------------------------------------------------------------------------

    async def _open_tables(self) -> None:
        chance = self._chance
        for number in range(chance.choice((1, 1, 2))):
            await self._open_table(number)

    async def _open_table(self, number: int) -> None:
        chance = self._chance
        people = chance.choice((2, 2, 3))
        game = get_game(chance.choice(("thirty_one", "thirty_one", "thirty_one", "farkle")))
        computers = ("House",) if game.name == "thirty_one" and people == 2 and chance.random() < 0.3 else ()
        options = {"strikes": chance.choice((1, 3))} if game.name == "thirty_one" else {"target": 1000}
        seats = (None,) * people + computers
        plan = Plan(
            game=game.name,
            variant=None,
            options=game.option_values(len(seats), None, options),
            seats=seats,
            public=True,
            pace=chance.choice((0, 300)),
            clock=chance.choice((None, None, 5)),
            away=chance.choice((600, 600, 5)),
            substitute="Random",
            created=0.0,
            rules=game.rules_version,
        )
        live = await self._somewhere(lambda hall: hall.create(plan, "somebody"))
        id = live.room.id
        for name in NAMES[:people]:
            token = f"{name} {number}"
            await self._somewhere(lambda hall, token=token: _sit(hall, id, token, hash_token(token)))
            for tab in range(chance.choice((1, 1, 2))):
                self._add_client(f"{token}{'+' * tab}", id, token)
        for watcher in range(chance.choice((0, 1))):
            self._add_client(f"watcher {number}.{watcher}", id, None)

    async def _somewhere(self, do: object) -> LiveRoom:
        assert callable(do)
        found: LiveRoom = await self._chance.choice(self.members).ask(do, self._chance)
        if found.room.id not in self.judge.tables:
            row = self.postgres.rooms[found.room.id]
            self.judge.open(row["id"], row["plan"], row["secret"])
        return found

    def _add_client(self, name: str, table: str, token: str | None) -> None:
        self.clients.append(Client(name, table, token, self._seed, self.judge, self.note))


async def _sit(hall: Hall, id: str, name: str, token: str) -> LiveRoom:
    live = await hall.find(id)
    await live.perform(lambda room: requests.sit(room, None, name, token, None, None))
    return live


class _Log(logging.Handler):
    """Adds the server's log to the trace. A logged exception is an error of the server."""

    def __init__(self, simulation: Simulation) -> None:
        super().__init__(logging.INFO)
        self._simulation = simulation

    def emit(self, record: logging.LogRecord) -> None:
        self._simulation.note(RUNNING.get().name, f"logs: {record.getMessage()}")
        if record.exc_info and record.exc_info[0] is not None:
            self._simulation.judge.fail(f"the log has a traceback: {record.getMessage()}: {record.exc_info[1]!r}")


@contextmanager
def _logged(simulation: Simulation) -> Iterator[None]:
    logger, handler = logging.getLogger("knockroll.server"), _Log(simulation)
    before = logger.level, logger.propagate
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.level, logger.propagate = before


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Turn garbage collection off: its moments depend on what ran before."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def simulate(seed: int) -> Found:
    """Run the simulation of a seed."""
    return Simulation(seed).run()
