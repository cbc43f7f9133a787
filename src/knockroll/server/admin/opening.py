"""Opens databases that exist and have the right version; errors say what would work."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from knockroll.server.failures import CannotAdminister, CannotServe
from knockroll.server.storage.backends import database_at
from knockroll.server.storage.database import Database, reason
from knockroll.server.storage.migrations import versions

PATIENCE = 600
"""Seconds a statement may take; no one is waiting at a table."""
PAGE = 500


@contextmanager
def opened(url: str) -> Iterator[Database]:
    """Open a server's database."""
    database = database_at(url, PATIENCE)
    if database.path is not None and not database.path.is_file():
        raise CannotAdminister(f"there is no database at {database.path}: give the server's, --database FILE|URL")
    try:
        with database.engine.connect() as connection:
            found, newest = versions(connection)
        if found != newest:
            raise CannotAdminister(
                f"the database is of version {found or 'none'}, but this program needs {newest}:"
                " 'knockroll serve' brings an older one up to date when it starts"
            )
        yield database
    except sa.exc.SQLAlchemyError as error:
        raise CannotAdminister(f"cannot use the database: {reason(error)}") from None
    finally:
        database.dispose()


@contextmanager
def alone_with(url: str, instead: str) -> Iterator[None]:
    """Keep servers from using an SQLite database; ``instead`` says what to do if one does."""
    database = database_at(url)
    try:
        lock = database.lock()
    except CannotServe:
        raise CannotAdminister(f"a server is using the database {database.path}: {instead}") from None
    except OSError as error:
        raise CannotAdminister(f"cannot use the database: {reason(error)}") from None
    try:
        yield
    finally:
        lock.release()


def ids_of(database: Database, query: sa.Select[str]) -> Iterator[str]:
    """The ids of rooms that a query finds, a page at a time; rooms may be deleted in between."""
    id = query.selected_columns[0]
    last = ""
    while True:
        with database.engine.connect() as connection:
            page = list(connection.execute(query.where(id > last).order_by(id).limit(PAGE)).scalars())
        if not page:
            return
        yield from page
        last = page[-1]
