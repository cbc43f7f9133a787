"""Tables that are old enough are deleted."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sa

from knockroll.server.admin.opening import ids_of
from knockroll.server.storage.database import reason
from knockroll.server.storage.queries import delete_room
from knockroll.server.storage.schema import LOG


@dataclass(frozen=True)
class Amount:
    """How much would be deleted."""

    tables: int
    entries: int


def count(engine: sa.Engine, query: sa.Select[str]) -> Amount:
    """How many tables a query finds, and what happened there."""
    entries = sa.select(sa.func.count()).select_from(LOG).where(LOG.c.room.in_(query))
    with engine.connect() as connection:
        tables = connection.execute(sa.select(sa.func.count()).select_from(query.subquery())).scalar_one()
        return Amount(int(tables), int(connection.execute(entries).scalar_one()))


def delete(engine: sa.Engine, query: sa.Select[str]) -> Iterator[str]:
    """Delete the tables that a query finds, each in a transaction of its own."""
    for id in ids_of(engine, query):
        with engine.begin() as connection:
            delete_room(connection, id)
        yield id


def give_space_back(engine: sa.Engine) -> str | None:
    """Make an SQLite file as small as it can be; why that was not possible. PostgreSQL does it in its own time."""
    if engine.dialect.name != "sqlite":
        return None
    try:
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("VACUUM")
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    except sa.exc.SQLAlchemyError as error:
        return reason(error)
    return None
