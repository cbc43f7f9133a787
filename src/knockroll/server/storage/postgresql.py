"""PostgreSQL: commits from the event loop, without a thread, in one round trip.

All statements of a transaction are sent together, already prepared (libpq's pipeline mode), and the event loop receives
the result like a message of a client. That takes a tenth of the CPU time of a pool, a thread and one statement after
another, and does not wait for Python's lock while tables are busy. New rooms go through a thread, and so do refused
transactions, to find out why they were refused.
"""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from knockroll.server import metrics
from knockroll.server.storage import queries
from knockroll.server.storage.advisory_lock import AdvisoryLock
from knockroll.server.storage.database import PATIENCE, Database, Progress, RolledBack, ServingLock, reason
from knockroll.server.storage.rows import Done, WriteBatch
from knockroll.server.storage.statements import INSERT_ROOM, POSTGRESQL, Statement, statements

if TYPE_CHECKING:
    from psycopg import Connection

logger = logging.getLogger("knockroll.server")
IDLE_SECONDS = 2
"""Seconds after which a process that stops in the middle of a transaction no longer blocks others."""
CHECK_SECONDS = 0.5
"""Seconds between two checks of the connection: uvloop does not report a socket in error."""
_UPGRADE_LOCK = 0x6B6E6F636B
"""The number of the advisory lock for schema changes."""
_CONNECT: dict[str, Any] = {
    "connect_timeout": PATIENCE,
    "tcp_user_timeout": PATIENCE * 1000,
    "keepalives_idle": PATIENCE,
    "keepalives_interval": 2,
    "keepalives_count": 3,
}


class Postgresql(Database):
    """A PostgreSQL database."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        limits = {
            "statement_timeout": patience,
            "lock_timeout": patience,
            "idle_in_transaction_session_timeout": IDLE_SECONDS,
        }
        options = {"options": " ".join(f"-c {name}={seconds:g}s" for name, seconds in limits.items())}
        super().__init__(
            sa.create_engine(
                url, pool_pre_ping=True, pool_timeout=PATIENCE, connect_args=_CONNECT | options, hide_parameters=True
            )
        )
        self._commits: EventLoopCommits | None = None
        """The connection that the event loop commits with."""
        self._loop: asyncio.AbstractEventLoop | None = None

    def lock(self, shared: bool = False) -> ServingLock:
        """Take an advisory lock: several processes may serve one database if a bus connects them."""
        return AdvisoryLock(self.engine, shared)

    def begin_upgrade(self, connection: sa.Connection) -> None:
        """Begin a transaction without time limits. If several servers start at once, one upgrades and the rest wait."""
        connection.exec_driver_sql("SET LOCAL statement_timeout = 0")
        connection.exec_driver_sql("SET LOCAL lock_timeout = 0")
        connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout = 0")
        connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_UPGRADE_LOCK})")

    def write(self, connection: sa.Connection, batch: WriteBatch) -> None:
        """Write rows in the connection's transaction."""
        if batch.rooms:
            connection.execute(INSERT_ROOM, batch.rooms)
        for statement in statements(batch):
            connection.exec_driver_sql(POSTGRESQL[statement.name].replace("$1", "%s"), (statement.rows.decode(),))

    def delete_room(self, connection: sa.Connection, room: str) -> None:
        """Delete a room. The lock keeps others from adding to its log meanwhile; afterwards they find no such room."""
        connection.execute(sa.text("LOCK TABLE log IN SHARE ROW EXCLUSIVE MODE"))
        queries.delete_room(connection, room)

    def dispose(self) -> None:
        """Disconnect."""
        super().dispose()
        if self._commits is not None:
            self._commits.close()

    async def open(self) -> None:
        """Connect for commits from the running event loop."""
        self._loop = asyncio.get_running_loop()
        await asyncio.to_thread(self._connect)

    def committed_by_thread(self) -> None:
        """Connect again, if the event loop's connection was lost."""
        self._connect()

    def _connect(self) -> None:
        if self._loop is None or (self._commits is not None and not self._commits.is_lost):
            return
        try:
            self._commits = EventLoopCommits(self.engine)
            self._loop.call_soon_threadsafe(self._commits.watch)
        except Exception as error:
            logger.warning("commits go through a thread, because the event loop has no connection: %s", reason(error))

    def commit_here(self, batch: WriteBatch, done: Done) -> Progress:
        """Send a transaction, unless it opens rooms or there is no connection."""
        if batch.rooms or self._commits is None or not self._commits.is_ready:
            return Progress.NOT_POSSIBLE
        self._commits.commit(statements(batch), partial(_measure, time.perf_counter(), done))
        return Progress.SENT

    def begin_consistent(self, connection: sa.Connection) -> sa.Connection:
        """Begin a transaction that sees the database at one moment."""
        return connection.execution_options(isolation_level="REPEATABLE READ")

    def size(self, connection: sa.Connection) -> int:
        """The size in bytes."""
        return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())


def _measure(begun: float, done: Done, error: Exception | None) -> None:
    if error is None:
        metrics.COMMIT_SECONDS.observe(time.perf_counter() - begun)
    done(error)


class EventLoopCommits:
    """One connection, for one transaction at a time."""

    def __init__(self, engine: sa.Engine) -> None:
        """Connect as the engine does; this blocks."""
        from psycopg.pq import ExecStatus

        self._statuses = ExecStatus
        pooled = engine.raw_connection()
        connection: Connection = pooled.driver_connection  # type: ignore[assignment]
        pooled.detach()  # it does not go back to the pool
        connection.rollback()
        connection.autocommit = True
        self._connection, self._link = connection, connection.pgconn
        for name, text in POSTGRESQL.items():
            prepared = self._link.prepare(name.encode(), text.encode())
            if prepared.status != ExecStatus.COMMAND_OK:
                connection.close()
                raise ConnectionError(prepared.get_error_message())
        self._link.nonblocking = 1
        self._link.enter_pipeline_mode()
        # when the connection is lost the driver closes its descriptor, and another socket may get the same number at
        # once: the event loop would confuse the two
        self._socket: int | None = os.dup(self._link.socket)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._done: Done | None = None
        self._refused: str | None = None

    @property
    def is_lost(self) -> bool:
        """Whether the connection was lost, as far as is known."""
        return self._socket is None

    @property
    def is_ready(self) -> bool:
        """Whether there is a connection and the event loop watches it."""
        return self._socket is not None and self._loop is not None

    def watch(self) -> None:
        """Begin to receive results, in the event loop that calls this."""
        if self._socket is not None:
            self._loop = asyncio.get_running_loop()
            self._loop.add_reader(self._socket, self._read)
            self._check()

    def _check(self) -> None:
        if self._loop is not None and self._socket is not None:
            self._read()
            self._loop.call_later(CHECK_SECONDS, self._check)

    def commit(self, statements: Sequence[Statement], done: Done) -> None:
        """Commit all statements or none, then call ``done`` with None.

        If they were refused, ``done`` is called with :class:`RolledBack`. After any other error, it is unknown whether
        they are committed.
        """
        self._done, self._refused = done, None
        try:
            for statement in statements:
                self._link.send_query_prepared(statement.name.encode(), [statement.rows])
            self._link.pipeline_sync()
            self._flush()
        except Exception as error:
            self._lose(error)

    def _flush(self) -> None:
        assert self._loop is not None and self._socket is not None
        if self._link.flush():
            self._loop.add_writer(self._socket, self._write)
        else:
            self._loop.remove_writer(self._socket)

    def _write(self) -> None:
        try:
            self._flush()
        except Exception as error:
            self._lose(error)

    def _read(self) -> None:
        """Take what has arrived; at the end of the transaction, report it."""
        try:
            self._link.consume_input()
            ended = self._has_ended()
        except Exception as error:
            self._lose(error)
            return
        if ended:
            self._finish(None if self._refused is None else RolledBack(self._refused))

    def _has_ended(self) -> bool:
        """Whether all results have arrived."""
        while self._done is not None and not self._link.is_busy():
            result = self._link.get_result() or self._link.get_result()  # None marks the end of a statement
            if result is None:
                return False
            if result.status == self._statuses.PIPELINE_SYNC:
                return True
            if result.status == self._statuses.FATAL_ERROR:
                self._refused = result.get_error_message()
        return False

    def _finish(self, error: Exception | None) -> None:
        done, self._done = self._done, None
        if done is not None:
            done(error)

    def _lose(self, error: Exception) -> None:
        self.close()
        self._finish(error)

    def close(self) -> None:
        """Disconnect."""
        if self._socket is not None:
            if self._loop is not None:
                self._loop.remove_reader(self._socket)
                self._loop.remove_writer(self._socket)
            os.close(self._socket)
            self._socket = None
        self._connection.close()
