"""Tables that were resumed, and positions that do not fit. The conformance kit resumes every game anywhere."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import knockroll
from knockroll.engine.errors import HistoryForgotten, InvalidPosition
from knockroll.testing.test_snapshots import SECRET, resumed


def test_who_was_resumed_has_no_record() -> None:
    table = knockroll.Table("thirty_one", 2, chance=knockroll.Fair(SECRET))
    table.play("draw stock")
    again = resumed(table)
    assert table.has_record and not again.has_record
    with pytest.raises(HistoryForgotten, match="no longer known here"):
        again.record()


@pytest.mark.parametrize(
    "damage",
    [
        {"turn": None},
        {"turn": "0"},
        {"turn": True},
        {"hands": [0]},
        {"hands": 0},
        {"wings": 2},
    ],
)
def test_a_position_of_another_game_is_refused(damage: dict[str, Any]) -> None:
    table = knockroll.Table("thirty_one", 2, chance=knockroll.Fair(SECRET))
    position = msgspec.structs.replace(table.snapshot(), state={**table.snapshot().state, **damage})
    with pytest.raises(InvalidPosition):
        knockroll.Table.resume(table.game, position, table.chance, None, table.options)
    missing = {key: value for key, value in table.snapshot().state.items() if key != "turn"}
    with pytest.raises(InvalidPosition, match="turn"):
        knockroll.Table.resume(
            table.game, msgspec.structs.replace(position, state=missing), table.chance, None, table.options
        )
