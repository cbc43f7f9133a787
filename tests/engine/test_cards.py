"""Cards and sets of cards, as numbers and as text."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knockroll.engine.cards import (
    ALL_CARDS,
    DECK_SIZE,
    RANK_MASK,
    RANKS,
    SUIT_MASK,
    SUITS,
    TEXTS,
    card_name,
    card_text,
    cards_in,
    find_card,
    mask_of,
    parse_card,
    parse_cards,
    parse_mask,
    points,
    points_in,
    suit_points,
    texts_in,
    texts_of,
)
from knockroll.engine.errors import InvalidCards

masks = st.integers(0, ALL_CARDS)


def test_cards_are_numbered_spades_hearts_diamonds_clubs_from_ace_to_king() -> None:
    assert [RANKS[card % 13] + SUITS[card // 13] for card in range(DECK_SIZE)] == list(TEXTS)
    assert (TEXTS[0], TEXTS[12], TEXTS[13], TEXTS[26], TEXTS[51]) == ("As", "Ks", "Ah", "Ad", "Kc")
    assert len(set(TEXTS)) == 52


@pytest.mark.parametrize("card", range(DECK_SIZE), ids=TEXTS)
def test_every_card_and_its_texts(card: int) -> None:
    """The canonical text, both cases of both letters, the suit as a sign, and 10 for T."""
    text = card_text(card)
    rank, suit = text[0], text[1]
    assert parse_card(text) == card
    signs = {"s": "♠♤", "h": "♥♡", "d": "♦♢", "c": "♣♧"}[suit]
    ranks = [rank.upper(), rank.lower(), *(["10"] if rank == "T" else [])]
    for spelled in map("".join, itertools.product(ranks, [suit, suit.upper(), *signs])):
        assert parse_card(spelled) == find_card(spelled) == card


def test_names_are_what_a_person_would_say() -> None:
    assert card_name(parse_card("As")) == "ace of spades"
    assert card_name(parse_card("7h")) == "7 of hearts"
    assert card_name(parse_card("Td")) == "10 of diamonds"
    assert card_name(parse_card("Kc")) == "king of clubs"
    assert len({card_name(card) for card in range(DECK_SIZE)}) == DECK_SIZE


@pytest.mark.parametrize(
    "junk",
    [
        "",
        " ",
        "7",
        "h",
        "7x",
        "1h",
        "0h",
        "11h",
        "1h0",
        "h7",
        "7hh",
        "77h",
        "100h",
        "1010h",
        "7 h",
        " 7h",
        "-7h",
        "7h\0",
    ],
)
def test_what_is_no_card_says_how_cards_are_written(junk: str) -> None:
    assert find_card(junk) is None
    with pytest.raises(InvalidCards, match=r"is not a card: write a rank .* and a suit .* such as 7h") as error:
        parse_card(junk)
    assert repr(junk) in str(error.value)


@pytest.mark.parametrize("junk", [None, 7, 7.5, b"7h", ["7h"], True])
def test_what_is_no_text_is_no_card(junk: Any) -> None:
    with pytest.raises(InvalidCards, match="is not a card"):
        parse_card(junk)


def test_cards_come_as_text_or_as_a_list_in_the_order_given() -> None:
    expected = [0, 35, 19]
    assert parse_cards("As Td 7h") == expected
    assert parse_cards("  as\n10♦\t7H ") == expected
    assert parse_cards(["As", "Td", "7h"]) == expected
    assert parse_cards(("As", "Td", "7h")) == expected
    assert parse_cards(card for card in ("As", "Td", "7h")) == expected
    assert parse_cards("") == parse_cards([]) == []


def test_a_card_exists_once() -> None:
    with pytest.raises(InvalidCards, match="each card exists once, but 7h As came more than once"):
        parse_cards("As 7h As 7♥ 2d as")
    with pytest.raises(InvalidCards, match="each card exists once, but Td came more than once"):
        parse_mask(["10d", "Td"])


@pytest.mark.parametrize("junk", [None, 7, 1.5, object()])
def test_what_is_neither_text_nor_list_says_how_cards_are_written(junk: Any) -> None:
    with pytest.raises(InvalidCards, match="is not a list of cards: write them as 'As Td 7h'"):
        parse_cards(junk)


@pytest.mark.parametrize("junk", [["As", None], ["As", 3], b"As", [["As"]], "As,Kd", "AsKd"])
def test_one_bad_card_spoils_the_list(junk: Any) -> None:
    with pytest.raises(InvalidCards, match="is not a card"):
        parse_cards(junk)


@given(st.permutations(range(DECK_SIZE)))
def test_a_deck_written_and_read(deck: list[int]) -> None:
    texts = texts_of(deck)
    assert parse_cards(texts) == parse_cards(" ".join(texts)) == deck
    assert mask_of(deck) == ALL_CARDS


@given(masks)
def test_a_set_written_and_read(mask: int) -> None:
    assert parse_mask(texts_in(mask)) == mask
    assert mask_of(cards_in(mask)) == mask
    assert cards_in(mask) == sorted(cards_in(mask))
    assert len(cards_in(mask)) == mask.bit_count()


@given(masks)
def test_the_points_of_a_set_are_those_of_its_cards(mask: int) -> None:
    assert points_in(mask) == sum(points(card) for card in cards_in(mask))
    assert points_in(mask) == sum(suit_points(mask >> 13 * suit & SUIT_MASK) for suit in range(4))


def test_points_are_ace_1_face_cards_10_others_their_number() -> None:
    assert [points(card) for card in range(13)] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert all(points(card) == points(card % 13) for card in range(DECK_SIZE))
    assert points_in(ALL_CARDS) == 340


def test_masks() -> None:
    assert texts_in(SUIT_MASK) == [rank + "s" for rank in RANKS]
    assert texts_in(RANK_MASK) == ["As", "Ah", "Ad", "Ac"]
    assert texts_in(RANK_MASK << 12) == ["Ks", "Kh", "Kd", "Kc"]
    assert texts_in(ALL_CARDS) == list(TEXTS)
