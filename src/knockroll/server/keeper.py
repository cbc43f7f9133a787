"""The keeper of one room: does one thing after the other, commits it, and tells everybody.

Whatever happens in a room goes the same way: one thing at a time comes in at the door, is applied in memory (the
engine may refuse it), what each listener will be told is written down, and the entries are handed to the store; when
they are committed, the messages go out, and the door opens for the next. Nobody hears of a move that could be lost.

If a commit fails, memory and store differ: the keeper gives up, and the room is loaded again from its log.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

import knockroll
from knockroll.server import changes, metrics, talk
from knockroll.server.changes import Changes
from knockroll.server.computers import Computers
from knockroll.server.door import Door
from knockroll.server.errors import Code, Refusal, refusal_of
from knockroll.server.rooms import Entry, Frame, Room
from knockroll.server.seats import Seat
from knockroll.server.store import Store

logger = logging.getLogger("knockroll.server")
MOST_TIMEOUTS = 2
"""After so many moves in a row that the clock made, a person counts as away."""


class Listener(Protocol):
    """Somebody who is told what happens: a WebSocket, a stream."""

    seat: Seat | None

    def send(self, message: bytes) -> None:
        """Take a message; must not wait."""

    def end(self, code: int, reason: str) -> None:
        """There will be no more messages."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Who asked for a change over a live connection, and the id that they gave it."""

    listener: Listener
    id: bytes


@dataclass(frozen=True, slots=True)
class _Step:
    entry: Entry
    frame: Frame
    messages: list[tuple[Listener, bytes]]


class Keeper:
    """One room that is in memory."""

    def __init__(
        self,
        room: Room,
        store: Store,
        replay: Callable[[str], Awaitable[Room]],
        on_failure: Callable[[Keeper], None],
    ) -> None:
        self.room = room
        self.listeners: set[Listener] = set()
        self.door = Door()
        self.loop = asyncio.get_running_loop()
        self.touched = self.loop.time()
        """When somebody last looked at the room."""
        self._store = store
        self._replay = replay
        self._on_failure = on_failure
        self._computers = Computers(room.plan.game)
        self._failed = False
        self._status = room.status
        self._turn_since = self.loop.time()
        self._seen: dict[Seat, float] = {}
        self._timeouts: dict[Seat, int] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._tick: asyncio.Task[None] | None = None
        self._arm()

    # --- What people do --------------------------------------------------------------------------------------------

    async def move(self, seat: Seat, text: str, seq: int, answer: Answer | None = None) -> None:
        """A person makes a move that answers entry ``seq``; returns when it is committed."""
        self._timeouts.pop(seat, None)
        await self._perform(changes.move(self.room, seat, text, seq), answer)

    def move_now(self, seat: Seat, text: str, seq: int, answer: Answer) -> bool:
        """The same without waiting, neither for others nor for the commit; False if others have to be waited for."""
        if self._failed or not self.door.enter_now():
            return False
        self._timeouts.pop(seat, None)
        self._change(changes.move(self.room, seat, text, seq), answer, None)
        return True

    async def sit(self, name: str, token: str, entropy: bytes | None, wanted: int | None) -> Seat:
        """A person sits down (``token`` is the hash of theirs); the game begins when everybody is there."""
        await self._perform(changes.sit(self.room, name, token, entropy, wanted))
        seat = self.room.find(token)
        if seat is None:
            raise Refusal(Code.NO_SEAT, "you had the seat, and it was given up")
        return seat

    async def start(self, seat: Seat | None) -> None:
        """Begin although not everybody is there; computer players take the empty seats."""
        await self._perform(changes.start(self.room, seat))

    async def leave(self, seat: Seat) -> None:
        """A person gives up the seat. In a running game the substitute plays on, and somebody else may sit there."""
        await self._perform(changes.leave(self.room, seat))

    async def again(self, seat: Seat, entropy: bytes | None, reset: bool) -> None:
        """A person wants another game: a rematch of a game that is over, or a reset of one that is running."""
        await self._perform(changes.again(self.room, seat, entropy, reset))

    async def back(self, seat: Seat) -> None:
        """A person who may have been away is there again."""
        self.see(seat)
        if seat.away:
            self._timeouts.pop(seat, None)
            await self._perform(changes.back(self.room, seat))

    async def close(self, reason: str) -> None:
        """Close the room; what was played stays as a record."""
        await self._perform(changes.close(self.room, reason))

    def see(self, seat: Seat | None) -> None:
        """Somebody looked at the room; a person at the table has shown to be there."""
        self.touched = self.loop.time()
        if seat is not None:
            self._seen[seat] = self.touched

    # --- Listeners -------------------------------------------------------------------------------------------------

    def online(self, seat: Seat) -> bool:
        """Whether somebody listens at this seat."""
        return any(listener.seat is seat for listener in self.listeners)

    async def attach(self, listener: Listener, after: int | None = None) -> None:
        """Send a listener what it needs to begin with (or, with ``after``, what it missed), then all that happens."""
        await self._enter()
        try:
            room = self.room
            missed, then = None, listener.seat
            if after is not None and 0 <= after <= room.seq:
                past = room
                if room.seq - after > len(room.frames):  # no longer in memory
                    past = await self._replay(room.id)
                    number = room.number(listener.seat)
                    then = None if number is None else past.seats[number]
                missed = [frame for frame in past.frames if frame.seq > after]
            for message in talk.greeting(room, listener.seat, self.online, missed, then):
                listener.send(message)
            self.listeners.add(listener)
            self.see(listener.seat)
        finally:
            self.door.leave()
        if room.closed:
            listener.end(1000, "closed")
            return
        if listener.seat is not None:
            self._tell_presence()
            await self.back(listener.seat)

    def detach(self, listener: Listener) -> None:
        """A listener has gone."""
        self.listeners.discard(listener)
        self.see(listener.seat)
        if listener.seat is not None and not self.online(listener.seat):
            self._tell_presence()
        self._arm()

    def _tell_presence(self) -> None:
        message = talk.presence(self.room, self.online)
        for listener in self.listeners:
            listener.send(message)

    # --- One thing after the other ---------------------------------------------------------------------------------

    async def _enter(self) -> None:
        await self.door.enter()
        if self._failed:
            self.door.leave()
            raise Refusal(Code.UNAVAILABLE, "the table is being loaded again; try once more", retry_after=1)

    async def _perform(self, what: Changes, answer: Answer | None = None) -> None:
        """Make changes as soon as it is their turn, and return when they are committed."""
        await self._enter()
        committed: asyncio.Future[None] = self.loop.create_future()
        self._change(what, answer, committed)
        # shielded: if the one who asked goes away now, the change still happens for everybody else
        await asyncio.shield(committed)

    def _change(self, what: Changes, answer: Answer | None, committed: asyncio.Future[None] | None) -> None:
        """Make changes. Whoever calls this has entered; we leave when the changes are committed or refused."""
        steps: list[_Step] = []
        try:
            for kind, data in what:
                steps.append(self._apply(kind, data))
        except BaseException:
            if steps:
                self._fail("a change broke off in the middle")
            self.door.leave()
            raise
        if steps:
            self._commit(steps, answer, committed)
        else:
            self.door.leave()
            if committed is not None:
                committed.set_result(None)

    def _apply(self, kind: str, data: dict[str, Any]) -> _Step:
        entry = Entry(self.room.seq + 1, kind, data, time.time())
        before = self.room.status
        try:
            frame = self.room.apply(entry)
        except knockroll.KnockrollError as error:
            raise refusal_of(error) from None
        with_table = kind != "move" or self.room.status is not before
        return _Step(entry, frame, talk.news(self.room, frame, self.listeners, self.online, with_table))

    def _commit(self, steps: list[_Step], answer: Answer | None, committed: asyncio.Future[None] | None) -> None:
        """Hand the steps to the store, and go on when they are committed."""

        def done(error: Exception | None) -> None:
            if error is None:
                self._publish(steps, answer)
            else:
                self._fail("a commit failed")
            self.door.leave()
            if committed is None or committed.done():
                return
            if error is None:
                committed.set_result(None)
            else:
                refusal = Refusal(Code.UNAVAILABLE, "the server could not save this; nothing has changed", 1)
                committed.set_exception(refusal)
                committed.exception()  # nobody may be waiting any more

        status = self.room.status
        changed = None if status is self._status else status
        self._status = status
        self._store.append(self.room.id, [step.entry for step in steps], changed, done)

    def _publish(self, steps: list[_Step], answer: Answer | None) -> None:
        for number, step in enumerate(steps):
            for listener, message in step.messages:
                if answer is not None and number == 0 and listener is answer.listener:
                    message = talk.answered(message, answer.id)
                listener.send(message)
            if step.entry.kind == "leave":
                self._unseat()
            elif step.entry.kind == "move":
                metrics.MOVES.add(label=step.entry.data["by"])
                if step.frame.events[-1].kind == "game over":
                    metrics.GAMES_FINISHED.add()
        if any(step.frame.events for step in steps):
            self._turn_since = self.loop.time()
        if self.room.closed:
            for listener in list(self.listeners):
                listener.end(1000, "closed")
        if len(steps) > 1 or steps[0].entry.kind != "move" or self.room.plan.clock or self.room.mover() is not None:
            self._arm()  # after a plain move between people, what was due before is still due

    def _unseat(self) -> None:
        """Whoever listens at a seat that was given up only watches from now on."""
        for listener in self.listeners:
            if listener.seat is not None and not listener.seat.is_taken:
                listener.seat = None

    def _fail(self, why: str) -> None:
        logger.error("room dropped from memory: %s", why)
        self._failed = True
        self.stop(1011, "the table is being loaded again")
        self._on_failure(self)

    def stop(self, code: int, reason: str) -> None:
        """Leave memory: no more timers, no more listeners."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for listener in list(self.listeners):
            listener.end(code, reason)
        self.listeners.clear()

    # --- Time ------------------------------------------------------------------------------------------------------

    def _arm(self) -> None:
        """Set the one timer to the next thing that will be due."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.due()
        if due is not None and not self._failed:
            self._timer = self.loop.call_at(due, self._ring)

    def due(self) -> float | None:
        """When something will happen by itself: a computer's move, the end of a clock, a substitute."""
        room = self.room
        if room.closed:
            return None
        times = []
        if room.turn is not None:
            if room.mover() is not None:
                if self._has_company():
                    times.append(self._turn_since + room.plan.pace / 1000)
            elif room.plan.clock is not None:
                times.append(self._turn_since + room.plan.clock)
        times += [
            self._gone_at(seat) for seat in room.seats if seat.is_taken and not seat.away and not self.online(seat)
        ]
        return min(times, default=None)

    def _has_company(self) -> bool:
        """Whether computers should play on. A table that all people have left waits for them, or is closed."""
        if self.listeners or all(player is not None for player in self.room.plan.seats):
            return True
        return any(seat.is_taken and not seat.away for seat in self.room.seats)

    def _gone_at(self, seat: Seat) -> float:
        return self._seen.setdefault(seat, self.loop.time()) + self.room.plan.away

    def _ring(self) -> None:
        self._timer = None
        if self._tick is None or self._tick.done():
            self._tick = self.loop.create_task(self._do_what_is_due())

    async def _do_what_is_due(self) -> None:
        try:
            chosen = await self._computers.think_if_slow(self.room)
            await self._perform(self._what_is_due(chosen))
        except Refusal:
            return  # the room is being dropped
        except Exception:
            logger.exception("a room's timer failed")
        self._arm()

    def _what_is_due(self, chosen: tuple[int, str] | None) -> Changes:
        """The moves of computer players, of the clock, and who is away. ``chosen``: by a slow player, at a position."""
        room, now = self.room, self.loop.time()
        for number, seat in enumerate(room.seats):
            if seat.is_taken and not seat.away and not self.online(seat) and now >= self._gone_at(seat):
                yield "away", {"seat": number}
        yield from changes.another_game_if_all_agree(room)
        turn = room.turn
        if turn is not None and room.mover() is None and room.plan.clock is not None:
            if now >= self._turn_since + room.plan.clock:
                yield from self._time_is_up(turn)
        elif now >= self._turn_since + room.plan.pace / 1000 and self._has_company():
            for by, number, move in self._computers.moves(room, chosen):
                yield "move", {"seat": number, "move": move, "by": by}

    def _time_is_up(self, turn: int) -> Changes:
        seat = self.room.seats[turn]
        move = self._computers.choose(self.room, self.room.plan.substitute)
        self._timeouts[seat] = self._timeouts.get(seat, 0) + 1
        yield "move", {"seat": turn, "move": move, "by": "clock"}
        if self._timeouts[seat] >= MOST_TIMEOUTS and not seat.away:
            yield "away", {"seat": turn}
