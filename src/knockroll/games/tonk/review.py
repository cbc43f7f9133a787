"""Tonk: the kinds of error in a review, and why a move is better."""

from __future__ import annotations

from functools import cache

from knockroll.engine.card_reasons import chance_reason, count_reason, danger_reason, speaks_for
from knockroll.engine.cards import DECK_SIZE, TEXTS, cards_in, points_in
from knockroll.engine.review_rules import Peer, Reason, ReviewRules, Worlds
from knockroll.engine.state import DISCARD, DRAW_DISCARD, FIRST_OWN_MOVE
from knockroll.engine.words import sign
from knockroll.games.tonk.spreads import DROP, spread_masks
from knockroll.games.tonk.state import DRAW, Tonk, cards_of

KINDS = {
    "draw": "Took or left the wrong card",
    "discard": "Wrong discard",
    "spread": "Laid down or held back the wrong cards",
    "drop_early": "Dropped too early",
    "drop_late": "Dropped too late",
}


def kind_of(v: Tonk, played: int, best: int) -> str:
    """Return the kind of error."""
    if DROP in (played, best):
        return "drop_early" if played == DROP else "drop_late"
    if v.phase == DRAW:
        return "draw"
    return "discard" if max(played, best) < FIRST_OWN_MOVE else "spread"


@cache
def _threes() -> tuple[int, ...]:
    """All spreads of three cards."""
    return tuple(cards for cards in spread_masks() if cards.bit_count() == 3)


def fits(hand: int, card: int) -> bool:
    """Whether a card completes a spread with two cards of a hand."""
    return any(three >> card & 1 and three & ~(1 << card) & ~hand == 0 for three in _threes())


def _points_after(hand: int, card: int) -> int:
    """The points in hand after one more card and the discard of the highest."""
    cards = hand | 1 << card
    return points_in(cards) - max(points_in(1 << other) for other in cards_in(cards))


def _about_points(v: Tonk, top: int, takes: bool) -> list[Reason]:
    """Say how many points the top discard leaves in hand, if that speaks for the better move."""
    hand, seen = v.hands[v.turn], v.hands[v.turn] | 1 << top
    for spread in v.spreads:
        seen |= cards_of(spread)
    for cards in v.known:
        seen |= cards
    unseen = [card for card in range(DECK_SIZE) if not seen >> card & 1]
    own, stock = _points_after(hand, top), sum(_points_after(hand, card) for card in unseen) / len(unseen)
    if (own < stock) != takes:
        return []
    text = f"{sign(TEXTS[top])} leads to {own} points in hand, a card from the stock to {stock:.1f} on average."
    return [Reason("draw", text, {"points": float(own), "stock": stock}, (TEXTS[top],))]


def why(v: Tonk, played: int, best: int, worlds: Worlds) -> list[Reason]:
    """Say why the best move is better."""
    hand = v.hands[v.turn]
    if DROP in (played, best):
        return _about_dropping(v, best == DROP, worlds)
    if v.phase == DRAW:
        top = v.pile[v.pile_size - 1] if v.pile_size else -1
        if top < 0:
            return []
        if fits(hand, top) != (best == DRAW_DISCARD):
            return _about_points(v, top, best == DRAW_DISCARD)
        completes = "a spread" if best == DRAW_DISCARD else "no spread"
        return [Reason("draw", f"{sign(TEXTS[top])} completes {completes}.", cards=(TEXTS[top],))]
    if max(played, best) >= FIRST_OWN_MOVE:
        return []
    mine, better = played - DISCARD, best - DISCARD
    found = danger_reason(v, mine, better, worlds, fits)
    return found + count_reason("points in hand", points_in(hand & ~(1 << mine)), points_in(hand & ~(1 << better)))


def _about_dropping(v: Tonk, is_better: bool, worlds: Worlds) -> list[Reason]:
    """Say how likely a drop is caught."""
    if not worlds:
        return []
    own = points_in(v.hands[v.turn])
    others = [seat for seat in range(v.seats) if seat != v.turn and v.playing >> seat & 1]
    caught = sum(min(points_in(world[i]) for i in others) <= own for world in worlds) / len(worlds)
    if not speaks_for(caught, is_better):
        return []
    only = "only " if is_better else ""
    text = f"A drop with {own} points is caught in {only}{{chance}} of the hands the others may hold."
    return chance_reason("drop", text, caught, count=own)


REVIEW = ReviewRules(
    inaccurate=0.02,
    mistake=0.05,
    blunder=0.10,
    kinds=KINDS,
    kind_of=kind_of,
    why=why,
    levels=(0.0007, 0.0016, 0.004, 0.007),
    peers=(
        Peer("The Bookmaker", 0.0003, 1854),
        Peer("Mrs. Lookout", 0.001, 1794),
        Peer("Friday Ray", 0.0023, 1730),
        Peer("The Magpie", 0.0058, 1629),
        Peer("Lucky Lou", 0.0078, 1279),
    ),
)
