"""Halls over one database, as in several processes, and people who listen in each."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from knockroll.server.api.app import peers_of
from knockroll.server.errors import Refusal
from knockroll.server.settings import Settings
from knockroll.server.storage.database import ServingLock
from knockroll.server.storage.store import Store
from knockroll.server.tables import requests
from knockroll.server.tables.audience import Listener, MessageBatch
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.live_room import LiveRoom
from knockroll.server.tables.room import Plan, Room
from knockroll.server.tables.seats import Seat

PATIENCE = 120.0
PLAN = Plan("thirty_one", None, {"strikes": 20}, (None, None), False, 0, None, 600, "House")


class Paper:
    """A transport that keeps what is sent."""

    unsent = 0
    keeps_up = True
    on_writable: Callable[[], None] | None = None

    def __init__(self) -> None:
        self.messages: list[Any] = []
        self.closed: str | None = None

    def write(self, message: bytes) -> None:
        self.messages.append(json.loads(message))

    def write_all(self, batch: MessageBatch) -> None:
        for message in batch.messages:
            self.write(message)

    def close(self, code: int, reason: str) -> None:
        self.closed = reason

    @property
    def numbers(self) -> list[int]:
        """The numbers of the events, in order of arrival."""
        return [message["seq"] for message in self.messages if message["type"] == "event"]


async def open_hall(database: str, **settings: Any) -> Hall:
    """Open a hall, which stands for one more process."""
    chosen = Settings(database=database, **settings)
    hall = Hall(Store(chosen.database_url), chosen, peers_of(chosen))
    if chosen.bus is None:  # several of them without a bus, which a real server refuses
        hall.store.database.lock = lambda shared=False: ServingLock()  # type: ignore[method-assign]
    await hall.open()
    return hall


@asynccontextmanager
async def halls(database: str, count: int = 2, **settings: Any) -> AsyncIterator[list[Hall]]:
    """Halls that stand for several processes; with a bus, it connects them already."""
    opened = [await open_hall(database, **settings) for _ in range(count)]
    if "bus" in settings:
        await until(lambda: all(hall.peers.bus == "ok" for hall in opened))
    try:
        yield opened
    finally:
        for hall in opened:
            await hall.close()


async def until(true: Callable[[], bool]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


async def open_table(hall: Hall, *names: str, plan: Plan = PLAN) -> LiveRoom:
    """A table with people, whose tokens are their names."""
    live = await hall.create(plan, "somebody")
    for name in names:
        await live.perform(partial(requests.sit, visitor=None, name=name, token=name, entropy=None, wanted=None))
    return live


async def listen(live: LiveRoom, name: str | None = None, after: int | None = None) -> Paper:
    """A listener at a table; with a name, at that person's seat."""
    paper = Paper()
    seat = None if name is None else Seat("person", token=name)
    await live.attach(Listener(seat, paper, 1 << 24), after)
    return paper


async def move(live: LiveRoom, seq: int) -> str:
    """Make a move for the seat to move, in answer to an entry; return the outcome."""

    def some(room: Room) -> requests.Changes:
        assert room.table is not None and room.turn is not None
        legal = [text for text in room.table.legal() if text != "knock"]
        return requests.move(room, room.seats[room.turn], legal[0], seq)

    try:
        await live.perform(some)
    except Refusal as refusal:
        return refusal.code.value
    return "made"


def run(what: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run something asynchronous."""
    asyncio.run(what())
