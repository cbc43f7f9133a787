"""The hall: all rooms of a server, whether in memory or only in the store."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from collections.abc import Callable, Collection, Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from knockroll.server import metrics
from knockroll.server.errors import Code, Refusal, shorten
from knockroll.server.settings import Settings
from knockroll.server.storage.database import ServingLock
from knockroll.server.storage.rows import Status, StoredRoom
from knockroll.server.storage.store import AWAY_SECONDS, Store
from knockroll.server.supervisor import Supervisor
from knockroll.server.tables import hosting, requests
from knockroll.server.tables.computer_players import Bots
from knockroll.server.tables.live_room import LiveRoom
from knockroll.server.tables.loading import CannotReplay, Replayed, replay, row_of
from knockroll.server.tables.messages import TableInfo
from knockroll.server.tables.peers import Peers
from knockroll.server.tables.retention import Retention
from knockroll.server.tables.room import Plan, Room
from knockroll.server.tables.snapshots import UnusableSnapshot, last_place, usable

logger = logging.getLogger("knockroll.server")
T = TypeVar("T")
ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: without i, l, o and u, ids can be read aloud."""
ID_LENGTH = 16
"""80 random bits: an id cannot be guessed, so the link is the invitation."""
LONGEST_LIST = 100
LONG_LOG = 50
"""Longer logs are replayed in a thread."""
DAMAGED_SECONDS = 3600.0
"""How long a table that cannot be loaded is set aside."""
MOST_DAMAGED = 10_000
LOCK_SECONDS = 2.0
"""Seconds between two checks that the server still holds the lock on its database."""
UPGRADE_SECONDS = 5
"""Seconds to wait before trying again if a newer version of the server has played on at a table."""
_EVERY_FRAME = 1_000_000


class CannotLoad(Refusal):
    """One table cannot be loaded; others can."""


class Hall:
    """All rooms of a server."""

    def __init__(self, store: Store, settings: Settings, connect: Callable[[Hall], Peers] | None = None) -> None:
        """``connect`` returns the other processes that serve the same tables; without it there are none."""
        self.store = store
        self.settings = settings
        self.bots = Bots(settings)
        self.peers = Peers() if connect is None else connect(self)
        """The other processes that serve the same tables."""
        self.rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom]] = {}
        self._replaying: dict[str, asyncio.Task[Room]] = {}
        self._creators: dict[str, str] = {}
        """The client that opened each room that is still open."""
        self._open_by: dict[str, int] = {}
        self.tasks = Supervisor()
        """The tasks that run as long as the hall is open."""
        self._replays = asyncio.Semaphore(2)
        self._damaged: dict[str, float] = {}
        """Rooms that cannot be loaded, and when that was noticed."""
        self._lock: ServingLock | None = None
        self._is_locked_out = False
        """Whether another server has taken the database after this one lost it."""
        self._retention = Retention(store, settings, self._is_in_use)

    async def open(self) -> None:
        """Begin to serve."""
        self._lock = await asyncio.to_thread(self.store.database.lock, self.settings.bus is not None)
        await self.store.open()
        await self.peers.open()
        self._began = asyncio.get_running_loop().time()
        self.tasks.start("serving lock", self._keep_lock)
        self.tasks.start("sweeper", self._sweep_forever)
        self.bots.open()
        if self.settings.prepare:
            self.tasks.start("preparing players", self.bots.prepare_all, ends=True)
        metrics.ROOMS_LOADED.read = lambda: len(self.rooms)
        metrics.CONNECTIONS.read = lambda: sum(len(live.listeners) for live in self.rooms.values())

    async def close(self) -> None:
        """End all connections and finish writing."""
        self.send_home()
        await self.tasks.close()
        await self.peers.close()
        await asyncio.to_thread(self.bots.close)
        await self.store.close()
        if self._lock is not None:
            self._lock.release()

    async def _keep_lock(self) -> None:
        """Check that no other server has taken the database, as one could while this one had no connection to it."""
        assert self._lock is not None
        while True:
            await asyncio.sleep(LOCK_SECONDS)
            try:
                is_held = await asyncio.to_thread(self._lock.is_held)
            except Exception as error:  # the database does not respond; requests that need it report that
                logger.debug("the database does not say who may serve it: %s", error)
                continue
            if is_held == self._is_locked_out:
                self._note_lock(is_held)

    def _note_lock(self, is_held: bool) -> None:
        self._is_locked_out = not is_held
        if is_held:
            logger.warning("this server has its database again, and serves its tables")
            return
        logger.error("another server has taken the database: this one serves no tables until the other one is stopped")
        for live in list(self.rooms.values()):  # this process cannot know what the other one changes
            live.stop(1012, "another server has taken over")
            self._drop(live)

    def refuse_if_locked_out(self) -> None:
        """Refuse requests while another server has the database."""
        if self._is_locked_out:
            raise Refusal(Code.UNAVAILABLE, "another server is using the database of this one", AWAY_SECONDS)

    def send_home(self) -> None:
        """End all live connections; clients will reconnect when the server is back."""
        for live in list(self.rooms.values()):
            live.stop(1001, "the server is shutting down")

    async def create(self, plan: Plan, client: str) -> LiveRoom:
        """Open a room."""
        self.refuse_if_locked_out()
        id = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        room = Room(id, plan, secrets.token_bytes(32))
        self._remember(id, client)
        try:
            await self._refuse_too_many(client)
            await self.store.create(row_of(room))
        except Refusal:
            self._forget(id)
            raise
        except Exception:
            self._forget(id)
            raise Refusal(Code.UNAVAILABLE, "the server could not save the table", 1) from None
        metrics.ROOMS_CREATED.add()
        live = self._keep(room)
        if all(player is not None for player in plan.seats):
            await live.perform(hosting.start)
        return live

    async def _refuse_too_many(self, client: str) -> None:
        """Refuse a new table if the client or the server would have too many."""
        limits = self.settings.limits
        if self._open_by[client] > limits.open_tables_per_client:
            self._forget_settled(client)
        here = self._open_by[client]
        if here + await self.peers.count("open_tables", client, here) > limits.open_tables_per_client:
            most, minutes = limits.open_tables_per_client, self.settings.idle_close_seconds / 60
            reason = (
                f"You have {most} tables that wait for people. Sit down at one of them, or wait:"
                f" tables that no one uses are closed after {minutes:.0f} minutes."
            )
            raise Refusal(Code.TOO_MANY, f"you already have {most} open tables", 60, reason)
        if await self.peers.open_tables(len(self._creators) - 1) >= limits.open_tables:
            raise Refusal(Code.TOO_MANY, "the server has as many tables as it allows", 60)

    def _forget_settled(self, client: str) -> None:
        """Stop counting a client's tables as open if someone sits there by now, or they are closed."""
        for id in [id for id, creator in self._creators.items() if creator == client]:
            live = self.rooms.get(id)
            if live is not None and (live.room.people or live.room.closed):
                self._forget(id)

    async def find(self, id: str) -> LiveRoom:
        """A room in its current state, loaded if necessary."""
        while True:
            live = await self._find(id)
            await self.peers.catch_up(live)
            if self.rooms.get(id) is live:  # if not, it was unloaded meanwhile, and gets no further entries
                return live

    async def _find(self, id: str) -> LiveRoom:
        """A room in memory, which may not have the latest entries of other processes yet."""
        if live := self.rooms.get(id):
            return live
        self.refuse_if_locked_out()
        if len(id) != ID_LENGTH or not set(id) <= set(ID_LETTERS):
            raise _unknown_table()
        if id == self._retention.deleting:
            raise _unknown_table()
        if self._is_damaged(id):
            raise _damaged_table()
        return await self._once(self._loading, id, self._load)

    async def _once(
        self, under_way: dict[str, asyncio.Task[T]], id: str, do: Callable[[str], Coroutine[Any, Any, T]]
    ) -> T:
        """Do something with a room once for all callers at the same time."""
        task = under_way.get(id)
        if task is None or task.done():  # later callers want the current state
            task = under_way[id] = asyncio.create_task(do(id))
            task.add_done_callback(lambda done: under_way.pop(id) if under_way.get(id) is done else None)
        try:
            return await asyncio.shield(task)
        finally:
            del task  # an error refers to this frame, which would refer to the task, which refers to the error

    async def list(self, statuses: Sequence[Status], game: str | None, limit: int) -> list[TableInfo]:
        """Public rooms, newest first."""
        since = time.time() - self.settings.listed_seconds
        found = []
        for id in await self.store.listed(statuses, game, since, min(limit, LONGEST_LIST)):
            with suppress(CannotLoad):
                found.append(await self._find(id))
        return [live.info() for live in found if live.room.status in statuses]

    async def replay(self, id: str) -> Room:
        """A room replayed from its log, with every frame and every game; shared by callers at the same time."""
        return await self._once(self._replaying, id, self._replay)

    async def _replay(self, id: str) -> Room:
        return (await self._play_again(id, await self._stored(id), _EVERY_FRAME, keep_past=True)).room

    async def _load(self, id: str) -> LiveRoom:
        """Load a room from its snapshot and the entries since; without a usable snapshot, from the whole log."""
        frames_kept = self.settings.frames_kept
        stored = await self._stored(id, frames_kept)
        if stored.snapshot is not None:
            try:
                return self._keep((await self._play_again(id, stored, frames_kept)).room)
            except UnusableSnapshot as unfit:
                logger.warning("table %s: its snapshot cannot be used: %s", id, unfit, extra={"table": id})
                stored = await self._stored(id)
        place = last_place(len(stored.log), frames_kept)
        room, taken = await self._play_again(id, stored, frames_kept, take_at=(place,))
        if taken:
            with suppress(Refusal):  # a later snapshot will do
                await self.store.keep_snapshot(id, taken[0])
        return self._keep(room)

    async def _stored(self, id: str, frames_kept: int | None = None) -> StoredRoom:
        try:
            stored = await self.store.load(id, None if frames_kept is None else usable(frames_kept))
        except Refusal:
            raise
        except Exception as error:  # whatever the database holds, it only affects this table
            self._set_aside(id, error)
            raise _damaged_table() from None
        if stored is None:
            raise _unknown_table()
        return stored

    async def _play_again(
        self, id: str, stored: StoredRoom, frames_kept: int, keep_past: bool = False, take_at: Collection[int] = ()
    ) -> Replayed:
        """Replay a log: a short one at once, a long one in a thread, to keep other tables from waiting."""
        try:
            if len(stored.log) <= LONG_LOG:
                return replay(stored, frames_kept, keep_past, take_at)
            async with self._replays:
                return await asyncio.to_thread(replay, stored, frames_kept, keep_past, take_at)
        except UnusableSnapshot:
            raise
        except Exception as error:  # whatever the database holds, it only affects this table
            if isinstance(error, CannotReplay) and error.is_newer:  # during an upgrade: newer processes have the table
                logger.warning("table %s was played on by a newer version", id, extra={"table": id})
                raise _newer_table() from None
            self._set_aside(id, error)
            raise _damaged_table() from None

    def _set_aside(self, id: str, error: Exception) -> None:
        why = str(error) if isinstance(error, CannotReplay) else shorten(f"{type(error).__name__}: {error}")
        logger.error("table %s cannot be loaded and is set aside: %s", id, why, extra={"table": id})
        if len(self._damaged) >= MOST_DAMAGED:
            self._damaged.clear()
        self._damaged[id] = asyncio.get_running_loop().time()

    def _is_damaged(self, id: str) -> bool:
        since = self._damaged.get(id)
        if since is not None and asyncio.get_running_loop().time() - since >= DAMAGED_SECONDS:
            del self._damaged[id]
            return False
        return since is not None

    def _keep(self, room: Room) -> LiveRoom:
        live = LiveRoom(room, self.store, self.replay, self._drop, self.settings, self.bots, self.peers)
        live.client = self._creators.get(room.id, room.id)
        self.rooms[room.id] = live
        logger.debug("in memory, after entry %d", room.seq, extra={"table": room.id})
        return live

    def _drop(self, live: LiveRoom) -> None:
        if self.rooms.get(live.room.id) is live:
            del self.rooms[live.room.id]

    def _remember(self, id: str, client: str) -> None:
        self._creators[id] = client
        self._open_by[client] = self._open_by.get(client, 0) + 1

    def _forget(self, id: str) -> None:
        client = self._creators.pop(id, None)
        if client is not None:
            self._open_by[client] -= 1
            self.peers.lower_count("open_tables", client, self._open_by[client])
            if not self._open_by[client]:
                del self._open_by[client]

    # --- Idle rooms ------------------------------------------------------------------------------------------------

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            await self.sweep()

    async def sweep(self) -> None:
        """Close rooms that no one uses, take idle ones out of memory, and delete those past their age limit.

        A room where people sit is never closed. It only leaves memory and is loaded again when they come back.
        """
        now = asyncio.get_running_loop().time()
        for live in list(self.rooms.values()):
            with suppress(Refusal):  # the next sweep tries again
                await self._sweep_one(live, now - live.touched)
        await self._forget_taken()
        if now - self._began >= self.settings.idle_close_seconds:  # before that, people have had no time to come back
            await self._close_forgotten()
            await self._retention.step()

    async def _forget_taken(self) -> None:
        """Stop counting rooms as open that are no longer waiting for people."""
        gone = [id for id in self._creators if id not in self.rooms]
        if gone:
            waiting = await self.store.waiting(gone)
            for id in set(gone) - waiting:
                self._forget(id)

    async def _sweep_one(self, live: LiveRoom, idle: float) -> None:
        if live.listeners or live.busy:
            return
        if not live.room.closed and not live.room.people and await self._is_idle(live.room.id, idle):
            await live.perform(lambda room: requests.close(room, "idle"))
        if live.room.closed or (idle >= self.settings.idle_unload_seconds and live.scheduler.is_idle):
            self.unload(live)

    def unload(self, live: LiveRoom) -> None:
        """Take a room out of memory; it is loaded again when needed."""
        if live.room.closed or live.room.people:
            self._forget(live.room.id)
        live.stop(1001, "idle")
        self._drop(live)
        logger.debug("no longer in memory", extra={"table": live.room.id})

    async def _is_idle(self, id: str, idle: float) -> bool:
        """Whether no one has looked at a room for a while, here or at another process."""
        long = self.settings.idle_close_seconds
        return idle >= long and time.time() - await self.peers.seen_at(id) >= long

    async def _is_in_use(self, id: str) -> bool:
        return id in self.rooms or id in self._loading or not await self._is_idle(id, math.inf)

    async def _close_forgotten(self) -> None:
        """Close rooms in the store where no one sits and nothing has happened for a while."""
        before, last = time.time() - self.settings.idle_close_seconds, ""
        while ids := await self.store.forgotten(before, last, LONGEST_LIST):
            for id in ids:
                if id not in self.rooms and not self._is_damaged(id):
                    with suppress(Refusal):
                        await self._sweep_one(await self.find(id), math.inf)
            last = ids[-1]


def _unknown_table() -> Refusal:
    return Refusal(Code.UNKNOWN_TABLE, "there is no such table")


def _newer_table() -> CannotLoad:
    reason = "The server is being updated. Please try again in a moment."
    return CannotLoad(Code.UNAVAILABLE, "a newer version of the server has this table", UPGRADE_SECONDS, reason)


def _damaged_table() -> CannotLoad:
    return CannotLoad(Code.DAMAGED, "this table cannot be loaded, because its log cannot be replayed")
