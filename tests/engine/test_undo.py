"""Taking back the move that ended a game. Any other move is taken back by the conformance kit."""

from __future__ import annotations

import random

from knockroll.engine.table import Table


def test_the_last_move_of_a_game_can_be_taken_back() -> None:
    table, choices = Table("thirty_one", seats=2, seed=1, strikes=1), random.Random(2)
    while table.turn is not None:
        turn = table.turn
        table.play(choices.choice(table.legal()))
    assert table.result is not None
    table.undo()
    assert table.result is None and table.turn == turn
