"""Gin Rummy: the numbers and texts of its moves."""

from knockroll.engine.cards import TEXTS
from knockroll.engine.grammar import CARD_MOVES, MoveBook

MOVES = MoveBook(
    (*CARD_MOVES, "pass", *(f"knock {card}" for card in TEXTS), *(f"gin {card}" for card in TEXTS)),
    forms=("draw stock", "draw discard", "discard 7h", "pass", "knock 7h", "gin 7h"),
)
