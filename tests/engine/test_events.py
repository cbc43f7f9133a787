"""Events: what happened, with its cards only for those who may see them."""

from __future__ import annotations

import pytest

from knockroll import Event, redact
from tests.helpers import play, table

DRAW = Event("draw", 1, "draw stock", ("7h",), 1, "stock", "hand", seen_by=(1,))


def test_cards_are_taken_out_for_those_who_may_not_see_them() -> None:
    assert redact(DRAW, 1).cards == ("7h",)
    for seat in (0, 2, None):
        seen = redact(DRAW, seat)
        assert (seen.cards, seen.count) == ((), 1), "that a card moved is known, not which"
        assert (seen.kind, seen.seat, seen.text, seen.source, seen.target) == ("draw", 1, "draw stock", "stock", "hand")


@pytest.mark.parametrize("seat", [0, 1, None])
def test_nobody_learns_who_could_see_them(seat: int | None) -> None:
    assert "seen_by" not in redact(DRAW, seat).to_dict()


def test_what_everybody_may_see_stays_as_it_is() -> None:
    open_event = Event("discard", 1, "discard 7h", ("7h",), 1, "hand", "discard")
    for seat in (0, 1, None):
        assert redact(open_event, seat) == open_event


def test_fields_that_say_nothing_are_left_out() -> None:
    assert Event("knock", 2, "knock").to_dict() == {"kind": "knock", "seat": 2, "text": "knock"}


def test_an_event_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        DRAW.cards = ()  # type: ignore[misc]


def test_a_deal_shows_each_hand_to_its_seat_alone() -> None:
    hands = ("2h 5d 9c", "3h 6d 8c", "4h 7d 2c")
    t = table("thirty_one", hands, "Ks")
    deals = {event.seat: event for event in t.events if event.kind == "deal" and event.seat is not None}
    for owner, event in deals.items():
        assert set(redact(event, owner).cards) == set(hands[owner].split())
        for seat in {0, 1, 2, None} - {owner}:
            assert redact(event, seat).cards == ()
    assert deals.keys() == {0, 1, 2}


def test_the_last_event_of_a_hand_says_how_it_ended() -> None:
    t = table("thirty_one", ("2h 5d 9c", "As Kh Qh"), "2s", "Ah", dealer=0, strikes=1)
    events = play(t, "draw stock")
    over = next(event for event in events if event.kind == "hand over")
    assert (over.ending, over.points, over.winners) == ("thirty_one", (1, 0), (1,))
    assert events[-1].kind == "game over"
