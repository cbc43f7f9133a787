"""The number of people at a table, and the value of every option of its game.

Version 0.1.0 stored only the options that someone had chosen. The others are filled in with the defaults of 0.1.0, to
keep later defaults from changing a game that has begun.
"""

import json
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from alembic import op

from knockroll import games

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

RULES = "1"
GAMES: dict[str, Any] = json.loads((Path(games.__file__).parent / "options_of_0_1_0.json").read_text())
"""The default options and the variants of each game in 0.1.0."""
PAGE = 500
COUNT_PEOPLE = """
UPDATE rooms SET people =
    (SELECT count(*) FROM log WHERE log.room = rooms.id AND log.kind IN ('sit', 'join'))
    - (SELECT count(*) FROM log WHERE log.room = rooms.id AND log.kind = 'leave')
"""


def upgrade() -> None:
    """Add the column, and fill in the options."""
    op.add_column("rooms", sa.Column("people", sa.Integer, nullable=False, server_default="0"))
    op.create_index("rooms_forgotten", "rooms", ["people", "status", "changed"])
    op.execute(COUNT_PEOPLE)
    connection = op.get_bind()
    last = ""
    while rows := connection.execute(
        sa.text("SELECT id, plan FROM rooms WHERE id > :last ORDER BY id LIMIT :page"), {"last": last, "page": PAGE}
    ).all():
        settled = [{"id": row.id, "plan": json.dumps(settle(json.loads(row.plan)))} for row in rows]
        connection.execute(sa.text("UPDATE rooms SET plan = :plan WHERE id = :id"), settled)
        last = rows[-1].id


def settle(plan: dict[str, Any]) -> dict[str, Any]:
    """Return a plan with all options; a plan for a game of another package stays as it is."""
    if plan["game"] not in GAMES or "rules" in plan:
        return plan
    game = GAMES[plan["game"]]
    options = game["defaults"] | game["variants"].get(plan["variant"], {}) | plan["options"]
    return plan | {"options": options, "rules": RULES}


def downgrade() -> None:
    """Drop the column; the options that were filled in do no harm."""
    op.drop_index("rooms_forgotten", "rooms")
    op.drop_column("rooms", "people")
