"""The database: rooms, and the append-only log of what happened in them."""

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
    # these two only repeat what the log says, so that lists need no replay
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("changed", sa.Double, nullable=False),
    sa.Index("rooms_listed", "status", "public", "created"),
)

LOG = sa.Table(
    "log",
    METADATA,
    sa.Column("room", sa.String(16), sa.ForeignKey("rooms.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.String(16), nullable=False),
    sa.Column("data", sa.Text, nullable=False),
    sa.Column("at", sa.Double, nullable=False),
    sqlite_with_rowid=False,
)
