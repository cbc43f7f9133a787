"""Tunk: how the table arranges a hand (docs/rules/tunk.md: R3, R7, R8)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knockroll.engine.cards import DECK_SIZE, mask_of
from knockroll.games.tunk import unmatched
from knockroll.games.tunk.matched import BY_CARDS, BY_POINTS, arrange, least_unmatched
from tests.games.tunk_tables import arranged

# --- The best arrangement ------------------------------------------------------------------------------------------


def test_r3_first_comes_the_lowest_hand_total() -> None:
    """3c 3h 2c and 4d 5d 2s 7d would leave fewer cards, but 7 points instead of 6."""
    assert arranged("2c 3c 7c 4d 5d 7d 3h 2s") == ["2s 4d 5d", "7d 2c 7c"]


def test_r3_then_the_fewest_own_three_card_sets() -> None:
    """Both leave 16 points: 4h 7h with two wild cards, or As 3s 2 and 3h 4h 2 with fewer cards left."""
    assert arranged("As 3s 2h 3h 4h 7h 2d 9c") == ["2h 4h 7h 2d"]


def test_r3_then_the_fewest_unmatched_cards() -> None:
    """9s 9h 2c matches 20 points; so do 4c 5c 2c, later in card order, and 9h on the tunker's run: but four cards."""
    hand = "9s 9h 2c 4c 5c Kd 6d"
    assert arranged(hand) == ["9s 9h 2c"]
    assert arranged(hand, "Th Jh Qh") == ["2c 4c 5c", "+9h on 1"]


def test_r3_then_the_arrangement_that_comes_first_in_card_order() -> None:
    """Suits come in the order s h d c, and a set that lacks only the last card comes before the longer one."""
    assert arranged("5h 5c 5d 5s 2c") == ["5s 5h 5d 5c"]
    assert arranged("8h 8c 2d 2s") == ["2s 8h 2d 8c"]
    assert arranged("7h 7c 9s 9d 2d") == ["9s 2d 9d"], "the lowest total comes first"
    assert arranged("7h 7c 7s 2d Kd 2h 2s") == ["2s 7s 7h 7c"]
    assert arranged("3s 4s 5s 6s 7s 8s 9s") == ["3s 4s 5s", "6s 7s 8s 9s"]
    assert arranged("Ts Th 2d Jc Jd 4s") == ["Ts Th 2d"], "tens of spades before jacks of diamonds"


def test_r3_additions_are_part_of_the_arrangement() -> None:
    """The wild card is worth more in the own pair, the 8 on the tunker's run."""
    assert arranged("Ks Kd 2s 8h 3c", "5h 6h 7h") == ["2s Ks Kd", "+8h on 1"]
    assert arranged("2s 8h 3c", "5h 6h 7h") == ["+8h on 1"], "one card closes the set"
    assert arranged("2s 8h 3c", "5h 6h 7h", "Js Jd Jc") == ["+8h on 1", "+2s on 2"]
    assert arranged("4h 8h Jh", "5h 6h 7h", "Js Jd Jc") == ["+8h on 1", "+Jh on 2"]


def test_r3_a_card_that_fits_a_set_of_the_tunkers_may_be_better_in_an_own_one() -> None:
    """Three 8s of one's own would be an open set; in the second hand the 8s are worth more apart."""
    assert arranged("8s 8h 8d 8c Ks", "5h 6h 7h") == ["8s 8h 8d 8c"]
    assert arranged("8s 9s Ts 8h 8d Kc", "5h 6h 7h") == ["8s 9s Ts", "+8h on 1"]


def test_r3_equal_additions_go_onto_the_first_set_the_first_card_first() -> None:
    assert arranged("2h 3c", "5h 6h 7h", "Js Jd Jc") == ["+2h on 1"]
    assert arranged("2c 2h", "5h 6h 7h", "Js Jd Jc") == ["+2h on 1", "+2c on 2"]
    assert arranged("2c 2h", "", "Js Jd Jc") == ["+2h on 2"]


def test_r3_a_set_with_an_added_card_must_be_a_matched_set_of_four() -> None:
    assert arranged("8h", "5h 6h 2c") == ["+8h on 1"], "5 6 7 8: the wild card has no fixed place"
    assert arranged("9h", "5h 6h 2c") == []
    assert arranged("Ah", "Qh Kh 2c") == []
    assert arranged("Th", "Qh Kh 2c") == ["+Th on 1"]
    assert arranged("9h", "5h 6h 7h 8h") == [], "five cards are too many"


@pytest.mark.parametrize("cards", ["3h 4h 5h 6h 7h 8h 9h Th", "8s 8h 8d 8c 2s 2h 2d 2c", "9s 2s 9h 9d Ah 3h 4h 2d"])
def test_r7_eight_matched_cards_are_two_sets_of_four(cards: str) -> None:
    assert unmatched(cards) == 0
    assert [len(one.split()) for one in arranged(cards)] == [4, 4]


# --- The arrangement, against another that is made in another way ---------------------------------------------------

Cards = frozenset[int]
Arrangement = tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]
NO_CARD_ADDED = DECK_SIZE

RANKS = [{suit * 13 + rank for suit in range(4)} for rank in range(13)]
PLACES = {
    size: RANKS + [{suit * 13 + low + i for i in range(size)} for suit in range(4) for low in range(14 - size)]
    for size in (3, 4)
}
"""For each size of a matched set: the places of one rank, and of each run."""


def is_set(cards: Cards, wild: Cards) -> bool:
    """Whether there are places, all of one rank or following each other in a suit, for each natural card."""
    natural = cards - wild
    return len(natural) >= 2 and any(natural <= places for places in PLACES.get(len(cards), ()))


def all_arrangements(hand: Cards, wild: Cards, open_sets: list[Cards]) -> Iterator[Arrangement]:
    """Own sets in card order, and the card added to each of the tunker's two sets."""
    sets = [
        frozenset(cards) for n in (3, 4) for cards in combinations(sorted(hand), n) if is_set(frozenset(cards), wild)
    ]
    choices = [(), *((one,) for one in sets), *((one, two) for one, two in combinations(sets, 2) if not one & two)]
    fits = [[card for card in hand if len(laid) == 3 and is_set(laid | {card}, wild)] for laid in open_sets]
    for own in choices:
        rest = hand.difference(*own)
        for one in (NO_CARD_ADDED, *fits[0]):
            for two in (NO_CARD_ADDED, *fits[1]):
                added = {one, two} - {NO_CARD_ADDED}
                if added <= rest and (one != two or one == NO_CARD_ADDED):
                    yield tuple(sorted(tuple(sorted(cards)) for cards in own)), (one, two)


def preference(hand: Cards, arrangement: Arrangement) -> tuple[int, int, int, Arrangement]:
    """R3, word by word."""
    own, added = arrangement
    left = hand.difference(*own, added)
    total = sum(1 if card % 13 == 0 else 10 if card % 13 >= 10 else card % 13 + 1 for card in left)
    return total, sum(len(cards) == 3 for cards in own), len(left), arrangement


@st.composite
def spreads(draw: st.DrawFn) -> tuple[Cards, list[Cards], Cards]:
    """A hand of seven or eight cards, rich in 2s and in cards that are close, and two sets of a tunker (or none)."""
    wild = frozenset({1, 14, 27, 40}) if draw(st.booleans()) else frozenset()
    low = draw(st.integers(0, 9))
    ranks = {1, *range(low, low + 4)}
    pool = draw(st.permutations([suit * 13 + rank for suit in range(4) for rank in sorted(ranks)]))
    size = draw(st.integers(7, 8))
    others = sorted(pool[size:])
    sets = [frozenset(cards) for n in (3, 4) for cards in combinations(others, n)]
    laid: list[Cards] = []
    for cards in draw(st.permutations([cards for cards in sets if is_set(cards, wild)]))[:6]:
        if len(laid) < 2 and not any(cards & other for other in laid):
            laid.append(cards)
    return frozenset(pool[:size]), [*laid, frozenset(), frozenset()][:2], wild


@settings(max_examples=150, deadline=None)
@given(spread=spreads())
def test_r3_the_arrangement_is_the_best_of_all(spread: tuple[Cards, list[Cards], Cards]) -> None:
    hand, laid, wild = spread
    open_sets = [mask_of(cards) if len(cards) == 3 else 0 for cards in laid]
    first, second, to_first, to_second = arrange(mask_of(hand), mask_of(wild), open_sets[0], open_sets[1])
    own = tuple(tuple(c for c in range(DECK_SIZE) if mask >> c & 1) for mask in (first, second) if mask)
    added = tuple(mask.bit_length() - 1 if mask else NO_CARD_ADDED for mask in (to_first, to_second))
    best = min(preference(hand, arrangement) for arrangement in all_arrangements(hand, wild, laid))
    assert preference(hand, (own, added)) == best


@settings(max_examples=100, deadline=None)
@given(spread=spreads())
def test_r8_the_least_unmatched_is_the_least_of_all_arrangements(spread: tuple[Cards, list[Cards], Cards]) -> None:
    hand, _, wild = spread
    ranked = [preference(hand, a) for a in all_arrangements(hand, wild, [frozenset(), frozenset()])]
    cards, points = min(left for _, _, left, _ in ranked), min(total for total, _, _, _ in ranked)
    mask, wilds = mask_of(hand), mask_of(wild)
    assert least_unmatched(mask, wilds, BY_CARDS, 0) == cards
    assert least_unmatched(mask, wilds, BY_POINTS, 0) == points
    for limit in range(9):
        assert (least_unmatched(mask, wilds, BY_CARDS, limit) <= limit) == (cards <= limit)
        assert (least_unmatched(mask, wilds, BY_POINTS, limit) <= limit) == (points <= limit)
