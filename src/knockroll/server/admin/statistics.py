"""Statistics of a database."""

from __future__ import annotations

from typing import Any, TypedDict

import sqlalchemy as sa

from knockroll.server.storage.database import Database
from knockroll.server.storage.queries import Outcome, old_rooms
from knockroll.server.storage.schema import LOG, ROOMS


class Stats(TypedDict):
    """The contents of a database, in numbers."""

    tables: int
    by_game: dict[str, int]
    by_status: dict[str, int]
    by_outcome: dict[str, int]
    people: int
    """The number of seats taken."""
    entries: int
    moves: int
    first: float | None
    """When the first table was opened, in seconds since 1970."""
    last: float | None
    """When something last happened."""
    bytes: int


def collect(database: Database) -> Stats:
    """Count everything at one moment."""
    with database.consistent() as connection:

        def grouped(column: sa.Column[str]) -> dict[str, int]:
            rows = connection.execute(sa.select(column, sa.func.count()).group_by(column).order_by(column))
            return {name: int(number) for name, number in rows}

        def one(what: sa.ColumnElement[Any], table: sa.FromClause) -> float | None:
            return connection.execute(sa.select(what).select_from(table)).scalar_one()  # type: ignore[no-any-return]

        kinds = grouped(LOG.c.kind)
        return {
            "tables": int(one(sa.func.count(), ROOMS) or 0),
            "by_game": grouped(ROOMS.c.game),
            "by_status": grouped(ROOMS.c.status),
            "by_outcome": {
                outcome.value: int(one(sa.func.count(), old_rooms(outcome).subquery()) or 0) for outcome in Outcome
            },
            "people": int(one(sa.func.sum(ROOMS.c.people), ROOMS) or 0),
            "entries": sum(kinds.values()),
            "moves": kinds.get("move", 0),
            "first": one(sa.func.min(ROOMS.c.created), ROOMS),
            "last": one(sa.func.max(LOG.c.at), LOG) or one(sa.func.max(ROOMS.c.created), ROOMS),
            "bytes": database.size(connection),
        }
