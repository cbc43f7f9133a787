"""How rows are written: what the store has gathered, as statements of SQLite and of PostgreSQL.

PostgreSQL gets all rows of a kind as one JSON text, whatever their number: its driver would look at every value of
every row for as long as the game needs for a move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from knockroll.server.storage.schema import ROOMS, SNAPSHOTS

Done = Callable[[Exception | None], None]
"""Called when entries are committed, or with the error if they are not."""
Rows = Sequence[dict[str, Any]]


class LogRow(NamedTuple):
    """A row of the log. There is one for every move: a tuple is made and bound faster than anything with names."""

    room: str
    seq: int
    kind: str
    data: str
    at: float
    fingerprint: int | None


class Write(NamedTuple):
    """What is to be committed, all or none of it, and who waits for it."""

    done: Done
    rooms: Rows = ()
    log: Sequence[LogRow] = ()
    states: Rows = ()
    snapshots: Rows = ()
    tell: Callable[[], None] | None = None
    """Called when it is committed, before ``done`` is for anything that was committed together with it."""


class Batch(NamedTuple):
    """The rows of several writes, kind by kind."""

    rooms: list[dict[str, Any]]
    log: list[LogRow]
    states: list[dict[str, Any]]
    snapshots: list[dict[str, Any]]

    @classmethod
    def of(cls, writes: Sequence[Write]) -> Batch:
        """All rows of these writes."""
        return cls(
            [row for write in writes for row in write.rooms],
            [row for write in writes for row in write.log],
            [row for write in writes for row in write.states],
            [row for write in writes for row in write.snapshots],
        )


# --- SQLite, and what both have in common -----------------------------------------------------------------------------

_INSERT_ROOM = sa.insert(ROOMS)
INSERT_SNAPSHOT = sa.insert(SNAPSHOTS)
_older = SNAPSHOTS.alias("older")
_last_but_one = (
    sa.select(_older.c.seq)
    .where(_older.c.room == sa.bindparam("b_room"))
    .order_by(_older.c.seq.desc())
    .offset(1)
    .limit(1)
    .scalar_subquery()
)
_DELETE_SNAPSHOTS = sa.delete(SNAPSHOTS).where(
    SNAPSHOTS.c.room == sa.bindparam("b_room"), SNAPSHOTS.c.seq < _last_but_one
)
_UPDATE_ROOM = (
    sa.update(ROOMS)
    .where(ROOMS.c.id == sa.bindparam("b_id"))
    .values(
        status=sa.bindparam("status"),
        people=sa.bindparam("people"),
        changed=sa.bindparam("changed"),
        visited=sa.or_(ROOMS.c.visited, sa.bindparam("people") > 0),
    )
)


# handed to the driver as it is: SQLAlchemy would look at every value of every row of every move
_INSERT_LOG = "INSERT INTO log (room, seq, kind, data, at, fingerprint) VALUES (?, ?, ?, ?, ?, ?)"


def write(connection: sa.Connection, batch: Batch) -> None:
    """Write rows in the transaction of a connection."""
    if batch.rooms:
        connection.execute(_INSERT_ROOM, batch.rooms)
    if connection.dialect.name == "postgresql":
        for statement in statements(batch):
            connection.exec_driver_sql(POSTGRESQL[statement.name].replace("$1", "%s"), (statement.rows.decode(),))
        return
    if batch.log:
        connection.exec_driver_sql(_INSERT_LOG, batch.log)
    if batch.states:
        connection.execute(_UPDATE_ROOM, batch.states)
    if batch.snapshots:
        connection.execute(INSERT_SNAPSHOT, batch.snapshots)
        connection.execute(_DELETE_SNAPSHOTS, [{"b_room": row["room"]} for row in batch.snapshots])


# --- PostgreSQL ------------------------------------------------------------------------------------------------------


class Statement(NamedTuple):
    """One of those below, and its rows as JSON."""

    name: str
    rows: bytes


# A room that was deleted has no id, which the log does not take. A foreign key says the same, and locks the room's row
# for every entry, which costs half as much again as the entry; here, who deletes a room locks the log (delete_room).
POSTGRESQL = {
    "log": """
        INSERT INTO log (room, seq, kind, data, at, fingerprint)
        SELECT (SELECT id FROM rooms WHERE id = new.room), seq, kind, data, at, fingerprint
        FROM json_to_recordset($1)
            AS new (room text, seq integer, kind text, data text, at double precision, fingerprint bigint)""",
    "states": """
        UPDATE rooms SET status = new.status, people = new.people, changed = new.changed,
            visited = visited OR new.people > 0
        FROM json_to_recordset($1) AS new (b_id text, status text, people integer, changed double precision)
        WHERE id = new.b_id""",
    "snapshots": """
        INSERT INTO snapshots (room, seq, format, rules, data, seal)
        SELECT room, seq, format, rules, data, decode(seal, 'hex')
        FROM json_to_recordset($1) AS new (room text, seq integer, format integer, rules text, data text, seal text)""",
    "older_snapshots": """
        DELETE FROM snapshots USING json_to_recordset($1) AS new (room text)
        WHERE snapshots.room = new.room AND seq < (
            SELECT seq FROM snapshots AS older WHERE older.room = new.room ORDER BY seq DESC OFFSET 1 LIMIT 1)""",
}


def statements(batch: Batch) -> list[Statement]:
    """What writes these rows, without the rooms that are opened.

    Who writes to the same rooms does so in the same order, so that nobody waits in a circle.
    """
    found = []
    if batch.log:
        log = sorted(batch.log, key=itemgetter(0, 1))
        found.append(Statement("log", msgspec.json.encode([row._asdict() for row in log])))
    if batch.states:
        found.append(Statement("states", msgspec.json.encode(sorted(batch.states, key=itemgetter("b_id")))))
    if batch.snapshots:
        taken = sorted(batch.snapshots, key=itemgetter("room"))
        rows = msgspec.json.encode([{**row, "seal": row["seal"].hex()} for row in taken])
        found += [Statement("snapshots", rows), Statement("older_snapshots", rows)]
    return found
