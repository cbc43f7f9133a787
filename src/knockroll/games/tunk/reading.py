"""Tunk: a seat's position, read for a person."""

from __future__ import annotations

from knockroll.engine.cards import points_in, texts_in
from knockroll.engine.game import Reading
from knockroll.games.tunk.matched import arrange
from knockroll.games.tunk.rules import Tunk, wild_cards


def read(v: Tunk, seat: int) -> Reading:
    """The hand as the table would arrange it, and what a tunk would mean."""
    hand = v.hands[seat]
    if not hand:
        return Reading()
    first, second, _, _ = arrange(hand, wild_cards(v), 0, 0)
    loose = hand & ~first & ~second
    total = points_in(loose)
    return Reading(
        melds=tuple(tuple(texts_in(matched)) for matched in (first, second) if matched),
        loose=tuple(texts_in(loose)),
        count=total,
        count_name="unmatched points",
        meanings={"tunk": f"tunk with {loose.bit_count()} unmatched cards, {total} points"},
    )
