"""Gin Rummy: laying off on the knocker's melds, and the knocker's arrangement against it (R4, R7).

A run can be extended at both ends, again and again; a set of three takes the fourth card. Which cards to lay off is
found by trying all: nearly always there are none or one or two to choose from.
"""

from __future__ import annotations

from knockroll.engine.cards import ALL_CARDS, RANK_MASK
from knockroll.engine.melds import (
    certain_sets,
    chosen_sets,
    contested_ranks,
    count_choices,
    left_beside,
    lowest_deadwood,
    run_cards,
    set_ranks,
)
from knockroll.engine.rule import rule
from knockroll.engine.state import CardState

_NO_ACES = ALL_CARDS ^ RANK_MASK
_NO_KINGS = ALL_CARDS ^ RANK_MASK << 12


@rule
def fitting(hand: int, sets: int, runs: int) -> int:
    """The cards of a hand that could go on these melds, if all of them went."""
    reached = runs
    more = runs
    while more:
        more = (reached << 1 & _NO_ACES | reached >> 1 & _NO_KINGS) & hand & ~reached
        reached |= more
    return reached & ~runs | fourths(sets) & hand


@rule
def fourths(sets: int) -> int:
    """The cards that make four of the sets that have three."""
    return set_ranks(sets) * RANK_MASK & ~sets


@rule
def best_lay_off(hand: int, sets: int, runs: int) -> int:
    """The cards to lay off on these melds so that the least deadwood is left, own melds broken where that helps."""
    places = fitting(hand, sets, runs)
    best = 0
    fewest = lowest_deadwood(hand)
    off = places
    while off:
        # A card in the middle of a longer extension needs those before it: ``off`` must fit without the rest.
        if fitting(off, sets, runs) == off:
            left = lowest_deadwood(hand & ~off)
            # Of equals the last tried, a smaller number: so never a card that makes no difference.
            if left < fewest or (left == fewest and best):
                fewest = left
                best = off
        off = (off - 1) & places
    return best


@rule
def count_after_lay_off(hand: int, sets: int, runs: int) -> int:
    """The deadwood of a hand after the best lay-off on these melds."""
    return lowest_deadwood(hand & ~best_lay_off(hand, sets, runs))


@rule
def knocker_sets(s: CardState, knocker: int) -> int:
    """The cards that the knocker lays in sets: the lowest count, then what leaves the others the most (R4)."""
    hand = s.hands[knocker]
    contested = contested_ranks(hand)
    certain = certain_sets(hand)
    if not contested:
        return certain
    fewest = lowest_deadwood(hand)
    most = -1
    best = certain
    for choice in range(count_choices(hand, contested)):
        sets = certain | chosen_sets(hand, contested, choice)
        if left_beside(hand, sets) == fewest:
            left = _left_to_others(s, knocker, sets)
            if left > most:
                most = left
                best = sets
    return best


@rule
def _left_to_others(s: CardState, knocker: int, sets: int) -> int:
    """What all others would count together, after each has laid off on the knocker's melds alone (R7)."""
    runs = run_cards(s.hands[knocker] & ~sets)
    total = 0
    for seat in range(s.seats):
        if seat != knocker:
            total += count_after_lay_off(s.hands[seat], sets, runs)
    return total
