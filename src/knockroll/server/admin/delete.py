"""Deletes tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sqlalchemy as sa

from knockroll.server.admin.opening import ids_of
from knockroll.server.storage.database import Database
from knockroll.server.storage.schema import LOG


@dataclass(frozen=True)
class Amount:
    """The amount to be deleted."""

    tables: int
    entries: int


def count(database: Database, query: sa.Select[str]) -> Amount:
    """The number of tables that a query finds, and of their entries."""
    entries = sa.select(sa.func.count()).select_from(LOG).where(LOG.c.room.in_(query))
    with database.engine.connect() as connection:
        tables = connection.execute(sa.select(sa.func.count()).select_from(query.subquery())).scalar_one()
        return Amount(int(tables), int(connection.execute(entries).scalar_one()))


def delete(database: Database, query: sa.Select[str]) -> Iterator[str]:
    """Delete the tables that a query finds, each in its own transaction."""
    for id in ids_of(database, query):
        with database.engine.begin() as connection:
            database.delete_room(connection, id)
        yield id
