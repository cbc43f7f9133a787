"""Tunk, clause by clause (docs/rules/tunk.md); what matches is in test_tunk_matched.py."""

from __future__ import annotations

import pytest

import knockroll
from knockroll.engine.cards import TEXTS
from tests.games.tunk_tables import NEXT, PLAIN, TUNKER, begin, finish, pass_turns, tunked
from tests.helpers import deck, play

# --- Pack, players, deal -------------------------------------------------------------------------------------------


def test_1_one_pack_of_52_cards() -> None:
    s = knockroll.Table("tunk", 4, seed=1).state
    hands = [card for hand in s.hands for card in range(52) if hand >> card & 1]
    assert sorted([*hands, *s.pile[: s.pile_size], *s.deck[s.stock_next : s.stock_end]]) == list(range(52))


def test_1_the_ace_is_lowest() -> None:
    """Ace, 3 and a wild card are a run; queen, king and ace are none."""
    t = begin(["As 3s 2h Kd 9c 7h 5d", ""], stock="Jc")
    play(t, "draw stock")
    assert "tunk" in t.legal()
    t = begin(["As Qs Ks Td 8c 6h 4d", ""], stock="Jc")
    play(t, "draw stock")
    assert "tunk" not in t.legal()


def test_2_the_engine_has_2_to_7_seats() -> None:
    for seats in range(2, 8):
        assert len(knockroll.Table("tunk", seats, seed=1).view()["players"]) == seats
    for wrong in (1, 8):
        with pytest.raises(knockroll.InvalidOption, match=f"cannot have {wrong} seats: it takes 2 to 7"):
            knockroll.Table("tunk", wrong)


def test_2_who_reaches_100_is_dropped_and_the_last_player_wins() -> None:
    """Two hands with 27, 60 and 60 points: seats 1 and 2 come to 120 and are dropped."""
    hands = [TUNKER, *PLAIN]
    t = begin(hands, then=[deck(hands, "3c", "Qc Qh Kc", dealer=0)])
    play(t, "draw stock", "tunk")
    finish(t)
    assert (t.scores, t.result) == ((27, 60, 60), None)
    pass_turns(t, 2)
    play(t, "draw stock", "tunk")
    finish(t)
    assert t.result == knockroll.Result(winners=(0,), scores=(54, 120, 120))
    assert (t.turn, t.legal()) == (None, ())
    assert [player["out"] for player in t.view()["players"]] == [False, True, True]


def test_3_seven_cards_each_one_at_a_time_from_the_dealers_left() -> None:
    t = knockroll.Table("tunk", 3, dealer=1, chance=knockroll.Scripted([TEXTS]))
    assert t.view(2)["hand"] == ["As", "4s", "7s", "Ts", "Ks", "3h", "6h"]
    assert t.view(0)["hand"] == ["2s", "5s", "8s", "Js", "Ah", "4h", "7h"]
    assert t.view(1)["hand"] == ["3s", "6s", "9s", "Qs", "2h", "5h", "8h"]


def test_3_the_rest_is_the_stock_and_its_top_card_starts_the_discard_pile() -> None:
    t = knockroll.Table("tunk", 3, dealer=1, chance=knockroll.Scripted([TEXTS]))
    view = t.view()
    assert (view["discard"], view["pile"], view["stock"]) == ("9h", ["9h"], 52 - 3 * 7 - 1)
    assert play(t, "draw stock")[0].cards == ("Th",)


def test_3_the_player_at_the_dealers_left_begins() -> None:
    for dealer, first in ((0, 1), (1, 2), (2, 0)):
        assert knockroll.Table("tunk", 3, dealer=dealer, seed=1).turn == first


def test_3_the_deal_passes_to_the_left_after_each_hand() -> None:
    """After a hand with points as after one without."""
    t = begin([TUNKER, *PLAIN], turn_limit=1, then=[NEXT, NEXT])
    play(t, "draw stock", "tunk")
    finish(t)
    assert (t.dealer, t.turn, t.hands[0].dealer) == (0, 1, 2)
    pass_turns(t)
    assert (t.hands[-1].ending, t.dealer, t.turn) == ("turn_limit", 1, 2)


def test_3_the_deal_passes_over_players_who_are_dropped() -> None:
    """Seat 2 has dealt, seat 0 is dropped: the next dealer is seat 1."""
    t = tunked(*PLAIN)
    t.state.scores[0] = 73
    finish(t)
    assert t.order == (1, 2)
    assert (t.dealer, t.turn) == (1, 2)
    assert [player["cards"] for player in t.view()["players"]] == [0, 7, 7]


# --- A turn --------------------------------------------------------------------------------------------------------


def test_5_first_a_draw_then_a_discard_or_tunk() -> None:
    t = begin([TUNKER, *PLAIN])
    assert (t.phase, t.legal()) == ("draw", ("draw stock", "draw discard"))
    play(t, "draw stock")
    assert (t.phase, t.turn) == ("discard", 0)
    play(t, "discard Kc")
    assert (t.phase, t.turn) == ("draw", 1)


def test_5a_the_top_card_of_the_discard_pile() -> None:
    t = begin([TUNKER, *PLAIN])
    play(t, "draw discard")
    assert "3c" in t.view(0)["hand"]
    assert (t.view()["pile"], t.view()["stock"]) == ([], 52 - 22)


def test_5a_or_the_top_card_of_the_stock() -> None:
    t = begin([TUNKER, *PLAIN])
    play(t, "draw stock")
    assert "Kc" in t.view(0)["hand"]
    assert (t.view()["pile"], t.view()["stock"]) == (["3c"], 52 - 23)


def test_5b_one_of_two_things_follows() -> None:
    t = begin([TUNKER, *PLAIN])
    play(t, "draw stock")
    hand = ["4s", "5h", "6h", "3d", "9d", "Ac", "2c", "Kc"]
    assert t.legal() == (*(f"discard {card}" for card in hand), "tunk")


def test_5bi_a_card_is_discarded_onto_the_pile() -> None:
    t = begin([TUNKER, *PLAIN])
    play(t, "draw stock", "discard 9d")
    assert t.view()["pile"] == ["3c", "9d"]
    assert t.view(0)["hand"] == ["4s", "5h", "6h", "3d", "Ac", "2c", "Kc"]
    assert t.turn == 1


def test_5bii_tunk_needs_five_or_fewer_unmatched_cards() -> None:
    """A matched set of three among eight cards leaves five; without a matched set eight are left."""
    with_set = begin(["4s 4h 4d 6c 8s Th Qd", ""], stock="Kc")
    play(with_set, "draw stock")
    assert "tunk" in with_set.legal()
    without = begin(["4s 4h 5d 6c 8s Th Qd", ""], stock="Kc")
    play(without, "draw stock")
    assert "tunk" not in without.legal()
    with pytest.raises(knockroll.IllegalMove, match="'tunk' is not allowed now"):
        play(without, "tunk")


def test_5bii_tunk_comes_after_drawing() -> None:
    t = begin(["4s 4h 4d 4c 8s Th Qd", ""])
    with pytest.raises(knockroll.IllegalMove, match="seat 0 may 'draw stock', 'draw discard'"):
        play(t, "tunk")


# --- The end of a hand ---------------------------------------------------------------------------------------------


def test_6_turns_go_round_until_the_hand_ends() -> None:
    t = begin([TUNKER, *PLAIN])
    turns = []
    for _ in range(7):
        turns.append(t.turn)
        pass_turns(t)
    assert turns == [0, 1, 2, 0, 1, 2, 0]
    assert t.hands == []


def test_6a_an_empty_stock_ends_the_hand_without_points() -> None:
    """Seven players leave two cards in the stock; taking discards does not use them up."""
    t = begin([""] * 6 + ["3h 4h 5h 6h 7h 8h 9h"])
    assert t.view()["stock"] == 2
    play(t, "draw discard", "discard 3c")
    pass_turns(t)
    assert t.hands == []
    pass_turns(t)
    (hand,) = t.hands
    assert (hand.ending, hand.points, hand.winners) == ("stock", (0,) * 7, ())
    assert (hand.cards, hand.melds, hand.counts) == ((None,) * 7, ((),) * 7, (None,) * 7)
    assert (t.dealer, t.turn, t.view()["stock"]) == (0, 1, 2)


def test_6b_a_tunk_ends_the_hand_after_a_turn_of_each_other_player() -> None:
    t = tunked(*PLAIN)
    assert (t.turn, t.phase, t.hands) == (1, "draw", [])
    pass_turns(t)
    assert (t.turn, t.hands) == (2, [])
    pass_turns(t)
    assert [hand.ending for hand in t.hands] == ["tunk"]


def test_6bi_the_tunkers_hand_is_spread_matched_and_unmatched_apart() -> None:
    t = begin([TUNKER, *PLAIN])
    play(t, "draw stock")
    tunk, show = play(t, "tunk")
    assert (tunk.kind, tunk.seat, tunk.text) == ("tunk", 0, "tunk")
    assert (show.kind, show.seat, show.count, show.target) == ("show", 0, 8, "table")
    assert show.cards == ("4s", "5h", "6h", "3d", "9d", "Ac", "2c", "Kc")
    assert show.melds == (("5h", "6h", "2c"),)
    assert knockroll.redact(show, 2) == knockroll.redact(show, None) == show


def test_6bii_the_others_draw_from_stock_or_discard_pile_and_discard_a_card() -> None:
    t = tunked(*PLAIN, stock="Qh")
    assert t.legal() == ("draw stock", "draw discard")
    play(t, "draw discard")
    assert t.legal() == tuple(f"discard {card}" for card in ("6s", "9s", "Ks", "8d", "Qd", "3c", "7c", "Jc"))
    play(t, "discard Ks")
    assert (t.turn, t.view()["discard"]) == (2, "Ks")
    play(t, "draw stock", "discard Kh")
    assert t.hands[0].cards[1:] == (
        ("6s", "9s", "8d", "Qd", "3c", "7c", "Jc"),
        ("8s", "Qs", "Qh", "7d", "Jd", "5c", "Tc"),
    )


def test_6bii_nobody_else_can_tunk() -> None:
    t = tunked("4h 4d 4c 8h 8d 8c Jh", PLAIN[1])
    play(t, "draw stock")
    assert "tunk" not in t.legal()


def test_6bii_each_hand_is_spread_when_its_turn_is_over() -> None:
    t = tunked("Qh Qd Qc 9s 8d 7c 6s", PLAIN[1], stock="Jh")
    play(t, "draw stock")
    discard, show = play(t, "discard 9s")
    assert (discard.kind, discard.cards) == ("discard", ("9s",))
    assert (show.kind, show.seat, show.count) == ("show", 1, 7)
    assert show.cards == ("6s", "Jh", "Qh", "8d", "Qd", "7c", "Qc")
    assert show.melds == (("Qh", "Qd", "Qc"),)


def test_6biii_a_card_that_fits_is_added_to_a_set_of_the_tunkers() -> None:
    """5h 6h 2c takes 3h, 4h, 7h, 8h or a wild card (with 8h, 2c becomes 7h); 9h and 5c do not fit."""
    for card in ("3h", "4h", "7h", "8h", "2s"):
        t = tunked(f"Ks Qd Jc 9s 8d 7c {card}")
        add = pass_turns(t)[2]
        assert (add.kind, add.seat, add.cards, add.source, add.target) == ("add", 1, (card,), "hand", "spread 1")
        assert t.hands[0].counts == (27, 54)
        assert card in (t.hands[0].cards[1] or ()), "it is shown among the cards held, but does not count"
        assert t.hands[0].melds[1] == ()
    for card, points in (("9h", 9), ("5c", 5)):
        t = tunked(f"Ks Qd Jc 9s 8d 7c {card}")
        assert "add" not in [event.kind for event in pass_turns(t)]
        assert t.hands[0].counts == (27, 54 + points)


def test_6biii_nothing_is_added_to_the_sets_of_other_players() -> None:
    """Seat 1 shows three queens; the fourth of seat 2 stays unmatched."""
    t = tunked("Qd Qs Qc 9s 8d 7c 6s", "Kh Qh Jd Tc 8s 7d 5c")
    assert finish(t).counts == (27, 30, 60)


def test_6biii_nothing_is_added_if_all_the_tunkers_cards_were_matched() -> None:
    """Seat 1 holds 3h, 8h and a wild card, which would go onto a run of three."""
    t = begin(["4h 5h 6h 7h Ts Th Td", "Ks Qd 9s 6c 8h 3h 2s"], stock="Tc Jc")
    play(t, "draw stock", "tunk")
    assert t.view()["matched"][0] == [["Ts", "Th", "Td", "Tc"], ["4h", "5h", "6h", "7h"]]
    assert finish(t).counts == (0, 10 + 10 + 9 + 6 + 8 + 3 + 2)
    assert t.view()["tunker_sets"] == [[], []], "a new hand has begun"


def test_6biv_the_hand_is_scored_after_the_last_turn() -> None:
    t = tunked(*PLAIN)
    pass_turns(t)
    play(t, "draw stock")
    assert t.scores == (0, 0, 0)
    play(t, "discard 5c")
    assert t.scores != (0, 0, 0)


# --- Scoring -------------------------------------------------------------------------------------------------------


def test_7_hand_totals_are_added_to_game_totals() -> None:
    t = tunked(*PLAIN)
    t.state.scores[:3] = [5, 0, 39]
    hand = finish(t)
    assert (hand.ending, hand.counts, hand.points, hand.winners) == ("tunk", (27, 60, 60), (27, 60, 60), (0,))
    assert t.scores == (32, 60, 99)
    assert t.result is None


def test_7a_not_when_the_stock_has_run_out() -> None:
    t = begin([""] * 7)
    t.state.scores[:7] = [99, 1, 2, 3, 4, 5, 6]
    pass_turns(t, 2)
    assert t.hands[0].ending == "stock"
    assert t.scores == (99, 1, 2, 3, 4, 5, 6)
    assert t.order == (0, 1, 2, 3, 4, 5, 6)


def test_8d_a_tunker_who_does_not_have_the_lowest_total_is_charged_double() -> None:
    """Seat 1 has four jacks and 26 points."""
    t = tunked("Js Jh Jd Jc Ts 9c 7d", PLAIN[1].replace("Jd", "Qh").replace("7d", "6d"))
    hand = finish(t)
    assert hand.counts == (27, 26, 59)
    assert hand.points == (54, 26, 59)
    assert hand.winners == (1,)


def test_9_whoever_has_100_or_more_is_dropped() -> None:
    t = tunked(*PLAIN)
    t.state.scores[:3] = [0, 39, 40]
    finish(t)
    assert (t.scores, t.order, t.result) == ((27, 99, 100), (0, 1), None)
    assert t.view(2)["hand"] == []


def test_9_a_dropped_player_gets_no_more_cards_points_or_turns() -> None:
    hands = [TUNKER, PLAIN[0], ""]
    t = begin([TUNKER, *PLAIN], then=[deck(hands, "3c", "Qh Kc", out=[2]), NEXT])
    t.state.scores[2] = 40
    play(t, "draw stock", "tunk")
    finish(t)
    assert t.turn == 1
    pass_turns(t)
    assert t.turn == 0
    play(t, "draw stock", "tunk")
    hand = finish(t)
    assert (hand.points, hand.counts) == ((27, 60, 0), (27, 60, None))
    assert (hand.cards[2], hand.melds[2]) == (None, ())
    assert t.result == knockroll.Result(winners=(0,), scores=(54, 120, 100))


def test_9_if_all_are_dropped_together_the_lowest_game_total_wins() -> None:
    t = tunked(*PLAIN)
    t.state.scores[:3] = [99, 41, 40]
    finish(t)
    assert t.result == knockroll.Result(winners=(2,), scores=(126, 101, 100))
    assert [player["out"] for player in t.view()["players"]] == [True, True, True]
