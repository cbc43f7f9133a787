"""Thirty-One in words: why a move is refused, how a hand ended, what happened."""

from __future__ import annotations

from tests.games.thirty_one_tables import LOWEST, begin, knock_and_end, last_two_tie, low, pass_turns, spare
from tests.helpers import account, deck, log, play, refusal, sum_of

# --- Refusals ------------------------------------------------------------------------------------------------------


def test_first_you_draw_then_you_discard() -> None:
    t = begin(3, deck(low(3), "Js"), may_return_discard=False)
    assert refusal(t, "discard 3h") == "Draw a card first."
    play(t, "draw discard")
    assert refusal(t, "draw discard") == "You've already drawn. Discard a card."
    assert refusal(t, "knock") == "You've already drawn. Knock at the start of your turn."
    assert refusal(t, "discard Js") == "You just took J♠, so you can't discard it this turn."
    assert refusal(t, "discard Ks") == "You don't have K♠."


def test_nobody_knocks_twice_in_a_hand() -> None:
    t = begin(3, deck(low(3), "Js"))
    play(t, "knock")
    assert refusal(t, "knock") == "Ann already knocked. This is your last turn."


def test_nobody_knocks_in_the_first_round_by_option() -> None:
    t = begin(3, deck(low(3), "Js"), knock_first_round=False)
    assert refusal(t, "knock") == "You can't knock in the first round."
    assert t.view(1)["reading"]["worth"] == {}


def test_the_last_turn_after_a_knock_is_announced() -> None:
    t = begin(3, deck(low(3), "Js"))
    assert t.view(1)["reading"]["prompt"] == ""
    play(t, "knock")
    assert t.view(2)["reading"]["prompt"] == "{1} knocked. Last turn"
    assert t.view(0)["reading"]["prompt"] == "", "not yet"


# --- Endings -------------------------------------------------------------------------------------------------------


def test_a_drawn_31_and_which_three_of_four_cards_made_it() -> None:
    t = begin(3, deck(low(3, seat1="As Ks 2d"), "Js"), deck(low(3), "Js", dealer=1))
    play(t, "draw discard")
    hand = t.hands[0]
    assert account(hand) == ("Ann had 31", "That ended the hand at once. Everyone else took a strike.", "8")
    assert hand.account.counting[1] == ("As", "Js", "Ks")
    assert hand.cards[1] == ("As", "Js", "Ks", "2d")
    assert hand.account.notes[1] == "A♠ J♠ K♠ = 31"
    assert [sum_of(hand, seat) for seat in range(3)] == [[("no 31", 1)], [], [("no 31", 1)]]


def test_a_31_after_a_knock() -> None:
    t = begin(3, deck(low(3, seat2="As Ks 2d"), "Js"), deck(low(3), "Js", dealer=1))
    play(t, "knock", "draw discard")
    title, detail, clause = account(t.hands[0])
    assert (title, clause) == ("Ben had 31", "R2")
    assert detail == "Ann knocked, but 31 ended the hand at once. Everyone else took a strike."


def test_a_dealt_31() -> None:
    t = begin(3, spare(1, of=3), deck(low(3), "Js", dealer=1))
    assert account(t.hands[0]) == (
        "Ann had 31",
        "It was dealt, so no one had a turn. Everyone else took a strike.",
        "R1",
    )


def test_several_dealt_31() -> None:
    t = begin(3, spare(0, 2, of=3), deck(low(3), "Js", dealer=1))
    title, detail, clause = account(t.hands[0])
    assert (title, clause) == ("You and Ben had 31", "R1")
    assert detail == "It was dealt, so no one had a turn. Ann took a strike."
    assert [sum_of(t.hands[0], seat) for seat in range(3)] == [[], [("no 31", 1)], []]


def test_a_knock_that_held() -> None:
    hand = knock_and_end(begin(3, deck(low(3, seat1="Ks Qs 9d", seat2=LOWEST), "Js"), deck(low(3), "Js", dealer=1)))
    assert account(hand) == ("Ben had the lowest hand", "It was worth 4. Ann knocked safely with 20.", "10")
    assert sum_of(hand, 2) == [("lowest hand", 1)]
    assert hand.account.notes == ("", "knocked; 10 + 10 = 20", "")


def test_what_a_hand_is_worth_is_added_up() -> None:
    hands = deck(["9s 2h 4d", "As Ks 5s", "7h 7d 7s"], "Js")
    hand = knock_and_end(begin(3, hands, deck(low(3), "Js", dealer=1)))
    assert hand.account.notes == ("", "knocked; 11 + 5 + 10 = 26", "three of a kind: 30")


def test_a_knocker_who_has_the_lowest_hand_gets_two() -> None:
    hand = knock_and_end(begin(3, deck(low(3, seat1=LOWEST), "Js"), deck(low(3), "Js", dealer=1)))
    title, detail, clause = account(hand)
    assert (title, clause) == ("Ann had the lowest hand", "10")
    assert detail == "It was worth 4. Ann knocked and had the lowest hand: two strikes."
    assert sum_of(hand, 1) == [("knocked with the lowest hand", 2)]


def test_a_knocker_who_ties_gets_two() -> None:
    hand = knock_and_end(begin(2, deck(["9s 2h 4d", "9h 3s 5d"], "Js"), deck(low(2), "Js", dealer=1)))
    title, detail, _ = account(hand)
    assert title == "You and Ann tied for the lowest hand"
    assert detail == "Each had 9. Ann knocked and tied for lowest: two strikes."
    assert sum_of(hand, 0) == [("tied for lowest", 1)]
    assert sum_of(hand, 1) == [("knocked and tied for lowest", 2)]


def test_two_strikes_where_one_was_enough() -> None:
    t = begin(2, deck(low(2, seat1=LOWEST), "Js"), strikes=1)
    hand = knock_and_end(t)
    detail = account(hand)[1]
    assert detail == (
        "It was worth 4. Ann knocked and had the lowest hand: two strikes, and the first was enough."
        " Ann went out with 1 strike."
    )
    assert sum_of(hand, 1) == [("knocked with the lowest hand", 1)]


def test_a_knocker_who_ties_is_safe_by_option() -> None:
    hands = deck(["9s 2h 4d", "9h 3s 5d"], "Js")
    hand = knock_and_end(begin(2, hands, deck(low(2), "Js", dealer=1), knocker_tied_is_safe=True))
    _, detail, _ = account(hand)
    assert detail == "Each had 9. Ann knocked and tied for lowest, which costs no strike at this table."
    assert sum_of(hand, 1) == []


def test_nobody_knocked_within_the_turn_limit() -> None:
    t = begin(3, deck(low(3, seat0=LOWEST), "Js"), deck(low(3), "Js", dealer=1), turn_limit=3)
    pass_turns(t, 3)
    title, detail, clause = account(t.hands[0])
    assert (title, clause) == ("You had the lowest hand", "10")
    assert detail == "No one knocked in 3 turns, so all hands were shown. It was worth 4."


def test_who_went_out_is_said() -> None:
    t = begin(3, spare(1, of=3), deck(low(3), "Js", dealer=1), strikes=1)
    assert account(t.hands[0])[1].endswith("You and Ben went out with 1 strike.")


def test_everyone_came_back() -> None:
    hand = knock_and_end(last_two_tie())
    title, detail, clause = account(hand)
    assert title == "You and Ann tied for the lowest hand"
    assert detail.endswith("The last players went out together, so everyone is back with one life.")
    assert clause == "13"
    assert sum_of(hand, 0) == [("tied for lowest", 1), ("back with one life", -1)]
    assert sum_of(hand, 1) == [("knocked and tied for lowest", 1), ("back with one life", -1)]
    assert sum_of(hand, 2) == [("back with one life", -1)]


# --- What happens --------------------------------------------------------------------------------------------------


def test_events_in_sentences() -> None:
    t = begin(3, deck(low(3), "Js"))
    events = play(t, "draw discard")
    assert log(t, events) == ["Ann took J♠ from the discard pile"]
    play(t, "discard Js")
    assert log(t, play(t, "knock")) == ["Ben knocked, so everyone else gets one last turn"]
    assert t.view()["knocker"] == 2
    assert dict(t.events[0].changes) == {"knocker": 2}


def test_a_low_knock_is_bold() -> None:
    t = begin(2, deck(low(2, seat1=LOWEST), "Js"))
    bold = {
        "knock": "You have 4. Everyone else gets one more turn. If you then have the lowest hand, you take two strikes."
    }
    assert t.view(1)["reading"]["bold"] == bold
    assert t.view(0)["reading"]["bold"] == {}, "it is not this seat's turn"
    high = begin(2, deck(low(2, seat1="Ks Qs 9d"), "Js"))
    assert len(high.view(1)["reading"]["bold"]) == 1
    high = begin(2, deck(low(2, seat1="Ks Qs 9s"), "Js"))
    assert high.view(1)["reading"]["bold"] == {}
