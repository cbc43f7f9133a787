"""Tonk: what computer players see in cards, against the slow way to see it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from knockroll.engine.cards import DECK_SIZE, cards_in, mask_of, points
from knockroll.games.tonk.estimates import dearest_points, paired, partners, spread_makers
from knockroll.games.tonk.spreads import spread_masks

THREES = [mask for mask in spread_masks() if mask.bit_count() == 3]


def hands(count: int = 100) -> Iterator[int]:
    """Hands of two to eight cards at random."""
    deck = random.Random(5)
    for _ in range(count):
        yield mask_of(deck.sample(range(DECK_SIZE), deck.randint(2, 8)))


@pytest.mark.parametrize("card", range(DECK_SIZE))
def test_partners_are_all_that_can_be_in_a_spread_of_three_with_a_card(card: int) -> None:
    together = 0
    for three in THREES:
        together |= three if three >> card & 1 else 0
    assert partners(card) == together & ~(1 << card)


def test_spread_makers_are_all_that_make_a_spread_of_two_in_the_hand() -> None:
    for hand in hands():
        makers = {
            card
            for card in range(DECK_SIZE)
            if not hand >> card & 1 and any(mask_of([card, *two]) in THREES for two in combinations(cards_in(hand), 2))
        }
        assert set(cards_in(spread_makers(hand))) == makers


def test_paired_are_all_that_share_their_rank() -> None:
    for hand in hands():
        ranks = [card % 13 for card in cards_in(hand)]
        assert set(cards_in(paired(hand))) == {card for card in cards_in(hand) if ranks.count(card % 13) > 1}


def test_the_dearest_card_is_the_one_with_the_most_points() -> None:
    assert dearest_points(0) == 0
    for hand in hands():
        assert dearest_points(hand) == max(points(card) for card in cards_in(hand))
