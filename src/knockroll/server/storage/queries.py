"""Rooms as the database has them: read, found by their age, and deleted, over any connection.

The server does this through its :class:`~knockroll.server.storage.store.Store`, ``knockroll admin`` by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import msgspec
import sqlalchemy as sa

from knockroll.server.storage.schema import LAST_AT, LOG, ROOMS, SNAPSHOTS
from knockroll.server.tables.entries import Entry, decode
from knockroll.server.tables.room import Plan, Status
from knockroll.server.tables.snapshots import FORMAT, Snapshot, rules_of


@dataclass(frozen=True, slots=True)
class StoredRoom:
    """A room as it was stored: what it takes to replay it."""

    id: str
    plan: Plan
    secret: bytes
    entries: tuple[Entry, ...]
    """What happened in it, after the snapshot if there is one."""
    snapshot: Snapshot | None = None


def load_room(connection: sa.Connection, room: str, frames_kept: int | None = None) -> StoredRoom | None:
    """A room with all that happened in it; or with a snapshot, and so many entries at least."""
    row = connection.execute(sa.select(ROOMS.c.plan, ROOMS.c.secret).where(ROOMS.c.id == room)).first()
    if row is None:
        return None
    plan = msgspec.json.decode(row.plan, type=Plan)
    snapshot = None if frames_kept is None else _find_snapshot(connection, room, plan, frames_kept)
    entries = entries_after(connection, room, 0 if snapshot is None else snapshot.seq)
    return StoredRoom(room, plan, bytes(row.secret), tuple(entries), snapshot)


def entries_after(connection: sa.Connection, room: str, seq: int) -> list[Entry]:
    """What has happened in a room since an entry."""
    query = (
        sa.select(LOG.c.seq, LOG.c.kind, LOG.c.data, LOG.c.at, LOG.c.fingerprint)
        .where(LOG.c.room == room, LOG.c.seq > seq)
        .order_by(LOG.c.seq)
    )
    return [Entry(r.seq, decode(r.kind, r.data), r.at, r.fingerprint) for r in connection.execute(query)]


_NEWS = sa.text(
    "SELECT log.room, log.seq, kind, data, at, fingerprint"
    " FROM unnest(CAST(:rooms AS text[]), CAST(:seqs AS integer[])) AS known (room, seq)"
    " JOIN log ON log.room = known.room AND log.seq > known.seq ORDER BY log.room, log.seq"
)


def news_of(connection: sa.Connection, known: dict[str, int]) -> dict[str, list[Entry]]:
    """What has happened in many rooms since the entries that are known of each; PostgreSQL only."""
    found: dict[str, list[Entry]] = {}
    for r in connection.execute(_NEWS, {"rooms": list(known), "seqs": list(known.values())}):
        found.setdefault(r.room, []).append(Entry(r.seq, decode(r.kind, r.data), r.at, r.fingerprint))
    return found


def last_numbers(connection: sa.Connection, rooms: list[str]) -> dict[str, int]:
    """The number of the last entry of each of these rooms that has one."""
    query = sa.select(LOG.c.room, sa.func.max(LOG.c.seq).label("seq")).where(LOG.c.room.in_(rooms)).group_by(LOG.c.room)
    return {row.room: row.seq for row in connection.execute(query)}


def _find_snapshot(connection: sa.Connection, room: str, plan: Plan, frames_kept: int) -> Snapshot | None:
    """The last snapshot of this format and these rules that has so many entries after it."""
    last = sa.select(sa.func.max(LOG.c.seq)).where(LOG.c.room == room).scalar_subquery()
    found = snapshots_of(
        connection,
        room,
        SNAPSHOTS.c.seq <= last - frames_kept,
        SNAPSHOTS.c.format == FORMAT,
        SNAPSHOTS.c.rules == rules_of(plan),
    )
    return found[0] if found else None


def snapshots_of(connection: sa.Connection, room: str, *which: sa.ColumnElement[bool]) -> list[Snapshot]:
    """The snapshots of a room, the last one first."""
    columns = [SNAPSHOTS.c[name] for name in Snapshot._fields]
    query = sa.select(*columns).where(SNAPSHOTS.c.room == room, *which).order_by(SNAPSHOTS.c.seq.desc())
    return [Snapshot(r.seq, r.format, r.rules, r.data, bytes(r.seal)) for r in connection.execute(query)]


def count_waiting(connection: sa.Connection) -> int:
    """How many rooms there are that are not closed, and where nobody sits."""
    waiting = (ROOMS.c.people == 0, ROOMS.c.status != Status.CLOSED.value)
    return connection.execute(sa.select(sa.func.count()).select_from(ROOMS).where(*waiting)).scalar_one()


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
    if connection.dialect.name == "postgresql":  # nobody adds to the log meanwhile, and finds no such room afterwards
        connection.execute(sa.text("LOCK TABLE log IN SHARE ROW EXCLUSIVE MODE"))
    connection.execute(sa.delete(SNAPSHOTS).where(SNAPSHOTS.c.room == room))
    connection.execute(sa.delete(LOG).where(LOG.c.room == room))
    connection.execute(sa.delete(ROOMS).where(ROOMS.c.id == room))
