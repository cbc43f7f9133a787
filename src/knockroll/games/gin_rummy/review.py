"""Gin Rummy: the kinds of error in a review, and why a move is better."""

from __future__ import annotations

from knockroll.engine.card_reasons import (
    chance_reason,
    count_reason,
    danger_reason,
    outs_reason,
    speaks_for,
    take_reason,
)
from knockroll.engine.cards import DECK_SIZE, cards_in
from knockroll.engine.melds import lowest_deadwood
from knockroll.engine.review_rules import Peer, Reason, ReviewRules, Worlds
from knockroll.engine.state import DISCARD, DRAW_DISCARD, top_discard
from knockroll.games.gin_rummy.rules import DISCARDING, ENDED_BY_UNDERCUT, KNOCK, PASS, GinRummy, play

KINDS = {
    "draw": "Took or left the wrong card",
    "discard": "Wrong discard",
    "knock_early": "Ended the hand too early",
    "knock_late": "Ended the hand too late",
}


def ends_hand(move: int) -> bool:
    """Whether a move is a knock or gin."""
    return move > PASS


def kind_of(v: GinRummy, played: int, best: int) -> str:
    """Return the kind of error."""
    if v.phase != DISCARDING:
        return "draw"
    if ends_hand(played) == ends_hand(best):
        return "discard"
    return "knock_early" if ends_hand(played) else "knock_late"


def fits(hand: int, card: int) -> bool:
    """Whether a card finds a place in a meld."""
    return lowest_deadwood(hand | 1 << card) <= lowest_deadwood(hand)


def _deadwood_after(hand: int, card: int) -> int:
    """The least deadwood after one more card and a discard."""
    cards = hand | 1 << card
    return min(lowest_deadwood(cards & ~(1 << other)) for other in cards_in(cards))


def why(v: GinRummy, played: int, best: int, worlds: Worlds) -> list[Reason]:
    """Say why the best move is better."""
    if v.phase != DISCARDING:
        return take_reason(v, fits, top_discard(v), best == DRAW_DISCARD, _deadwood_after, "points of deadwood")
    found: list[Reason] = []
    if ends_hand(played) != ends_hand(best):
        found += _about_ending(v, played if ends_hand(played) else best, worlds, ends_hand(best))
    mine, better = _discarded(played), _discarded(best)
    if mine != better:
        found += outs_reason(v, mine, better, fits) if not ends_hand(best) else []
        found += danger_reason(v, mine, better, worlds, fits) if not ends_hand(played) else []
        hand = v.hands[v.turn]
        found += count_reason(
            "points of deadwood", lowest_deadwood(hand & ~(1 << mine)), lowest_deadwood(hand & ~(1 << better))
        )
    return found


def _discarded(move: int) -> int:
    """The card that a move discards."""
    return move - DISCARD if move < PASS else (move - KNOCK) % DECK_SIZE


def _about_ending(v: GinRummy, move: int, worlds: Worlds, is_better: bool) -> list[Reason]:
    """Say how likely a knock is undercut, and what it leaves."""
    if not worlds:
        return []
    own = lowest_deadwood(v.hands[v.turn] & ~(1 << _discarded(move)))
    undercut = 0
    for world in worlds:
        s = v.copy()
        for seat, hand in enumerate(world):
            if seat != v.turn:
                s.hands[seat] = hand
        play(s, move)
        undercut += s.ending == ENDED_BY_UNDERCUT
    chance = undercut / len(worlds)
    if not own and is_better:
        return chance_reason("undercut", "Gin can't be undercut, and the bonus is certain.", 0.0)
    if not speaks_for(chance, is_better):
        return []
    only = "only " if is_better else ""
    text = f"A knock with {own} is undercut in {only}{{chance}} of the hands the other player may hold."
    return chance_reason("undercut", text, chance, deadwood=own)


REVIEW = ReviewRules(
    inaccurate=0.02,
    mistake=0.04,
    blunder=0.08,
    kinds=KINDS,
    kind_of=kind_of,
    why=why,
    levels=(0.001, 0.002, 0.004, 0.006),
    peers=(
        Peer("The Actuary", 0.0001, 1960),
        Peer("The Archivist", 0.0002, 1877),
        Peer("Aunt Vera", 0.0008, 1834),
        Peer("Simple", 0.0016, 1745),
        Peer("Hasty Hal", 0.0021, 1741),
        Peer("Penny", 0.006, 1448),
    ),
    peers_in="standard",
)
