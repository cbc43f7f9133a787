"""Tunk: matched sets, and how the table arranges a hand (docs/rules/tunk.md: 4, 8, R1, R3, R8).

A set of cards is an int with one bit per card, and the empty set 0 stands for "no matched set". ``wild`` is the set of
the wild cards: the four 2s, or none under the option ``twos_wild``.

Deliberate choices: one function says what a matched set is (``is_matched``), one walks through the matched sets of a
hand (``next_matched``), and the questions about a hand are plain loops over the arrangements of at most two sets
(``next_arrangement``). At most eight cards are arranged, so no hand has more than two matched sets. Sets are compared
by their cards in card order; a set that only lacks the last card of another comes first. Arrangements are compared by
their own sets, then by the card added to the tunker's first set, then by the card added to the second, where a card
comes before no card.
"""

from __future__ import annotations

from knockroll.engine.cards import ALL_CARDS, DECK_SIZE, RANK_MASK, SUIT_MASK, mask_of, parse_cards, points_in
from knockroll.engine.errors import InvalidCards
from knockroll.engine.melds import pair_ranks, set_ranks
from knockroll.engine.rule import cached_rule, lookup, lowest, rule

TWOS = RANK_MASK << 1
_HAS_ONE_ABOVE, _HAS_TWO_ABOVE, _HAS_THREE_ABOVE = (RANK_MASK * ((1 << 13 - places) - 1) for places in (1, 2, 3))
"""The cards that have at least one, two or three cards above them in their suit."""
SMALLEST, LARGEST = 3, 4
"""The fewest and the most cards in a matched set (tunk 4)."""
MOST_CARDS = 8
"""The most cards that are arranged: a tunker's seven and the one drawn (tunk R2)."""

BY_CARDS, BY_POINTS = range(2)
"""How unmatched cards are counted: the option ``tunk_limit_counts``."""


# --- What is a matched set -----------------------------------------------------------------------------------------


@rule
def is_matched(cards: int, wild: int) -> int:
    """Whether the cards are a matched set (tunk 4)."""
    size = cards.bit_count()
    if size < SMALLEST or size > LARGEST:
        return 0
    natural = cards & ~wild
    if natural & natural - 1 == 0:  # tunk 4d: two at least
        return 0
    low = lowest(natural)
    suit_end = low - low % 13 + 13
    # tunk 4b, 4c: naturals within as many places as there are cards; wild cards fill the gaps and then extend the
    # run at whichever end has room. Four places always fit between ace and king (tunk R1).
    if natural >> suit_end == 0 and natural >> low >> size == 0:
        return 1
    return 1 if natural & ~(RANK_MASK << low % 13) == 0 else 0  # tunk 4a, 4c


_close_above = lookup(lambda: [0b1110 << card & SUIT_MASK << card - card % 13 for card in range(DECK_SIZE)])
"""The cards that can be in a run whose lowest natural card is this one."""

_equal_above = lookup(lambda: [RANK_MASK << card % 13 & ALL_CARDS & -2 << card for card in range(DECK_SIZE)])
"""The cards of the same rank in later suits."""


@rule
def _next_core(naturals: int, core: int) -> int:
    """Walk through the groups of natural cards around which a matched set may be built.

    A core is a card with some of those that are close above it in its suit, or with some of equal rank. Begin with 0;
    0 again is the end.
    """
    rest = naturals
    if core:
        card = lowest(core)
        others = core & core - 1
        close = naturals & _close_above(card)
        equal = naturals & _equal_above(card)
        if others & close:
            others = others - 1 & close
            if others == 0:
                others = equal
        else:
            others = others - 1 & equal
        if others:
            return 1 << card | others
        rest &= -2 << card
    while rest:
        card = lowest(rest)
        others = naturals & _close_above(card)
        if others == 0:
            others = naturals & _equal_above(card)
        if others:
            return 1 << card | others
        rest &= rest - 1
    return 0


@rule
def next_matched(cards: int, wild: int, matched: int) -> int:
    """Walk through all matched sets that can be made of the cards: begin with 0; 0 again is the end."""
    if cards == 0:
        return 0
    naturals = cards & ~wild
    wilds = cards & wild
    core = matched & ~wild
    helpers = matched & wild
    while True:
        if core and helpers:
            helpers = helpers - 1 & wilds
        else:
            core = _next_core(naturals, core)
            helpers = wilds
            if core == 0:
                return 0
        if is_matched(core | helpers, wild):
            return core | helpers


@rule
def matchable(cards: int, wild: int) -> int:
    """The cards that may be in a matched set: without the others the walk is the same, and much shorter."""
    if cards.bit_count() < SMALLEST:
        return 0
    natural = cards & ~wild
    wilds = (cards & wild).bit_count()
    one = natural & natural >> 1 & _HAS_ONE_ABOVE
    two = natural & natural >> 2 & _HAS_TWO_ABOVE
    if wilds == 0:
        start = one & two
        close = start | start << 1 | start << 2
        ranks = set_ranks(natural)
    else:
        three = natural & natural >> 3 & _HAS_THREE_ABOVE if wilds > 1 else 0
        close = one | one << 1 | two | two << 2 | three | three << 3
        ranks = pair_ranks(natural)
    natural &= close | ranks * RANK_MASK
    return natural | cards & wild if natural else 0


@rule
def next_arrangement(could: int, wild: int, first: int, second: int, others: int) -> tuple[int, int, int]:
    """Walk through all arrangements of two matched sets or one: begin with 0, 0, 0; a first set of 0 is the end.

    ``could`` are the matchable cards, ``others`` those that may be in the second set: its natural cards come after the
    first one of the first set. So each pair of sets comes up once, not in both orders.
    """
    if first:
        if second == 0:
            others = matchable(could & ~first & (-2 << lowest(first & ~wild) | wild), wild)
        second = next_matched(others, wild, second)
        if second:
            return first, second, others
    return next_matched(could, wild, first), 0, 0


# --- The least that can be left ------------------------------------------------------------------------------------


@rule
def _measure(cards: int, counted: int) -> int:
    return points_in(cards) if counted == BY_POINTS else cards.bit_count()


@cached_rule
def least_unmatched(cards: int, wild: int, counted: int, enough: int) -> int:
    """The least that any arrangement leaves unmatched, counted in cards or in points (tunk R8).

    The search stops at the first arrangement that leaves ``enough`` or less.
    """
    least = _measure(cards, counted)
    could = matchable(cards, wild)
    first, second, others = next_arrangement(could, wild, 0, 0, 0)
    while first:
        least = min(least, _measure(cards & ~first & ~second, counted))
        if least <= enough:
            break
        first, second, others = next_arrangement(could, wild, first, second, others)
    return least


def hand_total(cards: str | list[str]) -> int:
    """The lowest total of unmatched cards (tunk 8) of a hand of up to eight cards.

    >>> hand_total("9s 9h 9d 9c 2s 2h Kd")
    10
    """
    return least_unmatched(_parse_hand(cards), TWOS, BY_POINTS, 0)


def unmatched(cards: str | list[str]) -> int:
    """The smallest number of unmatched cards (tunk 5bii) of a hand of up to eight cards.

    >>> unmatched("2c 3c 7c 4d 5d 7d 3h 2s")
    1
    """
    return least_unmatched(_parse_hand(cards), TWOS, BY_CARDS, 0)


def _parse_hand(cards: str | list[str]) -> int:
    parsed = parse_cards(cards)
    if len(parsed) > MOST_CARDS:
        raise InvalidCards(f"a hand of Tunk has at most eight cards, not {len(parsed)}")
    return mask_of(parsed)


# --- The best arrangement ------------------------------------------------------------------------------------------


@cached_rule
def arrange(cards: int, wild: int, open_first: int, open_second: int) -> tuple[int, int, int, int]:
    """Arrange a spread for its owner (tunk R3).

    ``open_first`` and ``open_second`` are the tunker's sets that can be added to, or 0. Returns the owner's matched
    sets, in card order, and the cards added to the tunker's first and second set.
    """
    fit_first = fitting(cards, wild, open_first)
    fit_second = fitting(cards, wild, open_second)
    best_worth = 1 << 20
    best_first = 0
    best_second = 0
    could = matchable(cards, wild)
    first, second, others = 0, 0, 0
    while True:  # no set at all is an arrangement too
        left = cards & ~first & ~second
        if fit_first | fit_second:
            to_first, to_second = additions(left, fit_first, fit_second)
            left &= ~to_first & ~to_second
        worth = _worth(left, first, second)
        if worth < best_worth or (worth == best_worth and _order(first, second) < _order(best_first, best_second)):
            best_worth = worth
            best_first = first
            best_second = second
        first, second, others = next_arrangement(could, wild, first, second, others)
        if first == 0:
            break
    if best_second and lowest(best_second) < lowest(best_first):
        best_first, best_second = best_second, best_first
    to_first, to_second = additions(cards & ~best_first & ~best_second, fit_first, fit_second)
    return best_first, best_second, to_first, to_second


@rule
def _worth(left: int, first: int, second: int) -> int:
    """The smaller, the better: hand total, then own three-card sets, then unmatched cards, as one number (tunk R3)."""
    threes = (1 if first.bit_count() == 3 else 0) + (1 if second.bit_count() == 3 else 0)
    return (points_in(left) << 6) + (threes << 4) + left.bit_count()


@rule
def _order(first: int, second: int) -> int:
    """Where an arrangement comes in card order, set by set (tunk R3), as one number of 48 bits."""
    one = _set_order(first)
    other = _set_order(second)
    return other << 24 | one if second and other < one else one << 24 | other


@rule
def _set_order(cards: int) -> int:
    """Where a set comes in card order: its cards, counted from 1, in four places of six bits."""
    order = 0
    for _ in range(4):
        order <<= 6
        if cards:
            order += lowest(cards) + 1
            cards &= cards - 1
    return order


@rule
def fitting(cards: int, wild: int, open_set: int) -> int:
    """The cards that can be added to one of the tunker's sets (tunk 6biii)."""
    fitting = 0
    if open_set:
        while cards:
            card = cards & -cards
            if is_matched(open_set | card, wild):
                fitting |= card
            cards &= cards - 1
    return fitting


@rule
def additions(rest: int, fit_first: int, fit_second: int) -> tuple[int, int]:
    """The best card, if any, for each of the tunker's sets: most points, then most cards, then card order."""
    best_first = 0
    best_second = 0
    fit_first &= rest
    fit_second &= rest
    if fit_first == 0 and fit_second == 0:
        return best_first, best_second
    best_worth = 0
    to_first = _next_card(fit_first, 0)
    while True:  # each card that fits, in card order, and then 0, no card: among equals the first one stays
        still_fit = fit_second & ~to_first
        to_second = _next_card(still_fit, 0)
        while True:
            added = to_first | to_second
            worth = (points_in(added) << 2) + added.bit_count()
            if worth > best_worth:
                best_worth = worth
                best_first = to_first
                best_second = to_second
            if to_second == 0:
                break
            to_second = _next_card(still_fit, to_second)
        if to_first == 0:
            break
        to_first = _next_card(fit_first, to_first)
    return best_first, best_second


@rule
def _next_card(cards: int, card: int) -> int:
    """Walk through the cards of a set, each as a set of one card: begin with 0; 0 again is the end."""
    later = cards & -(card << 1) if card else cards
    return later & -later
