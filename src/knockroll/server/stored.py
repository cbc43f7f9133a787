"""Rooms as the database has them: read, found by their age, and deleted, over any connection.

The server does this through its :class:`~knockroll.server.store.Store`, ``knockroll admin`` by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import msgspec
import sqlalchemy as sa

from knockroll.server.entries import Entry, decode
from knockroll.server.room import Plan, Status
from knockroll.server.schema import LAST_AT, LOG, ROOMS


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room as it was stored: what it takes to replay it."""

    id: str
    plan: Plan
    secret: bytes
    entries: tuple[Entry, ...]


def load_room(connection: sa.Connection, room: str) -> StoredRoom | None:
    """A room with all that happened in it."""
    query = sa.select(LOG.c.seq, LOG.c.kind, LOG.c.data, LOG.c.at).where(LOG.c.room == room).order_by(LOG.c.seq)
    row = connection.execute(sa.select(ROOMS.c.plan, ROOMS.c.secret).where(ROOMS.c.id == room)).first()
    if row is None:
        return None
    entries = [Entry(r.seq, decode(r.kind, r.data), r.at) for r in connection.execute(query)]
    return StoredRoom(room, msgspec.json.decode(row.plan, type=Plan), bytes(row.secret), tuple(entries))


class Outcome(StrEnum):
    """What a table has come to."""

    FINISHED = "finished"
    """People played there; the last game is over, or the table is closed."""
    ABANDONED = "abandoned"
    """People sat there, and it could go on."""
    UNUSED = "unused"
    """Nobody ever sat there."""


_OVER = ROOMS.c.status.in_([Status.OVER.value, Status.CLOSED.value])
_WHICH: dict[Outcome, list[sa.ColumnElement[bool]]] = {
    Outcome.FINISHED: [ROOMS.c.visited, _OVER],
    Outcome.ABANDONED: [ROOMS.c.visited, ~_OVER],
    Outcome.UNUSED: [~ROOMS.c.visited],
}


def old_rooms(outcome: Outcome, before: float | None = None, game: str | None = None) -> sa.Select[str]:
    """The ids of the rooms that have come to this, and in which nothing has happened since a time."""
    query = sa.select(ROOMS.c.id).where(*_WHICH[outcome])
    if before is not None:  # ``changed`` is never later than the last entry, and has an index
        query = query.where(ROOMS.c.changed < before, before > LAST_AT)
    return query if game is None else query.where(ROOMS.c.game == game)


def delete_room(connection: sa.Connection, room: str) -> None:
    """Delete a room with all that belongs to it."""
    connection.execute(sa.delete(LOG).where(LOG.c.room == room))
    connection.execute(sa.delete(ROOMS).where(ROOMS.c.id == room))
