"""Tunk: matched sets, totals and unmatched cards (docs/rules/tunk.md: 4, 8, R1)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import ALL_CARDS, DECK_SIZE, mask_of, parse_mask
from knockroll.games.tunk import hand_total, unmatched
from knockroll.games.tunk.matched import (
    BY_CARDS,
    BY_POINTS,
    TWOS,
    arrange,
    is_matched,
    least_unmatched,
    matchable,
    next_arrangement,
    next_matched,
)
from tests.games.tunk_tables import arranged
from tests.helpers import play, table

POSITIONS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "tunk_matched_sets.json").read_text()
)["positions"]


def matches(cards: str, wild: int = TWOS) -> bool:
    return bool(is_matched(parse_mask(cards), wild))


# --- What is a matched set -----------------------------------------------------------------------------------------


def test_4_there_are_692_matched_sets_of_three_cards_and_1780_of_four() -> None:
    """Numbers from outside; and the walk through the sets of a hand, here of the whole deck, finds each once."""
    threes, fours = (
        {mask for mask in map(mask_of, combinations(range(DECK_SIZE), size)) if is_matched(mask, TWOS)}
        for size in (3, 4)
    )
    assert (len(threes), len(fours)) == (692, 1780)
    assert sorted(walk(ALL_CARDS, TWOS)) == sorted(threes | fours)


def walk(cards: int, wild: int) -> Iterator[int]:
    matched = next_matched(cards, wild, 0)
    while matched:
        yield matched
        matched = next_matched(cards, wild, matched)


def arrangements(could: int, wild: int) -> Iterator[tuple[int, int]]:
    first, second, others = next_arrangement(could, wild, 0, 0, 0)
    while first:
        yield first, second
        first, second, others = next_arrangement(could, wild, first, second, others)


@pytest.mark.parametrize("wild", [TWOS, 0])
def test_4_without_the_cards_that_match_nothing_the_walk_meets_the_same_sets_and_each_two_of_them_once(
    wild: int,
) -> None:
    chosen = random.Random(4)
    for _ in range(1500):
        cards = mask_of(chosen.sample(range(DECK_SIZE), 8))
        could, sets = matchable(cards, wild), list(walk(cards, wild))
        assert could & ~cards == 0
        assert list(walk(could, wild)) == sets
        pairs = [frozenset(pair) for pair in combinations(sets, 2) if pair[0] & pair[1] == 0]
        met = list(arrangements(could, wild))
        assert [first for first, second in met if not second] == sets
        met_pairs = [frozenset(pair) for pair in met if pair[1]]
        assert len(met_pairs) == len(pairs)
        assert set(met_pairs) == set(pairs)


def test_4a_three_or_four_cards_of_one_rank_match() -> None:
    assert matches("8s 8h 8d")
    assert matches("As Ah Ad Ac")
    assert not matches("8s 8h 9d")
    assert not matches("8s 8h 8d 9c")
    assert not matches("8s 8h")


def test_4b_three_or_four_cards_in_sequence_in_one_suit_match() -> None:
    assert matches("3h 4h 5h")
    assert matches("3h 4h 5h 6h")
    assert matches("Ts Js Qs Ks")
    assert not matches("3h 4h 5d")
    assert not matches("3h 4h 6h")
    assert not matches("3h 4h 5h 7h")
    assert not matches("3h 4h")


def test_4b_a_run_does_not_go_from_one_suit_into_the_next() -> None:
    """The king of spades and the ace of hearts are neighbours only in the numbers of the cards."""
    assert not matches("Qs Ks Ah")
    assert not matches("Ks Ah 2d")
    assert not matches("Ks Ah 3h 2d")


def test_4c_a_2_stands_for_any_card_in_a_set_of_either_kind() -> None:
    assert matches("8s 8h 2d")
    assert matches("9h Th 2c")
    assert matches("9h Jh 2c")
    assert matches("8s 8h 2d 2c")
    assert matches("5s 2h 2d 8s")
    assert matches("3s 4s 2s")
    assert not matches("5s 2h 2d 9s")
    assert not matches("5s 8s 2d")
    assert not matches("5s 6h 2d")


def test_4d_never_more_than_four_cards() -> None:
    assert not matches("3h 4h 5h 6h 7h")
    assert not matches("8s 8h 8d 8c 2s")
    assert unmatched("3h 4h 5h 6h 7h") == 1


def test_4d_at_least_two_natural_cards() -> None:
    assert not matches("Ks 2s 2h")
    assert not matches("Ks 2s 2h 2d")
    assert matches("Ks Kd 2h 2d")


def test_r1_a_2_is_never_natural_not_even_in_its_own_place() -> None:
    assert not matches("2s 2h 2d")
    assert not matches("2s 2h 2d 2c")
    assert not matches("As 2s 2h")
    assert matches("As 2h 3s")
    assert matches("As 2s 3s")


def test_r1_a_wild_card_may_stand_for_a_card_that_is_elsewhere() -> None:
    """Each wild card is a third 9, and all four real ones are there."""
    assert arranged("9s 9h 9d 9c 2s 2h Kd") == ["2s 9s 9h", "2h 9d 9c"]
    assert hand_total("9s 9h 9d 9c 2s 2h Kd") == 10


def test_r1_no_run_passes_the_king_or_goes_below_the_ace() -> None:
    assert not matches("Qs Ks As")
    assert not matches("Qs Ks 2h As")
    assert not matches("Ks As 3s")
    assert not matches("Ks As 2h")
    assert matches("Qs Ks 2h"), "J Q K"
    assert matches("Qs Ks 2h 2d"), "T J Q K"
    assert matches("As 3s 2h"), "A 2 3"
    assert matches("As 2h 2d 3s"), "A 2 3 4"
    assert matches("As 2h 2d 4s"), "A 2 3 4"


def test_option_twos_wild_false_makes_the_2s_natural() -> None:
    assert matches("2s 2h 2d", wild=0)
    assert matches("As 2s 3s", wild=0)
    assert not matches("As 2h 3s", wild=0)
    assert not matches("8s 8h 2d", wild=0)
    t = table("tunk", ["8s 8h 2d 4s 6c Jh Kd", ""], dealer=1, stock="Qc", twos_wild=False)
    play(t, "draw stock")
    assert "tunk" not in t.legal()
    assert t.view(0)["options"]["twos_wild"] is False
    t = table("tunk", ["As 2s 3s 5h 7c Jh Kd", "Ks Qd Jc 9s 8d 7h 6s"], dealer=1, stock="Qc 3c", twos_wild=False)
    play(t, "draw stock", "tunk")
    assert t.view()["matched"][0] == [["As", "2s", "3s"], []]


# --- Totals and unmatched cards ------------------------------------------------------------------------------------


@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: str(position["id"]))
def test_8_positions_with_known_answers(position: dict[str, Any]) -> None:
    cards = position["cards"]
    assert hand_total(cards) == position["min_points"]
    assert unmatched(cards) == position["min_count"]
    mask = parse_mask(cards)
    assert (least_unmatched(mask, TWOS, BY_CARDS, 5) <= 5) == position["may_tunk_literal_five_cards"]
    assert (least_unmatched(mask, TWOS, BY_POINTS, 5) <= 5) == position["may_tunk_bicycle_five_points"]
    first, second, _, _ = arrange(mask, TWOS, 0, 0)
    left = mask & ~first & ~second
    assert sum(min(card % 13 + 1, 10) for card in range(DECK_SIZE) if left >> card & 1) == position["min_points"]


@pytest.mark.parametrize("position", [p for p in POSITIONS if len(p["cards"]) == 8], ids=lambda p: str(p["id"]))
def test_5bii_positions_with_known_answers_at_a_table(position: dict[str, Any]) -> None:
    for limit_counts, may in (
        ("cards", position["may_tunk_literal_five_cards"]),
        ("points", position["may_tunk_bicycle_five_points"]),
    ):
        hand, drawn = " ".join(position["cards"][:7]), position["cards"][7]
        t = table("tunk", [hand, ""], stock=drawn, dealer=1, tunk_limit_counts=limit_counts)
        play(t, "draw stock")
        assert ("tunk" in t.legal()) == may


def test_8a_an_ace_is_1_point() -> None:
    assert [hand_total(f"A{suit}") for suit in "shdc"] == [1] * 4


def test_8b_a_jack_queen_or_king_is_10_points() -> None:
    assert [hand_total(f"{rank}h") for rank in "JQK"] == [10] * 3


def test_8c_other_cards_are_worth_their_number_a_2_too() -> None:
    assert [hand_total(f"{rank}c") for rank in "23456789T"] == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert hand_total("8s 8h 8d 8c 2s") == 2


def test_a_hand_may_be_a_list_and_has_at_most_eight_cards() -> None:
    assert hand_total(["As", "Kd"]) == 11
    assert hand_total("") == unmatched("") == 0
    with pytest.raises(knockroll.InvalidCards, match="at most eight cards, not 9"):
        hand_total("As Ks Qs Js Ts 9s 8s 7s 6s")
    with pytest.raises(knockroll.InvalidCards, match="'Xx' is not a card"):
        unmatched("Xx")
