"""The protocol of several processes, as a machine that does everything that can happen, in any order.

The processes are real rooms (:class:`LiveRoom`). The store is a dictionary with the log's key for a judge; what is sent
to it or asked of it is done when the machine wants it, and so are the messages between the processes, which may be
lost, come twice, or much later. A process that stands still takes and does nothing. Whatever happens: an entry has one
author, what was acknowledged is in the log, and everybody who listens hears of 1, 2, 3 … once and in this order.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any
from unittest.mock import patch

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from knockroll.server.errors import Refusal
from knockroll.server.settings import Settings
from knockroll.server.storage.rows import LogRow
from knockroll.server.storage.store import Overtaken
from knockroll.server.tables import audience, entries, requests
from knockroll.server.tables.audience import Listener
from knockroll.server.tables.computer_players import Bots
from knockroll.server.tables.entries import Entry, entry_of, row_of
from knockroll.server.tables.live_room import LiveRoom
from knockroll.server.tables.peers import Peers
from knockroll.server.tables.room import Room
from tests.server.cluster.halls import PLAN, Paper

PROCESSES = 3
which = st.integers(0, PROCESSES - 1)
some = st.integers(0, 1000)


class Judge:
    """The log: the first process to write a number wins."""

    def __init__(self) -> None:
        self.log: list[Entry] = []

    def write(self, written: Sequence[Entry]) -> bool:
        if written[0].seq != len(self.log) + 1:
            return False
        self.log += written
        return True


class Hands:
    """The store of one process: its work waits until the machine lets it happen."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.waiting: list[Callable[[], None]] = []
        self.committed: list[list[Entry]] = []
        """What would be told to the others."""

    def append(self, log: Sequence[LogRow], state: object, done: Any, snapshot: object, send: Any) -> None:
        written = [entry_of(row) for row in log]

        def commit() -> None:
            if self.judge.write(written):
                self.committed.append(written)
                send()
                done(None)
            else:
                done(Overtaken())

        self.waiting.append(commit)

    async def log_after(self, room: str, seq: int) -> list[LogRow]:
        asked: asyncio.Future[list[LogRow]] = asyncio.get_running_loop().create_future()
        self.waiting.append(lambda: asked.set_result([row_of(room, entry) for entry in self.judge.log[seq:]]))
        return await asked


class Processes(RuleBasedStateMachine):
    """Some processes that serve one table."""

    @initialize()
    def begin(self) -> None:
        self.at_once = patch.object(audience, "GATHER_SECONDS", 0.0)  # time stands still here
        self.at_once.start()
        self.loop = asyncio.new_event_loop()
        self.judge = Judge()
        self.hands = [Hands(self.judge) for _ in range(PROCESSES)]
        self.on_the_way: list[tuple[int, list[Entry]]] = []
        self.acknowledged: list[tuple[int, str]] = []
        self.papers: list[Paper] = []
        self.attempts = 0
        self.loop.run_until_complete(self._begin())

    async def _begin(self) -> None:
        bots, chosen = Bots(Settings()), Settings()
        self.lives = [
            LiveRoom(Room("0" * 16, PLAN, bytes(32)), hands, _no_replay, _no_failure, chosen, bots, Peers())  # type: ignore[arg-type]
            for hands in self.hands
        ]
        for live in self.lives:
            self.papers.append(paper := Paper())
            await live.attach(Listener(None, paper, 1 << 24))

    def _turn(self) -> None:
        """Let the event loop do what it can."""
        for _ in range(5):
            self.loop.run_until_complete(asyncio.sleep(0))

    @rule(one=which)
    def ask(self, one: int) -> None:
        """A person asks a process to sit down, or to make a move in answer to its last message."""
        live, number = self.lives[one], self.attempts
        self.attempts += 1
        name, seen = f"person {number}", live.room.seq

        def wish(room: Room) -> requests.Changes:
            if room.table is None:
                return requests.sit(room, None, name, name, None, None)
            assert room.turn is not None
            legal = [move for move in room.table.legal() if move != "knock"]
            return requests.move(room, room.seats[room.turn], legal[number % len(legal)], seen)

        def done(refusal: Refusal | None) -> None:
            if refusal is None:
                made = live.room.frames[-1].fields
                self.acknowledged.append((live.room.seq, str(made.get("move") or "")))
            else:
                assert refusal.code.value in ("stale", "no_seat", "not_running"), refusal

        live.submit(wish, done)
        self._turn()

    @precondition(lambda self: any(hands.waiting for hands in self.hands))
    @rule(one=some)
    def let_the_database_work(self, one: int) -> None:
        """One process that waits for the database gets its answer."""
        hands = [hands for hands in self.hands if hands.waiting]
        self._answer(hands[one % len(hands)])

    def _answer(self, hands: Hands) -> None:
        hands.waiting.pop(0)()
        self._turn()
        sender = self.hands.index(hands)
        for told in hands.committed:
            self.on_the_way += [(other, told) for other in range(PROCESSES) if other != sender]
        hands.committed.clear()

    @precondition(lambda self: self.on_the_way)
    @rule(one=some, fate=st.sampled_from(["comes", "comes", "comes twice", "is lost"]))
    def message(self, one: int, fate: str) -> None:
        """A message arrives, in any order, and may arrive again; or it is lost."""
        place = one % len(self.on_the_way)
        to, told = self.on_the_way[place] if fate == "comes twice" else self.on_the_way.pop(place)
        if fate != "is lost":
            followed = self.lives[to].hear_hint([row_of("0" * 16, entry) for entry in told])
            if followed is not None:
                followed.send()
                followed.take_note()
            self._turn()

    @rule(one=which)
    def look_into_the_log(self, one: int) -> None:
        """A process polls the log, and gets the result at once."""
        self.lives[one].hear([row_of("0" * 16, entry) for entry in self.judge.log[self.lives[one].room.seq :]])
        self._turn()

    @invariant()
    def everybody_hears_of_everything_once_and_in_order(self) -> None:
        if not hasattr(self, "papers"):
            return
        for live, paper in zip(self.lives, self.papers, strict=True):
            assert paper.numbers == [*range(1, live.room.seq + 1)]
            assert not live.has_left and paper.closed is None
            assert live.room.seq <= len(self.judge.log), "nothing uncommitted is shown"
        assert [entry.seq for entry in self.judge.log] == [*range(1, len(self.judge.log) + 1)]

    def teardown(self) -> None:
        """When every request is answered and every log read, all processes have the same table."""
        if not hasattr(self, "lives"):
            return
        while any(hands.waiting for hands in self.hands):
            self._answer(next(hands for hands in self.hands if hands.waiting))
        for number in range(PROCESSES):
            self.look_into_the_log(number)
        self.everybody_hears_of_everything_once_and_in_order()
        assert {live.room.seq for live in self.lives} == {len(self.judge.log)}
        assert len({repr(live.room.seats) for live in self.lives}) == 1
        moves = {entry.seq: entry.change.move for entry in self.judge.log if isinstance(entry.change, entries.Move)}
        assert len({seq for seq, _ in self.acknowledged}) == len(self.acknowledged), "one author of each entry"
        assert all(moves.get(seq, "") == move for seq, move in self.acknowledged if move)
        for live in self.lives:
            live.scheduler.stop()
        self._turn()
        self.loop.close()
        self.at_once.stop()


async def _no_replay(id: str) -> Room:
    raise AssertionError("nobody comes late")


def _no_failure(live: LiveRoom) -> None:
    raise AssertionError("no room fails")


Processes.TestCase.settings = settings(
    max_examples=60, stateful_step_count=60, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestProcesses = Processes.TestCase
