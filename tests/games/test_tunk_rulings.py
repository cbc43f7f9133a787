"""Tunk: the rulings at a table, what all card games share, and the options (docs/rules/tunk.md)."""

from __future__ import annotations

import pytest

import knockroll
from knockroll.games.tunk import GAME
from tests.games.tunk_tables import NEXT, PLAIN, TUNKER, begin, finish, pass_turns, tunked
from tests.helpers import deck, play

EQUAL = "Js Jh Jd Jc Ts 9c 8d"
"""Four jacks, and 27 points as the tunker has."""

# --- Rulings -------------------------------------------------------------------------------------------------------


def test_r2_the_tunker_does_not_discard_and_spreads_eight_cards() -> None:
    t = tunked(*PLAIN)
    assert t.view()["discard"] == "3c"
    assert t.view()["players"][0]["cards"] == 8
    assert t.view()["spread"][0] == ["4s", "5h", "6h", "3d", "9d", "Ac", "2c", "Kc"]
    assert [len(cards or ()) for cards in finish(t).cards] == [8, 7, 7]


def test_r3_the_table_arranges_what_is_left_after_the_discard() -> None:
    """With the third 9 discarded the wild card goes to the jacks."""
    t = tunked("9s 9h 9c 2s Jd Jc 5d", stock="Qs")
    play(t, "draw stock", "discard 9c")
    (hand,) = t.hands
    assert hand.melds[1] == (("2s", "Jd", "Jc"),)
    assert hand.counts == (27, 9 + 9 + 10 + 5)


def test_r3_a_set_that_one_player_has_filled_is_closed_to_the_next() -> None:
    """7h and 2s would both fit 5h 6h 2c as the tunker laid it."""
    t = tunked("Ks Qd Jc 9s 8d 7c 8h", "Kh Qs Jd Tc 8s 2s 7h")
    pass_turns(t)
    view = t.view()
    assert view["tunker_sets"] == [["5h", "6h", "8h", "2c"], []]
    assert view["matched"] == [[["5h", "6h", "2c"], []], [[], []], [[], []]]
    assert view["added"] == [[[], []], [["8h"], []], [[], []]]
    assert finish(t).counts == (27, 54, 10 + 10 + 10 + 10 + 8 + 2 + 7)


def test_r3_a_set_that_nobody_could_fill_stays_open() -> None:
    t = tunked(PLAIN[0], "Kh Qs Jd Tc 8s 5c 7h")
    pass_turns(t)
    assert t.view()["tunker_sets"] == [["5h", "6h", "2c"], []]
    assert finish(t).counts == (27, 60, 53)


def test_r3_the_turn_order_decides_who_adds() -> None:
    """Seat 1 tunks here, so that seat 2 comes before seat 0."""
    t = begin(["Ks Qd Jc 9s 8d 7c 8h", TUNKER, "Kh Qs Jd Tc 8s 5c 7h"], stock="Qc Kc")
    pass_turns(t)
    play(t, "draw stock", "tunk")
    assert t.turn == 2
    assert finish(t).counts == (54 + 8, 27, 53)


def test_r3_a_player_may_add_to_both_sets() -> None:
    t = begin(["5h 6h 7h Js Jd Jc Kd", "Jh 8h 4h 2s Qs Tc 9d"], stock="Ac Ad")
    play(t, "draw stock", "tunk")
    assert t.view()["tunker_sets"] == [["Js", "Jd", "Jc"], ["5h", "6h", "7h"]]
    added = [(event.kind, event.cards, event.target) for event in pass_turns(t)[2:4]]
    assert added == [("add", ("Jh",), "spread 1"), ("add", ("8h",), "spread 2")]
    assert t.hands[0].counts == (11, 4 + 2 + 10 + 10 + 9)


def test_r3_each_of_two_sets_closes_by_itself() -> None:
    """Seat 1 fills the run, so that of seat 2's cards only the jack can be added."""
    t = begin(["5h 6h 7h Js Jd Jc Kd", "Ks Qh Tc 9d 8h 6c 3s", "Jh 4h Qs Th 9s 7d 5c"], stock="Ac")
    play(t, "draw stock", "tunk")
    pass_turns(t)
    assert t.view()["tunker_sets"] == [["Js", "Jd", "Jc"], ["5h", "6h", "7h", "8h"]]
    assert finish(t).counts == (11, 48, 4 + 10 + 10 + 9 + 7 + 5)


def test_r4_a_tunker_who_ties_for_the_lowest_total_is_not_doubled() -> None:
    t = tunked(EQUAL, "Kh Qs Qd Tc 8s 7d 5c")
    hand = finish(t)
    assert hand.counts == hand.points == (27, 27, 60)
    assert hand.winners == (0, 1)


def test_r4_only_players_in_the_hand_count() -> None:
    """Seat 2 is out and has no cards, which is no total of 0."""
    t = begin([TUNKER, *PLAIN], then=[deck([TUNKER, PLAIN[0], ""], "3c", "Qh Kc", out=[2]), NEXT])
    t.state.scores[2] = 40
    play(t, "draw stock", "tunk")
    finish(t)
    pass_turns(t)
    play(t, "draw stock", "tunk")
    hand = finish(t)
    assert (hand.points, hand.winners) == ((27, 60, 0), (0,))


def test_r5_the_lowest_of_those_who_were_dropped_together() -> None:
    """Seat 2 was dropped before, with as little or less, and is not among them."""
    for before, total in ((40, 100), (66, 126)):
        t = begin([TUNKER, *PLAIN], then=[deck([TUNKER, PLAIN[0], ""], "3c", "Qh Kc", out=[2])])
        t.state.scores[:3] = [72, 39, before]
        play(t, "draw stock", "tunk")
        finish(t)
        assert t.scores == (99, 99, total)
        pass_turns(t)
        play(t, "draw stock", "tunk")
        finish(t)
        assert t.result == knockroll.Result(winners=(0,), scores=(126, 159, total))


def test_r5_equals_share_the_win() -> None:
    t = tunked(EQUAL, "Kh Qs Qd Tc 8s 7d 5c")
    t.state.scores[:3] = [80, 80, 99]
    finish(t)
    assert t.result == knockroll.Result(winners=(0, 1), scores=(107, 107, 159))


def last_stock_card() -> knockroll.Table:
    """Seven seats and a stock of two: seat 1 has drawn the last card and can tunk."""
    t = begin(["", TUNKER, "", "", "", "", ""], stock="Qh Kc")
    pass_turns(t)
    play(t, "draw stock")
    return t


def test_r6_with_an_empty_stock_the_last_turns_draw_from_the_discard_pile() -> None:
    t = last_stock_card()
    play(t, "tunk")
    for seat in (2, 3, 4, 5, 6, 0):
        assert (t.turn, t.legal()) == (seat, ("draw discard",))
        top = t.view()["discard"]
        play(t, "draw discard", f"discard {top}")
    assert [hand.ending for hand in t.hands] == ["tunk"]


def test_r6_a_tunker_who_took_the_only_discard_leaves_the_stock_to_draw_from() -> None:
    t = begin([TUNKER, *PLAIN], upcard="Kc", stock="Qh")
    play(t, "draw discard", "tunk")
    assert t.legal() == ("draw stock",)


def test_r8_some_arrangement_must_leave_few_enough() -> None:
    """One arrangement leaves only 7c; the one that is laid out leaves 3c and 3h, which are fewer points."""
    hand = ["2c 3c 7c 4d 5d 7d 3h", ""]
    t = begin(hand, upcard="Kc", stock="2s", tunk_limit=1)
    play(t, "draw stock")
    assert "tunk" in t.legal()
    play(t, "tunk")
    assert t.view()["matched"][0] == [["2s", "4d", "5d"], ["7d", "2c", "7c"]]
    t = begin(hand, upcard="Kc", stock="2s", tunk_limit=0)
    play(t, "draw stock")
    assert "tunk" not in t.legal()


# --- Common to the card games --------------------------------------------------------------------------------------


def test_c1_the_card_just_taken_from_the_discard_pile_may_be_discarded() -> None:
    t = begin([TUNKER, *PLAIN])
    play(t, "draw discard", "discard 3c")
    assert (t.view()["pile"], t.turn) == (["3c"], 1)


def test_c2_a_hand_that_reaches_the_turn_limit_ends_without_points() -> None:
    t = begin([TUNKER, *PLAIN], turn_limit=4)
    pass_turns(t, 3)
    assert t.hands == []
    pass_turns(t)
    (hand,) = t.hands
    assert (hand.ending, hand.points, hand.winners, hand.cards) == ("turn_limit", (0, 0, 0), (), (None, None, None))


def test_c2_the_limit_is_not_looked_at_once_somebody_has_tunked() -> None:
    t = tunked(*PLAIN, turn_limit=1)
    assert finish(t).ending == "tunk"


def test_c2_the_games_own_ending_comes_first() -> None:
    t = begin([""] * 7, turn_limit=2)
    pass_turns(t, 2)
    assert t.hands[0].ending == "stock"


def test_c3_who_draws_the_last_stock_card_finishes_the_turn_and_may_tunk() -> None:
    t = last_stock_card()
    assert (t.view()["stock"], t.turn, t.hands) == (0, 1, [])
    assert "tunk" in t.legal()
    without = t.copy()
    play(t, "tunk")
    assert t.hands == []
    play(without, "discard Kc")
    assert without.hands[0].ending == "stock"


def test_c4_the_first_dealer_is_drawn_at_random_unless_the_caller_names_one() -> None:
    dealers = {knockroll.Table("tunk", 3, seed=seed).dealer for seed in range(30)}
    assert dealers == {0, 1, 2}
    t = knockroll.Table("tunk", 3, seed=5)
    assert [str(given).split()[0] for given in t.given] == ["dealer", "deck"]
    assert t.events[0] == knockroll.Event("dealer", t.dealer)
    named = begin([TUNKER, *PLAIN])
    assert (named.dealer, [str(given).split()[0] for given in named.given]) == (2, ["deck"])


# --- Options -------------------------------------------------------------------------------------------------------


def test_options_have_the_defaults_of_the_book() -> None:
    assert {option.name: option.default for option in GAME.options} == {
        "target": 100,
        "tunk_limit": 5,
        "tunk_limit_counts": "cards",
        "twos_wild": True,
        "may_return_discard": True,
        "turn_limit": 300,
    }


def test_option_target_is_the_total_at_which_a_player_is_dropped() -> None:
    for target, order in ((60, (0,)), (61, (0, 1, 2))):
        t = tunked(*PLAIN, target=target)
        finish(t)
        assert t.order == order
        assert (t.result is None) == (target == 61)


@pytest.mark.parametrize(
    ("hand", "drawn", "unmatched"),
    [
        ("3h 4h 5h 6h 8s 8d 8c", "8h", 0),
        ("3h 4h 5h 6h 8s 8d 8c", "Ks", 1),
        ("3h 4h 5h 9d 8s 8d 8c", "Ks", 2),
        ("3h 4h 5h 6h Ts Qd Ac", "Ks", 4),
        ("3h 4h 5h 9d 7s Qd Ac", "Ks", 5),
        ("3h 4h 6h 9d 7s Qd Ac", "Ks", 8),
    ],
)
def test_option_tunk_limit_is_how_many_cards_may_be_unmatched(hand: str, drawn: str, unmatched: int) -> None:
    for limit in range(9):
        t = begin([hand, ""], upcard="3c", stock=drawn, tunk_limit=limit)
        play(t, "draw stock")
        assert ("tunk" in t.legal()) == (unmatched <= limit)


def test_option_tunk_limit_is_checked() -> None:
    for wrong in (-1, 81, "five"):
        with pytest.raises(
            knockroll.InvalidOption, match=r"tunk_limit cannot be .*: it takes a whole number from 0 to 80"
        ):
            knockroll.Table("tunk", tunk_limit=wrong)


@pytest.mark.parametrize(("drawn", "points"), [("Ah", 5), ("3h", 7), ("Kd", 14)])
def test_option_tunk_limit_counts_points_as_in_the_bicycle_rules(drawn: str, points: int) -> None:
    """Three 8s and a run of clubs leave 4s and the card drawn: two cards, but more points."""
    for limit in (0, 1, 4, 5, 6, 7, 13, 14, 80):
        t = begin(["8s 8h 8d Jc Qc Kc 4s", ""], stock=drawn, tunk_limit=limit, tunk_limit_counts="points")
        play(t, "draw stock")
        assert ("tunk" in t.legal()) == (points <= limit)
        t = begin(["8s 8h 8d Jc Qc Kc 4s", ""], stock=drawn, tunk_limit=limit, tunk_limit_counts="cards")
        play(t, "draw stock")
        assert ("tunk" in t.legal()) == (limit >= 2)


def test_option_may_return_discard_false_keeps_the_card_for_this_turn() -> None:
    t = begin([TUNKER, *PLAIN], may_return_discard=False)
    play(t, "draw discard")
    assert "discard 3c" not in t.legal()
    assert "tunk" in t.legal()
    with pytest.raises(knockroll.IllegalMove, match="'discard 3c' is not allowed now"):
        play(t, "discard 3c")
    play(t, "discard 9d")
    pass_turns(t, 2)
    play(t, "draw stock")
    assert "discard 3c" in t.legal()


def test_option_turn_limit_is_300_unless_said_otherwise() -> None:
    """Two players take and return the same card endlessly."""
    t = begin([TUNKER, PLAIN[0]])
    for _ in range(300):
        assert t.hands == []
        play(t, "draw discard", "discard 3c")
    assert t.hands[0].ending == "turn_limit"
