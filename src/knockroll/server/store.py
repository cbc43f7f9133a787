"""The store: rooms and their logs in SQLite or PostgreSQL.

Nothing is acknowledged before it is committed. To make that cheap, commits are shared: everything that has come in
from all tables by the time the event loop is through with it goes into one transaction.

SQLite commits right in the event loop: a commit takes less than a millisecond, and a thread that shares Python's lock
with a busy loop spends more than that on waiting for its turn (a third more moves a second at ten tables, measured).
What can take longer, copying the write-ahead log into the database, is done in a thread. PostgreSQL may be far away,
so its transactions run in a thread of their own; while one is on its way, the next gathers. Both use the same plain
SQLAlchemy engine: with the async one a transaction of one row takes three times as long.

SQLite runs with a write-ahead log and ``synchronous=FULL``: the log is flushed to the disk at every commit. NORMAL
would survive a killed server, too (the operating system has the pages by then), but not a power cut.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

import msgspec
import sqlalchemy as sa

from knockroll.server import metrics
from knockroll.server.entries import Entry, decode, encode
from knockroll.server.migrations import upgrade
from knockroll.server.room import Plan, Status

logger = logging.getLogger("knockroll.server")
MOST_IN_ONE_COMMIT = 1000
ROWS_BEFORE_CHECKPOINT = 2000
"""SQLite's write-ahead log is copied into the database after so many rows."""

METADATA = sa.MetaData()

ROOMS = sa.Table(
    "rooms",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("plan", sa.Text, nullable=False),
    sa.Column("secret", sa.LargeBinary(32), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    # these two only repeat what the log says, so that lists need no replay
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("changed", sa.Double, nullable=False),
    sa.Index("rooms_listed", "status", "public", "created"),
)

LOG = sa.Table(
    "log",
    METADATA,
    sa.Column("room", sa.String(16), sa.ForeignKey("rooms.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sqlite_with_rowid=False,
)


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room as it was stored: what it takes to replay it."""

    id: str
    plan: Plan
    secret: bytes
    entries: tuple[Entry, ...]


Done = Callable[[Exception | None], None]
"""Called when entries are committed, or with the error if they are not."""


@dataclass(slots=True)
class _Write:
    rooms: list[dict[str, Any]] = field(default_factory=list)
    log: list[dict[str, Any]] = field(default_factory=list)
    states: list[dict[str, Any]] = field(default_factory=list)
    done: Done = lambda error: None


class Store:
    """One database. Its methods are called in the event loop of the tables; what takes long is done in threads."""

    def __init__(self, url: str) -> None:
        self.engine = _make_engine(url)
        self._is_sqlite = self.engine.dialect.name == "sqlite"
        self._thread = ThreadPoolExecutor(1, "store")
        self._waiting: list[_Write] = []
        self._idle = asyncio.Event()
        self._idle.set()
        self._closing = False
        self._rows = 0

    async def open(self) -> None:
        """Bring the schema up to date."""
        self._home = asyncio.get_running_loop()
        await asyncio.to_thread(upgrade, self.engine)

    async def close(self) -> None:
        """Write what is left and disconnect."""
        self._closing = True
        await self._idle.wait()
        await asyncio.to_thread(self._thread.shutdown)
        self.engine.dispose()

    # --- Writing ---------------------------------------------------------------------------------------------------

    def append(self, room: str, entries: Sequence[Entry], status: Status | None, done: Done) -> None:
        """Add entries to a room's log, all or none, and call ``done`` when that is committed."""
        rows = [
            {"room": room, "seq": e.seq, "kind": e.change.kind, "data": encode(e.change), "at": e.at} for e in entries
        ]
        states = []
        if status is not None:
            states.append({"b_id": room, "status": status.value, "changed": entries[-1].at})
        self._put(_Write(log=rows, states=states, done=done))

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
        }
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: Exception | None) -> None:
            if not future.done():
                future.set_result(None) if error is None else future.set_exception(error)

        self._put(_Write(rooms=[row], done=done))
        await future

    def _put(self, write: _Write) -> None:
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
        if self._is_sqlite:
            self._report(self._commit(batch))
        else:
            committing = self._home.run_in_executor(self._thread, self._commit, batch)
            committing.add_done_callback(lambda done: self._report(done.result()))

    def _commit(self, batch: list[_Write]) -> list[tuple[_Write, Exception | None]]:
        """Commit writes; each of them with the error if that was not possible."""
        begun = time.perf_counter()
        try:
            self._transact(batch)
        except sa.exc.IntegrityError as error:
            # somebody else wrote to one of these rooms: find out whose entry it was, and let the others pass
            if len(batch) == 1:
                metrics.COMMIT_ERRORS.add()
                return [(batch[0], error)]
            return [outcome for write in batch for outcome in self._commit([write])]
        except Exception as error:
            metrics.COMMIT_ERRORS.add()
            logger.error("the database did not take %d writes: %s", len(batch), type(error).__name__)
            return [(write, error) for write in batch]
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - begun)
        return [(write, None) for write in batch]

    def _report(self, outcomes: list[tuple[_Write, Exception | None]]) -> None:
        """Tell those who wait, and go on with what has come in meanwhile."""
        rows = 0
        for write, error in outcomes:
            if error is None:
                rows += len(write.log)
            try:
                write.done(error)
            except Exception:  # one room's trouble must not stop the writing of all others
                logger.exception("a commit could not be told")
        metrics.COMMITTED.add(rows)
        self._rows += rows
        if self._is_sqlite and self._rows >= ROWS_BEFORE_CHECKPOINT:
            self._rows = 0
            self._thread.submit(self._checkpoint)
        if self._waiting:
            self._home.call_soon(self._write)
        else:
            self._idle.set()

    def _checkpoint(self) -> None:
        with self.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(PASSIVE)")

    def _transact(self, batch: list[_Write]) -> None:
        rooms = [row for write in batch for row in write.rooms]
        log = [row for write in batch for row in write.log]
        states = [row for write in batch for row in write.states]
        with self.engine.begin() as connection:
            if rooms:
                connection.execute(_INSERT_ROOM, rooms)
            if log:
                connection.execute(_INSERT_LOG, log)
            if states:
                connection.execute(_UPDATE_ROOM, states)

    # --- Reading ---------------------------------------------------------------------------------------------------

    async def load(self, room: str) -> StoredRoom | None:
        """A room with all that happened in it."""
        return await asyncio.to_thread(self._load, room)

    def _load(self, room: str) -> StoredRoom | None:
        query = sa.select(LOG.c.seq, LOG.c.kind, LOG.c.data, LOG.c.at).where(LOG.c.room == room).order_by(LOG.c.seq)
        with self.engine.connect() as connection:
            row = connection.execute(sa.select(ROOMS.c.plan, ROOMS.c.secret).where(ROOMS.c.id == room)).first()
            if row is None:
                return None
            entries = [Entry(r.seq, decode(r.kind, r.data), r.at) for r in connection.execute(query)]
        return StoredRoom(room, msgspec.json.decode(row.plan, type=Plan), bytes(row.secret), tuple(entries))

    async def listed(self, statuses: Sequence[Status], game: str | None, limit: int) -> list[str]:
        """The public rooms, the newest first."""
        query = (
            sa.select(ROOMS.c.id)
            .where(ROOMS.c.public, ROOMS.c.status.in_([status.value for status in statuses]))
            .order_by(ROOMS.c.created.desc())
            .limit(limit)
        )
        if game is not None:
            query = query.where(ROOMS.c.game == game)
        return await asyncio.to_thread(self._ids, query)

    async def forgotten(self, before: float, limit: int) -> list[str]:
        """Rooms that are not closed although nothing has happened in them for long."""
        last = sa.select(sa.func.max(LOG.c.at)).where(LOG.c.room == ROOMS.c.id).scalar_subquery()
        query = (
            sa.select(ROOMS.c.id)
            .where(ROOMS.c.status != Status.CLOSED.value, ROOMS.c.changed < before)
            .where(sa.func.coalesce(last, ROOMS.c.created) < before)
            .limit(limit)
        )
        return await asyncio.to_thread(self._ids, query)

    async def check(self) -> None:
        """Raise an error if the database does not answer."""
        await asyncio.to_thread(self._ids, sa.select(sa.literal("1")))

    def _ids(self, query: sa.Select[str]) -> list[str]:
        with self.engine.connect() as connection:
            return list(connection.execute(query).scalars())


_INSERT_ROOM = sa.insert(ROOMS)
_INSERT_LOG = sa.insert(LOG)
_UPDATE_ROOM = (
    sa.update(ROOMS)
    .where(ROOMS.c.id == sa.bindparam("b_id"))
    .values(status=sa.bindparam("status"), changed=sa.bindparam("changed"))
)


def _make_engine(url: str) -> sa.Engine:
    if not url.startswith("sqlite"):
        return sa.create_engine(url, pool_pre_ping=True, hide_parameters=True)
    engine = sa.create_engine(url, hide_parameters=True)  # errors are logged, and parameters are secret

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute("PRAGMA busy_timeout=5000")
        cursor.execute("PRAGMA wal_autocheckpoint=0")  # see _checkpoint
        cursor.close()

    return engine
