"""When a table should be looked at, if no process has it in memory."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add it. Tables of before are looked at when somebody asks for them."""
    op.add_column("rooms", sa.Column("look_at", sa.Double, nullable=True))
    op.create_index("rooms_look_at", "rooms", ["look_at"])


def downgrade() -> None:
    """Drop it."""
    op.drop_index("rooms_look_at", "rooms")
    op.drop_column("rooms", "look_at")
