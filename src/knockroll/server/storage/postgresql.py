"""Commits to PostgreSQL from the event loop, without a thread: one message there, one back.

All statements of a transaction are sent together, already prepared (libpq's pipeline mode), and the loop hears of the
answer as it hears of a client. That takes a tenth of the processor's time that a pool, a thread and a statement after
the other take, and does not wait for Python's lock while tables are busy.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import sqlalchemy as sa

from knockroll.server.storage.statements import POSTGRESQL, Statement

if TYPE_CHECKING:
    from psycopg import Connection

Told = Callable[[Exception | None], None]
LOOK_SECONDS = 0.5
"""How often it is looked whether the connection is still there: uvloop tells nothing of a socket that is in error."""


class RolledBack(Exception):
    """The database has refused a transaction as a whole."""


class EventLoopCommits:
    """One connection, for one transaction at a time."""

    def __init__(self, engine: sa.Engine) -> None:
        """Connect as an engine does; this waits."""
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
        # the driver closes its own when the connection is lost, and the number may be another socket's at once: the
        # event loop would take the one for the other
        self._socket: int | None = os.dup(self._link.socket)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._told: Told | None = None
        self._refused: str | None = None

    @property
    def is_lost(self) -> bool:
        """Whether there is no connection any more, as far as is known."""
        return self._socket is None

    @property
    def is_ready(self) -> bool:
        """Whether there is a connection, and it is watched."""
        return self._socket is not None and self._loop is not None

    def watch(self) -> None:
        """Begin to hear of answers, in the event loop that calls this."""
        if self._socket is not None:
            self._loop = asyncio.get_running_loop()
            self._loop.add_reader(self._socket, self._read)
            self._look()

    def _look(self) -> None:
        if self._loop is not None and self._socket is not None:
            self._read()
            self._loop.call_later(LOOK_SECONDS, self._look)

    def commit(self, statements: Sequence[Statement], told: Told) -> None:
        """Do all of this, or nothing; ``told`` with None when it is committed.

        With :class:`RolledBack` if it was refused; with another error it is not known whether it is committed.
        """
        self._told, self._refused = told, None
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
        """Take what has arrived; when the end of the transaction has, tell it."""
        try:
            self._link.consume_input()
            ended = self._has_ended()
        except Exception as error:
            self._lose(error)
            return
        if ended:
            self._tell(None if self._refused is None else RolledBack(self._refused))

    def _has_ended(self) -> bool:
        """Whether the answers that have arrived are all."""
        while self._told is not None and not self._link.is_busy():
            result = self._link.get_result() or self._link.get_result()  # one says that a statement is done
            if result is None:
                return False
            if result.status == self._statuses.PIPELINE_SYNC:
                return True
            if result.status == self._statuses.FATAL_ERROR:
                self._refused = result.get_error_message()
        return False

    def _tell(self, error: Exception | None) -> None:
        told, self._told = self._told, None
        if told is not None:
            told(error)

    def _lose(self, error: Exception) -> None:
        self.close()
        self._tell(error)

    def close(self) -> None:
        """Disconnect."""
        if self._socket is not None:
            if self._loop is not None:
                self._loop.remove_reader(self._socket)
                self._loop.remove_writer(self._socket)
            os.close(self._socket)
            self._socket = None
        self._connection.close()
