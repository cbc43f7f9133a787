"""Tonk in words: why a move is refused, how a hand ended and who paid whom, what happened."""

from __future__ import annotations

import pytest

import knockroll
from knockroll.engine.words import fill
from tests.games.tonk_tables import EQUAL, FIFTY, FORTY_NINE, HANDS, begin, has, pass_turns
from tests.helpers import NAMES, account, log, play, refusal, sum_of

# --- Refusals ------------------------------------------------------------------------------------------------------


def test_you_drop_only_as_your_turn_begins() -> None:
    t = begin(HANDS[:2])
    play(t, "draw stock")
    assert refusal(t, "drop") == "You have drawn already: you can drop only as your turn begins."
    assert refusal(t, "draw discard") == "You have drawn already: discard a card."


def test_you_may_not_drop_after_a_hit() -> None:
    t = begin(["5c 6c 7c 2d As", "8c 3h 5s 9s Jh"], stock="Ks Qd", hit_blocks_drop=1)
    pass_turns(t)
    play(t, "draw stock", "spread 5c 6c 7c", "discard Qd", "draw stock", "hit 8c on 1")
    assert dict(t.events[0].changes)["blocked"] == [0]
    play(t, next(move for move in has(t, "discard")))
    assert refusal(t, "drop") == "You may not drop in this turn: somebody hit a spread of yours."


def test_spreads_and_hits_that_cannot_be() -> None:
    t = begin(["5c 6c 7c 2d As", "8c 3h 5s 9s Jh"], stock="Ks Qd")
    assert refusal(t, "spread 5c 6c 7c") == "Draw a card first."
    assert refusal(t, "hit 8c on 1") == "Draw a card first."
    play(t, "draw stock")
    assert refusal(t, "spread 5c 6c 7c") == "You do not hold 5♣, 6♣ and 7♣."
    assert refusal(t, "hit 8c on 1") == "There is no spread 1."
    assert refusal(t, "spread 5c 6c 8c") == "These do not go together."
    play(t, "discard Ks", "draw stock", "spread 5c 6c 7c")
    assert refusal(t, "hit 2d on 1") == "2♦ does not fit spread 1."
    assert refusal(t, "hit 8c on 1") == "You do not hold 8♣."


def test_an_empty_stock_is_warned_of() -> None:
    t = begin(HANDS[:2], turn_limit=1000)
    while t.view()["stock"]:
        assert not t.view(t.turn)["reading"]["warnings"]
        assert not t.view(t.turn)["reading"]["prompt"]
        pass_turns(t)
    warning = "The stock is empty: drawing ends the hand, and the lowest count is paid."
    assert t.view(t.turn)["reading"]["warnings"] == {"draw stock": warning}
    assert t.view(t.turn)["reading"]["prompt"] == "The stock is empty, and drawing from it ends the hand"
    assert [t.view(seat)["reading"]["prompt"] for seat in range(2) if seat != t.turn] == [""]
    t.play("draw discard")
    assert t.view(t.turn)["reading"]["prompt"] == ""


# --- Endings -------------------------------------------------------------------------------------------------------


def test_a_dealt_49_or_50() -> None:
    hand = begin([HANDS[0], FORTY_NINE, HANDS[2]]).hands[0]
    assert account(hand) == (
        "Ann declared a dealt 49",
        "Everybody else paid two stakes, and there was no play.",
        "6",
    )
    assert hand.account.notes == ("", "was dealt 10 + 10 + 10 + 10 + 9 = 49", "")
    assert sum_of(hand, 1) == [("two stakes from you", 2), ("two stakes from Ben", 2)]
    assert sum_of(hand, 0) == [("two stakes to Ann", -2)]


def test_two_dealt_49_or_50_are_a_draw() -> None:
    hand = begin([FIFTY, FORTY_NINE, HANDS[2]], upcard="As").hands[0]
    assert account(hand) == (
        "More than one declared a dealt 49 or 50",
        "You had 50 and Ann had 49. That was a draw: nobody paid, and there was no play.",
        "6",
    )
    assert hand.account.notes == ("was dealt 10 + 10 + 10 + 10 + 10 = 50", "was dealt 10 + 10 + 10 + 10 + 9 = 49", "")


def test_a_tonk() -> None:
    t = begin([HANDS[0], "5c 6c 7c Qs Qd"], stock="Qc", stake=5)
    play(t, "draw stock", "spread 5c 6c 7c", "spread Qs Qd Qc")
    hand = t.hands[0]
    assert account(hand) == (
        "Ann made a tonk",
        "Ann got rid of every card and had none to discard, so everybody else paid two stakes.",
        "12a",
    )
    assert sum_of(hand, 1) == [("two stakes from you", 10)]


def test_the_last_card_discarded() -> None:
    t = begin([HANDS[0], "5c 6c 7c 8c 9c"], stock="Qc")
    play(t, "draw stock", "spread 5c 6c 7c 8c 9c", "discard Qc")
    assert account(t.hands[0]) == ("Ann discarded the last card", "Everybody else paid a stake.", "12b")
    assert sum_of(t.hands[0], 0) == [("a stake to Ann", -1)]


def test_a_drop_that_held() -> None:
    t = begin([HANDS[1], HANDS[0], HANDS[2]])
    play(t, "drop")
    assert account(t.hands[0]) == (
        "Ann dropped with the lowest count",
        "Ann dropped with 25, and everybody else had more and paid a stake.",
        "12c",
    )
    assert t.hands[0].account.notes == ("", "dropped with 25", "")


def test_a_drop_that_was_caught() -> None:
    t = begin([HANDS[0], HANDS[2], HANDS[1]])
    play(t, "drop")
    hand = t.hands[0]
    title, detail, clause = account(hand)
    assert (title, clause) == ("Ann dropped and got caught", "12d")
    assert detail == (
        "Ann dropped with 34, but you had 25 and Ben had 30. Ann paid two stakes to you and Ben each,"
        " and for the lowest count you got a stake from Ann and Ben."
    )
    assert sum_of(hand, 0) == [("two stakes from Ann", 2), ("a stake from Ann", 1), ("a stake from Ben", 1)]
    assert sum_of(hand, 1) == [("two stakes to you", -2), ("two stakes to Ben", -2), ("a stake to you", -1)]
    assert sum_of(hand, 2) == [("two stakes from Ann", 2), ("a stake to you", -1)]


@pytest.mark.parametrize("caught_pays", ["double_and_stake", "double"])
def test_an_equal_count_catches(caught_pays: str) -> None:
    t = begin(EQUAL, caught_pays=caught_pays)
    play(t, "drop")
    _, detail, clause = account(t.hands[0])
    stake = ", and for the lowest count you got a stake from Ann" if caught_pays == "double_and_stake" else ""
    assert clause == "R3"
    assert detail == (
        f"Ann dropped with 25, but you had 25: an equal count is enough. Ann paid two stakes to you{stake}."
    )


def test_an_empty_stock_pays_the_lowest_count() -> None:
    t = begin(HANDS[:3], turn_limit=1000)
    while t.view()["stock"]:
        pass_turns(t)
    play(t, "draw stock")
    title, detail, clause = account(t.hands[0])
    assert (title, clause) == ("You had the lowest count", "12e")
    assert detail == "The stock was empty. The lowest count, 25, got a stake from everybody else."


def test_a_tie_for_the_lowest_count() -> None:
    t = begin([*EQUAL, "3c 5s 7c 9d Jh"], turn_limit=1)
    pass_turns(t)
    title, detail, clause = account(t.hands[0])
    assert (title, clause) == ("You and Ann tied for the lowest count", "R2")
    assert detail == (
        "The hand was broken off after 1 turn. Each had 25 and got a stake from everybody outside the tie."
    )


def test_everybody_tied() -> None:
    t = begin(EQUAL, turn_limit=1)
    pass_turns(t)
    assert account(t.hands[0]) == (
        "Everybody tied for the lowest count",
        "The hand was broken off after 1 turn. Everybody had 25, so nobody paid.",
        "R2",
    )


# --- What happens --------------------------------------------------------------------------------------------------


def test_events_in_sentences() -> None:
    t = begin(["5c 6c 7c 2d As", "8c 3h 5s 9s Jh"], stock="Ks Qd")
    assert log(t, play(t, "draw stock")) == ["Ann drew from the stock"]
    play(t, "discard Ks", "draw stock")
    assert log(t, play(t, "spread 5c 6c 7c")) == ["You laid 5♣ 6♣ 7♣"]
    play(t, "discard Qd", "draw stock")
    assert log(t, play(t, "hit 8c on 1")) == ["Ann added 8♣ to spread 1"]


def test_coming_and_going_is_told() -> None:
    t = knockroll.Table("tonk", 3, seed=1, hands=3)
    t.join()
    assert log(t, t.events) == ["Cleo joined the game"]
    t.leave(0)
    assert log(t, t.events) == ["You left the game"]
    with pytest.raises(knockroll.IllegalMove) as refused:
        t.leave(0)
    assert fill(refused.value.reason, NAMES) == "You cannot leave: that seat is free already, or the game is over."


def test_seven_cards_by_option() -> None:
    holding = knockroll.get_game("tonk").showing.hand
    assert (holding.size, holding.size_option) == (5, "cards")
