"""The time to look at a table that no process has in memory."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column. Earlier tables are only looked at when someone requests them."""
    op.add_column("rooms", sa.Column("look_at", sa.Double, nullable=True))
    op.create_index("rooms_look_at", "rooms", ["look_at"])


def downgrade() -> None:
    """Drop the column."""
    op.drop_index("rooms_look_at", "rooms")
    op.drop_column("rooms", "look_at")
