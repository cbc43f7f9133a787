"""Tonk: the numbers and texts of its moves."""

from knockroll.engine.cards import TEXTS, texts_in
from knockroll.engine.grammar import CARD_MOVES, MoveBook
from knockroll.games.tonk.spreads import spread_masks
from knockroll.games.tonk.state import MOST_SPREADS

MOVES = MoveBook(
    (
        *CARD_MOVES,
        "drop",
        *(f"spread {' '.join(texts_in(cards))}" for cards in spread_masks()),
        *(f"hit {card} on {number}" for number in range(1, MOST_SPREADS + 1) for card in TEXTS),
    ),
    forms=("draw stock", "draw discard", "discard 7h", "drop", "spread 5c 6c 7c", "hit 8c on 1"),
)
