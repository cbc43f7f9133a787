"""Gin Rummy: a seat's position, read for a person."""

from __future__ import annotations

from knockroll.engine.cards import texts_in
from knockroll.engine.game import Reading
from knockroll.engine.melds import best_sets, lowest_deadwood, melds_in
from knockroll.games.gin_rummy.moves import MOVES
from knockroll.games.gin_rummy.rules import GIN, KNOCK, MOST_MOVES, GinRummy, legal


def read(v: GinRummy, seat: int) -> Reading:
    """The melds with the least deadwood, and what a knock would mean."""
    hand = v.hands[seat]
    if not hand:
        return Reading()
    melds = melds_in(hand, best_sets(hand))
    melded = sum(melds)
    return Reading(
        melds=tuple(tuple(texts_in(meld)) for meld in melds),
        loose=tuple(texts_in(hand & ~melded)),
        count=lowest_deadwood(hand),
        count_name="deadwood",
        meanings=_meanings(v, hand) if v.turn == seat else {},
    )


def _meanings(v: GinRummy, hand: int) -> dict[str, str]:
    moves = [0] * MOST_MOVES
    meanings = {}
    for move in moves[: legal(v, moves)]:
        if move >= GIN:
            meanings[MOVES.format(move)] = "gin: no deadwood left"
        elif move >= KNOCK:
            meanings[MOVES.format(move)] = f"knock with {lowest_deadwood(hand & ~(1 << move - KNOCK))}"
    return meanings
