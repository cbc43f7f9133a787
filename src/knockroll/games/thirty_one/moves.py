"""Thirty-One: the numbers and texts of its moves."""

from knockroll.engine.grammar import CARD_MOVES, MoveBook

MOVES = MoveBook((*CARD_MOVES, "knock"), forms=("draw stock", "draw discard", "discard 7h", "knock"))
