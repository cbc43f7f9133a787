"""A process among its peers: applies what they commit, and sends them what it commits."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

import msgspec

from knockroll.server import metrics
from knockroll.server.cluster import limits
from knockroll.server.cluster.bus import (
    ALL,
    Bus,
    Committed,
    Connector,
    Invited,
    Message,
    PeopleMoved,
    Reached,
    Said,
    connect,
)
from knockroll.server.cluster.due import DueTables
from knockroll.server.cluster.notes import Notes
from knockroll.server.cluster.presence import SharedPresence
from knockroll.server.cluster.workers import Workers
from knockroll.server.storage import queries
from knockroll.server.storage.rows import LogRow
from knockroll.server.tables.messages import BotInfo
from knockroll.server.tables.peers import BusState, Counted, Peers

if TYPE_CHECKING:
    from knockroll.players.processes.jobs import Job
    from knockroll.server.tables.hall import Hall
    from knockroll.server.tables.live_room import LiveRoom
    from knockroll.server.token_buckets import RateLimit

POLL_SECONDS = 2.0
"""How often the log is polled, in case a message was lost."""
POLL_SECONDS_WITHOUT_BUS = 0.25
POLLED_AT_ONCE = 1000
UNHEARD_SECONDS = 10.0
"""Seconds after which a table that is only used at other processes is unloaded."""
COUNTED_SECONDS = 5.0
"""How long a count of all tables is cached."""
_BOTS = "bots"


class Cluster(Peers):
    """The other processes, over the bus."""

    def __init__(self, hall: Hall, url: str, connect: Connector = connect) -> None:
        self._hall = hall
        self._bus = Bus(url, self._hear, self._look_at_once, connect)
        self._presence = SharedPresence(hall, self._bus)
        self._due = DueTables(hall)
        self._notes = Notes(self._bus)
        self._invite_here: Callable[[str, str, str], object] | None = None
        self._workers = Workers(self._bus, url, hall.settings)
        self._look = asyncio.Event()
        self._counted: tuple[float, int] = (0.0, 0)

    @property
    def bus(self) -> BusState:
        """The state of the bus."""
        return "ok" if self._bus.is_up else "away"

    async def open(self) -> None:
        """Begin to exchange messages."""
        self._bus.use(await self._hall.store.run(queries.bus_identity))
        tasks = self._hall.tasks
        self._bus.open(tasks)
        self._hall.store.on_commit = self._tell_commit
        tasks.start("log poller", self._poll_forever)
        tasks.start("presence", self._presence.run)
        tasks.start("due tables", self._due.run)
        tasks.start("notes", self._notes.run)

    async def close(self) -> None:
        """Stop exchanging messages."""
        await self._presence.leave()
        await self._notes.leave()
        await self._workers.close()
        await self._bus.close()

    # --- The log ---------------------------------------------------------------------------------------------------

    def _tell_commit(self, rows: list[LogRow]) -> None:
        """Send rows to the processes with listeners; to all, if those are not known yet."""
        for row in rows:
            live = self._hall.rooms.get(row.room)
            processes = None if live is None else live.processes
            if processes is None:
                self._presence.hear_of([row.room])
            for process in (ALL,) if processes is None else sorted(processes):
                self._bus.tell_row(process, row)

    def _hear(self, message: Message) -> None:
        if isinstance(message, Committed):
            self._hear_rows(message.rows)
        elif isinstance(message, PeopleMoved):
            self._presence.hear_of(message.rooms)
        elif isinstance(message, Reached) and (live := self._hall.rooms.get(message.room)) is not None:
            live.hear_of(message.seq)
        elif isinstance(message, Said) and (live := self._hall.rooms.get(message.room)) is not None:
            live.attendance.tell_reaction(message.seat, message.reaction)  # sent as it is: the peer has checked it
        elif isinstance(message, Invited) and self._invite_here is not None:
            self._invite_here(message.bot, message.table, message.game)

    def _hear_rows(self, rows: Iterable[LogRow]) -> None:
        """Follow the rooms of some rows. As after a commit, all sending is done together, which costs less."""
        rooms, followed, count = self._hall.rooms, [], 0
        for room, of_room in groupby(rows, key=lambda row: row[0]):
            if (live := rooms.get(room)) is not None:
                before = live.room.seq
                if (one := live.hear_hint(list(of_room))) is not None:
                    followed.append(one)
                count += live.room.seq - before
        for one in followed:
            one.send()
        for one in followed:
            one.take_note()
        metrics.FOLLOWED.add(count, "bus")

    def _look_at_once(self) -> None:
        """Poll the log for what was missed while the bus was down, and announce again who is here."""
        self._look.set()
        self._presence.begin_anew()
        self._notes.write_anew()

    async def _poll_forever(self) -> None:
        while True:
            try:
                async with asyncio.timeout(POLL_SECONDS if self._bus.is_up else POLL_SECONDS_WITHOUT_BUS):
                    await self._look.wait()
            except TimeoutError:
                pass
            self._look.clear()
            await self.poll()

    async def poll(self) -> None:
        """Read new entries of all rooms in memory from the log."""
        self._bus.use(await self._hall.store.run(queries.bus_identity))
        for unheard in [live for live in self._hall.rooms.values() if _is_unheard(live)]:
            self._hall.unload(unheard)
        ids = list(self._hall.rooms)
        for place in range(0, len(ids), POLLED_AT_ONCE):
            some = [self._hall.rooms[id] for id in ids[place : place + POLLED_AT_ONCE] if id in self._hall.rooms]
            known = {live.room.id: live.room.seq for live in some}
            for id, rows in (await self._hall.store.run(partial(queries.logs_after, known=known))).items():
                if (live := self._hall.rooms.get(id)) is not None:
                    before = live.room.seq
                    live.hear(rows)
                    metrics.FOLLOWED.add(live.room.seq - before, "log")

    async def catch_up(self, live: LiveRoom) -> None:
        """Apply everything committed to a room so far."""
        await live.catch_up()

    # --- People ----------------------------------------------------------------------------------------------------

    def audience_changed(self, live: LiveRoom) -> None:
        """Announce a change in a room's audience, and find out who is there."""
        self._presence.change(live.room.id)
        self._presence.hear_of([live.room.id])

    def reacted(self, room: str, seat: int, reaction: str) -> None:
        """Send a reaction to all peers."""
        self._bus.tell(ALL, Said(self._bus.me, room, seat, reaction))

    async def find_people(self, live: LiveRoom) -> bool:
        """Find out who listens to a room at other processes; False if that cannot be known at the moment."""
        return await self._presence.read([live.room.id])

    async def seen_at(self, room: str) -> float:
        """When someone last looked at a room, at any process; now, if that is not known."""
        return await self._presence.seen_at(room)

    async def open_tables(self, here: int) -> int:
        """The number of tables waiting for people, according to the database; cached for a few seconds."""
        until, count = self._counted
        if time.monotonic() >= until:
            count = await self._hall.store.run(queries.count_waiting)
            self._counted = (time.monotonic() + COUNTED_SECONDS, count)
        return count

    async def take(self, limit: RateLimit, client: str, what: str) -> None:
        """Count a client's request against the limit shared by all processes, or refuse it."""
        await limits.take(self._bus, limit, client, what)

    async def count(self, what: Counted, client: str, here: int) -> int:
        """How many of something a client has at other processes. They are told how many it has at this one."""
        return sum((await self._notes.exchange(f"{what}:{client}", here)).values())

    def lower_count(self, what: Counted, client: str, here: int) -> None:
        """Announce that a client now has only ``here`` of something at this process."""
        self._notes.write(f"{what}:{client}", here)

    def wait_here(self, bots: Sequence[BotInfo], invite: Callable[[str, str, str], object]) -> None:
        """Tell peers which bots are waiting here."""
        self._invite_here = invite
        self._notes.write(_BOTS, msgspec.to_builtins(bots))

    async def bots(self) -> list[BotInfo]:
        """The bots that are waiting at other processes."""
        return [bot for bots in (await self._bots()).values() for bot in bots]

    async def _bots(self) -> dict[str, list[BotInfo]]:
        return await self._notes.read(_BOTS, list[BotInfo])

    async def invite(self, name: str, table: str, game: str) -> None:
        """Tell the process where a bot is waiting."""
        for process, bots in (await self._bots()).items():
            if any(bot.name == name for bot in bots):
                self._bus.tell(process, Invited(self._bus.me, name, table, game))
                return

    async def work(self, job: Job, key: str) -> str | None:
        """Have a worker do a background job, once for all processes that give the same key; None if no worker can."""
        return await self._workers.do(job, key)


def _is_unheard(live: LiveRoom) -> bool:
    """Whether only other processes use a room. When this process needs the room, it is loaded again."""
    is_used = bool(live.listeners) or live.busy or live.loop.time() - live.touched < UNHEARD_SECONDS
    return bool(live.processes) and not is_used
