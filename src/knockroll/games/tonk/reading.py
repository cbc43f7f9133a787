"""Tonk: a seat's position, read for a person."""

from __future__ import annotations

from knockroll.engine.cards import points_in, texts_in
from knockroll.engine.game import Reading
from knockroll.games.tonk.rules import MOST_MOVES
from knockroll.games.tonk.spreads import SPREAD, list_spreads, spread_mask
from knockroll.games.tonk.state import Tonk


def read(v: Tonk, seat: int) -> Reading:
    """The spreads that could be laid, and what a drop would mean."""
    hand = v.hands[seat]
    if not hand:
        return Reading()
    melds = _spreads(hand)
    points = points_in(hand)
    return Reading(
        melds=tuple(tuple(texts_in(meld)) for meld in melds),
        loose=tuple(texts_in(hand & ~sum(melds))),
        count=points,
        count_name="points",
        meanings={"drop": f"drop with {points} points"},
    )


def _spreads(hand: int) -> list[int]:
    """Spreads that take the most points out of the hand, one after the other."""
    found = []
    moves = [0] * MOST_MOVES
    while n := list_spreads(hand, moves, 0):
        best = max((spread_mask(move - SPREAD) for move in moves[:n]), key=points_in)
        found.append(best)
        hand &= ~best
    return found
