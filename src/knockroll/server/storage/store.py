"""The store: rooms and their logs in a database.

Nothing is acknowledged before it is committed. To make that cheap, commits are shared: everything that arrives from all
tables in one round of the event loop goes into one transaction. How a transaction is committed without
blocking the loop is up to the database (:mod:`.sqlite`, :mod:`.postgresql`); what it cannot commit that way goes
through a thread. Reading is done in threads.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TypeVar

import sqlalchemy as sa

from knockroll.server import metrics
from knockroll.server.errors import Code, Refusal
from knockroll.server.storage import queries
from knockroll.server.storage.backends import database_at
from knockroll.server.storage.database import Database, Progress, RolledBack, reason
from knockroll.server.storage.migrations import upgrade
from knockroll.server.storage.queries import Outcome
from knockroll.server.storage.rows import (
    Done,
    LogRow,
    RoomRow,
    RoomState,
    Rows,
    Snapshot,
    SnapshotFilter,
    Status,
    StoredRoom,
    Write,
    WriteBatch,
)

logger = logging.getLogger("knockroll.server")
T = TypeVar("T")
A = TypeVar("A")
MOST_IN_ONE_COMMIT = 1000
READ_SECONDS = 8.0
LOOK_SECONDS = 10.0
"""How soon another process looks at a new room, in case the process that created it is gone."""
AWAY_SECONDS = 5
"""Seconds to wait before trying again after the database did not respond."""


class Overtaken(Exception):
    """Another process wrote to the room first, so the numbers of these entries are taken."""


class Store:
    """One database. Its methods are called in the event loop of the tables; slow work is done in threads."""

    def __init__(self, database: str | Database) -> None:
        """``database`` is the database, or its SQLAlchemy URL."""
        self.database = database_at(database) if isinstance(database, str) else database
        self._away_since: float | None = None
        self._readers = ThreadPoolExecutor(4, "store reader")
        self._waiting: list[Write] = []
        self._idle = asyncio.Event()
        self._idle.set()
        self._closing = False
        self.on_commit: Callable[[list[LogRow]], None] | None = None
        """Called with the rows added to the log, once for each commit."""

    async def open(self) -> None:
        """Bring the schema up to date."""
        self._home = asyncio.get_running_loop()
        await asyncio.to_thread(upgrade, self.database)
        await self.database.open()

    async def close(self) -> None:
        """Write what is left and disconnect."""
        self._closing = True
        await self._idle.wait()
        await asyncio.to_thread(self.database.thread.shutdown)
        await asyncio.to_thread(self._readers.shutdown)
        self.database.dispose()

    # --- Writing ---------------------------------------------------------------------------------------------------

    def append(
        self,
        log: Sequence[LogRow],
        state: RoomState | None,
        done: Done,
        snapshot: Snapshot | None = None,
        send: Callable[[], None] | None = None,
    ) -> None:
        """Add rows to a room's log, all or none, with ``state`` if it has changed. ``done`` is called when committed.

        ``send`` is called before that, for all rooms that share the commit: all sending is done first, everything else
        after it. That makes a move cheaper (measured), and clients have their answers sooner.
        """
        room = log[0].room
        states: Rows = ()
        if state is not None:
            states = [
                {"b_id": room, "status": state.status.value, "people": state.people, "changed": log[-1].at},
            ]
        snapshots: Rows = () if snapshot is None else [{"room": room, **snapshot._asdict()}]
        self._put(Write(done, log=log, states=states, snapshots=snapshots, send=send))

    async def create(self, room: RoomRow) -> None:
        """Add a room."""
        row = {
            **room._asdict(),
            "status": Status.OPEN.value,
            "changed": room.created,
            "people": 0,
            "visited": False,
            "look_at": room.created + LOOK_SECONDS,
        }
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: Exception | None) -> None:
            if not future.done():
                future.set_result(None) if error is None else future.set_exception(error)

        self._put(Write(done, rooms=[row]))
        await future

    def _put(self, write: Write) -> None:
        if self._closing:
            write.done(ConnectionError("the store is closed"))
            return
        self._waiting.append(write)
        if self._idle.is_set():
            self._idle.clear()
            self._home.call_soon(self._write)  # after everything else that has arrived by now

    def _write(self) -> None:
        """Commit what has gathered."""
        writes, self._waiting = self._waiting[:MOST_IN_ONE_COMMIT], self._waiting[MOST_IN_ONE_COMMIT:]
        progress = self.database.commit_here(_gather(writes), partial(self._when_committed_here, writes))
        if progress is Progress.COMMITTED:
            self._report([(write, None) for write in writes])
        elif progress is Progress.NOT_POSSIBLE:
            self._write_in_thread(writes)

    def _when_committed_here(self, writes: list[Write], error: Exception | None) -> None:
        """Report writes that the database has answered; if it refused them, the thread finds out which, and why."""
        if isinstance(error, RolledBack):
            self._write_in_thread(writes)
            return
        if error is not None:
            metrics.COMMIT_ERRORS.add()
        self._report([(write, error) for write in writes])

    def _write_in_thread(self, writes: list[Write]) -> None:
        committing = self._home.run_in_executor(self.database.thread, self._commit, writes)
        committing.add_done_callback(lambda done: self._report(done.result()))

    def _commit(self, writes: list[Write]) -> list[tuple[Write, Exception | None]]:
        """Commit writes; return each with None or its error."""
        begun = time.perf_counter()
        try:
            self.database.commit(_gather(writes))
        except sa.exc.IntegrityError as error:
            return self._commit_without_overtaken(writes, error)
        except Exception as error:
            metrics.COMMIT_ERRORS.add()
            return [(write, error) for write in writes]
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - begun)
        self.database.committed_by_thread()
        return [(write, None) for write in writes]

    def _commit_without_overtaken(self, batch: list[Write], error: Exception) -> list[tuple[Write, Exception | None]]:
        """Commit the writes to rooms where no other process wrote first."""
        try:
            with self.database.engine.connect() as connection:
                last = queries.last_numbers(connection, [write.log[0].room for write in batch if write.log])
        except sa.exc.SQLAlchemyError as away:
            return [(write, away) for write in batch]
        late = [bool(write.log) and last.get(write.log[0].room, 0) >= write.log[0].seq for write in batch]
        metrics.OVERTAKEN.add(sum(late))
        outcomes: list[tuple[Write, Exception | None]]
        outcomes = [(write, Overtaken()) for write, is_late in zip(batch, late, strict=True) if is_late]
        rest = [write for write, is_late in zip(batch, late, strict=True) if not is_late]
        if outcomes:
            return outcomes + self._commit(rest) if rest else outcomes
        if len(batch) == 1:  # refused for another reason, for example because the room was deleted
            metrics.COMMIT_ERRORS.add()
            return [(batch[0], error)]
        return [outcome for write in batch for outcome in self._commit([write])]

    def _report(self, outcomes: list[tuple[Write, Exception | None]]) -> None:
        """Report the outcomes, and go on with what has arrived meanwhile."""
        rows = [row for write, error in outcomes if error is None for row in write.log]
        reports: list[Callable[[], None]]
        reports = [write.send for write, error in outcomes if error is None and write.send is not None]
        # the last room's data are the most likely to be in the processor's cache still
        reports += [partial(write.done, error) for write, error in reversed(outcomes)]
        for report in reports:
            try:
                report()
            except Exception:  # trouble in one room must not stop the writes of all others
                logger.exception("a commit could not be reported")
        metrics.COMMITTED.add(len(rows))
        if self.on_commit is not None and rows:
            self.on_commit(rows)
        tidying = self.database.tidy_up()
        if tidying is None:
            self._go_on()
        else:
            tidying.add_done_callback(lambda _: self._go_on())

    def _go_on(self) -> None:
        if self._waiting:
            self._home.call_soon(self._write)
        else:
            self._idle.set()

    # --- Reading ---------------------------------------------------------------------------------------------------

    async def _ask(self, thread: ThreadPoolExecutor, ask: Callable[[A], T], what: A) -> T:
        """Query the database in a thread. The log says once that it does not respond, and once that it does again."""
        try:
            async with asyncio.timeout(READ_SECONDS):
                found = await self._home.run_in_executor(thread, ask, what)
        except (sa.exc.SQLAlchemyError, OSError) as error:  # a timeout is also an OSError
            if self._away_since is None:
                self._away_since = time.monotonic()
                logger.warning("the database does not respond: %s", reason(error))
            raise Refusal(Code.UNAVAILABLE, "the database does not respond", AWAY_SECONDS) from None
        if self._away_since is not None:
            logger.warning("the database responds again, after %.0f s", time.monotonic() - self._away_since)
            self._away_since = None
        return found

    async def run(self, do: Callable[[sa.Connection], T]) -> T:
        """Do something in a transaction, in a thread."""
        return await self._ask(self._readers, self._transact, do)

    def _transact(self, do: Callable[[sa.Connection], T]) -> T:
        with self.database.engine.begin() as connection:
            return do(connection)

    async def load(self, room: str, wanted: SnapshotFilter | None = None) -> StoredRoom | None:
        """A room with its whole log or, if a snapshot passes the filter, with that and the log after it."""
        return await self.run(lambda connection: queries.load_room(connection, room, wanted))

    async def log_after(self, room: str, seq: int) -> list[LogRow]:
        """The rows of a room's log after an entry."""
        return await self.run(lambda connection: queries.log_after(connection, room, seq))

    async def listed(self, statuses: Sequence[Status], game: str | None, since: float, limit: int) -> list[str]:
        """The public rooms where something has happened lately, newest first."""
        return await self.run(lambda connection: queries.listed(connection, statuses, game, since, limit))

    async def waiting(self, among: Sequence[str]) -> set[str]:
        """The rooms among these that are not closed and where no one sits."""
        return await self.run(lambda connection: queries.waiting(connection, among))

    async def forgotten(self, before: float, after: str, limit: int) -> list[str]:
        """Open rooms without people where nothing has happened since ``before``; ids greater than ``after``."""
        return await self.run(lambda connection: queries.forgotten(connection, before, after, limit))

    async def old(self, outcome: Outcome, before: float, after: str, limit: int) -> list[str]:
        """Rooms with this outcome where nothing has happened since ``before``; ids greater than ``after``."""
        return await self.run(lambda connection: queries.old(connection, outcome, before, after, limit))

    async def delete(self, room: str) -> None:
        """Delete a room that is not in memory, with its log; writes that arrive meanwhile wait."""
        await self._write_alone(lambda connection: self.database.delete_room(connection, room))

    async def keep_snapshot(self, room: str, snapshot: Snapshot) -> None:
        """Replace all snapshots of a room with this one."""
        await self._write_alone(lambda connection: queries.keep_snapshot(connection, room, snapshot))

    async def _write_alone(self, do: Callable[[sa.Connection], None]) -> None:
        """Write something in the thread for writes, which does one thing at a time."""
        await self._ask(self.database.thread, self._transact, do)

    async def check(self) -> None:
        """Refuse if the database cannot commit."""
        await self.run(queries.touch)


def _gather(writes: Sequence[Write]) -> WriteBatch:
    """The rows of all these writes, by table."""
    return WriteBatch(
        [row for write in writes for row in write.rooms],
        [row for write in writes for row in write.log],
        [row for write in writes for row in write.states],
        [row for write in writes for row in write.snapshots],
    )
