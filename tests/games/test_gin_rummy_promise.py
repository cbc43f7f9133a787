"""Gin Rummy: what computer players see in loose cards, against the slow way to see it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

from knockroll.engine.cards import ALL_CARDS, DECK_SIZE, cards_in, highest_points, mask_of, points, points_in
from knockroll.engine.melds import lowest_deadwood
from knockroll.games.gin_rummy.promise import A_MELD, chance_to_help, joins_meld, loose_cards, outlook

SETS = [mask_of(rank + 13 * suit for suit in suits) for rank in range(13) for suits in combinations(range(4), 3)]
RUNS = [0b111 << 13 * suit + low for suit in range(4) for low in range(11)]
MELDS_OF_THREE = {*SETS, *RUNS}


def positions(count: int = 60) -> Iterator[tuple[int, int]]:
    """A hand, and some of the other cards."""
    chooser = random.Random(3)
    for _ in range(count):
        cards = chooser.sample(range(DECK_SIZE), 40)
        yield mask_of(cards[:10]), mask_of(cards[10 : 10 + chooser.randint(5, 30)])


def test_the_outlook_counts_every_live_card_that_makes_a_meld_of_two() -> None:
    for hand, live in positions():
        total = 0
        for two in combinations(cards_in(hand), 2):
            outs = sum(mask_of([*two, card]) in MELDS_OF_THREE for card in cards_in(live))
            total += outs * (points(two[0]) + points(two[1]) + A_MELD)
        assert outlook(hand, live) == total


def test_loose_cards_are_the_deadwood_and_the_highest_of_them_is_known() -> None:
    assert highest_points(0) == 0
    for hand, _ in positions():
        loose = loose_cards(hand)
        assert points_in(loose) == lowest_deadwood(hand)
        assert highest_points(loose) == max((points(card) for card in cards_in(loose)), default=0)


def test_a_card_joins_a_meld_if_some_meld_of_three_has_it() -> None:
    for hand, more in positions():
        cards = hand | more
        for card in cards_in(cards):
            in_some = any(meld >> card & 1 and meld & ~cards == 0 for meld in MELDS_OF_THREE)
            assert joins_meld(cards, card) == in_some


def test_the_chance_to_help_adds_up_all_twos_that_the_next_player_may_hold() -> None:
    for hand, live in positions(20):
        known = ALL_CARDS & ~hand & ~live & 0x5_5555_5555_5555
        each = 64 * 7 // live.bit_count()
        chances = {card: 80 if known >> card & 1 else each if live >> card & 1 else 0 for card in range(DECK_SIZE)}
        for card in cards_in(hand):
            twos = [cards_in(meld & ~(1 << card)) for meld in MELDS_OF_THREE if meld >> card & 1]
            assert chance_to_help(card, live, each, known, 80) == sum(
                chances[one] * chances[other] for one, other in twos
            )
