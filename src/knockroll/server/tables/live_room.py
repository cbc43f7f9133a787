"""A room in memory: handles one request after another, commits it and sends messages.

Every request takes the same path. It is applied to a copy of the room (the engine may refuse it), a payload is encoded
for each listener, and the entries are handed to the store. When they are committed, the messages are sent, the copy
replaces the room, and the next request gets its turn: it is a queue, so nothing has to be locked. No one is sent a move
that could still be lost, because ``room`` is always the committed state.

Other processes may write to the same log. Its key, the number of an entry, decides which of them was first; the second
one reads what has happened and tries its request again. Entries of other processes are sent like this process's own.

If a commit fails for any other reason, it is unknown what was stored. The room leaves memory and is loaded from its
log again.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import NamedTuple, TypeVar

from msgspec import UNSET

import knockroll
from knockroll.server import metrics
from knockroll.server.errors import Code, Refusal, refusal_of
from knockroll.server.settings import Settings
from knockroll.server.storage import database
from knockroll.server.storage.rows import LogRow, RoomState, Snapshot
from knockroll.server.storage.store import Overtaken, Store
from knockroll.server.tables import entries, payloads, requests, snapshots
from knockroll.server.tables.attendance import Attendance
from knockroll.server.tables.audience import Asker, Audience, Listener, Receiver
from knockroll.server.tables.computer_players import Bots
from knockroll.server.tables.entries import Entry, entry_of, row_of
from knockroll.server.tables.messages import TableInfo
from knockroll.server.tables.peers import Peers
from knockroll.server.tables.requests import Ask
from knockroll.server.tables.room import Frame, Room
from knockroll.server.tables.scheduler import Scheduler
from knockroll.server.tables.seats import Seat
from knockroll.server.token_buckets import RateLimit

logger = logging.getLogger("knockroll.server")
T = TypeVar("T")
SAVE_SECONDS = 20.0
"""How long a request waits for its commit before the client is told to check later."""
UNCONFIRMED = "the database did not confirm that; look at the table before you try again"
"""A commit whose answer is lost may have happened."""
Done = Callable[[Refusal | None], None]
"""Called with None when a request is committed, or with its refusal."""


class _Request(NamedTuple):
    ask: Ask
    done: Done
    asker: Asker | None


class _Step(NamedTuple):
    entry: Entry
    frame: Frame
    messages: list[tuple[Receiver, bytes]]
    with_table: bool
    """Whether more than the position changed."""


class Followed(NamedTuple):
    """What remains to be done after a room has applied another process's entries: send messages, then the rest."""

    send: Callable[[], None]
    take_note: Callable[[], None]


class LiveRoom:
    """A room in memory."""

    def __init__(
        self,
        room: Room,
        store: Store,
        replay: Callable[[str], Awaitable[Room]],
        on_failure: Callable[[LiveRoom], None],
        settings: Settings,
        bots: Bots,
        peers: Peers,
    ) -> None:
        self.room = room
        """The room, as committed."""
        self.client = room.id
        """The client that opened the room or, if unknown, the room's id. Slow players divide their time by client."""
        self.listeners = Audience()
        self.loop = asyncio.get_running_loop()
        self.touched = self.loop.time()
        """When someone last looked at the room."""
        self.busy = False
        """Whether something is being committed or read."""
        self.has_left = False
        """Whether the room has left memory. For the next request it is loaded again, as another object."""
        self.peers = peers
        self.processes: frozenset[str] | None = None
        """The other processes with listeners; None if not known yet."""
        self.follows = False
        """Whether another process made the last entry. That process then goes first with the next scheduled one."""
        self._frames_kept = settings.frames_kept
        self._catching_up = 0
        """The number of listeners waiting for the log to be read. No frames are dropped meanwhile."""
        self._waiting: deque[_Request] = deque()
        self._heard_of = 0
        """The number of the latest entry that another process has announced."""
        self._reading: asyncio.Task[None] | None = None
        self._store = store
        self._replay = replay
        self._on_failure = on_failure
        self.limits = limits = settings.limits
        self._resets = RateLimit(limits.resets_per_hour / 3600, limits.resets_per_hour, 1)
        self.attendance = Attendance(self)
        self.scheduler = Scheduler(self, bots)

    # --- Requests --------------------------------------------------------------------------------------------------

    def submit(self, ask: Ask, done: Done, asker: Asker | None = None) -> None:
        """Handle a request now, or when it is its turn."""
        request = _Request(ask, done, asker)
        if self.busy:
            self._waiting.append(request)
        else:
            self._perform(request)

    async def perform(self, ask: Ask) -> None:
        """Handle a request and return when it is committed. If the caller stops waiting, it still happens."""
        try:
            async with asyncio.timeout(SAVE_SECONDS):
                await self._in_turn(ask, lambda: None)
        except TimeoutError:
            raise Refusal(Code.UNAVAILABLE, "the database is slow to respond; check again in a moment", 5) from None

    async def when_committed(self, look: Callable[[], T]) -> T:
        """The result of ``look``, called as soon as nothing is being committed."""
        return await self._in_turn(lambda room: iter(()), look)

    async def _in_turn(self, ask: Ask, look: Callable[[], T]) -> T:
        seen: asyncio.Future[T] = self.loop.create_future()

        def done(refusal: Refusal | None) -> None:
            if seen.done():
                return
            if refusal is not None:
                seen.set_exception(refusal)
            else:
                seen.set_result(look())

        self.submit(ask, done)
        return await seen

    async def back(self, seat: Seat) -> None:
        """Mark a person as back if they were away."""
        self.see(seat)
        number = self.room.number(seat)
        if number is not None and self.room.seats[number].away and not self.room.seats[number].handed_over:
            await self.perform(lambda room: requests.back(room, seat))

    def see(self, seat: Seat | None) -> None:
        """Note that someone looked at the room; a person with a seat counts as present."""
        self.touched = self.loop.time()
        if seat is not None:
            self.scheduler.see(seat)

    def look(self, seat: Seat | None) -> None:
        """Note that someone requested the state without a live connection."""
        self.see(seat)
        if seat is not None:
            self.scheduler.look(seat)
        else:
            self.scheduler.watch()

    # --- Listeners -------------------------------------------------------------------------------------------------

    def info(self) -> TableInfo:
        """What everyone may know of the room."""
        return payloads.table_info(self.room, self.attendance.online_seats(self.room))

    async def attach(self, listener: Listener, after: int | None = None) -> None:
        """Send a listener the current state (or, with ``after``, what it missed), then all events."""
        greet = partial(self._greet, listener, after)
        if not await self.when_committed(partial(greet, None)):
            self._catching_up += 1
            try:
                while not await self.when_committed(partial(greet, await self._replay(self.room.id))):
                    pass
            finally:
                self._catching_up -= 1
        if self.room.closed:
            listener.end(1000, "closed")
            return
        self.peers.audience_changed(self)
        self.scheduler.arm()  # computers that waited for an audience can go on
        if listener.seat is not None:
            self.attendance.announce()
            await self.back(listener.seat)

    def _greet(self, listener: Listener, after: int | None, past: Room | None) -> bool:
        """Add a listener; False if what it missed is neither in memory nor in ``past``."""
        room, seat = self.room, listener.seat
        missed = None
        if after is not None and 0 <= after <= room.seq:
            before = room.frames.forgotten
            frames = room.frames[max(after, before) :]
            if after < before:
                if past is None or past.seq < before:
                    return False
                frames = past.frames[after:before] + frames
            missed = [(frame, frame.number(seat)) for frame in frames]
        listener.begin(payloads.greeting(room, room.number(seat), self.info(), missed, listener.acts))
        self.listeners.add(listener)
        self.see(seat)
        return True

    def detach(self, listener: Listener) -> None:
        """Remove a listener."""
        self.listeners.discard(listener)
        self.see(listener.seat)
        self.peers.audience_changed(self)
        if listener.seat is not None and not self.attendance.is_online(listener.seat):
            self.attendance.announce()
        self.scheduler.arm()

    def count_reset(self, person: Seat | None) -> None:
        """Count a host's reset, or refuse it: among others, unlimited resets would let the host choose the deal."""
        if self.room.is_host(person) and self.room.people > 1:
            try:
                self._resets.take("host", "resets")
            except Refusal as refusal:
                reason = "You have started over too often. Ask the others: if everyone agrees, a new game begins."
                message = f"at most {self.limits.resets_per_hour} resets an hour without a vote; put it to a vote"
                raise Refusal(refusal.code, message, refusal.retry_after, reason) from None

    # --- One request after another ---------------------------------------------------------------------------------

    def _perform(self, request: _Request) -> None:
        if self.has_left:
            request.done(Refusal(Code.UNAVAILABLE, "the table is being reloaded; please try again", retry_after=1))
            return
        steps: list[_Step] = []
        refusal = None
        draft = self.room.copy()
        try:
            asker = request.asker
            for change in request.ask(draft):
                steps.append(self._apply(draft, Entry(draft.seq + 1, change, time.time()), asker))
                asker = None  # only the first change answers the request
        except Refusal as error:
            refusal = error
        except Exception:
            logger.exception("applying a change failed")
            refusal = Refusal(Code.INTERNAL, "something went wrong on the server")
        if refusal is None and steps:
            self._commit(request, draft, steps)
        else:
            request.done(refusal)

    def _apply(self, draft: Room, entry: Entry, asker: Asker | None = None) -> _Step:
        change, before, seats = entry.change, draft.status, draft.seats[:]
        try:
            frame = draft.apply(entry)
        except knockroll.KnockrollError as error:
            raise refusal_of(error) from None
        with_table = (
            not isinstance(change, entries.Move)
            or draft.status is not before
            or draft.seats != seats
            or bool(frame.waiting)
        )
        entry = Entry(entry.seq, change, entry.at, frame.fingerprint)
        table = payloads.table_info(draft, self.attendance.online_seats(draft)) if with_table else UNSET
        return _Step(entry, frame, payloads.event(draft, frame, self.listeners.receivers, table, asker), with_table)

    def _commit(self, request: _Request, draft: Room, steps: list[_Step]) -> None:
        """Hand the steps to the store, and continue when they are committed."""

        def done(error: Exception | None) -> None:
            if isinstance(error, Overtaken):
                self._reading = self.loop.create_task(self._catch_up(request))
                return
            refusal = None
            if error is None:
                self.follows = False
                self._swap(draft)
                self._count(steps)
                self._take_note(steps)
            else:
                self._fail(f"the database did not save what happened: {database.reason(error)}")
                refusal = Refusal(Code.UNAVAILABLE, UNCONFIRMED, 1)
            self.busy = False
            request.done(refusal)
            self._go_on()

        self.busy = True
        snapshot = self._snapshot(draft) if draft.seq // snapshots.EVERY > self.room.seq // snapshots.EVERY else None
        state = self._new_state(draft) if any(step.with_table for step in steps) else None
        rows = [row_of(self.room.id, step.entry) for step in steps]
        send = partial(self.listeners.send, [message for step in steps for message in step.messages])
        self._store.append(rows, state, done, snapshot, partial(self._do_or_fail, send))

    def _new_state(self, draft: Room) -> RoomState | None:
        """The new state for the room's row, if it has changed."""
        state = RoomState(draft.status, draft.people)
        return None if state == (self.room.status, self.room.people) else state

    def _snapshot(self, draft: Room) -> Snapshot | None:
        """A snapshot of the room after the commit; None if none may be taken, or if that fails: the log is enough."""
        try:
            return snapshots.take(draft) if snapshots.may_be_taken(draft.plan) else None
        except Exception:
            logger.exception("no snapshot could be taken of table %s", draft.id, extra={"table": draft.id})
            return None

    def _swap(self, draft: Room) -> None:
        """Replace the room with what was committed."""
        if not self._catching_up:
            draft.forget_frames(self._frames_kept)
        self.room = draft

    def _go_on(self) -> None:
        """Handle the next request, after reading announced entries of other processes."""
        if self._heard_of > self.room.seq and not self.busy and not self.has_left:
            self.busy = True
            self._reading = self.loop.create_task(self._catch_up(None))
        while self._waiting and not self.busy:
            self._perform(self._waiting.popleft())

    # --- Entries of other processes --------------------------------------------------------------------------------

    def hear(self, rows: Sequence[LogRow]) -> None:
        """Apply rows of the log that another process has committed."""
        added = [row for row in rows if row.seq > self.room.seq]
        if not added or self.has_left:
            return
        if self.busy:
            self.hear_of(added[-1].seq)
        else:
            self._follow(added)

    def hear_hint(self, rows: Sequence[LogRow]) -> Followed | None:
        """Apply rows that another process says it has committed, if they fit; otherwise read the log.

        Rows fit if they come next and lead to the positions of their fingerprints. Rows without a fingerprint are read
        from the log. The caller has to run the result at once, with those of the other rooms in the same message.
        """
        added = [row for row in rows if row.seq > self.room.seq]
        if not added or self.has_left:
            return None
        if not self.busy and all(row.fingerprint is not None for row in added):
            draft = self.room.copy()
            try:
                steps = self._steps(draft, added)
            except Exception as error:
                logger.debug("a message from another process does not fit: %s", error, extra={"table": self.room.id})
            else:
                return self._show(draft, steps)
        self.hear_of(added[-1].seq)
        return None

    def hear_of(self, seq: int) -> None:
        """Note that another process has reached this entry, and read the missing ones from the log."""
        self._heard_of = max(self._heard_of, seq)
        self._go_on()

    async def catch_up(self) -> None:
        """Apply everything committed before this call."""
        rows = await self._store.log_after(self.room.id, self.room.seq)
        self.hear(rows)
        if self.busy:  # a commit under way may end without reading the log
            await self.when_committed(partial(self.hear, rows))

    async def _catch_up(self, overtaken: _Request | None) -> None:
        """Read what other processes have committed while requests wait; then try the overtaken request again."""
        known, refusal = self.room.seq, None
        try:
            self._follow(await self._store.log_after(self.room.id, known))
            if overtaken is not None and self.room.seq == known and not self.has_left:
                self._fail("another process wrote first, but its entry is not in the log")
        except Refusal as error:
            refusal = error
        except Exception as error:  # whatever the database holds, no request may wait forever
            self._fail(f"entries of another process cannot be read: {error}")
        self._heard_of = 0
        self.busy = False
        if overtaken is not None and refusal is not None:
            overtaken.done(refusal)
        elif overtaken is not None:
            self._perform(overtaken)
        self._go_on()

    def _follow(self, rows: Sequence[LogRow]) -> None:
        """Apply rows of the log, and send them."""
        draft = self.room.copy()
        try:
            steps = self._steps(draft, rows)
        except Exception as error:
            self._fail(f"entries of another process cannot be applied: {error}")
            return
        if steps:
            followed = self._show(draft, steps)
            followed.send()
            followed.take_note()

    def _steps(self, draft: Room, rows: Sequence[LogRow]) -> list[_Step]:
        """Apply rows of other processes to a draft."""
        steps = []
        for row in rows:
            steps.append(step := self._apply(draft, entry_of(row)))
            if step.frame.fingerprint != row.fingerprint:
                raise ValueError(f"entry {row.seq} leads to a different position here")
        return steps

    def _show(self, draft: Room, steps: list[_Step]) -> Followed:
        """Replace the room with what another process has committed."""
        self.follows = True
        self._swap(draft)
        messages = [message for step in steps for message in step.messages]
        send, take_note = partial(self.listeners.send, messages), partial(self._take_note, steps)
        return Followed(partial(self._do_or_fail, send), partial(self._do_or_fail, take_note))

    def _do_or_fail(self, do: Callable[[], None]) -> None:
        """Do what follows from a commit. If it fails, only this room is reloaded, and its listeners miss nothing."""
        try:
            do()
        except Exception as error:
            self._fail(f"what was committed could not be shown: {error!r}")

    # --- After a commit --------------------------------------------------------------------------------------------

    def _take_note(self, steps: list[_Step]) -> None:
        """Do what follows from committed changes."""
        if any(isinstance(step.entry.change, entries.Leave) for step in steps):
            self._unseat()
        if self.room.closed:
            self.listeners.send_away(1000, "closed")
        has_moved_on = any(step.frame.fingerprint is not None for step in steps)
        self.scheduler.note([step.entry.change for step in steps], has_moved_on)

    def _count(self, steps: list[_Step]) -> None:
        for step in steps:
            if isinstance(step.entry.change, entries.Move):
                metrics.MOVES.add(label=step.entry.change.by)
                if step.frame.events[-1].kind == "game over":
                    metrics.GAMES_FINISHED.add()

    def _unseat(self) -> None:
        """Turn listeners whose seats were given up into spectators."""
        for listener in self.listeners:
            if self.room.number(listener.seat) is None and not self.room.is_host(listener.seat):
                listener.seat = None

    def _fail(self, why: str) -> None:
        logger.error("table %s is being reloaded: %s", self.room.id, why, extra={"table": self.room.id})
        self.stop(1011, "the table is being reloaded")
        self._on_failure(self)

    def stop(self, code: int, reason: str) -> None:
        """Leave memory: stop timers and send listeners away."""
        self.has_left = True
        self.scheduler.stop()
        self.attendance.stop()
        self.listeners.send_away(code, reason)
        self.listeners = Audience()
