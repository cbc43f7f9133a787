"""SQLite: one file, served by one process, with commits right in the event loop.

A commit takes less than a millisecond, and a thread that shares Python's lock with a busy loop spends longer than that
waiting for its turn (without the thread, ten tables make a third more moves a second, measured). Whatever can take
longer is done in a thread while the next writes gather: copying the write-ahead log into the database, and a commit
that has to wait for another program.

The write-ahead log is flushed to the disk at every commit (``synchronous=FULL``). NORMAL would survive a killed server
(the operating system has the pages by then), but not a power cut.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from pathlib import Path
from typing import IO, Any

import sqlalchemy as sa

from knockroll.server import metrics
from knockroll.server.failures import CannotServe
from knockroll.server.storage.database import PATIENCE, Database, Progress, ServingLock, reason
from knockroll.server.storage.rows import Done, WriteBatch
from knockroll.server.storage.schema import LOG, ROOMS
from knockroll.server.storage.statements import (
    DELETE_OLD_SNAPSHOTS,
    INSERT_LOG,
    INSERT_ROOM,
    INSERT_SNAPSHOT,
    UPDATE_ROOM,
)

logger = logging.getLogger("knockroll.server")
MOST_WAL_PAGES = 4000
"""Pages written to the write-ahead log before it is copied into the database and restarted: 16 MB.

Entries of different tables are on different pages, so a commit of 100 tables writes 400 kB, and copying after every ten
commits would cost a tenth of all moves a second (measured). Tables play on during the copy; they wait only for the
remainder and the restart. The file keeps its size, because a commit that extends it takes twice as long as one that
overwrites (measured)."""
WAL_STEP = 1000
"""Further pages before the next attempt, if a reader prevented the restart."""
PAGES_OF_A_ROW = 8
"""The most pages a row takes with its indexes, for all tables except the log, whose rows take one page each."""
_AUTOCHECKPOINT_PAGES = 16_384
_WAL_BYTES_KEPT = 64 << 20
"""The write-ahead log is truncated to this size on restart, in case a long-running reader let it grow."""


_READER_CACHE_KIB = 256
"""Memory for pages per connection that reads. A table takes a few pages and is read once; then it is in memory itself.
With SQLite's usual 2 MB, each of the readers filled up over hours with pages that no one needed again."""
_WRITER_CACHE_KIB = 2048


class Sqlite(Database):
    """An SQLite file."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        super().__init__(_make_engine(url, patience, _READER_CACHE_KIB))
        self._path = _path_of(url)
        self._impatient = _make_engine(url, 0, _WRITER_CACHE_KIB)
        """For the event loop: its statements never wait."""
        self._here: sa.Connection | None = None
        """A connection that stays open: getting one from a pool takes as long as writing a few rows (measured)."""
        self._wal_pages = 0
        """Roughly the pages written to the write-ahead log since it was restarted."""
        self._copying: asyncio.Future[bool] | None = None
        self._is_copied = False

    @property
    def path(self) -> Path | None:
        """The file."""
        return self._path

    def lock(self, shared: bool = False) -> ServingLock:
        """Lock a file beside the database, which is never shared."""
        return ServingLock() if self._path is None else FileLock(self._path)

    def begin_upgrade(self, connection: sa.Connection) -> None:
        """Begin a transaction: Python begins none for schema changes, and half a schema would be useless."""
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    def write(self, connection: sa.Connection, batch: WriteBatch) -> None:
        """Write rows in the connection's transaction."""
        others = len(batch.rooms) + len(batch.states) + len(batch.snapshots)
        self._wal_pages += len(batch.log) + others * PAGES_OF_A_ROW
        if batch.rooms:
            connection.execute(INSERT_ROOM, batch.rooms)
        if batch.log:
            connection.exec_driver_sql(INSERT_LOG, batch.log)
        if batch.states:
            connection.execute(UPDATE_ROOM, batch.states)
        if batch.snapshots:
            connection.execute(INSERT_SNAPSHOT, batch.snapshots)
            connection.execute(DELETE_OLD_SNAPSHOTS, [{"b_room": row["room"]} for row in batch.snapshots])

    def dispose(self) -> None:
        """Disconnect."""
        if self._here is not None:
            self._here.close()
        self._impatient.dispose()
        super().dispose()

    async def open(self) -> None:
        """Prepare nothing: the first commit connects."""

    def committed_by_thread(self) -> None:
        """Do nothing: a file does not go away."""

    def commit_here(self, batch: WriteBatch, done: Done) -> Progress:
        """Commit in the event loop; if that fails, the thread finds out why, and may wait."""
        begun = time.perf_counter()
        try:
            if self._here is None:
                self._here = self._impatient.connect()
            with self._here.begin():
                self.write(self._here, batch)
        except Exception:
            return Progress.NOT_POSSIBLE
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - begun)
        return Progress.COMMITTED

    # --- The write-ahead log ---------------------------------------------------------------------------------------

    def tidy_up(self) -> asyncio.Future[None] | None:
        """Copy the write-ahead log into the database from time to time, and restart it."""
        if self._is_copied:
            self._is_copied = False
            return asyncio.get_running_loop().run_in_executor(self.thread, self._restart_wal)
        if self._wal_pages > MOST_WAL_PAGES and self._copying is None:
            self._copying = asyncio.get_running_loop().run_in_executor(self.thread, self._checkpoint, "PASSIVE")
            self._copying.add_done_callback(self._when_copied)
        return None

    def _when_copied(self, _: asyncio.Future[bool]) -> None:
        """Note that most of the write-ahead log is copied; the little added since follows after the next commit."""
        self._copying = None
        self._is_copied = True

    def _restart_wal(self) -> None:
        """Copy the rest of the write-ahead log. No one writes meanwhile, so only a reader can prevent it."""
        self._wal_pages = 0 if self._checkpoint("RESTART") else MOST_WAL_PAGES - WAL_STEP

    def _checkpoint(self, mode: str) -> bool:
        """Copy the write-ahead log into the database as far as possible; return whether all of it was copied."""
        try:
            with self._impatient.connect() as connection:
                return not connection.exec_driver_sql(f"PRAGMA wal_checkpoint({mode})").one()[0]
        except sa.exc.SQLAlchemyError as error:
            logger.warning("the write-ahead log could not be copied: %s", reason(error))
            return False

    # --- For administrators ----------------------------------------------------------------------------------------

    def begin_consistent(self, connection: sa.Connection) -> sa.Connection:
        """Begin a transaction that sees the database at one moment; reading alone does not begin one."""
        connection.exec_driver_sql("BEGIN")
        return connection

    def size(self, connection: sa.Connection) -> int:
        """The size in bytes."""
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        return int(pages * connection.exec_driver_sql("PRAGMA page_size").scalar_one())

    def faults(self) -> list[str]:
        """Damaged pages, and entries without a table."""
        with self.engine.connect() as connection:
            lines = connection.exec_driver_sql("PRAGMA quick_check(20)").scalars()
            found = [str(line) for line in lines if line != "ok"]
            lost = sa.select(sa.func.count(sa.distinct(LOG.c.room))).where(LOG.c.room.not_in(sa.select(ROOMS.c.id)))
            orphans = connection.execute(lost).scalar_one()
        return found + ([f"the log has entries of {orphans} tables that do not exist"] if orphans else [])

    def vacuum(self) -> str | None:
        """Make the file as small as possible; return the reason if that failed."""
        try:
            with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                connection.exec_driver_sql("VACUUM")
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
        except sa.exc.SQLAlchemyError as error:
            return reason(error)
        return None


def _make_engine(url: str, patience: float, cache_kib: int) -> sa.Engine:
    engine = sa.create_engine(url, hide_parameters=True)  # errors are logged, and parameters are secret

    @sa.event.listens_for(engine, "connect")
    def prepare(connection: Any, record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={int(patience * 1000)}")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.execute(f"PRAGMA cache_size=-{cache_kib}")
        # the write-ahead log is copied long before this (tidy_up); a commit does it only if that is not possible
        cursor.execute(f"PRAGMA wal_autocheckpoint={_AUTOCHECKPOINT_PAGES}")
        cursor.execute(f"PRAGMA journal_size_limit={_WAL_BYTES_KEPT}")
        cursor.close()

    return engine


def _path_of(url: str) -> Path | None:
    database = sa.make_url(url).database
    return Path(database) if database else None


class FileLock(ServingLock):
    """The right to serve an SQLite file, held as long as the process lives.

    Two servers on one database would each have their own picture of every table. The lock is on a file beside the
    database, because closing any descriptor of the database itself would drop SQLite's own locks.
    """

    def __init__(self, path: Path) -> None:
        self._file: IO[str] = path.with_name(path.name + ".lock").open("a")
        if not _lock(self._file.fileno()):
            self._file.close()
            raise CannotServe(
                f"another server is using the database {path}; stop it, or use another one: --database PATH"
            )

    def release(self) -> None:
        """Let another server have the database."""
        self._file.close()


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
