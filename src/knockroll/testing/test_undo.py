"""Taking moves back, and a position as text, at tables of every game."""

from __future__ import annotations

import random

import pytest

import knockroll
from knockroll.engine.chance import Chance
from knockroll.engine.game import Game
from knockroll.engine.table import Table


@pytest.mark.parametrize("chance", [knockroll.Seeded(5), knockroll.Fair(bytes(32), {0: b"mine"})])
def test_every_move_can_be_taken_back_and_made_again(game: Game, chance: Chance) -> None:
    table, choices = Table(game, chance=chance.copy()), random.Random(2)
    before = [table.copy()]
    while table.turn is not None and len(table.moves) < 25:
        table.play(choices.choice(table.legal()))
        before.append(table.copy())
    last = before.pop()
    moves = []
    while before:
        moves.append(table.undo())
        assert table == before[-1]
        assert table.legal() == before[-1].legal() and table.view() == before[-1].view()
        before.pop()
    with pytest.raises(knockroll.IllegalMove, match="there is no move to take back"):
        table.undo()
    for move in reversed(moves):
        table.play(move)
    assert table == last and table.record() == last.record()


def test_a_table_prints_whose_turn_it_is_and_every_card(game: Game) -> None:
    table = Table(game, seed=5)
    first, *lines = str(table).splitlines()
    assert first.startswith(f"{table.game.title}: seat {table.turn} to move")
    assert next(line for line in lines if line.startswith("> ")).startswith(f"> Seat {table.turn}, ")
    for card in table.view(table.turn).get("hand", []):
        assert f" {card}" in str(table)
