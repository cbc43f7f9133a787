"""The hall: all rooms, those in memory and those only in the store."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Sequence
from typing import Any

from knockroll.server import metrics
from knockroll.server.errors import Code, Refusal
from knockroll.server.keeper import Keeper
from knockroll.server.rooms import Plan, Room, Status
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
        self.keepers: dict[str, Keeper] = {}
        self._loading: dict[str, asyncio.Task[Keeper]] = {}
        self._creators: dict[str, str] = {}
        """The client that opened each room that is not closed yet."""
        self._open_by: dict[str, int] = {}
        self._sweeper: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Begin."""
        await self.store.open()
        self._sweeper = asyncio.create_task(self._sweep_forever(), name="hall sweeper")
        metrics.ROOMS_LOADED.read = lambda: len(self.keepers)
        metrics.CONNECTIONS.read = lambda: sum(len(keeper.listeners) for keeper in self.keepers.values())

    async def close(self) -> None:
        """Send everybody home, and finish writing."""
        if self._sweeper is not None:
            self._sweeper.cancel()
        self.send_home()
        await self.store.close()

    def send_home(self) -> None:
        """End all live connections; clients will come back when there is a server again."""
        for keeper in list(self.keepers.values()):
            keeper.stop(1001, "the server is going away")

    async def create(self, plan: Plan, client: str) -> Keeper:
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
        keeper = self._keep(Room(id, plan, secret, self.settings.frames_kept))
        if all(player is not None for player in plan.seats):
            await keeper.start(None)
        return keeper

    async def find(self, id: str) -> Keeper:
        """The keeper of a room; the room is loaded if nobody has asked for it lately."""
        if keeper := self.keepers.get(id):
            return keeper
        if len(id) != ID_LENGTH or not set(id) <= set(ID_LETTERS):
            raise _unknown_table()
        if id not in self._loading:
            task = asyncio.create_task(self._load(id))
            self._loading[id] = task
            task.add_done_callback(lambda _: self._loading.pop(id, None))
        return await asyncio.shield(self._loading[id])

    async def list(self, statuses: Sequence[Status], game: str | None, limit: int) -> list[dict[str, Any]]:
        """Public rooms, the newest first."""
        keepers = [await self.find(id) for id in await self.store.listed(statuses, game, min(limit, LONGEST_LIST))]
        return [keeper.room.to_dict(keeper.online) for keeper in keepers if keeper.room.status in statuses]

    async def replay(self, id: str) -> Room:
        """A room played again from its log, with every frame and every game."""
        stored = await self.store.load(id)
        if stored is None:
            raise _unknown_table()
        room = Room(id, stored.plan, stored.secret, _EVERY_FRAME, keep_past=True)
        for entry in stored.entries:
            room.apply(entry)
        return room

    async def _load(self, id: str) -> Keeper:
        stored = await self.store.load(id)
        if stored is None:
            raise _unknown_table()
        room = Room(id, stored.plan, stored.secret, self.settings.frames_kept)
        for entry in stored.entries:
            room.apply(entry)
        return self._keep(room)

    def _keep(self, room: Room) -> Keeper:
        keeper = Keeper(room, self.store, self.replay, self._drop)
        self.keepers[room.id] = keeper
        return keeper

    def _drop(self, keeper: Keeper) -> None:
        if self.keepers.get(keeper.room.id) is keeper:
            del self.keepers[keeper.room.id]

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
        for keeper in list(self.keepers.values()):
            idle = now - keeper.touched
            if keeper.listeners or keeper.door.shut:
                continue
            if not keeper.room.closed and idle >= self.settings.idle_close_seconds:
                await keeper.close("idle")
            if keeper.room.closed:
                self._forget(keeper.room.id)
            if keeper.room.closed or (idle >= self.settings.idle_unload_seconds and keeper.due() is None):
                keeper.stop(1001, "idle")
                self._drop(keeper)
        before = time.time() - self.settings.idle_close_seconds
        for id in await self.store.forgotten(before, LONGEST_LIST):
            if id not in self.keepers:
                await (await self.find(id)).close("idle")
                self._forget(id)


def _unknown_table() -> Refusal:
    return Refusal(Code.UNKNOWN_TABLE, "there is no such table")
