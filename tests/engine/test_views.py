"""Views: what each seat is shown of a position, and nothing else. ``knockroll.testing`` checks the same of any game."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

import knockroll
from knockroll.engine import views
from knockroll.engine.views import read_view, seats_in
from tests.helpers import play, table

HANDS = ("2h 5d 9c", "3h 6d 8c", "4h 7d 2c")


def thirty_one() -> knockroll.Table:
    return table("thirty_one", HANDS, "Ks", "7s 8s 9s")


def named(view: object) -> str:
    return json.dumps(view)


def test_a_seat_sees_its_own_hand_and_of_others_how_many_cards_they_hold() -> None:
    t = thirty_one()
    for seat, hand in enumerate(HANDS):
        view = t.view(seat)
        assert sorted(view["hand"]) == sorted(hand.split())
        assert [player["cards"] for player in view["players"]] == [3, 3, 3]
        hidden = {card for other in HANDS if other != hand for card in other.split()}
        assert not [card for card in hidden if f'"{card}"' in named(view)]


def test_a_spectator_sees_no_hand() -> None:
    view = thirty_one().view()
    assert view["seat"] is None
    assert not view.get("hand")
    assert not [card for hand in HANDS for card in hand.split() if f'"{card}"' in named(view)]
    assert view["discard"] == "Ks"


def test_only_the_seat_to_move_is_offered_moves() -> None:
    t = thirty_one()
    assert t.view(1)["legal"] == list(t.legal())
    assert [t.view(seat)["legal"] for seat in (0, 2, None)] == [[], [], []]


def test_a_card_from_the_stock_is_seen_by_the_seat_that_drew_it() -> None:
    t = thirty_one()
    play(t, "draw stock")
    assert "7s" in t.view(1)["hand"]
    for seat in (0, 2, None):
        assert '"7s"' not in named(t.view(seat))
        assert t.view(seat)["players"][1]["cards"] == 4


def test_a_card_from_the_discard_pile_was_seen_by_all() -> None:
    t = thirty_one()
    play(t, "draw discard")
    assert "Ks" in t.view(1)["hand"]
    assert all("Ks" in named(t.view(seat)) for seat in (0, 2, None)), "it is told among what was done"


def test_a_view_is_json_and_can_be_read_back() -> None:
    t = thirty_one()
    view = t.view(1)
    again = json.loads(named(view))
    assert named(again) == named(view)
    state = cast(Any, read_view(t.game, again))
    assert (state.turn, state.dealer) == (1, 0)
    assert state.hands[0] == 0, "a hidden hand is empty, not guessed"


def test_a_view_does_not_change_with_the_table() -> None:
    t = thirty_one()
    view = t.view(1)
    before = named(view)
    play(t, "draw stock", "discard 3h")
    assert named(view) == before


@pytest.mark.parametrize(("mask", "seats"), [(0, ()), (1, (0,)), (0b1010, (1, 3)), (0b11111, (0, 1, 2, 3, 4))])
def test_a_set_of_seats_is_kept_in_bits(mask: int, seats: tuple[int, ...]) -> None:
    assert seats_in(mask) == seats


def test_nobody_is_null() -> None:
    assert [views.seat("dealer").write(value, 4) for value in (-1, 0, 3)] == [None, 0, 3]
