"""Moves as text: one canonical spelling for each, many that are understood, clear words for the rest."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knockroll.engine.cards import TEXTS
from knockroll.engine.errors import IllegalMove, InvalidMove
from knockroll.engine.grammar import CARD_MOVES, LONGEST_MOVE, MoveBook

SPREADS = tuple(f"spread {' '.join(run)}" for run in (("5c", "6c", "7c"), ("5c", "5d", "5s"), ("6c", "7c", "8c")))
KEEPS = tuple(f"keep {' '.join(map(str, dice))}" for dice in ((1,), (5,), (1, 5), (5, 5, 5)))
BOOK = MoveBook(
    (*CARD_MOVES, "knock", *SPREADS, *(f"hit {card} on {spread}" for card in TEXTS for spread in (1, 2, 12)), *KEEPS),
    forms=("draw stock", "draw discard", "discard 7h", "knock", "spread 5c 6c 7c", "hit 8c on 1", "keep 1 5 5"),
)
"""A book with every kind of move that the games have."""


def number(text: str) -> int:
    return BOOK.texts.index(text)


def test_the_moves_that_all_card_games_share_have_fixed_numbers() -> None:
    assert CARD_MOVES[:3] == ("draw stock", "draw discard", "discard As")
    assert CARD_MOVES[2:] == tuple(f"discard {card}" for card in TEXTS)
    assert len(CARD_MOVES) == 54


def test_every_move_written_and_read() -> None:
    for move, text in enumerate(BOOK.texts):
        assert BOOK.format(move) == text
        assert BOOK.parse(text) == move


@pytest.mark.parametrize("card", TEXTS)
def test_cards_in_moves_are_spelled_as_anywhere(card: str) -> None:
    rank, suit = card[0].replace("T", "10"), card[1]
    sign = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}[suit]
    for spelled in (card.upper(), card.lower(), rank + suit, rank.lower() + suit.upper(), rank + sign):
        assert BOOK.parse(f"discard {spelled}") == number(f"discard {card}")


@pytest.mark.parametrize(
    ("spelled", "text"),
    [
        ("DRAW Stock", "draw stock"),
        ("  draw\t stock \n", "draw stock"),
        ("Knock", "knock"),
        ("hit 8♣ ON 12", "hit 8c on 12"),
        ("HIT 10h on 1", "hit Th on 1"),
        *((f"spread {' '.join(order)}", "spread 5c 6c 7c") for order in permutations(("5c", "6C", "7♣"))),
        ("spread 5s 5d 5c", "spread 5c 5d 5s"),
        ("keep 5 1", "keep 1 5"),
    ],
)
def test_spelling_is_forgiven(spelled: str, text: str) -> None:
    assert BOOK.parse(spelled) == number(text)


@given(st.sampled_from(BOOK.texts), st.data())
def test_case_and_spaces_never_matter(text: str, data: st.DataObject) -> None:
    cased = "".join(data.draw(st.sampled_from((letter.lower(), letter.upper()))) for letter in text)
    spaced = cased.replace(" ", data.draw(st.sampled_from((" ", "  ", "\t", "\n"))))
    assert BOOK.parse(spaced) == number(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'' is not a move: write 'draw stock', 'draw discard', 'discard 7h', 'knock'"),
        ("   ", "'   ' is not a move: write 'draw stock'"),
        ("knok", "'knok' is not a move: did you mean 'knock'? write"),
        ("discrad 7h", "'discrad 7h' is not a move: did you mean 'discard'? write"),
        ("castle", "'castle' is not a move: write 'draw stock'"),
        ("7h", "'7h' is not a move: write 'draw stock'"),
        ("draw", "'draw' is not a move: write 'draw stock', 'draw discard'"),
        ("draw 7h", "'draw 7h' is not a move: '7h' cannot follow 'draw'; write 'draw stock', 'draw discard'"),
        ("draw stock now", "'now' cannot follow 'draw'; write 'draw stock', 'draw discard'"),
        ("draw stock discard", "'draw stock discard' is not a move: write 'draw stock', 'draw discard'"),
        ("stock draw", "'stock draw' is not a move: "),
        ("discard", "'discard' is not a move: write 'discard 7h'"),
        ("discard 1h", "'1h' cannot follow 'discard'; write 'discard 7h'"),
        ("discard 7h 8h", "'discard 7h 8h' is not a move: write 'discard 7h'"),
        ("discard stock", "'stock' cannot follow 'discard'; write 'discard 7h'"),
        ("knock knock", "'knock knock' is not a move: write 'knock'"),
        ("knock 7h", "'7h' cannot follow 'knock'; write 'knock'"),
        ("hit 8c", "'hit 8c' is not a move: write 'hit 8c on 1'"),
        ("hit 8c on", "'hit 8c on' is not a move: write 'hit 8c on 1'"),
        ("hit 8c on ²", "'²' cannot follow 'hit'; write 'hit 8c on 1'"),
        ("hit 8c on 3", "'3' cannot follow 'hit'; write 'hit 8c on 1'"),
        ("spread 5c 6c", "'spread 5c 6c' is not a move: write 'spread 5c 6c 7c'"),
        ("keep 7", "'7' cannot follow 'keep'; write 'keep 1 5 5'"),
        ("\0", "is not a move"),
        ("draw\0stock", "is not a move"),
    ],
)
def test_what_is_no_move_says_what_is(text: str, message: str) -> None:
    with pytest.raises(InvalidMove) as error:
        BOOK.parse(text)
    assert message in str(error.value)


@pytest.mark.parametrize("text", ["spread 5c 6c 8c", "spread 5d 6c 7c", "spread 5c 5c 5c", "keep 1 1 1"])
def test_what_is_a_move_in_no_position_is_illegal(text: str) -> None:
    """The grammar is right, but these cards or dice never go together: forbidden, not malformed."""
    with pytest.raises(IllegalMove, match="is not allowed in any position: these do not go together") as error:
        BOOK.parse(text)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize(
    "junk", ["x" * 1_000_000, "discard " * 20_000, "7h " * LONGEST_MOVE, "💥" * 500, "draw" + " " * 10_000 + "stock"]
)
def test_long_junk_is_not_looked_at_and_not_quoted_in_full(junk: str) -> None:
    with pytest.raises(InvalidMove, match="is not a move") as error:
        BOOK.parse(junk)
    assert len(str(error.value)) < 500


@pytest.mark.parametrize("junk", [None, 0, 1.5, b"knock", ["knock"], {"move": "knock"}])
def test_what_is_no_text_is_no_move(junk: Any) -> None:
    with pytest.raises(InvalidMove, match="is not a move: write 'draw stock'"):
        BOOK.parse(junk)


@given(st.text(max_size=200))
def test_any_text_is_a_move_or_one_of_two_errors(text: str) -> None:
    try:
        assert BOOK.format(BOOK.parse(text))
    except (InvalidMove, IllegalMove) as error:
        assert len(str(error)) < 1000


def test_the_longest_move_is_short_enough_to_be_read() -> None:
    longest = "spread " + " ".join(f"{rank}s" for rank in ("A", *map(str, range(2, 11)), "J", "Q", "K"))
    assert len(longest) < LONGEST_MOVE
    book = MoveBook([f"spread {' '.join(cards)}" for cards in combinations(TEXTS[:13], 13)], ["spread 5c 6c 7c"])
    assert book.parse(longest) == 0
