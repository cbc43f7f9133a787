"""A database is opened only if it is there and of this version; what would work is said."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from knockroll.server.failures import CannotAdminister, CannotServe
from knockroll.server.storage.database import DatabaseLock, make_engine, reason, sqlite_path
from knockroll.server.storage.migrations import versions

PATIENCE = 600
"""Seconds that one statement may take: nobody is waiting at a table."""
PAGE = 500


@contextmanager
def opened(url: str) -> Iterator[sa.Engine]:
    """An engine for the database of a server."""
    path = sqlite_path(url)
    if path is not None and not path.is_file():
        raise CannotAdminister(f"there is no database at {path}: give the one of the server, --database FILE|URL")
    engine = make_engine(url, PATIENCE)
    try:
        with engine.connect() as connection:
            found, newest = versions(connection)
        if found != newest:
            raise CannotAdminister(
                f"the database is of version {found or 'none'}, and this program knows {newest}:"
                " 'knockroll serve' brings an older one up to date when it starts"
            )
        yield engine
    except sa.exc.SQLAlchemyError as error:
        raise CannotAdminister(f"cannot use the database: {reason(error)}") from None
    finally:
        engine.dispose()


@contextmanager
def alone_with(url: str, instead: str) -> Iterator[None]:
    """No server may use an SQLite database meanwhile; ``instead`` says what would work if one does."""
    try:
        lock = DatabaseLock(url)
    except CannotServe:
        raise CannotAdminister(f"a server uses the database {sqlite_path(url)}: {instead}") from None
    except OSError as error:
        raise CannotAdminister(f"cannot use the database: {reason(error)}") from None
    try:
        yield
    finally:
        lock.release()


@contextmanager
def one_moment(engine: sa.Engine) -> Iterator[sa.Connection]:
    """A connection that sees the database as it is now, whatever a server writes meanwhile."""
    with engine.connect() as connection:
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN")  # reading alone does not begin a transaction
        else:
            connection = connection.execution_options(isolation_level="REPEATABLE READ")
        yield connection


def ids_of(engine: sa.Engine, query: sa.Select[str]) -> Iterator[str]:
    """The ids of rooms that a query finds, some at a time; they may be deleted on the way."""
    id = query.selected_columns[0]
    last = ""
    while True:
        with engine.connect() as connection:
            page = list(connection.execute(query.where(id > last).order_by(id).limit(PAGE)).scalars())
        if not page:
            return
        yield from page
        last = page[-1]
