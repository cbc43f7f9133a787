"""Taking moves back, and a position as text, at tables of every game."""

from __future__ import annotations

import random

import pytest

import knockroll
from knockroll.engine.chance import Chance
from knockroll.engine.table import Table
from tests.conformance.positions import GAMES

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
@pytest.mark.parametrize("chance", [knockroll.Seeded(5), knockroll.Fair(bytes(32), {0: b"mine"})])
def test_every_move_can_be_taken_back_and_made_again(name: str, chance: Chance) -> None:
    table, choices = Table(name, chance=chance.copy()), random.Random(2)
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


def test_the_last_move_of_a_game_can_be_taken_back() -> None:
    table, choices = Table("thirty_one", seats=2, seed=1, strikes=1), random.Random(2)
    while table.turn is not None:
        turn = table.turn
        table.play(choices.choice(table.legal()))
    assert table.result is not None
    table.undo()
    assert table.result is None and table.turn == turn


@every_game
def test_a_table_prints_whose_turn_it_is_and_every_card(name: str) -> None:
    table = Table(name, seed=5)
    first, *lines = str(table).splitlines()
    assert first.startswith(f"{table.game.title}: seat {table.turn} to move")
    assert next(line for line in lines if line.startswith("> ")).startswith(f"> Seat {table.turn}, ")
    for card in table.view(table.turn).get("hand", []):
        assert f" {card}" in str(table)
