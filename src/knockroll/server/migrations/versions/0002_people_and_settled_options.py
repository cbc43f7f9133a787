"""How many people sit at a table, and the value of every option of its game.

Version 0.1.0 stored only the options that somebody had chosen, and looked the others up: they are filled in here with
the defaults that it had, so that no later default changes a game that has begun.
"""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

RULES = "1"
DEFAULTS: dict[str, dict[str, Any]] = {
    "farkle": {
        "target": 10_000,
        "opening_minimum": 0,
        "three_farkles_penalty": 0,
        "of_a_kind": "triples",
        "straight": 0,
        "three_pairs": 0,
        "must_throw_hot_dice": False,
    },
    "gin_rummy": {
        "target": 100,
        "knock_limit": None,
        "gin_bonus": 0,
        "undercut_bonus": 0,
        "lay_off": False,
        "offer_upcard": False,
        "must_declare_gin": True,
        "void_at_stock": 0,
        "may_return_discard": True,
        "oklahoma": False,
        "turn_limit": 300,
    },
    "thirty_one": {
        "three_of_a_kind": 30,
        "strikes": 3,
        "knock_first_round": True,
        "knocker_tied_is_safe": False,
        "may_return_discard": True,
        "turn_limit": 1000,
    },
    "tonk": {
        "stake": 1,
        "hands": 10,
        "caught_pays": "double_and_stake",
        "opening_tonk": "49_50",
        "hit_blocks_drop": 0,
        "cards": 5,
        "may_return_discard": True,
        "turn_limit": 300,
    },
    "tunk": {
        "target": 100,
        "tunk_limit": 5,
        "tunk_limit_counts": "cards",
        "twos_wild": True,
        "may_return_discard": True,
        "turn_limit": 300,
    },
}
VARIANTS: dict[tuple[str, str | None], dict[str, Any]] = {
    ("gin_rummy", "standard"): {
        "knock_limit": 10,
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "lay_off": True,
        "offer_upcard": True,
        "must_declare_gin": False,
        "void_at_stock": 2,
        "may_return_discard": False,
    },
}
PAGE = 500
COUNT_PEOPLE = """
UPDATE rooms SET people =
    (SELECT count(*) FROM log WHERE log.room = rooms.id AND log.kind IN ('sit', 'join'))
    - (SELECT count(*) FROM log WHERE log.room = rooms.id AND log.kind = 'leave')
"""


def upgrade() -> None:
    """Add the column, and settle the plans."""
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
    """A plan with all options; that of a game of another package stays as it is."""
    game = plan["game"]
    if game not in DEFAULTS or "rules" in plan:
        return plan
    options = DEFAULTS[game] | VARIANTS.get((game, plan["variant"]), {}) | plan["options"]
    return plan | {"options": options, "rules": RULES}


def downgrade() -> None:
    """Drop what was added; the plans are as good without."""
    op.drop_index("rooms_forgotten", "rooms")
    op.drop_column("rooms", "people")
