"""Snapshots of rooms, and a fingerprint of the resulting position with each entry of the log."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both. Earlier entries have no fingerprints; snapshots are taken in later play."""
    op.add_column("log", sa.Column("fingerprint", sa.BigInteger, nullable=True))
    op.create_table(
        "snapshots",
        sa.Column("room", sa.String(16), sa.ForeignKey("rooms.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("format", sa.Integer, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("data", sa.Text, nullable=False),
        sa.Column("seal", sa.LargeBinary(32), nullable=False),
    )


def downgrade() -> None:
    """Drop both: the log alone is enough."""
    op.drop_table("snapshots")
    op.drop_column("log", "fingerprint")
