"""Melds: the lowest deadwood against brute force, numbers from outside and positions with known answers."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knockroll.engine.cards import ALL_CARDS, DECK_SIZE, cards_in, mask_of, parse_mask, points, points_in, texts_in
from knockroll.engine.melds import best_sets, left_beside, lowest_deadwood, melds_in, run_cards, set_ranks, stretches

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "gin_deadwood.json").read_text())
POSITIONS: list[dict[str, Any]] = VECTORS["positions"]
ELEVEN: list[dict[str, Any]] = VECTORS["eleven_card_positions"]


# --- Brute force: every family of disjoint melds, from nothing but the definition -----------------------------------


def is_meld(cards: tuple[int, ...]) -> bool:
    """Whether cards in ascending order are a set or a run."""
    one_rank = len({card % 13 for card in cards}) == 1
    in_sequence = all(after == card + 1 for card, after in pairwise(cards))
    return len(cards) >= 3 and (one_rank or (in_sequence and cards[0] // 13 == cards[-1] // 13))


def all_melds(cards: list[int]) -> list[int]:
    """Every meld of 3 to 5 cards that some cards can make. Longer runs are two of these or more."""
    return [mask_of(some) for size in (3, 4, 5) for some in combinations(cards, size) if is_meld(some)]


def most_melded(melds: list[int]) -> Iterator[int]:
    """The cards of each family of disjoint melds."""
    yield 0
    for i, meld in enumerate(melds):
        for others in most_melded([other for other in melds[i + 1 :] if not other & meld]):
            yield meld | others


def brute_force(cards: int) -> int:
    """The lowest deadwood, by trying everything."""
    melds = all_melds(cards_in(cards))
    return min(sum(points(card) for card in cards_in(cards & ~melded)) for melded in most_melded(melds))


def crowded_hand(chooser: random.Random) -> int:
    """Up to eleven cards from few ranks and suits, where sets and runs fight for the same cards."""
    first, width = chooser.randrange(9), chooser.randint(3, 5)
    pool = [card for card in range(DECK_SIZE) if first <= card % 13 < first + width]
    return mask_of(chooser.sample(pool, min(len(pool), chooser.randint(8, 11))))


@pytest.mark.parametrize("seed", range(10))
def test_crowded_hands_against_brute_force(seed: int) -> None:
    chooser = random.Random(seed)
    for _ in range(40):
        hand = crowded_hand(chooser)
        assert lowest_deadwood(hand) == brute_force(hand), texts_in(hand)


@settings(max_examples=200, deadline=None)
@given(st.sets(st.integers(0, DECK_SIZE - 1), max_size=11))
def test_any_hand_against_brute_force(cards: set[int]) -> None:
    assert lowest_deadwood(mask_of(cards)) == brute_force(mask_of(cards))


@settings(max_examples=300, deadline=None)
@given(st.sets(st.integers(0, 23), min_size=6, max_size=11))
def test_the_arrangement_is_one_and_leaves_the_lowest_deadwood(numbers: set[int]) -> None:
    """The first six ranks only, so that nearly every hand has melds."""
    hand = mask_of(number // 6 * 13 + number % 6 for number in numbers)
    sets = best_sets(hand)
    melds = melds_in(hand, sets)
    assert all(is_meld(tuple(cards_in(meld))) for meld in melds)
    assert sum(melds) & ~hand == 0 and sum(meld.bit_count() for meld in melds) == sum(melds).bit_count()
    assert points_in(hand & ~sum(melds)) == lowest_deadwood(hand) == left_beside(hand, sets)


# --- The parts ----------------------------------------------------------------------------------------------------


def test_points_of_a_set_of_cards_are_those_of_its_cards() -> None:
    chooser = random.Random(3)
    assert [points_in(1 << card) for card in range(DECK_SIZE)] == [points(card) for card in range(DECK_SIZE)]
    for _ in range(200):
        mask = chooser.getrandbits(DECK_SIZE)
        assert points_in(mask) == sum(points(card) for card in cards_in(mask))


def test_runs_stay_in_their_suit() -> None:
    """Q K of spades and the ace of hearts have neighbouring numbers, but are no run; nor is Q K A of one suit."""
    assert run_cards(parse_mask("Qs Ks Ah 2h")) == 0
    assert run_cards(parse_mask("Qs Ks As")) == 0
    assert run_cards(parse_mask("Js Qs Ks Ah")) == parse_mask("Js Qs Ks")
    assert run_cards(ALL_CARDS) == ALL_CARDS


def test_ranks_of_three_and_four_make_sets() -> None:
    assert set_ranks(parse_mask("As Ah 5s 5h 5d Kh Kd Kc Ks 9d 9c")) == 1 << 4 | 1 << 12
    for suits in ("shd", "shc", "sdc", "hdc"):
        assert set_ranks(parse_mask([f"7{suit}" for suit in suits])) == 1 << 6


def test_stretches_are_cut_at_gaps_and_suits() -> None:
    found = stretches(parse_mask("2s 3s 5s Qs Ks Ah 9c Tc"))
    assert [texts_in(stretch) for stretch in found] == [["2s", "3s"], ["5s"], ["Qs", "Ks"], ["Ah"], ["9c", "Tc"]]


def test_no_cards_are_no_deadwood() -> None:
    assert lowest_deadwood(0) == 0
    assert melds_in(0, best_sets(0)) == []


# --- Numbers from outside -----------------------------------------------------------------------------------------


def all_melds_by_deadwood() -> list[int]:
    """The sets of 3 to 5 cards without deadwood. They are single melds, as two would take six cards.

    A meld of four or five has a meld of three in it, so those with one or two cards added are all there is to try.
    """
    threes = [mask for mask in map(mask_of, combinations(range(DECK_SIZE), 3)) if lowest_deadwood(mask) == 0]
    larger = {
        three | mask_of(more)
        for three in threes
        for count in (1, 2)
        for more in combinations(cards_in(ALL_CARDS & ~three), count)
    }
    return threes + [mask for mask in sorted(larger) if lowest_deadwood(mask) == 0]


def test_there_are_185_melds_of_three_to_five_cards() -> None:
    """65 sets and 120 runs: the number of meld actions in OpenSpiel's gin rummy."""
    melds = all_melds_by_deadwood()
    assert len(melds) == len(set(melds)) == 185
    assert sum(1 for meld in melds if set_ranks(meld)) == 65


def test_there_are_136694_ten_card_hands_of_gin() -> None:
    """Ten melded cards are 3 + 3 + 4 or 5 + 5, as longer runs can be cut: so all of them are such unions."""
    by_size: dict[int, list[int]] = {3: [], 4: [], 5: []}
    for meld in all_melds(list(range(13))):  # runs of spades, moved to all suits
        for suit in range(4):
            by_size[meld.bit_count()].append(meld << 13 * suit)
    for rank in range(13):
        for size in (3, 4):
            by_size[size] += map(mask_of, combinations(range(rank, DECK_SIZE, 13), size))
    assert {size: len(melds) for size, melds in by_size.items()} == {3: 96, 4: 53, 5: 36}
    hands = {one | other for one, other in combinations(by_size[5], 2) if not one & other}
    for one, other in combinations(by_size[3], 2):
        if not one & other:
            hands |= {one | other | four for four in by_size[4] if not four & (one | other)}
    assert len(hands) == 136_694
    assert not any(map(lowest_deadwood, hands))


# --- Positions with known answers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: str(position["id"]))
def test_ten_card_positions(position: dict[str, Any]) -> None:
    hand = parse_mask(position["cards"])
    assert lowest_deadwood(hand) == position["deadwood"]
    if position["optimal_arrangements"] == 1:
        melds = {frozenset(texts_in(meld)) for meld in melds_in(hand, best_sets(hand))}
        assert melds == set(map(frozenset, position["one_optimal"]))


@pytest.mark.parametrize("position", ELEVEN, ids=lambda position: str(position["id"]))
def test_eleven_card_positions(position: dict[str, Any]) -> None:
    hand = parse_mask(position["cards"])
    left = {card: lowest_deadwood(hand & ~(1 << card)) for card in cards_in(hand)}
    best = min(left.values())
    assert lowest_deadwood(hand) == position["deadwood_11"]
    assert best == position["deadwood_after_best_discard"]
    assert mask_of(card for card in left if left[card] == best) == parse_mask(position["best_discards"])
