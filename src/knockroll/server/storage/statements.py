"""The SQL that writes rows, for SQLite and for PostgreSQL."""

from __future__ import annotations

from operator import itemgetter
from typing import NamedTuple

import msgspec
import sqlalchemy as sa

from knockroll.server.storage.rows import WriteBatch
from knockroll.server.storage.schema import ROOMS, SNAPSHOTS

# --- SQLite ----------------------------------------------------------------------------------------------------------

INSERT_ROOM = sa.insert(ROOMS)
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
DELETE_OLD_SNAPSHOTS = sa.delete(SNAPSHOTS).where(
    SNAPSHOTS.c.room == sa.bindparam("b_room"), SNAPSHOTS.c.seq < _last_but_one
)
UPDATE_ROOM = (
    sa.update(ROOMS)
    .where(ROOMS.c.id == sa.bindparam("b_id"))
    .values(
        status=sa.bindparam("status"),
        people=sa.bindparam("people"),
        changed=sa.bindparam("changed"),
        visited=sa.or_(ROOMS.c.visited, sa.bindparam("people") > 0),
    )
)
# given to the driver as it is: SQLAlchemy would inspect every value of every row of every move
INSERT_LOG = "INSERT INTO log (room, seq, kind, data, at, fingerprint) VALUES (?, ?, ?, ?, ?, ?)"


# --- PostgreSQL ------------------------------------------------------------------------------------------------------


class Statement(NamedTuple):
    """One of :data:`POSTGRESQL`, with its rows as JSON.

    All rows are one JSON text: separate values would cost the driver as much time as the move costs the game.
    """

    name: str
    rows: bytes


# A deleted room has no id, and the log refuses an entry without one. A foreign key would do the same, but lock the
# room's row for every entry, which costs half as much again as the entry. Instead, deleting a room locks the log
# (delete_room).
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


def statements(batch: WriteBatch) -> list[Statement]:
    """The statements that write these rows, apart from new rooms.

    All processes write to the same rooms in the same order, which prevents deadlocks.
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
