"""Farkle: a seat's position, read for a person."""

from __future__ import annotations

from knockroll.engine.dice import set_of_number
from knockroll.engine.game import Reading
from knockroll.games.farkle.moves import MOVES
from knockroll.games.farkle.rules import BANK, KEEP, MOST_MOVES, Farkle, legal, set_score


def read(v: Farkle, seat: int) -> Reading:
    """The turn score, and what each set of dice would bring."""
    if v.turn != seat:
        return Reading()
    moves = [0] * MOST_MOVES
    meanings = {}
    for move in moves[: legal(v, moves)]:
        if move >= KEEP:
            meanings[MOVES.format(move)] = str(set_score(v, set_of_number(move - KEEP)))
        elif move == BANK:
            meanings["bank"] = f"bank {v.turn_score}"
    return Reading(count=v.turn_score, count_name="turn score", meanings=meanings)
