"""Gin Rummy: what the loose cards of a hand promise, and what a discard promises the next player.

These are estimates that computer players use, in 4096ths: of a point, or of certainty.
"""

from __future__ import annotations

from knockroll.engine.cards import RANK_MASK, SUIT_MASK, points
from knockroll.engine.melds import best_sets, run_cards, set_ranks
from knockroll.engine.rule import lowest, rule
from knockroll.engine.state import next_seat
from knockroll.games.gin_rummy.rules import GinRummy

ONE = 4096
"""A point, or certainty."""
A_MELD = 5
"""What a meld is worth beside the points of its cards: it brings gin nearer."""
_ROOT = 64
"""The chances of two cards are multiplied, so those of one card are in 64ths."""


@rule
def loose_cards(cards: int) -> int:
    """The cards outside melds, in an arrangement with the lowest deadwood."""
    rest = cards & ~best_sets(cards)
    return rest & ~run_cards(rest)


@rule
def joins_meld(cards: int, card: int) -> bool:
    """Whether a card is in some meld of these cards."""
    return (run_cards(cards) | set_ranks(cards) * RANK_MASK) >> card & 1 == 1


@rule
def _neighbour(card: int, step: int) -> int:
    """The card ``step`` ranks above in its suit, as a set of one; empty if there is none."""
    rank = card % 13 + step
    return 1 << card + step if 0 <= rank < 13 else 0


@rule
def _outs(low: int, high: int) -> int:
    """The cards that make a meld of two cards of one rank, or of one suit and at most two ranks apart."""
    if low % 13 == high % 13:
        return RANK_MASK << low % 13  # the two themselves as well, which are not live
    if high - low == 2:
        return 1 << low + 1
    return _neighbour(low, -1) | _neighbour(high, 1)


@rule
def outlook(loose: int, live: int) -> int:
    """For each pair of loose cards that go together: what a meld would save, for each live card that makes it."""
    return outlook_added(0, loose, live)


@rule
def outlook_added(loose: int, more: int, live: int) -> int:
    """How much the outlook of loose cards grows when more are added."""
    total = 0
    while more:
        card = lowest(more)
        more &= more - 1
        total += outlook_of(card, loose, live)
        loose |= 1 << card
    return total


@rule
def outlook_of(card: int, loose: int, live: int) -> int:
    """The part of the outlook that one card has together with the other loose cards."""
    total = 0
    in_suit = 0b11011 << card >> 2 & SUIT_MASK << 13 * (card // 13)
    mates = loose & (RANK_MASK << card % 13 ^ 1 << card | in_suit)
    while mates:
        mate = lowest(mates)
        mates &= mates - 1
        outs = _outs(min(card, mate), max(card, mate)) & live
        total += outs.bit_count() * (points(card) + points(mate) + A_MELD)
    return total


@rule
def _chance_held(card: int, live: int, known: int, each: int, sure: int) -> int:
    """The chance that the next player holds the card of a set of one, in 64ths."""
    if card & known:
        return sure
    return each if card & live else 0


@rule
def chance_each(v: GinRummy, live: int) -> int:
    """The chance that the next player holds a given live card, in 64ths: all are equally likely."""
    taker = next_seat(v, v.turn)
    return _ROOT * (v.held[taker] - v.known[taker].bit_count()) // max(live.bit_count(), 1)


@rule
def chance_to_help(card: int, live: int, each: int, known: int, sure: int) -> int:
    """Roughly the chance that a card makes a meld for the next player, added up over all pairs that would go with it.

    ``each`` is the chance that the next player holds a live card, and ``sure`` what a card counts that the next player
    is known to hold, both in 64ths: more than 64 would say that the cards beside it are there more likely than others.
    """
    below_two = _chance_held(_neighbour(card, -2), live, known, each, sure)
    below_one = _chance_held(_neighbour(card, -1), live, known, each, sure)
    above_one = _chance_held(_neighbour(card, 1), live, known, each, sure)
    above_two = _chance_held(_neighbour(card, 2), live, known, each, sure)
    in_runs = below_two * below_one + below_one * above_one + above_one * above_two
    same = RANK_MASK << card % 13
    unsure = (same & live).bit_count()
    held = (same & known).bit_count()
    total = unsure * each + held * sure
    return in_runs + (total * total - unsure * each * each - held * sure * sure) // 2  # all pairs of that rank
