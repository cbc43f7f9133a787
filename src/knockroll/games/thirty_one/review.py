"""Thirty-One: the kinds of error in a review, and why a move is better."""

from __future__ import annotations

from math import comb

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
from knockroll.games.thirty_one.rules import DRAW, KNOCK, ThirtyOne, hand_value

KINDS = {
    "draw": "Took or left the wrong card",
    "discard": "Wrong discard",
    "knock_early": "Knocked too early",
    "knock_late": "Knocked too late",
}


def kind_of(v: ThirtyOne, played: int, best: int) -> str:
    """Return the kind of error."""
    if v.phase != DRAW:
        return "discard"
    if KNOCK in (played, best):
        return "knock_early" if played == KNOCK else "knock_late"
    return "draw"


def why(v: ThirtyOne, played: int, best: int, worlds: Worlds) -> list[Reason]:
    """Say why the best move is better."""
    three = v.three_of_a_kind

    def value_with(hand: int, card: int) -> int:
        """The best value after one more card and a discard."""
        cards = hand | 1 << card
        return max(hand_value(cards & ~(1 << other), three) for other in cards_in(cards))

    def fits(hand: int, card: int) -> bool:
        return value_with(hand, card) > hand_value(hand, three)

    hand = v.hands[v.turn]
    if v.phase == DRAW:
        if KNOCK in (played, best):
            return _about_knocking(v, best == KNOCK, worlds)
        return take_reason(v, fits, top_discard(v), best == DRAW_DISCARD, value_with, "points", most_wins=True)
    mine, better = played - DISCARD, best - DISCARD
    kept = [hand_value(hand & ~(1 << card), three) for card in (mine, better)]
    found = count_reason("points", kept[0], kept[1], most_wins=True)
    return found + danger_reason(v, mine, better, worlds, fits) + outs_reason(v, mine, better, fits)


def _about_knocking(v: ThirtyOne, is_better: bool, worlds: Worlds) -> list[Reason]:
    """Say how likely the hand is the lowest if everyone stops now."""
    if not worlds:
        return []
    own = hand_value(v.hands[v.turn], v.three_of_a_kind)
    others = [seat for seat in range(v.seats) if seat != v.turn and v.playing >> seat & 1]
    lowest = sum(min(hand_value(world[i], v.three_of_a_kind) for i in others) >= own for world in worlds) / len(worlds)
    if not speaks_for(lowest, is_better):
        return []
    if is_better:
        text = f"With {own}, someone already has less in {{chance}} of the hands the others may hold."
        return chance_reason("knock", text, 1 - lowest, value=own)
    text = f"With {own}, no one has less yet in {{chance}} of the hands the others may hold, and all get another turn."
    return chance_reason("knock", text, lowest, value=own)


def standing(s: ThirtyOne) -> tuple[float, ...]:
    """Return the chance of each of two seats to win, if both are equally likely to get each strike."""
    own, other = (s.strikes - s.scores[seat] for seat in (0, 1))
    games = own + other - 1  # of this many more strikes, the other seat gets ``other`` or more
    first = sum(comb(games, strikes) for strikes in range(other, games + 1)) / 2**games
    return first, 1.0 - first


REVIEW = ReviewRules(
    inaccurate=0.02,
    mistake=0.05,
    blunder=0.10,
    kinds=KINDS,
    kind_of=kind_of,
    why=why,
    standing=standing,
    levels=(0.003, 0.005, 0.01, 0.017),
    peers=(
        Peer("House", 0.0034, 1780),
        Peer("Mr. Caution", 0.0042, 1780),
        Peer("The Card Counter", 0.0088, 1702),
        Peer("Ms. Aggressive", 0.0089, 1667),
        Peer("Mr. Clueless", 0.0278, 1096),
    ),
)
