"""Tunk: the kinds of error in a review, and why a move is better."""

from __future__ import annotations

from knockroll.engine.card_reasons import (
    chance_reason,
    count_reason,
    danger_reason,
    outs_reason,
    speaks_for,
    take_reason,
)
from knockroll.engine.cards import cards_in
from knockroll.engine.review_rules import Peer, Reason, ReviewRules, Worlds
from knockroll.engine.state import DISCARD, DRAW_DISCARD, top_discard
from knockroll.games.tunk.matched import least_unmatched
from knockroll.games.tunk.rules import DRAW, TUNK, Tunk, wild_cards

KINDS = {
    "draw": "Took or left the wrong card",
    "discard": "Wrong discard",
    "tunk_early": "Tunked too early",
    "tunk_late": "Tunked too late",
}


def kind_of(v: Tunk, played: int, best: int) -> str:
    """Return the kind of error."""
    if v.phase == DRAW:
        return "draw"
    if TUNK in (played, best):
        return "tunk_early" if played == TUNK else "tunk_late"
    return "discard"


def why(v: Tunk, played: int, best: int, worlds: Worlds) -> list[Reason]:
    """Say why the best move is better."""
    wild = wild_cards(v)

    def left(hand: int) -> int:
        """The least that a hand can have unmatched, in points."""
        return least_unmatched(hand, wild, 1, 0)

    def fits(hand: int, card: int) -> bool:
        return left(hand | 1 << card) <= left(hand)

    def after(hand: int, card: int) -> int:
        cards = hand | 1 << card
        return min(left(cards & ~(1 << other)) for other in cards_in(cards))

    if v.phase == DRAW:
        return take_reason(v, fits, top_discard(v), best == DRAW_DISCARD, after, "unmatched points")
    if TUNK in (played, best):
        if not worlds:
            return []
        own = left(v.hands[v.turn])
        others = [seat for seat in range(v.seats) if seat != v.turn and v.playing >> seat & 1]
        as_low = sum(min(left(world[i]) for i in others) <= own for world in worlds) / len(worlds)
        if not speaks_for(as_low, best == TUNK):
            return []
        if best == TUNK:
            text = f"With {own} points unmatched, everyone else has more in {{chance}} of the hands they may hold."
            return chance_reason("tunk", text, 1 - as_low, unmatched=own)
        text = f"With {own} points unmatched, someone has that or less in {{chance}} of the hands the others may hold."
        return chance_reason("tunk", text, as_low, unmatched=own)
    mine, better = played - DISCARD, best - DISCARD
    kept = [left(v.hands[v.turn] & ~(1 << card)) for card in (mine, better)]
    found = outs_reason(v, mine, better, fits) + danger_reason(v, mine, better, worlds, fits)
    return found + count_reason("points unmatched", kept[0], kept[1])


REVIEW = ReviewRules(
    inaccurate=0.02,
    mistake=0.05,
    blunder=0.10,
    kinds=KINDS,
    kind_of=kind_of,
    why=why,
    levels=(0.001, 0.002, 0.004, 0.01),
    peers=(
        Peer("The Heron", 0.0, 1808),
        Peer("The Librarian", 0.0, 1784),
        Peer("Aunt Polly", 0.0006, 1686),
        Peer("The Miser", 0.0046, 1538),
        Peer("Hasty Hal", 0.0567, 1129),
    ),
)
