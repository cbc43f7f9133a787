"""Trouble with one connection of a table: no other table suffers, and no one misses an event."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

from knockroll.server.cluster.members import Cluster
from knockroll.server.settings import Settings
from knockroll.server.storage.rows import LogRow
from knockroll.server.tables import requests
from knockroll.server.tables.audience import Listener
from knockroll.server.tables.computer_players import Bots
from knockroll.server.tables.entries import Entry, row_of
from knockroll.server.tables.live_room import LiveRoom
from knockroll.server.tables.peers import Peers
from knockroll.server.tables.room import Room
from knockroll.server.tables.seats import Seat
from tests.server.cluster.halls import PLAN, Paper, move, open_table
from tests.server.tables.test_thinking_times import AtOnce


class TornPaper(Paper):
    """A connection that cannot be written to."""

    _is_torn = False

    def tear(self) -> None:
        """Let nothing through from now on."""
        self._is_torn = True

    def write(self, message: bytes) -> None:
        """Write a message; fail if the connection is torn."""
        if self._is_torn:
            raise RuntimeError("this connection is in an odd state")
        super().write(message)


class SmallHall:
    """A hall that notes the rooms that had to be reloaded."""

    def __init__(self) -> None:
        self.rooms: dict[str, LiveRoom] = {}
        self.reloaded: list[LiveRoom] = []

    async def create(self, plan: Any, client: str) -> LiveRoom:
        """Open a room."""
        room = Room(f"{len(self.rooms):016}", plan, bytes(32))
        live = LiveRoom(room, AtOnce(), _unused, self.reloaded.append, Settings(), Bots(Settings()), Peers())  # type: ignore[arg-type]
        self.rooms[room.id] = live
        return live


async def _listen(live: LiveRoom, name: str) -> TornPaper:
    paper = TornPaper()
    await live.attach(Listener(Seat("person", token=name), paper, 1 << 24))
    return paper


def _unused(*_: object) -> Any:
    raise AssertionError


def _next_row(live: LiveRoom) -> LogRow:
    """The row that another process would announce: the next move."""
    room = live.room.copy()
    assert room.table is not None
    change = next(requests.move_for(room, room.table.legal()[0], "person"))
    entry = Entry(room.seq + 1, change, 1.0)
    return row_of(room.id, entry)._replace(fingerprint=room.apply(entry).fingerprint)


def test_trouble_at_one_table_keeps_no_other_from_hearing() -> None:
    async def main() -> None:
        hall = SmallHall()
        lives = [await open_table(hall, "Ann", "Bob", plan=PLAN) for _ in range(3)]  # type: ignore[arg-type]
        papers = [await _listen(live, "Bob") for live in lives]
        papers[0].tear()
        Cluster._hear_rows(SimpleNamespace(_hall=hall), [_next_row(live) for live in lives])  # type: ignore[arg-type]
        assert [paper.numbers for paper in papers] == [[], [4], [4]]
        assert hall.reloaded == [lives[0]], "those at this table come back, and are sent what they missed"
        assert papers[0].closed == "the table is being reloaded"
        for live in lives:
            live.stop(1000, "enough")

    asyncio.run(main())


def test_who_cannot_be_told_of_a_move_costs_no_one_else_an_event() -> None:
    async def main() -> None:
        hall = SmallHall()
        live = await open_table(hall, "Ann", "Bob", plan=PLAN)  # type: ignore[arg-type]
        papers = [await _listen(live, name) for name in ("Ann", "Bob")]
        papers[0].tear()
        assert await move(live, 3) == "made"
        assert hall.reloaded == [live], "everybody at this table comes back, and is sent what they missed"
        assert [paper.closed for paper in papers] == ["the table is being reloaded"] * 2

    asyncio.run(main())
