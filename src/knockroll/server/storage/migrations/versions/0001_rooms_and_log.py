"""Rooms and their log."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the first schema."""
    op.create_table(
        "rooms",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("plan", sa.Text, nullable=False),
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("created", sa.Double, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("changed", sa.Double, nullable=False),
    )
    op.create_index("rooms_listed", "rooms", ["status", "public", "created"])
    op.create_table(
        "log",
        sa.Column("room", sa.String(16), sa.ForeignKey("rooms.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """Drop everything."""
    op.drop_table("log")
    op.drop_table("rooms")
