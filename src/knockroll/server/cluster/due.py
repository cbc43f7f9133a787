"""Finds tables where something is due although no process has them in memory.

A process that has a table in memory writes a time to the database, until which no other process needs to look at the
table, and renews it well before it passes. If the process dies, the time passes, and the next process that looks loads
the table and does what is due. The time is not a lease: it keeps no process from doing anything, and if two do the
same, the log's key decides.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from knockroll.server import metrics
from knockroll.server.errors import Refusal
from knockroll.server.storage import queries

if TYPE_CHECKING:
    from knockroll.server.tables.hall import Hall
    from knockroll.server.tables.live_room import LiveRoom

STEP_SECONDS = 2.0
SOON_SECONDS = 10.0
"""Seconds until tables where something is scheduled are looked at again."""
LATER_SECONDS = 60.0
MARGIN_SECONDS = 5.0
MOST_AT_ONCE = 100


class DueTables:
    """Takes over tables that no process has in memory."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._written: dict[str, float] = {}
        """The time written for each table; other processes need not look at it before that."""

    async def run(self) -> None:
        """Take over tables forever."""
        while True:
            await asyncio.sleep(STEP_SECONDS)
            await self.write()
            await self.find()

    async def write(self) -> None:
        """Renew the times of tables that this process has in memory."""
        now, rooms = time.time(), self._hall.rooms
        self._written = {room: at for room, at in self._written.items() if room in rooms}
        wanted = {
            room: now + _wait(live)
            for room, live in rooms.items()
            if self._written.get(room, 0.0) < now + MARGIN_SECONDS and _is_looked_after(live)
        }
        if wanted:
            await self._hall.store.run(partial(queries.look_later, times=wanted))
            self._written.update(wanted)

    async def find(self) -> list[str]:
        """Load tables whose time has passed, and clear the time of those where nothing is due."""
        now = time.time()
        due = partial(queries.take_due, now=now, later=now + SOON_SECONDS, most=MOST_AT_ONCE)
        found = await self._hall.store.run(due)
        metrics.TABLES_TAKEN_UP.add(len(found))
        done = []
        for id in found:
            with suppress(Refusal):  # set aside, or deleted in the meantime
                if _is_looked_after(await self._hall.find(id)):
                    continue
            done.append(id)
        if done:
            await self._hall.store.run(partial(queries.look_no_more, rooms=done))
        return found


def _is_looked_after(live: LiveRoom) -> bool:
    return not live.room.closed and (bool(live.listeners) or not live.scheduler.is_idle)


def _wait(live: LiveRoom) -> float:
    due = live.scheduler.due()
    ahead = LATER_SECONDS if due is None else due - live.loop.time() + MARGIN_SECONDS
    return min(LATER_SECONDS, max(SOON_SECONDS, ahead))
