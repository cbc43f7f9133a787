"""Gin Rummy: its rulings, and what is common to the card games."""

from __future__ import annotations

from collections import Counter

import pytest

import knockroll
from knockroll.games.gin_rummy import deadwood
from tests.games.gin_rummy_tables import (
    EIGHT_CLUBS,
    LOOSE,
    NINE_DIAMONDS,
    NINE_SPADES,
    SOME_DECK,
    TIDY,
    begin,
    counted,
    end,
    finishing,
    pass_turns,
    scattered,
)
from tests.helpers import play

# --- Rulings -------------------------------------------------------------------------------------------------------


def test_r1_a_knock_goes_with_the_discard() -> None:
    t = begin([TIDY, LOOSE], upcard="6c", stock="2c")
    with pytest.raises(knockroll.IllegalMove, match="'knock Kc' is not allowed now: seat 0 may 'draw stock'"):
        t.play("knock Kc")
    events = play(t, "draw stock", "knock Kc")
    told = events[0]
    assert (told.kind, told.seat, told.text) == ("knock", 0, "knock Kc")
    assert (told.cards, told.source, told.target) == (("Kc",), "hand", "discard")


def test_r1_there_is_no_limit() -> None:
    t = begin([LOOSE, TIDY], stock="3c")
    play(t, "draw stock")
    assert {move.split()[1] for move in finishing(t)} == {*LOOSE.split(), "3c"}
    assert end(t, "knock 3c").counts == (66, 10)


def test_r1_all_hands_are_shown_and_nothing_is_laid_off() -> None:
    """4s and 5s would go on the run of spades, 7d and 8d on the run of diamonds."""
    t = begin([TIDY, LOOSE], stock="2c")
    events = play(t, "draw stock", "knock Kc")
    assert t.hands[-1].counts == (2, 66)
    shown = {event.seat: set(event.cards) for event in events if event.kind == "show"}
    assert shown == {0: {*TIDY.split(), "2c"} - {"Kc"}, 1: set(LOOSE.split())}


def test_r2_gin_is_the_only_way_to_make_a_discard_that_leaves_nothing() -> None:
    t = begin([TIDY, LOOSE], stock="Qd")
    play(t, "draw stock")
    assert [move for move in t.legal() if "Kc" in move] == ["gin Kc"]
    assert "gin Qd" not in t.legal()
    assert {"discard Qd", "knock Qd"} <= set(t.legal()), "Qd instead leaves the king: 10"
    for wrong in ("discard Kc", "knock Kc", "gin Qd"):
        with pytest.raises(knockroll.IllegalMove):
            t.play(wrong)


def test_r2_gin_can_be_made_with_a_card_of_a_meld() -> None:
    """All eleven cards are melded: an end of the four-card run may go, and no other card."""
    t = begin(["As 2s 3s 4h 5h 6h 9d Td Jd Qd", LOOSE], stock="Kd")
    play(t, "draw stock")
    assert finishing(t)[-2:] == ["gin 9d", "gin Kd"]
    assert [move.split()[0] for move in t.legal() if move.endswith("Td")] == ["discard", "knock"]


def test_r2_gin_wins_whatever_others_hold() -> None:
    """Seat 1 has been dealt ten melded cards: that is no deadwood either, but seat 0 has gone gin."""
    t = begin([TIDY, "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc", LOOSE.replace("9c", "3d").replace("Jc Qc", "Js Qs")], stock="Qd")
    hand = end(t, "draw stock", "gin Kc")
    assert hand.counts[:2] == (0, 0)
    assert (hand.ending, hand.winners) == ("gin", (0,))
    assert hand.points == (hand.counts[2], 0, 0)


def test_r3_who_ties_the_knocker_beats_the_knocker() -> None:
    hand = end(begin([f"{NINE_SPADES} 6h", f"{NINE_DIAMONDS} 6c"], stock="Ks"), "draw stock", "knock Ks")
    assert (hand.counts, hand.winners, hand.points) == ((6, 6), (1,), (0, 0))


def test_r3_among_several_the_first_at_the_knockers_left() -> None:
    """All three count 6. The knocker is seat 1, so that the first at the left is seat 2 and not the lowest number."""
    hands = [f"{NINE_DIAMONDS} 6c", f"{NINE_SPADES} 6h", f"{EIGHT_CLUBS} Ah 5h"]
    t = begin(hands, stock="Ks Kd")
    hand = end(t, "draw stock", "discard Ks", "draw stock", "knock Kd")
    assert (hand.counts, hand.winners, hand.points) == ((6, 6, 6), (2,), (0, 0, 6))


def test_r4_the_table_arranges_every_hand() -> None:
    """The book's hand for 9d: the run counts, not the set."""
    t = begin(["7s 8s 9s 7h 7d Kc Qd 4h 2c Ac", "2s 4s 6s Ah 3h 9h Jh Kd 5c Tc"], stock="Ks")
    hand = end(t, "draw stock", "knock Ks")
    assert hand.melds == ((("7s", "8s", "9s"),), ())
    assert hand.counts == (41, deadwood("2s 4s 6s Ah 3h 9h Jh Kd 5c Tc"))


def test_r5_a_dealt_hand_of_ten_melded_cards_still_takes_its_turn() -> None:
    t = begin(["As 2s 3s 4h 5h 6h 9d Td Jd Qd", LOOSE], stock="Kc")
    assert (t.hands, t.turn, t.legal()) == ([], 0, ("draw stock", "draw discard"))
    play(t, "draw stock")
    assert end(t, "gin Kc").ending == "gin"


def test_r6_a_knock_that_another_wins_is_an_undercut() -> None:
    hand = end(begin([LOOSE, TIDY], stock="2c"), "draw stock", "knock 2c")
    assert (hand.ending, hand.winners, hand.points) == ("undercut", (1,), (0, 56))


def test_r6_by_anybody_round_the_table() -> None:
    """The knocker is seat 1, and seat 0 has least."""
    t = begin([TIDY, LOOSE, ""], stock="3c 6c")
    hand = end(t, "draw stock", "discard 3c", "draw stock", "knock 6c")
    assert (hand.ending, hand.winners) == ("undercut", (0,))


def test_r7_the_upcard_is_offered_once_round_the_table() -> None:
    t = begin(scattered(3), offer_upcard=True)
    for seat in range(3):
        assert (t.turn, t.phase, t.legal()) == (seat, "offer", ("draw discard", "pass"))
        assert t.view()["passed"] == list(range(seat))
        (told,) = play(t, "pass")
        assert (told.kind, told.seat, told.text) == ("pass", seat, "pass")
    assert (t.turn, t.phase, t.legal()) == (0, "draw", ("draw stock",))
    pass_turns(t, 1)
    assert (t.turn, t.legal()) == (1, ("draw stock", "draw discard"))


def test_r7_who_takes_the_upcard_has_the_first_turn() -> None:
    t = begin(scattered(3), offer_upcard=True)
    play(t, "pass", "draw discard")
    assert (t.turn, t.phase) == (1, "discard")
    play(t, t.legal()[0])
    assert (t.turn, t.phase, t.legal()) == (2, "draw", ("draw stock", "draw discard"))


def test_r7_all_lay_off_on_the_knockers_melds_as_laid() -> None:
    """Ts goes on the knocker's run, but does not open a place for the next player's Js; nor does anybody's run."""
    ten = "Ts Ah 3h 5h 7h 9h 2c Jd Qd Kd"
    jack = "Js Td 2h 4h 6c 8h 9c Jc Kc 5c"
    t = begin([f"{NINE_SPADES} 6h", ten, jack], stock="Ks", lay_off=True)
    hand = end(t, "draw stock", "knock Ks")
    assert hand.counts == (6, deadwood(ten) - 10, deadwood(jack))
    assert hand.melds == ((tuple(NINE_SPADES.split()),), (("Jd", "Qd", "Kd"), ("Ts",)), ())


def test_r7_a_bonus_is_paid_once() -> None:
    t = begin([TIDY, LOOSE, ""], stock="Qd", gin_bonus=20)
    hand = end(t, "draw stock", "gin Kc")
    assert hand.points == (sum(hand.counts[i] or 0 for i in (1, 2)) + 20, 0, 0)
    t = begin(counted((6, 4, 15)), stock="Ks", undercut_bonus=20)
    assert end(t, "draw stock", "knock Ks").points == (0, 17 + 20, 0)


# --- Common to the card games --------------------------------------------------------------------------------------


def test_c1_the_card_taken_from_the_pile_may_be_returned() -> None:
    t = begin([LOOSE, TIDY], upcard="6c")
    play(t, "draw discard", "discard 6c")
    assert t.view()["discard"] == "6c"


def test_c2_the_turn_limit_ends_a_hand_without_points() -> None:
    t = begin(scattered(2), turn_limit=5)
    pass_turns(t, 5)
    assert [(hand.ending, hand.winners, hand.points) for hand in t.hands] == [("turn_limit", (), (0, 0))]
    assert t.hands[0].cards == (None, None)


def test_c2_the_limit_is_300_turns_unless_said_otherwise() -> None:
    t = begin(scattered(2), upcard="Ks")
    for _ in range(150):
        play(t, "draw discard", "discard Ks")
    assert t.hands == []
    for _ in range(150):
        play(t, "draw discard", "discard Ks")
    assert [hand.ending for hand in t.hands] == ["turn_limit"]


def test_c2_a_pass_is_no_turn() -> None:
    t = begin(scattered(2), offer_upcard=True, turn_limit=1)
    play(t, "pass", "pass")
    assert t.hands == []
    pass_turns(t, 1)
    assert t.hands[-1].ending == "turn_limit"


def test_c2_the_games_own_endings_come_first() -> None:
    t = begin(scattered(4), turn_limit=11)
    pass_turns(t, 11)
    assert t.hands[-1].ending == "stock"
    assert end(begin([TIDY, LOOSE], stock="2c", turn_limit=1), "draw stock", "knock Kc").ending == "knock"


def test_c3_who_draws_the_last_stock_card_finishes_the_turn() -> None:
    """Five players leave one card in the stock."""
    hands = [TIDY, LOOSE, "", "", ""]
    t = begin(hands, stock="Qd")
    play(t, "draw stock")
    assert (t.turn, t.view()["stock"]) == (0, 0)
    gin = t.copy()
    assert end(gin, "gin Kc").ending == "gin"
    assert end(t, "discard Jd").ending == "stock"


def test_c3_without_drawing_from_the_stock_the_hand_goes_on() -> None:
    t = begin(scattered(5))
    play(t, "draw discard")
    play(t, t.legal()[0])
    assert (t.turn, t.hands) == (1, [])


def test_c4_the_first_dealer_is_drawn_at_random_unless_named() -> None:
    dealers = Counter(knockroll.Table("gin_rummy", 4, seed=seed).dealer for seed in range(200))
    assert all(25 <= dealers[seat] <= 75 for seat in range(4)), "each should be chosen about 50 times"
    t = knockroll.Table("gin_rummy", 4, chance=knockroll.Scripted([2, SOME_DECK]))
    assert (t.dealer, t.turn, t.events[0].kind) == (2, 3, "dealer")
    t = knockroll.Table("gin_rummy", 4, dealer=1, chance=knockroll.Scripted([SOME_DECK]))
    assert (t.dealer, t.turn) == (1, 2)
