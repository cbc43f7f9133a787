"""Queries over any connection: rooms and their logs, rooms by age and outcome, rooms that are due, and deletion.

Frequent queries are built only once, because each one that SQLAlchemy builds waits for the garbage collector, which a
server rarely runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

import sqlalchemy as sa

from knockroll.server.storage.rows import LogRow, Snapshot, SnapshotFilter, Status, StoredRoom
from knockroll.server.storage.schema import BUS, LAST_AT, LOG, ROOMS, SNAPSHOTS

_ROOM = sa.select(ROOMS.c.game, ROOMS.c.plan, ROOMS.c.secret).where(ROOMS.c.id == sa.bindparam("room"))


def load_room(connection: sa.Connection, room: str, wanted: SnapshotFilter | None = None) -> StoredRoom | None:
    """A room with its whole log or, if a snapshot passes the filter, with that and the log after it."""
    row = connection.execute(_ROOM, {"room": room}).first()
    if row is None:
        return None
    snapshot = None if wanted is None else _find_snapshot(connection, room, row.game, wanted)
    log = log_after(connection, room, 0 if snapshot is None else snapshot.seq)
    return StoredRoom(room, row.plan, bytes(row.secret), log, snapshot)


_LOG_AFTER = (
    sa.select(*[LOG.c[name] for name in LogRow._fields])
    .where(LOG.c.room == sa.bindparam("room"), LOG.c.seq > sa.bindparam("seq"))
    .order_by(LOG.c.seq)
)


def log_after(connection: sa.Connection, room: str, seq: int) -> list[LogRow]:
    """The rows of a room's log after an entry."""
    return [LogRow(*row) for row in connection.execute(_LOG_AFTER, {"room": room, "seq": seq})]


_LOGS_AFTER = sa.text(
    "SELECT log.room, log.seq, kind, data, at, fingerprint"
    " FROM unnest(CAST(:rooms AS text[]), CAST(:seqs AS integer[])) AS known (room, seq)"
    " JOIN log ON log.room = known.room AND log.seq > known.seq ORDER BY log.room, log.seq"
)


def logs_after(connection: sa.Connection, known: dict[str, int]) -> dict[str, list[LogRow]]:
    """The rows of many rooms' logs after the last known entry of each; PostgreSQL only."""
    found: dict[str, list[LogRow]] = {}
    for row in connection.execute(_LOGS_AFTER, {"rooms": list(known), "seqs": list(known.values())}):
        found.setdefault(row.room, []).append(LogRow(*row))
    return found


def last_numbers(connection: sa.Connection, rooms: list[str]) -> dict[str, int]:
    """The number of the last entry of each of these rooms, if it has one."""
    query = sa.select(LOG.c.room, sa.func.max(LOG.c.seq).label("seq")).where(LOG.c.room.in_(rooms)).group_by(LOG.c.room)
    return {row.room: row.seq for row in connection.execute(query)}


def _find_snapshot(connection: sa.Connection, room: str, game: str, wanted: SnapshotFilter) -> Snapshot | None:
    """The last snapshot that passes the filter."""
    last = sa.select(sa.func.max(LOG.c.seq)).where(LOG.c.room == room).scalar_subquery()
    found = snapshots_of(
        connection,
        room,
        SNAPSHOTS.c.seq <= last - wanted.frames_kept,
        SNAPSHOTS.c.format == wanted.format,
        SNAPSHOTS.c.rules == wanted.rules(game),
    )
    return found[0] if found else None


def snapshots_of(connection: sa.Connection, room: str, *which: sa.ColumnElement[bool]) -> list[Snapshot]:
    """The snapshots of a room, latest first."""
    columns = [SNAPSHOTS.c[name] for name in Snapshot._fields]
    query = sa.select(*columns).where(SNAPSHOTS.c.room == room, *which).order_by(SNAPSHOTS.c.seq.desc())
    return [Snapshot(r.seq, r.format, r.rules, r.data, bytes(r.seal)) for r in connection.execute(query)]


def keep_snapshot(connection: sa.Connection, room: str, snapshot: Snapshot) -> None:
    """Replace all snapshots of a room with this one."""
    connection.execute(sa.delete(SNAPSHOTS).where(SNAPSHOTS.c.room == room))
    connection.execute(sa.insert(SNAPSHOTS), {"room": room, **snapshot._asdict()})


_WAITING = (ROOMS.c.people == 0, ROOMS.c.status != Status.CLOSED.value)
_WAITING_AMONG = sa.select(ROOMS.c.id).where(ROOMS.c.id.in_(sa.bindparam("among", expanding=True)), *_WAITING)
_FORGOTTEN = (
    sa.select(ROOMS.c.id)
    .where(*_WAITING, ROOMS.c.changed < sa.bindparam("before"))
    .where(sa.bindparam("before", type_=sa.Float) > LAST_AT, ROOMS.c.id > sa.bindparam("after"))
    .order_by(ROOMS.c.id)
    .limit(sa.bindparam("most", type_=sa.Integer))
)


def waiting(connection: sa.Connection, among: Sequence[str]) -> set[str]:
    """The rooms among these that are not closed and where no one sits."""
    return set(connection.execute(_WAITING_AMONG, {"among": among}).scalars())


def count_waiting(connection: sa.Connection) -> int:
    """The number of rooms that are not closed and where no one sits."""
    return connection.execute(sa.select(sa.func.count()).select_from(ROOMS).where(*_WAITING)).scalar_one()


def forgotten(connection: sa.Connection, before: float, after: str, limit: int) -> list[str]:
    """Open rooms without people where nothing has happened since ``before``; ids greater than ``after``."""
    return list(connection.execute(_FORGOTTEN, {"before": before, "after": after, "most": limit}).scalars())


def listed(
    connection: sa.Connection, statuses: Sequence[Status], game: str | None, since: float, limit: int
) -> list[str]:
    """The public rooms where something has happened lately, newest first."""
    query = (
        sa.select(ROOMS.c.id)
        .where(ROOMS.c.public, ROOMS.c.status.in_([status.value for status in statuses]))
        .where(since <= LAST_AT)
        .order_by(ROOMS.c.created.desc())
        .limit(limit)
    )
    if game is not None:
        query = query.where(ROOMS.c.game == game)
    return list(connection.execute(query).scalars())


# unlike FOR UPDATE, FOR NO KEY UPDATE lets others add to the log; with SKIP LOCKED, no one waits
_TAKE_DUE = sa.text(
    "UPDATE rooms SET look_at = :later WHERE id IN (SELECT id FROM rooms WHERE look_at <= :now"
    " ORDER BY look_at LIMIT :most FOR NO KEY UPDATE SKIP LOCKED) RETURNING id"
)
_LOOK_LATER = sa.text(
    "UPDATE rooms SET look_at = wanted.look_at"
    " FROM unnest(CAST(:rooms AS text[]), CAST(:times AS double precision[])) AS wanted (id, look_at)"
    " WHERE rooms.id = wanted.id AND rooms.id IN"
    " (SELECT id FROM rooms WHERE id = ANY(:rooms) FOR NO KEY UPDATE SKIP LOCKED)"
)


def take_due(connection: sa.Connection, now: float, later: float, most: int) -> list[str]:
    """Take the rooms that are due; other processes look at them ``later`` at the earliest. PostgreSQL only."""
    return list(connection.execute(_TAKE_DUE, {"now": now, "later": later, "most": most}).scalars())


def look_later(connection: sa.Connection, times: dict[str, float]) -> None:
    """Note when a process should look at each of these rooms; PostgreSQL only."""
    connection.execute(_LOOK_LATER, {"rooms": list(times), "times": list(times.values())})


def look_no_more(connection: sa.Connection, rooms: Sequence[str]) -> None:
    """Note that no process needs to look at these rooms."""
    connection.execute(sa.update(ROOMS).where(ROOMS.c.id.in_(rooms)).values(look_at=None))


def touch(connection: sa.Connection) -> None:
    """Write something that changes nothing."""
    connection.execute(sa.text("UPDATE alembic_version SET version_num = version_num"))


class BusIdentity(NamedTuple):
    """The name and the key that only the processes of the same database share."""

    name: bytes
    """The name of the database. A copy has another name, even if every byte of its files is the same."""
    key: bytes
    """The key for messages between processes."""


# a copy by pg_dump has another oid or is on another server, and a copied server was started at another time
_DATABASE = sa.text(
    "SELECT concat(oid, ' ', extract(epoch FROM pg_postmaster_start_time())) FROM pg_database"
    " WHERE datname = current_database()"
)


def bus_identity(connection: sa.Connection) -> BusIdentity:
    """The name of this database and the key of its processes; PostgreSQL only."""
    name = str(connection.execute(_DATABASE).scalar_one())
    return BusIdentity(name.encode(), bytes(connection.execute(sa.select(BUS.c.key)).scalar_one()))


class Outcome(StrEnum):
    """What became of a table."""

    FINISHED = "finished"
    """People played there; the last game is over, or the table is closed."""
    ABANDONED = "abandoned"
    """People sat there, and the game could go on."""
    UNUSED = "unused"
    """No one ever sat there."""


_OVER = ROOMS.c.status.in_([Status.OVER.value, Status.CLOSED.value])
_WHICH: dict[Outcome, list[sa.ColumnElement[bool]]] = {
    Outcome.FINISHED: [ROOMS.c.visited, _OVER],
    Outcome.ABANDONED: [ROOMS.c.visited, ~_OVER],
    Outcome.UNUSED: [~ROOMS.c.visited],
}


def old_rooms(outcome: Outcome, before: float | None = None, game: str | None = None) -> sa.Select[str]:
    """The ids of rooms with this outcome where nothing has happened since ``before``."""
    query = sa.select(ROOMS.c.id).where(*_WHICH[outcome])
    if before is not None:  # ``changed`` is never later than the last entry, and has an index
        query = query.where(ROOMS.c.changed < before, before > LAST_AT)
    return query if game is None else query.where(ROOMS.c.game == game)


def old(connection: sa.Connection, outcome: Outcome, before: float, after: str, limit: int) -> list[str]:
    """Rooms with this outcome where nothing has happened since ``before``; ids greater than ``after``."""
    query = old_rooms(outcome, before).where(ROOMS.c.id > after).order_by(ROOMS.c.id).limit(limit)
    return list(connection.execute(query).scalars())


def delete_room(connection: sa.Connection, room: str) -> None:
    """Delete a room, its log and its snapshots. Use :meth:`Database.delete_room`, which also takes the locks needed."""
    connection.execute(sa.delete(SNAPSHOTS).where(SNAPSHOTS.c.room == room))
    connection.execute(sa.delete(LOG).where(LOG.c.room == room))
    connection.execute(sa.delete(ROOMS).where(ROOMS.c.id == room))
