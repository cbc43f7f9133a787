"""Whether a person has ever sat at a table; tables where no one did need not be kept."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

ASK_THE_LOG = """
UPDATE rooms SET visited =
    EXISTS (SELECT 1 FROM log WHERE log.room = rooms.id AND log.kind IN ('sit', 'join'))
"""


def upgrade() -> None:
    """Add the column, and fill it in from the log."""
    op.add_column("rooms", sa.Column("visited", sa.Boolean, nullable=False, server_default=sa.false()))
    op.create_index("rooms_kept", "rooms", ["visited", "status", "changed"])
    op.execute(ASK_THE_LOG)


def downgrade() -> None:
    """Drop the column."""
    op.drop_index("rooms_kept", "rooms")
    op.drop_column("rooms", "visited")
