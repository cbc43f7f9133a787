"""The right to serve a PostgreSQL database: an advisory lock, held by a separate connection.

Servers with a bus share the lock. A server without a bus holds it alone, because others would not learn what it
commits. PostgreSQL frees the lock when the connection ends, for whatever reason. A server that lost its connection
takes the lock again, and finds out whether another server has taken it in the meantime.
"""

from __future__ import annotations

import time
from contextlib import suppress
from typing import TYPE_CHECKING

import sqlalchemy as sa

from knockroll.server.failures import CannotServe
from knockroll.server.storage.database import ServingLock

if TYPE_CHECKING:
    from psycopg import Connection

NUMBER = 0x6B6E6F636C
"""The number of the lock. Each database has its own."""
PATIENCE = 3.0
"""Seconds to wait for the lock at the start: a server that was just killed may not have left yet."""
RETRY_SECONDS = 0.1
# with these settings, PostgreSQL frees the lock within about ten seconds after the machine of a server is gone
_NOTICE = "SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3"


class AdvisoryLock(ServingLock):
    """The lock of one server."""

    def __init__(self, engine: sa.Engine, shared: bool) -> None:
        """Take the lock, or raise :class:`CannotServe`; this blocks."""
        self._engine, self._shared = engine, shared
        self._connection: Connection | None = None
        self._is_released = False
        end = time.monotonic() + PATIENCE
        while not self.is_held():
            if time.monotonic() > end:
                raise CannotServe(self._why())
            time.sleep(RETRY_SECONDS)

    def _why(self) -> str:
        name = self._engine.url.database
        if self._shared:
            return f"another server is using the database {name} without --bus; stop it, and start it with --bus too"
        return (
            f"another server is using the database {name}; stop it,"
            " or start both with --bus redis://…, so that they hear of each other"
        )

    def is_held(self) -> bool:
        """Whether the lock is held; it is taken again if the connection was lost.

        Raises an error if the database does not respond.
        """
        if self._connection is not None:
            try:
                self._connection.execute("SELECT 1")
            except Exception:  # the connection was lost, and the lock with it
                self._disconnect()
            else:
                return True
        connection = self._connect()
        function = "pg_try_advisory_lock_shared" if self._shared else "pg_try_advisory_lock"
        row = connection.execute(f"SELECT {function}({NUMBER})".encode()).fetchone()
        if row is None or not row[0] or self._is_released:
            connection.close()
            return False
        self._connection = connection
        return True

    def _connect(self) -> Connection:
        try:
            pooled = self._engine.raw_connection()
        except self._engine.dialect.loaded_dbapi.Error as error:
            raise ConnectionError(str(error)) from error
        connection: Connection = pooled.driver_connection  # type: ignore[assignment]
        pooled.detach()  # it does not go back to the pool
        connection.rollback()
        connection.autocommit = True
        connection.execute(_NOTICE)
        return connection

    def release(self) -> None:
        """Let another server have the database."""
        self._is_released = True  # a thread may be about to take it again
        self._disconnect()

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(Exception):
                connection.close()
