"""The store: rooms and their logs in SQLite or PostgreSQL.

Nothing is acknowledged before it is committed. To make that cheap, commits are shared: everything that has come in
from all tables by the time the event loop is through with it goes into one transaction.

SQLite commits right in the event loop: a commit takes less than a millisecond, and a thread that shares Python's lock
with a busy loop spends more than that on waiting for its turn (a third more moves a second at ten tables, measured).
What can take longer is done in a thread, while the next writes gather: copying the write-ahead log into the database,
and a commit that has to wait because another program writes to the database. PostgreSQL may be far away: the event
loop sends it a transaction, and hears when it is committed (``postgresql.py``). What it refuses, and what opens a
table, goes through the thread, which finds out why. That, and all reading, is done with plain SQLAlchemy engines: with
the async one a transaction of one row takes three times as long.

SQLite runs with a write-ahead log and ``synchronous=FULL``: the log is flushed to the disk at every commit. NORMAL
would survive a killed server, too (the operating system has the pages by then), but not a power cut.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple, TypeVar

import msgspec
import sqlalchemy as sa

from knockroll.server import metrics
from knockroll.server.errors import Code, Refusal
from knockroll.server.storage import statements
from knockroll.server.storage.database import make_engine, reason
from knockroll.server.storage.migrations import upgrade
from knockroll.server.storage.postgresql import EventLoopCommits, RolledBack
from knockroll.server.storage.queries import (
    Outcome,
    StoredRoom,
    delete_room,
    entries_after,
    last_numbers,
    load_room,
    old_rooms,
)
from knockroll.server.storage.schema import LAST_AT, ROOMS, SNAPSHOTS
from knockroll.server.storage.statements import Batch, Done, LogRow, Rows, Write
from knockroll.server.tables.entries import Entry, encode
from knockroll.server.tables.room import Plan, Status
from knockroll.server.tables.snapshots import Snapshot

logger = logging.getLogger("knockroll.server")
T = TypeVar("T")
A = TypeVar("A")
MOST_IN_ONE_COMMIT = 1000
MOST_WAL_PAGES = 4000
"""SQLite's write-ahead log is copied into the database, and begun anew, when about so many pages were written to it,
16 MB. Entries of different tables lie on different pages, so that a commit of 100 tables writes 400 kB: to do so after
every ten of them costs a tenth of all moves a second (measured). It is copied while tables play on; they wait only
while the rest is, and the file begun anew. That stays as long as it is, for a commit that makes it longer takes twice
as long as one that writes over what was there (measured)."""
WAL_STEP = 1000
"""If somebody who reads hinders that, it is tried again after so many more."""
PAGES_OF_A_ROW = 8
"""At most, with its indexes, for rows of all tables but the log: its rows are a page each."""
READ_SECONDS = 8.0
LOOK_SECONDS = 10.0
"""If whoever opened a room is gone by then, another process looks at it."""
AWAY_SECONDS = 5
"""When it is worth trying again after the database did not answer."""


class RoomState(NamedTuple):
    """What a room's row says of it, beside the plan."""

    status: Status
    people: int
    """How many people sit there."""


class Overtaken(Exception):
    """Another process has written to the room first, so the numbers of these entries are taken."""


class Store:
    """One database. Its methods are called in the event loop of the tables; what takes long is done in threads."""

    def __init__(self, url: str) -> None:
        self.engine = make_engine(url)
        self._is_sqlite = self.engine.dialect.name == "sqlite"
        self._impatient = make_engine(url, patience=0) if self._is_sqlite else self.engine
        """What the event loop reaches SQLite with: it waits for nobody."""
        self._here: sa.Connection | None = None
        """A connection of that which stays open: to have one from a pool takes as long as some rows (measured)."""
        self._wal_pages = 0
        """How many pages were written to SQLite's write-ahead log since it was begun anew, about."""
        self._copying_wal: asyncio.Future[bool] | None = None
        self._wal_is_copied = False
        self._away_since: float | None = None
        self._readers = ThreadPoolExecutor(4, "store reader")
        self._thread = ThreadPoolExecutor(1, "store")
        self._commits: EventLoopCommits | None = None
        """The connection to PostgreSQL that the event loop commits with."""
        self._waiting: list[Write] = []
        self._idle = asyncio.Event()
        self._idle.set()
        self._closing = False
        self.on_commit: Callable[[list[LogRow]], None] | None = None
        """Is told the rows of the log that were committed, once for all that were committed together."""

    async def open(self) -> None:
        """Bring the schema up to date."""
        self._home = asyncio.get_running_loop()
        await asyncio.to_thread(upgrade, self.engine)
        await asyncio.to_thread(self._connect)

    async def close(self) -> None:
        """Write what is left and disconnect."""
        self._closing = True
        await self._idle.wait()
        await asyncio.to_thread(self._thread.shutdown)
        await asyncio.to_thread(self._readers.shutdown)
        if self._commits is not None:
            self._commits.close()
        if self._here is not None:
            self._here.close()
        self.engine.dispose()
        self._impatient.dispose()

    # --- Writing ---------------------------------------------------------------------------------------------------

    def append(
        self,
        room: str,
        entries: Sequence[Entry],
        state: RoomState | None,
        done: Done,
        snapshot: Snapshot | None = None,
        tell: Callable[[], None] | None = None,
    ) -> None:
        """Add entries to a room's log, all or none; ``state`` if it has changed. ``done`` is called when committed.

        ``tell`` is called before that, for all rooms that share the commit: sending is done in one go, and everything
        else after it. A move costs less so (measured), and who waits for an answer has it sooner.
        """
        rows = [LogRow(room, e.seq, e.change.kind, encode(e.change), e.at, e.fingerprint) for e in entries]
        states: Rows = ()
        if state is not None:
            told = {"status": state.status.value, "people": state.people, "changed": entries[-1].at}
            states = [{"b_id": room, **told}]
        taken: Rows = () if snapshot is None else [{"room": room, **snapshot._asdict()}]
        self._put(Write(done, log=rows, states=states, snapshots=taken, tell=tell))

    async def create(self, room: str, plan: Plan, secret: bytes) -> None:
        """Add a room."""
        row = {
            "id": room,
            "game": plan.game,
            "plan": msgspec.json.encode(plan).decode(),
            "secret": secret,
            "public": plan.public,
            "created": plan.created,
            "status": Status.OPEN.value,
            "changed": plan.created,
            "people": 0,
            "visited": False,
            "look_at": plan.created + LOOK_SECONDS,
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
            self._home.call_soon(self._write)  # after everything else that has come in by now

    def _write(self) -> None:
        """Commit what has gathered."""
        batch, self._waiting = self._waiting[:MOST_IN_ONE_COMMIT], self._waiting[MOST_IN_ONE_COMMIT:]
        if self._is_sqlite and self._commits_at_once(batch):
            self._report([(write, None) for write in batch])
        elif self._commits is not None and self._commits.is_ready and not any(write.rooms for write in batch):
            prepared = statements.statements(Batch.of(batch))
            self._commits.commit(prepared, partial(self._take_answer, batch, time.perf_counter()))
        else:
            self._write_in_thread(batch)

    def _write_in_thread(self, batch: list[Write]) -> None:
        committing = self._home.run_in_executor(self._thread, self._commit, batch)
        committing.add_done_callback(lambda done: self._report(done.result()))

    def _take_answer(self, batch: list[Write], begun: float, error: Exception | None) -> None:
        """PostgreSQL has committed writes, or not; if it refused them, the thread finds out which, and why."""
        if isinstance(error, RolledBack):
            self._write_in_thread(batch)
            return
        if error is None:
            metrics.COMMIT_SECONDS.observe(time.perf_counter() - begun)
        else:
            metrics.COMMIT_ERRORS.add()
        self._report([(write, error) for write in batch])

    def _connect(self) -> None:
        """Have a connection to PostgreSQL for the event loop, if that is possible now."""
        if self._is_sqlite or (self._commits is not None and not self._commits.is_lost):
            return
        try:
            self._commits = EventLoopCommits(self.engine)
            self._home.call_soon_threadsafe(self._commits.watch)
        except Exception as error:
            logger.warning("the database is reached through a thread: %s", reason(error))

    def _commits_at_once(self, batch: list[Write]) -> bool:
        """Whether the event loop could commit writes by itself; if not, the thread finds out why, and may wait."""
        begun = time.perf_counter()
        try:
            if self._here is None:
                self._here = self._impatient.connect()
            self._transact(batch, self._here)
        except Exception:
            return False
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - begun)
        return True

    def _commit(self, batch: list[Write]) -> list[tuple[Write, Exception | None]]:
        """Commit writes; each of them with the error if that was not possible."""
        begun = time.perf_counter()
        try:
            with self.engine.connect() as connection:
                self._transact(batch, connection)
        except sa.exc.IntegrityError as error:
            return self._commit_without_overtaken(batch, error)
        except Exception as error:
            metrics.COMMIT_ERRORS.add()
            return [(write, error) for write in batch]
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - begun)
        self._connect()
        return [(write, None) for write in batch]

    def _commit_without_overtaken(self, batch: list[Write], error: Exception) -> list[tuple[Write, Exception | None]]:
        """Somebody else wrote to some of these rooms: they were first, and the others pass."""
        try:
            with self.engine.connect() as connection:
                last = last_numbers(connection, [write.log[0].room for write in batch if write.log])
        except sa.exc.SQLAlchemyError as away:
            return [(write, away) for write in batch]
        late = [bool(write.log) and last.get(write.log[0].room, 0) >= write.log[0].seq for write in batch]
        metrics.OVERTAKEN.add(sum(late))
        outcomes: list[tuple[Write, Exception | None]]
        outcomes = [(write, Overtaken()) for write, is_late in zip(batch, late, strict=True) if is_late]
        rest = [write for write, is_late in zip(batch, late, strict=True) if not is_late]
        if outcomes:
            return outcomes + self._commit(rest) if rest else outcomes
        if len(batch) == 1:  # it is another reason, such as that the room has been deleted
            metrics.COMMIT_ERRORS.add()
            return [(batch[0], error)]
        return [outcome for write in batch for outcome in self._commit([write])]

    def _report(self, outcomes: list[tuple[Write, Exception | None]]) -> None:
        """Tell those who wait, and go on with what has come in meanwhile."""
        rows = [row for write, error in outcomes if error is None for row in write.log]
        reports: list[Callable[[], None]]
        reports = [write.tell for write, error in outcomes if error is None and write.tell is not None]
        # what the last room needs is the likeliest to be in the cache still
        reports += [partial(write.done, error) for write, error in reversed(outcomes)]
        for report in reports:
            try:
                report()
            except Exception:  # one room's trouble must not stop the writing of all others
                logger.exception("a commit could not be told")
        metrics.COMMITTED.add(len(rows))
        if self.on_commit is not None and rows:
            self.on_commit(rows)
        if self._is_sqlite:
            others = sum(len(write.rooms) + len(write.states) + len(write.snapshots) for write, _ in outcomes)
            self._wal_pages += len(rows) + others * PAGES_OF_A_ROW
        if self._wal_is_copied:
            self._wal_is_copied = False
            beginning = self._home.run_in_executor(self._thread, self._begin_wal_anew)
            beginning.add_done_callback(lambda _: self._go_on())
            return
        if self._wal_pages > MOST_WAL_PAGES and self._copying_wal is None:
            self._copying_wal = self._home.run_in_executor(self._thread, self._checkpoint, "PASSIVE")
            self._copying_wal.add_done_callback(self._when_wal_is_copied)
        self._go_on()

    def _go_on(self) -> None:
        if self._waiting:
            self._home.call_soon(self._write)
        else:
            self._idle.set()

    def _when_wal_is_copied(self, _: asyncio.Future[bool]) -> None:
        """Most of the write-ahead log is in the database: after the next commit, the little that has come since is."""
        self._copying_wal = None
        self._wal_is_copied = True

    def _begin_wal_anew(self) -> None:
        """Copy the rest of the write-ahead log; nobody writes meanwhile, so only a reader can hinder it."""
        self._wal_pages = 0 if self._checkpoint("RESTART") else MOST_WAL_PAGES - WAL_STEP

    def _checkpoint(self, mode: str) -> bool:
        """Copy the write-ahead log into the database, as far as possible; whether nobody hindered it."""
        try:
            with self._impatient.connect() as connection:
                return not connection.exec_driver_sql(f"PRAGMA wal_checkpoint({mode})").one()[0]
        except sa.exc.SQLAlchemyError as error:
            logger.warning("the write-ahead log could not be copied: %s", reason(error))
            return False

    def _transact(self, batch: list[Write], connection: sa.Connection) -> None:
        with connection.begin():
            statements.write(connection, Batch.of(batch))

    # --- Reading ---------------------------------------------------------------------------------------------------

    async def _read(self, read: Callable[[A], T], what: A) -> T:
        """Ask the database something."""
        return await self._ask(self._readers, read, what)

    async def _ask(self, thread: ThreadPoolExecutor, ask: Callable[[A], T], what: A) -> T:
        """Ask the database in a thread; it is said once that it does not answer, and once that it does again."""
        try:
            async with asyncio.timeout(READ_SECONDS):
                found = await self._home.run_in_executor(thread, ask, what)
        except (sa.exc.SQLAlchemyError, OSError) as error:  # a timeout is an OSError, too
            if self._away_since is None:
                self._away_since = time.monotonic()
                logger.warning("the database does not answer: %s", reason(error))
            raise Refusal(Code.UNAVAILABLE, "the database does not answer", AWAY_SECONDS) from None
        if self._away_since is not None:
            logger.warning("the database answers again, after %.0f s", time.monotonic() - self._away_since)
            self._away_since = None
        return found

    async def load(self, room: str, frames_kept: int | None = None) -> StoredRoom | None:
        """A room with all that happened in it; or, if there is one, with a snapshot, and so many entries at least."""
        return await self._read(self._load, (room, frames_kept))

    def _load(self, what: tuple[str, int | None]) -> StoredRoom | None:
        with self.engine.connect() as connection:
            return load_room(connection, *what)

    async def entries_after(self, room: str, seq: int) -> list[Entry]:
        """What has happened in a room since an entry."""
        return await self.run(lambda connection: entries_after(connection, room, seq))

    async def run(self, do: Callable[[sa.Connection], T]) -> T:
        """Do something with the database in a transaction of its own, in a thread."""
        return await self._read(self._run, do)

    def _run(self, do: Callable[[sa.Connection], T]) -> T:
        with self.engine.begin() as connection:
            return do(connection)

    async def listed(self, statuses: Sequence[Status], game: str | None, since: float, limit: int) -> list[str]:
        """The public rooms where something has happened lately, the newest first."""
        query = (
            sa.select(ROOMS.c.id)
            .where(ROOMS.c.public, ROOMS.c.status.in_([status.value for status in statuses]))
            .where(since <= LAST_AT)
            .order_by(ROOMS.c.created.desc())
            .limit(limit)
        )
        if game is not None:
            query = query.where(ROOMS.c.game == game)
        return await self._read(self._ids, query)

    async def waiting(self, among: Sequence[str]) -> set[str]:
        """Those of some rooms that are not closed, and where nobody sits."""
        nobody_there = (ROOMS.c.people == 0, ROOMS.c.status != Status.CLOSED.value)
        return set(await self._read(self._ids, sa.select(ROOMS.c.id).where(ROOMS.c.id.in_(among), *nobody_there)))

    async def forgotten(self, before: float, after: str, limit: int) -> list[str]:
        """Rooms without people that are not closed although nothing has happened in them for long, ids from one on."""
        query = (
            sa.select(ROOMS.c.id)
            .where(ROOMS.c.people == 0, ROOMS.c.status != Status.CLOSED.value, ROOMS.c.changed < before)
            .where(before > LAST_AT, ROOMS.c.id > after)
            .order_by(ROOMS.c.id)
            .limit(limit)
        )
        return await self._read(self._ids, query)

    async def old(self, outcome: Outcome, before: float, after: str, limit: int) -> list[str]:
        """Rooms that have come to this, and in which nothing has happened since a time, ids from one on."""
        query = old_rooms(outcome, before).where(ROOMS.c.id > after).order_by(ROOMS.c.id).limit(limit)
        return await self._read(self._ids, query)

    async def delete(self, room: str) -> None:
        """Delete a room that is not in memory, with its log; writes that come in meanwhile wait for it."""
        await self._ask(self._thread, self._delete, room)

    def _delete(self, room: str) -> None:
        with self.engine.begin() as connection:
            delete_room(connection, room)

    async def keep_snapshot(self, room: str, snapshot: Snapshot) -> None:
        """Keep a snapshot of a room in the place of all others."""
        await self._ask(self._thread, self._keep_snapshot, (room, snapshot))

    def _keep_snapshot(self, what: tuple[str, Snapshot]) -> None:
        room, snapshot = what
        with self.engine.begin() as connection:
            connection.execute(sa.delete(SNAPSHOTS).where(SNAPSHOTS.c.room == room))
            connection.execute(statements.INSERT_SNAPSHOT, {"room": room, **snapshot._asdict()})

    async def check(self) -> None:
        """Refuse if the database does not take a commit."""
        await self._read(self._touch, sa.text("UPDATE alembic_version SET version_num = version_num"))

    def _touch(self, statement: sa.TextClause) -> None:
        with self.engine.begin() as connection:
            connection.execute(statement)

    def _ids(self, query: sa.Select[str]) -> list[str]:
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())
