"""Gin Rummy in words: why a move is refused, how a hand ended, what happened."""

from __future__ import annotations

import knockroll
from tests.games.gin_rummy_tables import LOOSE, TIDY, begin, counted, end, pass_turns, scattered
from tests.helpers import account, log, play, refusal, sum_of

# --- Refusals ------------------------------------------------------------------------------------------------------


def test_you_need_10_or_less_to_knock() -> None:
    t = begin([LOOSE, TIDY], stock="3c", knock_limit=10)
    play(t, "draw stock")
    assert refusal(t, "knock Jc") == "You need 10 or less to knock. You have 59."
    assert refusal(t, "gin Jc") == "Gin takes a hand with no deadwood. Without J♣ you'd have 59."


def test_a_knock_may_need_another_discard() -> None:
    t = begin([TIDY, LOOSE], stock="3c", knock_limit=5)
    play(t, "draw stock")
    assert refusal(t, "knock 3c") == "You need 5 or less to knock. Without 3♣ you'd have 10."


def test_you_must_declare_gin() -> None:
    t = begin([TIDY, LOOSE], stock="Qd")
    play(t, "draw stock")
    assert refusal(t, "discard Kc") == "Without K♣ you have no deadwood. Go gin!"
    assert refusal(t, "knock Kc") == "Without K♣ you have no deadwood. Go gin!"


def test_only_gin_will_do_after_an_ace() -> None:
    t = begin([LOOSE, TIDY], upcard="Ac", stock="3c", oklahoma=True)
    assert t.view(0)["reading"]["prompt"] == "Gin only this hand"
    play(t, "draw stock")
    assert refusal(t, "knock Jc") == "Gin only this hand. Without J♣ you'd have 59."


def test_the_upcard_sets_the_limit() -> None:
    t = begin([LOOSE, TIDY], upcard="7c", oklahoma=True)
    assert t.view(0)["reading"]["prompt"] == "Knock with 7 or less this hand"
    assert t.view(1)["reading"]["prompt"] == "", "it is not that seat's turn"


def test_first_you_draw_then_you_discard() -> None:
    t = begin([LOOSE, TIDY], upcard="3c", stock="3d 6c", may_return_discard=False)
    assert refusal(t, "discard Qc") == "Draw a card first."
    assert refusal(t, "knock Qc") == "Draw a card first."
    assert refusal(t, "pass") == "There's no upcard to pass on."
    play(t, "draw discard")
    assert refusal(t, "draw stock") == "You've already drawn. Discard a card."
    assert refusal(t, "discard Kc") == "You don't have K♣."
    for move in ("discard 3c", "knock 3c"):
        assert refusal(t, move) == "You just took 3♣, so you can't discard it this turn."


def test_the_upcard_is_offered_first() -> None:
    t = begin([LOOSE, TIDY], offer_upcard=True)
    for move in ("draw stock", "discard Qc", "knock Qc"):
        assert refusal(t, move) == "Take the upcard or pass."
    play(t, "pass", "pass")
    assert refusal(t, "draw discard") == "Everyone passed on the upcard. Draw from the stock."


# --- Endings -------------------------------------------------------------------------------------------------------


def test_gin_with_its_bonus() -> None:
    hand = end(begin([TIDY, LOOSE], stock="Qd", gin_bonus=25), "draw stock", "gin Kc")
    assert account(hand) == ("You went gin", "All ten cards were in melds.", "6a")
    assert sum_of(hand, 0) == [("Ann's 66 deadwood", 66), ("gin bonus", 25)]
    assert hand.account.notes == ("went gin", "")


def test_a_knock_that_wins() -> None:
    hand = end(begin(counted((6, 10, 15)), stock="Kd"), "draw stock", "knock Kd")
    assert account(hand) == ("You knocked and won", "You knocked with 6. Everyone else had more.", "7")
    assert sum_of(hand, 0) == [("Ann's 10 deadwood", 10), ("Ben's 15", 15), ("Your 6", -6)]
    assert sum_of(hand, 1) == []


def test_an_undercut_with_its_bonus() -> None:
    hand = end(begin(counted((6, 4, 15)), stock="Kd", undercut_bonus=25), "draw stock", "knock Kd")
    assert account(hand) == ("Ann undercut you", "You knocked with 6, but Ann had 4.", "R6")
    assert sum_of(hand, 1) == [("Your 6 deadwood", 6), ("Ben's 15", 15), ("Ann's 4", -4), ("undercut bonus", 25)]
    assert hand.account.notes == ("knocked", "", "")


def test_a_tie_goes_to_the_other() -> None:
    hand = end(begin(counted((6, 6, 15)), stock="Kd"), "draw stock", "knock Kd")
    title, detail, clause = account(hand)
    assert title == "Ann undercut you"
    assert detail == "You knocked with 6, but Ann had 6 too. Ties go against the knocker."
    assert clause == "R3"


def test_of_several_who_tie_the_first_to_the_left_wins() -> None:
    hands = ["As 2s 3s 4s 5s 6s 7s 8s 9s 6h", "Ad 2d 3d 4d 5d 6d 7d 8d 9d 5h", "Ac 2c 3c 4c 5c 6c 7c 8c 9c 5s"]
    hands[0] = "As 2s 3s 4s 6s 7s 8s 9s Ts 6h"
    hand = end(begin(hands, stock="Kd"), "draw stock", "knock Kd")
    title, detail, clause = account(hand)
    assert (title, clause) == ("Ann undercut you", "R3")
    assert detail == ("You knocked with 6, but Ann and Ben had 5. Ann sat first on the knocker's left and won the tie.")


def test_lay_offs_are_listed() -> None:
    hand = end(begin([TIDY, LOOSE], stock="Kd", lay_off=True), "draw stock", "knock Kd")
    assert hand.account.notes == ("knocked", "laid off 4♠ 5♠ 7♦ 8♦: 66 − 24 = 42")
    assert sum_of(hand, 0) == [("Ann's 42 deadwood", 42), ("Your 10", -10)]


def test_the_stock_ran_out() -> None:
    t = begin(scattered(2))
    pass_turns(t, 31)
    assert account(t.hands[-1]) == ("The stock ran out", "No one knocked, so no one scored.", "6c")


def test_the_stock_was_down_to_two_cards() -> None:
    t = begin(scattered(2), void_at_stock=2)
    pass_turns(t, 29)
    assert account(t.hands[-1])[0] == "The stock was down to 2 cards"


def test_a_hand_that_was_broken_off() -> None:
    t = begin(scattered(2), turn_limit=3)
    pass_turns(t, 3)
    title, detail, clause = account(t.hands[-1])
    assert (title, clause) == ("Hand ended after 3 turns", "6c")
    assert detail == "No one knocked, so no one scored."


# --- What happens --------------------------------------------------------------------------------------------------


def test_events_in_sentences() -> None:
    t = begin([TIDY, LOOSE], upcard="3c", stock="Kd")
    assert log(t, t.events) == ["Dealt to you: A♠ 2♠ 3♠ 4♥ 5♥ 6♥ 9♦ 10♦ J♦ K♣", "Upcard: 3♣"]
    assert log(t, t.events, seat=None) == ["Upcard: 3♣"], "spectators see no hand"
    drawn = play(t, "draw stock")
    assert log(t, drawn) == ["You drew K♦ from the stock"]
    assert log(t, drawn, seat=1) == ["You drew from the stock"], "seat 1 does not see the card"
    assert log(t, play(t, "discard Kd")) == ["You discarded K♦"]
    assert log(t, play(t, "draw discard")) == ["Ann took K♦ from the discard pile"]
    assert log(t, play(t, "knock Kd"))[0] == "Ann discarded K♦ and knocked with 66"


def test_a_knock_is_worth_its_deadwood() -> None:
    t = begin([TIDY, LOOSE], stock="3c", knock_limit=10)
    play(t, "draw stock")
    assert t.view(0)["reading"]["worth"] == {"knock 3c": 10, "knock Kc": 3}
    assert knockroll.get_game("gin_rummy").showing.hand.count == "deadwood"
