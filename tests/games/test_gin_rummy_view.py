"""Gin Rummy: its moves as text, its errors, its views."""

from __future__ import annotations

from itertools import pairwise

import pytest

import knockroll
from knockroll.games.gin_rummy.moves import MOVES
from tests.games.gin_rummy_tables import LOOSE, TIDY, begin
from tests.helpers import play


def test_move_numbers_are_a_contract() -> None:
    assert MOVES.texts[:3] == ("draw stock", "draw discard", "discard As")
    assert (MOVES.texts[54], MOVES.texts[55], MOVES.texts[107]) == ("pass", "knock As", "gin As")
    assert len(MOVES.texts) == 159


def test_legal_moves_are_in_the_order_of_their_numbers() -> None:
    t = begin([TIDY, LOOSE], stock="Qd")
    play(t, "draw stock")
    numbers = [MOVES.parse(move) for move in t.legal()]
    assert all(one < other for one, other in pairwise(numbers))
    assert len(numbers) == 10 + 10 + 1


@pytest.mark.parametrize(
    ("move", "error", "message"),
    [
        ("discard 2c", knockroll.IllegalMove, "'discard 2c' is not allowed now: seat 0 may 'discard As'"),
        ("draw stock", knockroll.IllegalMove, "not allowed now"),
        ("pass", knockroll.IllegalMove, "not allowed now"),
        ("gin As", knockroll.IllegalMove, "not allowed now"),
        ("knock", knockroll.InvalidMove, "write 'knock 7h'"),
        ("gin 1x", knockroll.InvalidMove, "'1x' cannot follow 'gin'"),
        ("tunk", knockroll.InvalidMove, "'tunk' is not a move"),
    ],
)
def test_a_move_that_cannot_be_says_why_and_changes_nothing(move: str, error: type[Exception], message: str) -> None:
    t = begin([TIDY, LOOSE], upcard="6c", stock="3c")
    play(t, "draw stock")
    before = t.copy()
    with pytest.raises(error, match=message):
        t.play(move)
    assert t == before


def test_a_view_shows_the_limit_the_offer_and_the_discards() -> None:
    t = begin([TIDY, LOOSE], upcard="6c", variant="standard")
    view = t.view(1)
    assert (view["limit"], view["passed"], view["knocker"]) == (10, [], None)
    assert begin([TIDY, LOOSE]).view()["limit"] is None
    play(t, "pass", "draw discard", "discard Qh")
    view = t.view(0)
    assert (view["passed"], view["pile"], view["known"]) == ([0], ["Qh"], [[], ["6c"]])
    assert view["legal"] == ["draw stock", "draw discard"]
