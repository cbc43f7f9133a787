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
    assert refusal(t, "drop") == "You've already drawn. Drop at the start of your turn."
    assert refusal(t, "draw discard") == "You've already drawn. Discard a card."


def test_you_may_not_drop_after_a_hit() -> None:
    t = begin(["5c 6c 7c 2d As", "8c 3h 5s 9s Jh"], stock="Ks Qd", hit_blocks_drop=1)
    pass_turns(t)
    play(t, "draw stock", "spread 5c 6c 7c", "discard Qd", "draw stock", "hit 8c on 1")
    assert dict(t.events[0].changes)["blocked"] == [0]
    play(t, next(move for move in has(t, "discard")))
    assert refusal(t, "drop") == "You can't drop this turn: someone hit your spread."


def test_spreads_and_hits_that_cannot_be() -> None:
    t = begin(["5c 6c 7c 2d As", "8c 3h 5s 9s Jh"], stock="Ks Qd")
    assert refusal(t, "spread 5c 6c 7c") == "Draw a card first."
    assert refusal(t, "hit 8c on 1") == "Draw a card first."
    play(t, "draw stock")
    assert refusal(t, "spread 5c 6c 7c") == "You don't have 5♣, 6♣ and 7♣."
    assert refusal(t, "hit 8c on 1") == "There's no spread 1."
    assert refusal(t, "spread 5c 6c 8c") == "These don't go together."
    play(t, "discard Ks", "draw stock", "spread 5c 6c 7c")
    assert refusal(t, "hit 2d on 1") == "2♦ doesn't fit spread 1."
    assert refusal(t, "hit 8c on 1") == "You don't have 8♣."


def test_an_empty_stock_is_warned_of() -> None:
    t = begin(HANDS[:2], turn_limit=1000)
    while t.view()["stock"]:
        assert not t.view(t.turn)["reading"]["warnings"]
        assert not t.view(t.turn)["reading"]["prompt"]
        pass_turns(t)
    warning = "The stock is empty. Drawing ends the hand, and the lowest count gets paid."
    assert t.view(t.turn)["reading"]["warnings"] == {"draw stock": warning}
    assert t.view(t.turn)["reading"]["prompt"] == "The stock is empty. Drawing from it ends the hand"
    assert [t.view(seat)["reading"]["prompt"] for seat in range(2) if seat != t.turn] == [""]
    t.play("draw discard")
    assert t.view(t.turn)["reading"]["prompt"] == ""


# --- Endings -------------------------------------------------------------------------------------------------------


def test_a_dealt_49_or_50() -> None:
    hand = begin([HANDS[0], FORTY_NINE, HANDS[2]]).hands[0]
    assert account(hand) == (
        "Ann won on the deal with 49",
        "Everyone else paid 2 chips, and there was no play.",
        "6",
    )
    assert hand.account.notes == ("", "dealt 10 + 10 + 10 + 10 + 9 = 49", "")
    assert sum_of(hand, 1) == [("2 chips each from you and Ben", 4)]
    assert sum_of(hand, 0) == [("to Ann", -2)]


def test_two_dealt_49_or_50_are_a_draw() -> None:
    hand = begin([FIFTY, FORTY_NINE, HANDS[2]], upcard="As").hands[0]
    assert account(hand) == (
        "Two players were dealt 49 or 50",
        "You had 50 and Ann had 49. That was a draw: no one paid, and there was no play.",
        "6",
    )
    assert hand.account.notes == ("dealt 10 + 10 + 10 + 10 + 10 = 50", "dealt 10 + 10 + 10 + 10 + 9 = 49", "")


def test_a_tonk() -> None:
    t = begin([HANDS[0], "5c 6c 7c Qs Qd"], stock="Qc", stake=5)
    play(t, "draw stock", "spread 5c 6c 7c", "spread Qs Qd Qc")
    hand = t.hands[0]
    assert account(hand) == (
        "Ann tonked out",
        "Ann got rid of every card without a discard. You paid 10 chips.",
        "12a",
    )
    assert sum_of(hand, 1) == [("from you", 10)]


def test_the_last_card_discarded() -> None:
    t = begin([HANDS[0], "5c 6c 7c 8c 9c"], stock="Qc")
    play(t, "draw stock", "spread 5c 6c 7c 8c 9c", "discard Qc")
    assert account(t.hands[0]) == ("Ann went out", "Ann discarded the last card. You paid 1 chip.", "12b")
    assert sum_of(t.hands[0], 0) == [("to Ann", -1)]


def test_a_drop_that_held() -> None:
    t = begin([HANDS[1], HANDS[0], HANDS[2]])
    play(t, "drop")
    assert account(t.hands[0]) == (
        "Ann dropped with the lowest count",
        "Ann dropped with 25. Everyone else had more and paid 1 chip.",
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
        "Ann dropped with 34, but you had 25 and Ben had 30. Ann paid 2 chips each to you and Ben,"
        " and you got 1 chip from Ann and Ben for the lowest count."
    )
    assert sum_of(hand, 0) == [("from Ann", 2), ("1 chip each from Ann and Ben", 2)]
    assert sum_of(hand, 1) == [("2 chips each to you and Ben", -4), ("to you", -1)]
    assert sum_of(hand, 2) == [("from Ann", 2), ("to you", -1)]


@pytest.mark.parametrize("caught_pays", ["double_and_stake", "double"])
def test_an_equal_count_catches(caught_pays: str) -> None:
    t = begin(EQUAL, caught_pays=caught_pays)
    play(t, "drop")
    _, detail, clause = account(t.hands[0])
    stake = ", and you got 1 chip from Ann for the lowest count" if caught_pays == "double_and_stake" else ""
    assert clause == "R3"
    assert detail == (f"Ann dropped with 25, but you had 25. A tie is enough to catch. Ann paid 2 chips to you{stake}.")


def test_an_empty_stock_pays_the_lowest_count() -> None:
    t = begin(HANDS[:3], turn_limit=1000)
    while t.view()["stock"]:
        pass_turns(t)
    play(t, "draw stock")
    title, detail, clause = account(t.hands[0])
    assert (title, clause) == ("You had the lowest count", "12e")
    assert detail == "The stock was empty. You had 25 and got 1 chip from everyone else."


def test_a_tie_for_the_lowest_count() -> None:
    t = begin([*EQUAL, "3c 5s 7c 9d Jh"], turn_limit=1)
    pass_turns(t)
    title, detail, clause = account(t.hands[0])
    assert (title, clause) == ("You and Ann tied for the lowest count", "R2")
    assert detail == ("The hand ended after 1 turn. Each had 25 and got 1 chip from everyone outside the tie.")


def test_everybody_tied() -> None:
    t = begin(EQUAL, turn_limit=1)
    pass_turns(t)
    assert account(t.hands[0]) == (
        "Everyone tied for the lowest count",
        "The hand ended after 1 turn. Everyone had 25, so no one paid.",
        "R2",
    )


# --- What happens --------------------------------------------------------------------------------------------------


def test_events_in_sentences() -> None:
    t = begin(["5c 6c 7c 2d As", "8c 3h 5s 9s Jh"], stock="Ks Qd")
    assert log(t, play(t, "draw stock")) == ["Ann drew from the stock"]
    play(t, "discard Ks", "draw stock")
    assert log(t, play(t, "spread 5c 6c 7c")) == ["You spread 5♣ 6♣ 7♣"]
    play(t, "discard Qd", "draw stock")
    assert log(t, play(t, "hit 8c on 1")) == ["Ann hit spread 1 with 8♣"]


def test_coming_and_going_is_told() -> None:
    t = knockroll.Table("tonk", 3, seed=1, hands=3)
    t.join()
    assert log(t, t.events) == ["Cleo joined the game"]
    t.leave(0)
    assert log(t, t.events) == ["You left the game"]
    with pytest.raises(knockroll.IllegalMove) as refused:
        t.leave(0)
    assert fill(refused.value.reason, NAMES) == "You can't leave: the seat is already free, or the game is over."


def test_seven_cards_by_option() -> None:
    holding = knockroll.get_game("tonk").showing.hand
    assert (holding.size, holding.size_option) == (5, "cards")


def test_a_high_drop_is_bold() -> None:
    t = begin(["As 3h 5d 2d 4d", HANDS[1]])
    said = "You have 30. If anyone has as few, you're caught: you pay them double."
    assert t.view(1)["reading"]["bold"] == {"drop": said}
    pass_turns(t)
    assert t.view(0)["reading"]["bold"] == {}, "15 is few"
