"""Melds: sets of three or four of one rank, runs of three or more in one suit. Knows no game.

The lowest deadwood is found exactly. Once it is decided which cards are in sets, the best runs follow: every stretch of
three or more neighbours that is left. So only sets have to be chosen, and of those only the *contested* ones, which
share a card with a run; they are rare. Any other set is taken whole, as that costs nothing.
"""

from __future__ import annotations

from knockroll.engine.cards import RANK_MASK, SUIT_MASK, points_in, ranks_in
from knockroll.engine.rule import lowest, rule

SHORTEST = 3
"""No meld has fewer cards."""

_RUN_STARTS = RANK_MASK * (SUIT_MASK >> 2)  # ace to jack: where a run can begin without leaving its suit


@rule
def run_starts(cards: int) -> int:
    """The cards that have the next two of their suit above them."""
    return cards & cards >> 1 & cards >> 2 & _RUN_STARTS


@rule
def run_cards(cards: int) -> int:
    """The cards that have a place in some run."""
    starts = run_starts(cards)
    return starts | starts << 1 | starts << 2


@rule
def set_ranks(cards: int) -> int:
    """The ranks of which there are three or four cards, as 13 bits."""
    hearts = cards >> 13
    diamonds = cards >> 26
    clubs = cards >> 39
    return (cards & hearts & (diamonds | clubs) | diamonds & clubs & (cards | hearts)) & SUIT_MASK


@rule
def pair_ranks(cards: int) -> int:
    """The ranks of which there are two or more cards, as 13 bits."""
    hearts = cards >> 13
    diamonds = cards >> 26
    clubs = cards >> 39
    return (cards & hearts | diamonds & clubs | (cards | hearts) & (diamonds | clubs)) & SUIT_MASK


@rule
def contested_ranks(cards: int) -> int:
    """The ranks of sets with a card that also has a place in a run."""
    return set_ranks(cards) & ranks_in(run_cards(cards))


@rule
def certain_sets(cards: int) -> int:
    """The cards of all the sets that are not contested."""
    return cards & (set_ranks(cards) ^ contested_ranks(cards)) * RANK_MASK


@rule
def count_choices(cards: int, ranks: int) -> int:
    """How many ways there are to make sets of these ranks, or not to."""
    ways = 1
    while ranks:
        ways *= 2 if (cards & RANK_MASK << lowest(ranks)).bit_count() == SHORTEST else 6
        ranks &= ranks - 1
    return ways


@rule
def chosen_sets(cards: int, ranks: int, choice: int) -> int:
    """The cards of the sets that are made in choice number ``choice``.

    For each rank: 0 no set, 1 a set of all its cards; if there are four, 2 to 5 a set of three without one suit's.
    """
    sets = 0
    while ranks:
        of_rank = cards & RANK_MASK << lowest(ranks)
        ways = 2 if of_rank.bit_count() == SHORTEST else 6
        way = choice % ways
        if way == 1:
            sets |= of_rank
        elif way:
            sets |= of_rank & ~(SUIT_MASK << 13 * (way - 2))
        choice //= ways
        ranks &= ranks - 1
    return sets


@rule
def left_beside(cards: int, sets: int) -> int:
    """The points left over when these sets are made, and then all runs that can be."""
    cards &= ~sets
    return points_in(cards & ~run_cards(cards))


@rule
def lowest_deadwood(cards: int) -> int:
    """The points of the cards outside melds, in the arrangement that leaves the fewest."""
    ranks = set_ranks(cards)
    in_runs = run_cards(cards)
    contested = ranks & ranks_in(in_runs)
    cards &= ~((ranks ^ contested) * RANK_MASK)  # the sets that nothing speaks against
    fewest = points_in(cards & ~in_runs)
    if contested:
        for choice in range(1, count_choices(cards, contested)):
            fewest = min(fewest, left_beside(cards, chosen_sets(cards, contested, choice)))
    return fewest


@rule
def best_sets(cards: int) -> int:
    """The cards that are in sets in an arrangement with the lowest deadwood; the runs are then what remains."""
    ranks = set_ranks(cards)
    if ranks == 0:
        return 0
    contested = ranks & ranks_in(run_cards(cards))
    certain = cards & (ranks ^ contested) * RANK_MASK
    if contested == 0:
        return certain
    best = certain
    fewest = left_beside(cards, certain)
    for choice in range(1, count_choices(cards, contested)):
        sets = certain | chosen_sets(cards, contested, choice)
        left = left_beside(cards, sets)
        if left < fewest:
            fewest = left
            best = sets
    return best


def melds_in(cards: int, sets: int) -> list[int]:
    """The melds of an arrangement one by one: the sets made of ``sets``, then all runs in the other cards."""
    melds = []
    ranks = ranks_in(sets)
    while ranks:
        melds.append(sets & RANK_MASK << lowest(ranks))
        ranks &= ranks - 1
    return melds + stretches(run_cards(cards & ~sets))


def stretches(cards: int) -> list[int]:
    """A set of cards cut into stretches of neighbours in one suit."""
    found: list[int] = []
    for suit in range(4 if cards else 0):
        rest = cards & SUIT_MASK << 13 * suit
        while rest:
            after = rest + (rest & -rest)  # a carry runs through the lowest stretch and ends behind it
            found.append(rest & ~after)
            rest &= after
    return found
