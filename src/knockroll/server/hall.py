"""The hall: all rooms, those in memory and those only in the store."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence

from knockroll.server import entries, messages, metrics
from knockroll.server.errors import Code, Refusal
from knockroll.server.live_room import LiveRoom
from knockroll.server.messages import TableInfo
from knockroll.server.room import Plan, Room, Status
from knockroll.server.settings import Settings
from knockroll.server.store import Store

logger = logging.getLogger("knockroll.server")
ID_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Crockford's base 32: no i, l, o, u, so that an id can be read aloud."""
ID_LENGTH = 16
"""80 random bits: who knows an id has been told it, so the link is the invitation."""
LONGEST_LIST = 100
_EVERY_FRAME = 1_000_000


class Hall:
    """All rooms of a server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.rooms: dict[str, LiveRoom] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom]] = {}
        self._creators: dict[str, str] = {}
        """The client that opened each room that is not closed yet."""
        self._open_by: dict[str, int] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin."""
        await self.store.open()
        self._sweeper = asyncio.create_task(self._sweep_forever(), name="hall sweeper")
        metrics.ROOMS_LOADED.read = lambda: len(self.rooms)
        metrics.CONNECTIONS.read = lambda: sum(len(live.listeners) for live in self.rooms.values())

    async def close(self) -> None:
        """Send everybody home, and finish writing."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        self.send_home()
        await self.store.close()

    def send_home(self) -> None:
        """End all live connections; clients will come back when there is a server again."""
        for live in list(self.rooms.values()):
            live.stop(1001, "the server is going away")

    async def create(self, plan: Plan, client: str) -> LiveRoom:
        """Open a room."""
        limits = self.settings.limits
        if self._open_by.get(client, 0) >= limits.open_tables_per_client:
            raise Refusal(Code.TOO_MANY, f"you have opened {limits.open_tables_per_client} tables already", 60)
        if len(self._creators) >= limits.open_tables:
            raise Refusal(Code.TOO_MANY, "the server has as many tables as it can take", 60)
        id = "".join(secrets.choice(ID_LETTERS) for _ in range(ID_LENGTH))
        self._remember(id, client)
        secret = secrets.token_bytes(32)
        try:
            await self.store.create(id, plan, secret)
        except Exception:
            self._forget(id)
            raise Refusal(Code.UNAVAILABLE, "the server could not save the table", 1) from None
        metrics.ROOMS_CREATED.add()
        live = self._keep(Room(id, plan, secret, self.settings.frames_kept))
        if all(player is not None for player in plan.seats):
            await live.perform(lambda room: entries.start(room, None))
        return live

    async def find(self, id: str) -> LiveRoom:
        """A room in memory; it is loaded if nobody has asked for it lately."""
        if live := self.rooms.get(id):
            return live
        if len(id) != ID_LENGTH or not set(id) <= set(ID_LETTERS):
            raise _unknown_table()
        if id not in self._loading:
            task = asyncio.create_task(self._load(id))
            self._loading[id] = task
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def list(self, statuses: Sequence[Status], game: str | None, limit: int) -> list[TableInfo]:
        """Public rooms, the newest first."""
        found = [await self.find(id) for id in await self.store.listed(statuses, game, min(limit, LONGEST_LIST))]
        return [messages.table_info(live.room, live.online) for live in found if live.room.status in statuses]

    async def replay(self, id: str) -> Room:
        """A room played again from its log, with every frame and every game."""
        stored = await self.store.load(id)
        if stored is None:
            raise _unknown_table()
        room = Room(id, stored.plan, stored.secret, _EVERY_FRAME, keep_past=True)
        for entry in stored.entries:
            room.apply(entry)
        return room

    async def _load(self, id: str) -> LiveRoom:
        stored = await self.store.load(id)
        if stored is None:
            raise _unknown_table()
        room = Room(id, stored.plan, stored.secret, self.settings.frames_kept)
        for entry in stored.entries:
            room.apply(entry)
        return self._keep(room)

    def _keep(self, room: Room) -> LiveRoom:
        live = LiveRoom(room, self.store, self.replay, self._drop)
        self.rooms[room.id] = live
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
            if not self._open_by[client]:
                del self._open_by[client]

    # --- Idle rooms ------------------------------------------------------------------------------------------------

    async def _sweep_forever(self) -> None:
        while True:
            await asyncio.sleep(self.settings.sweep_seconds)
            try:
                await self.sweep()
            except Exception:
                logger.exception("looking for idle tables failed")

    async def sweep(self) -> None:
        """Close rooms that nobody looks at any more, and let rooms that nobody looks at now leave memory."""
        now = asyncio.get_running_loop().time()
        for live in list(self.rooms.values()):
            idle = now - live.touched
            if live.listeners or live.busy:
                continue
            if not live.room.closed and idle >= self.settings.idle_close_seconds:
                await live.perform(lambda room: entries.close(room, "idle"))
            if live.room.closed:
                self._forget(live.room.id)
            if live.room.closed or (idle >= self.settings.idle_unload_seconds and live.scheduler.due() is None):
                live.stop(1001, "idle")
                self._drop(live)
        before = time.time() - self.settings.idle_close_seconds
        for id in await self.store.forgotten(before, LONGEST_LIST):
            if id not in self.rooms:
                live = await self.find(id)
                await live.perform(lambda room: entries.close(room, "idle"))
                self._forget(id)


def _unknown_table() -> Refusal:
    return Refusal(Code.UNKNOWN_TABLE, "there is no such table")
