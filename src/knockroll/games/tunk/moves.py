"""Tunk: the numbers and texts of its moves."""

from knockroll.engine.grammar import CARD_MOVES, MoveBook

MOVES = MoveBook((*CARD_MOVES, "tunk"), forms=("draw stock", "draw discard", "discard 7h", "tunk"))
