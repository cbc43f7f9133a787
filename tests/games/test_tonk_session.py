"""Tonk: the cut for seats, players who come and go, the session (4, R5, R6, R8)."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import knockroll
from knockroll.engine.cards import parse_card
from knockroll.games.tonk.state import MOST_SEATS
from tests.games.tonk_tables import (
    EQUAL,
    FIFTY,
    FORTY_NINE,
    HANDS,
    begin,
    pack,
    pass_turns,
    session,
)
from tests.helpers import deck, play

# --- Seating ---------------------------------------------------------------------------------------------------------


def test_4_the_highest_cut_deals_and_the_others_follow_to_the_left() -> None:
    """Seats 0 to 3 cut 5, K, A, J: the king deals, then jack, five and ace sit clockwise; the ace is low."""
    t = knockroll.Table("tonk", 4, chance=knockroll.Scripted([pack("5s Kh Ad Jc"), pack("")]), opening_tonk="none")
    assert t.order == (1, 3, 0, 2)
    assert t.view(0)["order"] == [1, 3, 0, 2]
    assert (t.dealer, t.turn) == (1, 3)
    cuts = [event for event in t.events if event.kind == "cut"]
    assert [(event.seat, event.cards) for event in cuts] == [(0, ("5s",)), (1, ("Kh",)), (2, ("Ad",)), (3, ("Jc",))]
    assert [event.seat for event in t.events if event.kind == "dealer"] == [1]


def test_4_deal_turns_and_dealer_follow_the_seating() -> None:
    """Order 1 3 0 2: cards and turns go to 3, 0, 2, 1, and the next deal to 3."""
    chance = knockroll.Scripted([pack("5s Kh Ad Jc"), pack("2s 2h 2d 2c"), pack("")])
    t = knockroll.Table("tonk", 4, chance=chance, opening_tonk="none")
    assert [event.seat for event in t.events if event.kind == "deal"] == [3, 0, 2, 1]
    assert [card for seat in (3, 0, 2, 1) for card in t.view(seat)["hand"] if card[0] == "2"] == [
        "2s",
        "2h",
        "2d",
        "2c",
    ]
    seen = []
    for _ in range(5):
        seen.append(t.turn)
        pass_turns(t)
    assert seen == [3, 0, 2, 1, 3]
    play(t, "drop")
    assert (t.dealer, t.turn, t.hands[-1].dealer) == (3, 0, 1)
    assert t.order == (1, 3, 0, 2)


def test_4_who_joins_sits_at_the_dealers_right() -> None:
    """After seat 0's deal seat 1 deals: its right is the place between 0 and 1."""
    t = session(3)
    assert t.join() == 3
    play(t, "drop")
    assert (t.dealer, t.order) == (1, (0, 3, 1, 2))
    assert [event.seat for event in t.events if event.kind == "deal"] == [2, 0, 3, 1]


def test_4_a_named_dealer_means_no_cut() -> None:
    t = session(4, dealer=2)
    assert (t.order, t.dealer, t.turn) == ((0, 1, 2, 3), 2, 3)
    assert len(t.given) == 1


def test_r5_equal_cards_are_cut_again_among_those_players() -> None:
    """Seats 1 and 3 cut kings; the ace and the two that they cut next decide only between them."""
    script = [pack("5s Kh Ad Kc"), pack("As 2h"), pack("")]
    t = knockroll.Table("tonk", 4, chance=knockroll.Scripted(script), opening_tonk="none")
    assert t.order == (3, 1, 0, 2)
    cuts = [(event.seat, *event.cards) for event in t.events if event.kind == "cut"]
    assert cuts == [(0, "5s"), (1, "Kh"), (2, "Ad"), (3, "Kc"), (1, "As"), (3, "2h")]
    assert len(t.given) == 3


def test_r5_cuts_go_on_until_nobody_is_tied() -> None:
    """Two pairs cut again together, in seat order: 0 and 2 (fives) get a 9 and a 9, 1 and 3 (kings) 2 and 3."""
    script = [pack("5s Kh 5d Kc"), pack("9s 2h 9d 3c"), pack("Ks Qs"), pack("")]
    t = knockroll.Table("tonk", 4, chance=knockroll.Scripted(script), opening_tonk="none")
    assert t.order == (3, 1, 0, 2)
    assert (t.dealer, len(t.given)) == (3, 4)


def test_r5_all_equal_cut_again_for_every_place() -> None:
    chance = knockroll.Scripted([pack("7s 7h 7d"), pack("2h 9c 4d"), pack("")])
    assert knockroll.Table("tonk", 3, chance=chance, opening_tonk="none").order == (1, 2, 0)


@given(st.integers(2, 10), st.integers(0, 1 << 32))
@settings(max_examples=40, deadline=None)
def test_r5_the_order_is_that_of_the_cuts(seats: int, seed: int) -> None:
    """Compared with the rows of all cuts, as text would be sorted; a seat that cut less often has a shorter row."""
    t = session(seats, seed, dealer=None)
    cuts: dict[int, list[int]] = {seat: [] for seat in range(seats)}
    for event in t.events:
        if event.kind == "cut" and event.seat is not None:
            cuts[event.seat].append(parse_card(event.cards[0]) % 13)
    assert list(t.order) == sorted(range(seats), key=lambda seat: cuts[seat], reverse=True)
    assert t.dealer == t.order[0]


def test_c4_the_cut_finds_the_first_dealer() -> None:
    """Tonk has its own way: every seat comes to deal first, and a dealer can be named."""
    assert {session(3, seed, dealer=None).dealer for seed in range(30)} == {0, 1, 2}
    assert [session(3, dealer=dealer).dealer for dealer in range(3)] == [0, 1, 2]


# --- The session -----------------------------------------------------------------------------------------------------


def test_r6_a_session_is_ten_hands_and_the_most_chips_win() -> None:
    t = session(3, seed=4)
    while t.turn is not None:
        assert t.result is None
        play(t, "drop")
    assert len(t.hands) == 10
    assert t.result is not None
    assert t.result.scores == tuple(sum(hand.points[seat] for hand in t.hands) for seat in range(3))
    best = max(t.result.scores)
    assert t.result.winners == tuple(seat for seat in range(3) if t.result.scores[seat] == best)


def test_r6_equals_share_the_win() -> None:
    """Seats 0 and 2 tie for lowest when the turn limit is reached."""
    t = begin([EQUAL[0], HANDS[1], EQUAL[1]], upcard="Kd", turn_limit=1)
    pass_turns(t)
    assert t.result is not None
    assert (t.result.winners, t.result.scores) == ((0, 2), (1, -2, 1))


def test_r6_a_joiner_is_dealt_in_at_the_next_deal() -> None:
    t = session(2)
    seat = t.join()
    assert seat == 2
    assert t.view()["order"] == [0, 1]
    assert t.view(seat)["hand"] == []
    assert [player["out"] for player in t.view()["players"]] == [False, False, True]
    assert t.view()["joining"] == [2]
    play(t, "drop")
    assert t.hands[0].points[2] == 0
    assert t.order == (0, 2, 1)
    assert len(t.view(seat)["hand"]) == 5
    assert [player["out"] for player in t.view()["players"]] == [False, False, False]


def test_r6_a_seat_that_was_left_before_the_deal_can_be_joined() -> None:
    t = session(2)
    t.join()
    with pytest.raises(knockroll.IllegalMove):
        t.join(2)  # somebody waits there
    t.leave(2)
    assert t.can_join(2)
    assert t.join(2) == 2
    assert not t.can_join(2)
    play(t, "drop")
    assert t.order == (0, 2, 1)
    assert t.moves[:3] == ["join", "leave 2", "join 2"]
    assert knockroll.Table.replay(json.loads(json.dumps(t.record()))) == t


def test_r6_joiners_sit_as_they_came() -> None:
    t = session(3)
    assert [t.join(), t.join()] == [3, 4]
    play(t, "drop")
    assert (t.dealer, t.order) == (1, (0, 3, 4, 1, 2))
    play(t, "drop")
    assert t.dealer == 2
    t = session(2, dealer=1)  # the right of seat 0, who deals next, is the end of the order
    t.join(), t.join()
    play(t, "drop")
    assert (t.dealer, t.order) == (0, (0, 1, 2, 3))


def test_r6_a_leaver_plays_the_hand_to_its_end() -> None:
    """Seat 1 would deal next, and has left then: the deal passes on to seat 2."""
    t = session(3)
    t.leave(1)
    assert t.turn == 1
    assert t.view()["leaving"] == [1]
    play(t, "drop")
    assert t.hands[0].points[1] != 0
    assert (t.order, t.dealer, t.turn) == ((0, 2), 2, 0)
    assert t.view()["players"][1]["out"]
    assert t.view(1)["hand"] == []
    play(t, "drop")
    assert (t.hands[1].points[1], t.hands[1].cards[1]) == (0, None)
    assert sum(t.scores) == 0


def test_r6_the_session_is_over_when_fewer_than_two_remain() -> None:
    t = session(3)
    t.leave(0)
    t.leave(2)
    assert t.turn == 1
    play(t, "drop")
    assert t.result is not None
    assert len(t.hands) == 1
    assert t.result.winners == tuple(seat for seat in range(3) if t.scores[seat] == max(t.scores))


def test_r6_the_table_can_change_hands_altogether() -> None:
    t = session(2)
    t.leave(0)
    t.leave(1)
    t.join(), t.join()
    play(t, "drop")
    assert (t.order, t.dealer, t.turn) == ((2, 3), 2, 3)


def test_r6_who_has_left_can_still_have_won() -> None:
    """Seat 1 wins the first hand and leaves; the second is void between the others."""
    then = [deck([FIFTY, "", FORTY_NINE], "Jd", dealer=2, out=[1])]
    t = begin([HANDS[1], HANDS[0], HANDS[2]], hands=2, then=then)
    t.leave(1)
    play(t, "drop")
    assert t.result is not None
    assert (t.result.winners, t.result.scores) == ((1,), (-1, 2, -1))


def test_r6_who_was_never_dealt_in_cannot_have_won() -> None:
    """Both players end with 0 chips, as the one who only waited does."""
    t = begin(EQUAL, turn_limit=1)
    t.join()
    pass_turns(t)
    assert t.result is not None
    assert (t.result.winners, t.result.scores) == ((0, 1), (0, 0, 0))


def test_r6_a_joiner_may_leave_before_the_deal() -> None:
    t = session(2)
    t.leave(t.join())
    play(t, "drop")
    assert t.order == (0, 1)
    assert t.join() == 3  # numbers are not given out again


def test_r6_at_most_ten_sit_at_a_table() -> None:
    t = session(10)
    with pytest.raises(knockroll.IllegalMove, match="table is full"):
        t.join()
    t.leave(4)
    assert t.join() == 10
    with pytest.raises(knockroll.IllegalMove):
        t.join()
    play(t, "drop")
    assert t.order == (0, 10, 1, 2, 3, 5, 6, 7, 8, 9)


def test_r6_sixteen_seats_are_all_that_a_session_has() -> None:
    t = session(2)
    for number in range(2, MOST_SEATS):
        assert t.join() == number
        t.leave(number)
    with pytest.raises(knockroll.IllegalMove):
        t.join()


def test_r6_wrong_leavers_and_joiners_change_nothing() -> None:
    t = session(3, hands=1)
    t.leave(1)
    before = t.copy()
    with pytest.raises(knockroll.IllegalMove, match="left already"):
        t.leave(1)
    with pytest.raises(knockroll.InvalidOption, match="no seat 7"):
        t.leave(7)
    assert t == before
    play(t, "drop")
    with pytest.raises(knockroll.IllegalMove):
        t.leave(0)
    with pytest.raises(knockroll.IllegalMove):
        t.join()


def test_r6_joining_and_leaving_are_in_the_record() -> None:
    t = session(3)
    t.join()
    t.leave(0)
    play(t, "drop", "drop")
    assert t.moves[:2] == ["join", "leave 0"]
    assert knockroll.Table.replay(json.dumps(t.record())) == t


@pytest.mark.compiles
def test_r6_joining_and_leaving_are_rules_that_compile() -> None:
    from knockroll.games.tonk.rules import play as play_move
    from knockroll.games.tonk.seats import join, leave
    from knockroll.games.tonk.spreads import DROP
    from knockroll.lab.compiled import compile_loop, new_records

    def come_and_go(states):  # type: ignore[no-untyped-def]
        for i in range(len(states)):
            join(states[i])
            leave(states[i], 1)
            play_move(states[i], DROP)

    s = session(3).state
    states = new_records(type(s), 1)
    s.write(states)
    compile_loop(come_and_go, "come and go")(states)
    come_and_go([s])  # type: ignore[no-untyped-call]
    assert type(s).read(states[0]) == s
    assert s.playing == 0b1101


def test_r8_a_drawn_hand_counts_as_one_of_the_session() -> None:
    t = begin([FIFTY, FORTY_NINE], upcard="Jd", hands=1)
    assert t.hands[0].ending == "draw"
    assert t.result is not None
    assert (t.result.winners, t.result.scores) == ((0, 1), (0, 0))
