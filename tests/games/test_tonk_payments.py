"""Tonk: what is paid at the end of a hand (12, R1 to R3, R7)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knockroll.engine.cards import mask_of, parse_card
from knockroll.engine.state import DRAW_STOCK
from knockroll.games.tonk import GAME
from knockroll.games.tonk.spreads import DROP
from knockroll.games.tonk.state import Tonk
from tests.games.tonk_tables import (
    EQUAL,
    HANDS,
    begin,
    holding,
    pass_turns,
    session,
)
from tests.helpers import play

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "tonk_drop_payments.json").read_text())["scenarios"]


def test_12_every_ending_pays_from_seat_to_seat() -> None:
    """Chips are neither made nor lost, and only those who were dealt in pay."""
    t = session(4, hands=30)
    while t.turn is not None:
        play(t, "drop")
        assert sum(t.hands[-1].points) == 0
        assert sum(t.scores) == 0


def test_12a_all_cards_gone_by_a_second_spread_is_a_tonk() -> None:
    t = begin([HANDS[0], "5c 6c 7c Qs Qh", HANDS[2]], stock="Qd")
    play(t, "draw stock", "spread 5c 6c 7c", "spread Qs Qh Qd")
    hand = t.hands[0]
    assert (hand.ending, hand.points, hand.winners) == ("tonk", (-2, 4, -2), (1,))
    assert hand.melds == ((), (("5c", "6c", "7c"), ("Qs", "Qh", "Qd")), ())
    assert hand.cards == (None, None, None)
    assert hand.counts == (None, None, None)


def test_12a_all_cards_gone_by_a_hit_is_a_tonk() -> None:
    t = begin([HANDS[0], "4c 5c 6c 7c 8c"], stock="9c")
    play(t, "draw stock", "spread 4c 5c 6c", "hit 7c on 1", "hit 8c on 1")
    assert t.hands == []
    play(t, "hit 9c on 1")
    assert (t.hands[0].ending, t.hands[0].points) == ("tonk", (-2, 2))


def test_12b_the_last_card_discarded_wins_the_stake() -> None:
    t = begin([HANDS[0], "4c 5c 6c 7c 8c", HANDS[2]], stock="9c")
    play(t, "draw stock", "spread 4c 5c 6c 7c 8c", "discard 9c")
    assert (t.hands[0].ending, t.hands[0].points, t.hands[0].winners) == ("out", (-1, 2, -1), (1,))


def test_12b_tonk_or_out_as_in_the_book() -> None:
    """With 8c Kd left and a run 5c 6c 7c: Ks drawn goes on, 9c drawn goes out."""
    hands = [HANDS[0], "5c 6c 7c 8c Kd"]
    t = begin(hands, upcard="2d", stock="Ks")
    play(t, "draw stock", "spread 5c 6c 7c", "hit 8c on 1")
    assert t.legal() == ("discard Ks", "discard Kd")
    play(t, "discard Ks")
    assert t.turn == 0
    t = begin(hands, upcard="2d", stock="9c")
    play(t, "draw stock", "spread 5c 6c 7c", "hit 8c on 1", "hit 9c on 1", "discard Kd")
    assert t.hands[0].ending == "out"


def test_12c_a_drop_with_the_lowest_count_wins_the_stake() -> None:
    t = begin([HANDS[1], HANDS[0], HANDS[2]])
    play(t, "drop")
    hand = t.hands[0]
    assert (hand.ending, hand.points, hand.winners) == ("drop", (-1, 2, -1), (1,))
    assert hand.counts == (30, 25, 34)
    assert hand.cards[0] == tuple(sorted(HANDS[1].split(), key=parse_card))


def test_12d_a_drop_without_the_lowest_count_is_caught() -> None:
    """Seat 1 drops with 34; seats 0 (25) and 2 (30) get 2 each, and seat 0 gets 1 from 1, 2 and 3 (38)."""
    t = begin([HANDS[0], HANDS[2], HANDS[1], HANDS[3]])
    play(t, "drop")
    hand = t.hands[0]
    assert (hand.ending, hand.points, hand.winners) == ("caught", (5, -5, 1, -1), (0, 2))


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
@pytest.mark.parametrize("caught_pays", ["double_and_stake", "double"])
def test_12d_known_payments(vector: dict[str, Any], caught_pays: str) -> None:
    assert vector["dropper"] == 0
    s = holding(vector["counts"], caught_pays=caught_pays)
    GAME.play(s, DROP)
    assert s.points[: s.seats] == vector[caught_pays]


def payments(counts: Sequence[int], dropper: int, caught_pays: str) -> list[int]:
    """What a drop brings, written down from clauses 12c and 12d one debt at a time."""
    seats = range(len(counts))
    others = [seat for seat in seats if seat != dropper]
    best = min(counts[seat] for seat in others)
    debts: list[tuple[int, int, int]] = []
    if counts[dropper] < best:
        debts += [(seat, dropper, 1) for seat in others]
    else:
        debts += [(dropper, seat, 2) for seat in others if counts[seat] <= counts[dropper]]
        tied = [seat for seat in others if counts[seat] == best]
        payers = [seat for seat in (seats if caught_pays == "double_and_stake" else others) if seat not in tied]
        debts += [(payer, seat, 1) for payer in payers for seat in tied]
    return [sum((to == seat) * n - (by == seat) * n for by, to, n in debts) for seat in seats]


@given(st.lists(st.integers(1, 20), min_size=2, max_size=4), st.sampled_from(["double_and_stake", "double"]))
@settings(max_examples=150, deadline=None)
def test_12d_payments_are_what_the_clauses_say(counts: list[int], caught_pays: str) -> None:
    s = holding(counts, caught_pays=caught_pays, stake=3)
    GAME.play(s, DROP)
    assert s.points[: s.seats] == [3 * net for net in payments(counts, 0, caught_pays)]
    caught = counts[0] >= min(counts[1:])
    assert GAME.endings[s.ending] == ("caught" if caught else "drop")
    paid = {seat for seat in range(1, len(counts)) if counts[seat] <= counts[0]} if caught else {0}
    assert s.hand_winners == mask_of(paid)


def stock_out(counts: Sequence[int]) -> Tonk:
    """Seat 0 draws from an empty stock while the seats hold these points."""
    s = holding(counts)
    s.stock_next = s.stock_end
    GAME.play(s, DRAW_STOCK)
    assert GAME.endings[s.ending] == "stock"
    return s


def test_12e_stock_out_pays_the_lowest() -> None:
    s = stock_out([9, 4, 12, 20])
    assert s.points[:4] == [-1, 3, -1, -1]
    assert s.hand_winners == 0b0010


def test_r1_the_dropper_pays_the_lowest_three_stakes() -> None:
    s = holding([8, 5, 8, 20])
    GAME.play(s, DROP)
    assert s.points[:4] == [-5, 5, 1, -1]


def test_r2_those_who_tie_for_lowest_do_not_pay_each_other() -> None:
    s = holding([9, 7, 7])
    GAME.play(s, DROP)
    assert s.points[:3] == [-6, 3, 3]
    s = stock_out([4, 9, 4])
    assert (s.points[:3], s.hand_winners) == ([1, -2, 1], 0b101)


def test_r2_if_all_tie_nobody_pays_and_nobody_has_won_the_hand() -> None:
    s = stock_out([7, 7, 7])
    assert (s.points[:3], s.hand_winners) == ([0, 0, 0], 0)
    assert s.winners == 0b111


def test_r3_an_equal_count_catches() -> None:
    t = begin(EQUAL)
    play(t, "drop")
    assert (t.hands[0].ending, t.hands[0].points, t.hands[0].winners) == ("caught", (3, -3), (0,))


def test_r7_spreads_do_not_count() -> None:
    """Seat 1 holds 8h and 2d beside a spread of 18: it drops with 10 against 25 and wins."""
    t = begin([HANDS[0], "5c 6c 7c Qh 2d"], stock="8h")
    play(t, "draw stock", "spread 5c 6c 7c", "discard Qh")
    pass_turns(t)
    play(t, "drop")
    assert (t.hands[0].ending, t.hands[0].counts) == ("drop", (25, 10))
    assert t.hands[0].cards[1] == ("8h", "2d")
    assert t.hands[0].melds == ((), (("5c", "6c", "7c"),))
