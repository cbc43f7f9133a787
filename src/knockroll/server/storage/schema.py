"""The tables of the database. A change here goes with a migration (:mod:`knockroll.server.storage.migrations`)."""

from __future__ import annotations

import sqlalchemy as sa

METADATA = sa.MetaData()

ROOMS = sa.Table(
    "rooms",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("game", sa.String(64), nullable=False),
    sa.Column("plan", sa.Text, nullable=False),
    sa.Column("secret", sa.LargeBinary(32), nullable=False),
    sa.Column("public", sa.Boolean, nullable=False),
    sa.Column("created", sa.Double, nullable=False),
    # these four repeat the log, which saves lists of rooms a replay
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("changed", sa.Double, nullable=False),
    sa.Column("people", sa.Integer, nullable=False, server_default="0"),
    sa.Column("visited", sa.Boolean, nullable=False, server_default=sa.false()),  # whether a person has ever sat there
    # when a process should look at the room, if none has it in memory: see knockroll.server.cluster.due
    sa.Column("look_at", sa.Double, nullable=True),
    sa.Index("rooms_look_at", "look_at"),
    sa.Index("rooms_listed", "status", "public", "created"),
    sa.Index("rooms_forgotten", "people", "status", "changed"),
    sa.Index("rooms_kept", "visited", "status", "changed"),
)

LOG = sa.Table(
    "log",
    METADATA,
    sa.Column("room", sa.String(16), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("fingerprint", sa.BigInteger, nullable=True),  # of the resulting position, if it changed
    # a trigger, log_without_holes, refuses an entry whose predecessor is missing
    # with PostgreSQL, the statement that adds an entry checks that the room exists: see storage.statements
    sa.ForeignKeyConstraint(["room"], ["rooms.id"]).ddl_if(dialect="sqlite"),
    sqlite_with_rowid=False,
)

SNAPSHOTS = sa.Table(
    "snapshots",
    METADATA,
    sa.Column("room", sa.String(16), sa.ForeignKey("rooms.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("format", sa.Integer, nullable=False),
    sa.Column("rules", sa.Text, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("seal", sa.LargeBinary(32), nullable=False),
)

BUS = sa.Table(
    "bus",
    METADATA,
    sa.Column(
        "key", sa.LargeBinary(32), nullable=False
    ),  # one row: processes prove with it that they use this database
)

LAST_AT = sa.func.coalesce(
    sa.select(LOG.c.at).where(LOG.c.room == ROOMS.c.id).order_by(LOG.c.seq.desc()).limit(1).scalar_subquery(),
    ROOMS.c.created,
)
"""When something last happened in a room."""
