"""Tables where something is due although no process has them in memory: any process finds them in the database.

A process that has a table in memory writes until when no one else needs to look at it, and renews that time well before
it passes. If the process dies, the time passes, and the next process that looks loads the table and does what is due.
It is not a lease: it keeps no one from doing anything, and if two processes do the same, the log's key decides.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import sqlalchemy as sa

from knockroll.server import metrics
from knockroll.server.errors import Refusal
from knockroll.server.storage.schema import ROOMS

if TYPE_CHECKING:
    from knockroll.server.tables.hall import Hall
    from knockroll.server.tables.live_room import LiveRoom

STEP_SECONDS = 2.0
SOON_SECONDS = 10.0
"""How soon tables where something is scheduled are looked at again."""
LATER_SECONDS = 60.0
MARGIN_SECONDS = 5.0
MOST_AT_ONCE = 100

# FOR NO KEY UPDATE is FOR UPDATE that lets others add to the log; SKIP LOCKED: no one waits
_FIND = sa.text(
    "UPDATE rooms SET look_at = :later WHERE id IN (SELECT id FROM rooms WHERE look_at <= :now"
    " ORDER BY look_at LIMIT :most FOR NO KEY UPDATE SKIP LOCKED) RETURNING id"
)
_WRITE = sa.text(
    "UPDATE rooms SET look_at = wanted.look_at"
    " FROM unnest(CAST(:rooms AS text[]), CAST(:times AS double precision[])) AS wanted (id, look_at)"
    " WHERE rooms.id = wanted.id AND rooms.id IN"
    " (SELECT id FROM rooms WHERE id = ANY(:rooms) FOR NO KEY UPDATE SKIP LOCKED)"
)


class DueTables:
    """Takes over tables that no process has in memory."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._written: dict[str, float] = {}
        """Until when others need not look at each table."""

    async def run(self) -> None:
        """Take over tables forever."""
        while True:
            await asyncio.sleep(STEP_SECONDS)
            await self.write()
            await self.find()

    async def write(self) -> None:
        """Write which tables are in memory here."""
        now, rooms = time.time(), self._hall.rooms
        self._written = {room: at for room, at in self._written.items() if room in rooms}
        wanted = {
            room: now + _wait(live)
            for room, live in rooms.items()
            if self._written.get(room, 0.0) < now + MARGIN_SECONDS and _is_looked_after(live)
        }
        if wanted:
            given = {"rooms": list(wanted), "times": list(wanted.values())}
            await self._hall.store.run(lambda connection: connection.execute(_WRITE, given))
            self._written.update(wanted)

    async def find(self) -> list[str]:
        """Load tables whose time has passed, and clear the time of those where nothing is due."""
        now = time.time()
        given = {"now": now, "later": now + SOON_SECONDS, "most": MOST_AT_ONCE}
        found = await self._hall.store.run(lambda connection: list(connection.execute(_FIND, given).scalars()))
        metrics.TABLES_TAKEN_UP.add(len(found))
        done = []
        for id in found:
            with suppress(Refusal):  # set aside, or deleted in the meantime
                if _is_looked_after(await self._hall.find(id)):
                    continue
            done.append(id)
        if done:
            forget = sa.update(ROOMS).where(ROOMS.c.id.in_(done)).values(look_at=None)
            await self._hall.store.run(lambda connection: connection.execute(forget))
        return found


def _is_looked_after(live: LiveRoom) -> bool:
    return not live.room.closed and (bool(live.listeners) or not live.scheduler.is_idle)


def _wait(live: LiveRoom) -> float:
    due = live.scheduler.due()
    ahead = LATER_SECONDS if due is None else due - live.loop.time() + MARGIN_SECONDS
    return min(LATER_SECONDS, max(SOON_SECONDS, ahead))
