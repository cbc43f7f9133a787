"""Rooms in memory and rooms that leave it; clients that missed much, at a table that does not wait for them."""

from __future__ import annotations

import asyncio
import gc
import json
import weakref
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest

from knockroll.server.errors import Refusal
from knockroll.server.settings import Settings
from knockroll.server.storage.rows import Status
from knockroll.server.storage.store import Store
from knockroll.server.tables import requests
from knockroll.server.tables.audience import Listener, MessageBatch
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.live_room import LiveRoom
from knockroll.server.tables.peers import Peers
from knockroll.server.tables.room import Plan, Room

FEW = 4


class Paper:
    """A transport that keeps what is sent."""

    unsent = 0
    keeps_up = True
    on_writable: Callable[[], None] | None = None

    def __init__(self) -> None:
        self.messages: list[bytes] = []

    def write(self, message: bytes) -> None:
        self.messages.append(message)

    def write_all(self, batch: MessageBatch) -> None:
        for message in batch.messages:
            self.write(message)

    def close(self, code: int, reason: str) -> None:
        self.messages.append(reason.encode())


async def play(live: LiveRoom, moves: int) -> None:
    """Make moves for the seats to move."""

    def some(room: Room) -> requests.Changes:
        assert room.table is not None
        legal = [move for move in room.table.legal() if move != "knock"]
        yield from requests.move_for(room, legal[0], "substitute")

    for _ in range(moves):
        await live.perform(some)


def in_hall(folder: Path, do: Callable[[Hall], Awaitable[None]]) -> None:
    """Do something in a new hall."""

    async def main() -> None:
        settings = Settings(database=str(folder / "db"), frames_kept=FEW)
        hall = Hall(Store(settings.database_url), settings)
        await hall.open()
        async with asyncio.timeout(60):
            await do(hall)
        await hall.close()

    asyncio.run(main())


def test_a_table_that_moves_on_does_not_outrun_who_catches_up(tmp_path: Path) -> None:
    """However much happens while its log is read: nothing is missed, and the log is read once."""

    async def catch_up(hall: Hall) -> None:
        plan = Plan("thirty_one", None, {"strikes": 20}, (None, None), False, 0, None, 600, "House")
        live = await hall.create(plan, "somebody")
        for name in ("Ann", "Bob"):
            await live.perform(partial(requests.sit, visitor=None, name=name, token=name, entropy=None, wanted=None))
        await play(live, 50)
        replay, replays = live._replay, 0

        async def while_others_play(id: str) -> Room:
            nonlocal replays
            replays += 1
            past = await replay(id)
            await play(live, 50)
            return past

        live._replay = while_others_play
        paper = Paper()
        await live.attach(Listener(None, paper, 1 << 20), after=0)
        await asyncio.sleep(0)
        await play(live, 50)
        while len(paper.messages) <= live.room.seq:
            await asyncio.sleep(0)
        told = [json.loads(message) for message in paper.messages]
        assert told[0]["type"] == "hello" and told[0]["resumed"]
        assert [message["seq"] for message in told[1:]] == [*range(1, live.room.seq + 1)]
        assert replays == 1
        assert live.room.frames.forgotten > live.room.seq - 50, "what is not needed any more is forgotten again"

    in_hall(tmp_path, catch_up)


def test_who_asks_when_something_is_done_does_not_get_what_others_had_asked_for(tmp_path: Path) -> None:
    """Between the end of a replay and the moment when its callers get it, its result is already old."""

    async def ask(hall: Hall) -> None:
        done = 0
        later: list[asyncio.Task[int]] = []

        async def do(id: str) -> int:
            nonlocal done
            done += 1
            if done == 1:  # asks as soon as this is done, and before those who wait for it
                later.append(asyncio.create_task(hall._once(under_way, "a table", do)))
            return done

        under_way: dict[str, asyncio.Task[int]] = {}
        assert await hall._once(under_way, "a table", do) == 1
        assert await later[0] == 2
        await asyncio.sleep(0)
        assert under_way == {}

    in_hall(tmp_path, ask)


def test_a_room_that_has_left_memory_is_freed_at_once(tmp_path: Path) -> None:
    """Its memory does not wait for the garbage collector, which may come after thousands of tables."""

    async def leave(hall: Hall) -> None:
        plan = Plan("thirty_one", None, {"strikes": 1}, ("Random", "Random"), False, 0, None, 600, "House")
        live = await hall.create(plan, "somebody")
        while live.room.status is not Status.OVER:
            await asyncio.sleep(0)
        room = weakref.ref(live)
        live.stop(1001, "unloaded")
        hall._drop(live)
        del live
        for _ in range(3):  # what was under way ends
            await asyncio.sleep(0)
        assert room() is None

    gc.disable()
    try:
        in_hall(tmp_path, leave)
    finally:
        gc.enable()


def test_a_table_that_leaves_memory_while_it_is_looked_for_is_loaded_again(tmp_path: Path) -> None:
    """The old room would get no further entries: processes only read the log of tables in memory."""

    class Forgetful(Peers):
        async def catch_up(self, live: LiveRoom) -> None:
            if not left:
                left.append(live)
                opened[0].unload(live)

    left: list[LiveRoom] = []
    opened: list[Hall] = []

    async def find(hall: Hall) -> None:
        opened.append(hall)
        hall.peers = Forgetful()
        plan = Plan("thirty_one", None, {"strikes": 20}, (None, None), False, 0, None, 600, "House")
        live = await hall.create(plan, "somebody")
        found = await hall.find(live.room.id)
        assert left == [live] and found is not live
        assert found is hall.rooms[live.room.id]
        with pytest.raises(Refusal, match="try again"):
            await live.attach(Listener(None, Paper(), 1 << 20))
        assert not live.listeners

    in_hall(tmp_path, find)
