"""The time at which a searching player's move is shown does not reveal how long it thought."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from knockroll.server.settings import Settings
from knockroll.server.storage.rows import LogRow
from knockroll.server.tables import requests, scheduler
from knockroll.server.tables.audience import Listener
from knockroll.server.tables.computer_players import Bots
from knockroll.server.tables.live_room import LiveRoom
from knockroll.server.tables.peers import Peers
from knockroll.server.tables.room import Plan, Room
from knockroll.server.tables.seats import Seat
from knockroll.server.tables.thinking_times import (
    BEAT_SECONDS,
    LATELY,
    LONGEST_SECONDS,
    RESERVE_SECONDS,
    ThinkingTimes,
    limit_before,
    told_at,
)
from tests.server.cluster.halls import Paper

LONG = 1e9
"""As long as there is time."""
WITHIN_A_BEAT = (0.0, 0.001, 0.03, 0.06, 0.25, 0.49)


class Clockwork(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to the next thing due: a busy machine changes nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._now = 1.0
        select = self._selector.select  # type: ignore[attr-defined]

        def jump(timeout: float | None = None) -> Any:
            self._now += timeout or 0.0
            return select(0)

        self._selector.select = jump  # type: ignore[attr-defined]

    def time(self) -> float:
        return self._now


class AtOnce:
    """A store that commits at once."""

    def append(self, log: Sequence[LogRow], state: object, done: Any, snapshot: object, send: Any) -> None:
        send()
        done(None)


class Timed(Paper):
    """A transport that notes when a computer's move was sent."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[float] = []

    def write(self, message: bytes) -> None:
        super().write(message)
        if self.messages[-1].get("by") == "computer":
            self.told.append(asyncio.get_running_loop().time())


@pytest.fixture
def limits() -> list[float]:
    """The seconds that House had for each move."""
    return []


@pytest.fixture
def thinking(limits: list[float], monkeypatch: pytest.MonkeyPatch) -> Iterator[list[float]]:
    """Seconds that House takes for each of its moves in turn, if it has the time; after the last, it finds no move."""
    seconds: list[float] = []

    async def choose(self: Bots, game: object, name: str, view: dict[str, Any], asked: object, limit: float) -> str:
        if not seconds:
            await asyncio.get_running_loop().create_future()
        limits.append(limit)
        wanted = seconds.pop(0)
        await asyncio.sleep(limit if wanted == LONG else wanted)
        return str(view["legal"][0])

    monkeypatch.setattr(Bots, "has", lambda self, game, name: True)
    monkeypatch.setattr(Bots, "choose", choose)
    monkeypatch.setattr(scheduler, "_cost", {})
    yield seconds


def told_after(
    thinking: list[float], pace: int, seconds: Sequence[float], monkeypatch: pytest.MonkeyPatch
) -> list[float]:
    """Let the computer make some moves; return the time from the start of each turn until the move was sent."""
    thinking[:] = seconds
    plan = Plan("thirty_one", None, {}, (None, "House", "House"), False, pace, None, 600, "House")

    async def go() -> list[float]:
        bots, paper = Bots(Settings()), Timed()
        live = LiveRoom(Room("0" * 16, plan, bytes(32)), AtOnce(), _unused, _unused, Settings(), bots, Peers())  # type: ignore[arg-type]
        await live.perform(lambda room: requests.sit(room, None, "Ann", "Ann", None, None))
        seat = live.room.find("Ann")
        assert seat is not None
        await live.attach(Listener(seat, paper, 1 << 24))
        began, waited = loop.time(), []
        while len(paper.told) < len(seconds):
            if live.room.turn == 0:
                await live.perform(lambda room, seat=seat: _first_move(room, seat))  # type: ignore[misc]
                began = loop.time()
                continue
            count = len(paper.told)
            while len(paper.told) == count:
                await asyncio.sleep(0.001)
            waited.append(round(paper.told[-1] - began, 2))
            began = paper.told[-1]
        live.stop(1000, "enough")
        return waited

    loop = Clockwork()
    monkeypatch.setattr(time, "time", loop.time)
    try:
        return loop.run_until_complete(go())
    finally:
        loop.close()


def _first_move(room: Room, seat: Seat) -> requests.Changes:
    assert room.table is not None
    return requests.move(room, seat, room.table.legal()[0], room.seq)


def _unused(*_: object) -> Any:
    raise AssertionError


@pytest.mark.parametrize("pace", [0, 300, 800, 1500])
def test_the_moment_of_telling_does_not_depend_on_the_search(
    pace: int, thinking: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the search takes, each move is shown at the end of the pace, but not before the first beat."""
    told = told_after(thinking, pace, WITHIN_A_BEAT, monkeypatch)
    assert told == pytest.approx([max(BEAT_SECONDS, pace / 1000)] * len(WITHIN_A_BEAT), abs=0.011)


def test_where_thinking_is_slow_every_move_takes_as_long_as_the_slowest(
    thinking: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After one move that took longer than a beat, quick moves are shown no sooner than that one."""
    told = told_after(thinking, 0, [0.7, *WITHIN_A_BEAT, 0.79, 0.1], monkeypatch)
    assert told == pytest.approx([2 * BEAT_SECONDS] * 9, abs=0.011)


@pytest.mark.parametrize("pace", [0, 800])
def test_a_player_stops_thinking_before_its_move_is_to_be_told(
    pace: int, thinking: list[float], limits: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long the player would think about this hand: the beat was chosen before the player saw it."""
    told = told_after(thinking, pace, [0.1, 0.2, LONG, 0.1], monkeypatch)
    first = max(BEAT_SECONDS, pace / 1000)
    assert limits[:3] == pytest.approx([first - RESERVE_SECONDS] * 3)
    assert told[:3] == pytest.approx([first] * 3, abs=0.011)


def test_where_thinking_is_cut_short_the_next_beats_are_longer() -> None:
    """In this way, a slow machine gets the time it needs in the end."""
    times, needed, beats = ThinkingTimes(), 1.2, []
    for _ in range(3 * LATELY):
        beats.append(times.next_beat())
        times.note(min(needed, limit_before(beats[-1])))
    assert beats[0] == BEAT_SECONDS and needed <= limit_before(beats[-1]) and beats[-1] <= LONGEST_SECONDS


def test_one_slow_move_among_many_changes_nothing() -> None:
    times = ThinkingTimes()
    for _ in range(LATELY):
        times.note(0.2)
    times.note(60.0)
    assert times.next_beat() == BEAT_SECONDS


def test_a_slow_spell_ends() -> None:
    times = ThinkingTimes()
    times.note(60.0)
    assert times.next_beat() == LONGEST_SECONDS
    for _ in range(LATELY):
        times.note(0.2)
    assert times.next_beat() == BEAT_SECONDS


def test_a_move_is_never_told_before_it_is_found() -> None:
    assert told_at(BEAT_SECONDS, 0.51) == 2 * BEAT_SECONDS
    assert told_at(BEAT_SECONDS, 7.2) == 7.5
    assert told_at(1.5, 0.2) == 1.5
