"""The database behind the store: one interface, with a class for SQLite and one for PostgreSQL."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from enum import Enum, auto
from pathlib import Path

import sqlalchemy as sa

from knockroll.server.storage import queries
from knockroll.server.storage.rows import Done, WriteBatch

PATIENCE = 5
"""Seconds a statement may take, including waiting for locks."""


class RolledBack(Exception):
    """The database refused a transaction as a whole."""


class Progress(Enum):
    """The outcome of a commit from the event loop."""

    COMMITTED = auto()
    SENT = auto()
    """The rows are sent, and the database will answer."""
    NOT_POSSIBLE = auto()
    """A thread has to commit the rows."""


class ServingLock:
    """The right to serve a database. This one locks nothing."""

    def is_held(self) -> bool:
        """Whether this server still has it; may block, and raises if the database does not respond."""
        return True

    def release(self) -> None:
        """Let another server have the database."""


class Database(ABC):
    """A database. Its SQLAlchemy engine is a plain one: an async one takes three times as long for a short commit."""

    def __init__(self, engine: sa.Engine) -> None:
        self.engine = engine
        """For threads. Its statements wait for locks, but not forever."""
        self.thread = ThreadPoolExecutor(1, "database writer")
        """The thread for writes that may block."""

    @property
    def path(self) -> Path | None:
        """The file of the database; None if it is not in a file."""
        return None

    @abstractmethod
    def lock(self, shared: bool = False) -> ServingLock:
        """Take the right to serve this database, alone or beside others that share it, or raise :class:`CannotServe`.

        This may block.
        """

    @abstractmethod
    def begin_upgrade(self, connection: sa.Connection) -> None:
        """Begin a transaction that changes the schema."""

    @abstractmethod
    def write(self, connection: sa.Connection, batch: WriteBatch) -> None:
        """Write rows in the connection's transaction."""

    def delete_room(self, connection: sa.Connection, room: str) -> None:
        """Delete a room, its log and its snapshots."""
        queries.delete_room(connection, room)

    def commit(self, batch: WriteBatch) -> None:
        """Write rows in a transaction, from a thread."""
        with self.engine.begin() as connection:
            self.write(connection, batch)

    def dispose(self) -> None:
        """Finish what the thread is doing, and disconnect."""
        self.thread.shutdown()
        self.engine.dispose()

    # --- From the event loop ---------------------------------------------------------------------------------------

    @abstractmethod
    async def open(self) -> None:
        """Prepare to commit from the running event loop."""

    @abstractmethod
    def commit_here(self, batch: WriteBatch, done: Done) -> Progress:
        """Commit rows without blocking the event loop. ``done`` is called if they are :attr:`Progress.SENT`."""

    @abstractmethod
    def committed_by_thread(self) -> None:
        """Note that a thread has committed something, so the database responds. Called in that thread."""

    def tidy_up(self) -> asyncio.Future[None] | None:
        """Do what is needed after a commit. If this returns a future, no one may write until it is done."""
        return None

    # --- For administrators ----------------------------------------------------------------------------------------

    @contextmanager
    def consistent(self) -> Iterator[sa.Connection]:
        """A connection that sees the database as it is now, whatever a server writes meanwhile."""
        with self.engine.connect() as connection:
            yield self.begin_consistent(connection)

    @abstractmethod
    def begin_consistent(self, connection: sa.Connection) -> sa.Connection:
        """Begin a transaction that sees the database at one moment."""

    @abstractmethod
    def size(self, connection: sa.Connection) -> int:
        """The size in bytes."""

    def faults(self) -> list[str]:
        """What is wrong with the database's own structures. PostgreSQL checks those itself."""
        return []

    def vacuum(self) -> str | None:
        """Give disk space back; return the reason if that was not possible. PostgreSQL does this by itself."""
        return None


def reason(error: BaseException) -> str:
    """Why the database did not do something, in one line."""
    text = str(getattr(error, "orig", None) or error).strip()
    return text.splitlines()[0] if text else type(error).__name__
