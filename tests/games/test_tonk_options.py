"""Tonk: its options."""

from __future__ import annotations

import pytest

import knockroll
from tests.games.tonk_tables import (
    EQUAL,
    FIFTY,
    FORTY_NINE,
    HANDS,
    begin,
    has,
    pass_turns,
    session,
)
from tests.helpers import deck, play


def test_option_stake_multiplies_every_payment() -> None:
    t = begin(EQUAL, stake=25)
    play(t, "drop")
    assert t.scores == (75, -75)
    with pytest.raises(knockroll.InvalidOption):
        session(2, stake=0)


@pytest.mark.parametrize("hands", [1, 2, 13])
def test_option_hands_is_the_length_of_the_session(hands: int) -> None:
    t = session(2, hands=hands)
    while t.turn is not None:
        play(t, "drop")
    assert len(t.hands) == hands
    assert t.view()["options"]["hands"] == hands


def test_option_caught_pays_double_spares_the_dropper_the_stake() -> None:
    """Seat 1 drops with 30 against 25 and 34: it pays 2, and seat 2 still pays the 1."""
    t = begin(HANDS[:3], caught_pays="double")
    play(t, "drop")
    assert t.hands[0].points == (3, -2, -1)


def test_option_opening_tonk_none_plays_a_dealt_50() -> None:
    t = begin([FIFTY, FORTY_NINE], upcard="Jd", opening_tonk="none")
    assert (t.hands, t.turn) == ([], 1)


def test_option_hit_blocks_drop_for_one_turn() -> None:
    """Seat 1's run is hit by seat 0: seat 1 may not drop at its next turn, but at the one after that."""
    for turns in (0, 1):
        t = begin([f"8c {HANDS[0][3:]}", "5c 6c 7c Qh 2d"], stock="9h", hit_blocks_drop=turns)
        play(t, "draw stock", "spread 5c 6c 7c", "discard Qh")
        play(t, "draw stock", "hit 8c on 1")
        assert t.view()["blocked"] == [1] * turns
        play(t, "discard 9s")
        assert has(t, "drop") == ["drop"] * (1 - turns)
        pass_turns(t)
        assert has(t, "drop") == ["drop"]  # seat 0 has only hit
        pass_turns(t)
        assert has(t, "drop") == ["drop"]


def test_option_hit_blocks_drop_not_for_ones_own_hits() -> None:
    t = begin([HANDS[0], "5c 6c 7c Qh 2d"], stock="8c", hit_blocks_drop=1)
    play(t, "draw stock", "spread 5c 6c 7c", "hit 8c on 1")
    assert t.view()["blocked"] == []
    play(t, "discard Qh")
    pass_turns(t)
    assert has(t, "drop") == ["drop"]


def test_option_hit_blocks_drop_ends_with_the_hand() -> None:
    """Seat 0 hits seat 1's run and tonks; in the next hand nobody is blocked."""
    hands = ["8c 9c Tc Jc Qc", "5c 6c 7c Qh 2d"]
    then = [deck(HANDS[:2], "Kd", dealer=1)]
    t = begin(hands, stock="9h Kc", hit_blocks_drop=1, hands=2, then=then)
    play(t, "draw stock", "spread 5c 6c 7c", "discard Qh", "draw stock", "hit 8c on 1", "spread 9c Tc Jc Qc Kc")
    assert t.hands[0].ending == "tonk"
    assert t.view()["blocked"] == []


def test_option_cards_7_deals_seven_to_at_most_seven_players() -> None:
    t = session(7, cards=7)
    assert [player["cards"] for player in t.view()["players"]] == [7] * 7
    assert t.view()["stock"] == 2
    with pytest.raises(knockroll.IllegalMove):
        t.join()
    with pytest.raises(knockroll.InvalidOption, match="7 cards each cannot have 8 seats: one deck serves 7"):
        session(8, cards=7)
    with pytest.raises(knockroll.InvalidOption):
        session(2, cards=6)


def test_option_cards_7_has_its_49_and_50_to_the_point() -> None:
    """Seven cards can have more: 51 is played."""
    low = "As 2h 3d 4c 5s 6h 7d"
    assert begin([low, "Ks Qs Js 9h 8d Ac 2c"], cards=7).hands[0].ending == "opening"
    assert begin([low, "Ks Qs Js 9h 8d 2s 2c"], cards=7).hands == []


def test_option_may_return_discard_false_keeps_the_card() -> None:
    t = begin(HANDS[:2], upcard="Kd", stock="Qs", may_return_discard=False)
    play(t, "draw discard")
    assert has(t, "discard") == [f"discard {card}" for card in ["2s", "4h", "Th", "6d", "8c"]]
    play(t, "discard Th", "draw stock")
    assert "discard Qs" in t.legal()  # from the stock


def test_option_may_return_discard_false_but_nothing_else_is_left() -> None:
    t = begin([HANDS[0], "4c 5c 6c 7c 8c"], upcard="Kd", may_return_discard=False)
    play(t, "draw discard")
    assert "discard Kd" not in t.legal()
    play(t, "spread 4c 5c 6c 7c 8c")
    assert t.legal() == ("discard Kd",)
    play(t, "discard Kd")
    assert t.hands[0].ending == "out"


def test_option_turn_limit() -> None:
    t = session(2, hands=1)
    pass_turns(t, 41)
    assert t.view()["stock"] == 0
    for _ in range(300 - 41):
        (taken,) = play(t, "draw discard")[0].cards
        play(t, f"discard {taken}")
    assert t.hands[0].ending == "turn_limit"
    with pytest.raises(knockroll.InvalidOption):
        session(2, turn_limit=0)
