"""The log has no foreign key in PostgreSQL, because the key locked the row of a room for every entry."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Drop the key. SQLite locks no rows, and keeps its key."""
    if op.get_bind().dialect.name == "postgresql":
        op.drop_constraint("log_room_fkey", "log")


def downgrade() -> None:
    """Restore the key."""
    if op.get_bind().dialect.name == "postgresql":
        op.create_foreign_key("log_room_fkey", "log", "rooms", ["room"], ["id"])
