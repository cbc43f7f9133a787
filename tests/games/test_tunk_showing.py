"""Tunk in words: why a move is refused, how a hand ended, what happened."""

from __future__ import annotations

from tests.games.tunk_tables import PLAIN, TUNKER, begin, finish, pass_turns, tunked
from tests.helpers import account, log, play, refusal, sum_of

# --- Refusals ------------------------------------------------------------------------------------------------------


def test_five_unmatched_cards_at_most() -> None:
    t = begin([PLAIN[0], TUNKER])
    assert refusal(t, "tunk") == "Draw a card first."
    play(t, "draw stock")
    assert refusal(t, "tunk") == "Five unmatched cards at most; you have eight."


def test_one_unmatched_card_at_most() -> None:
    t = begin([TUNKER, PLAIN[0]], tunk_limit=1)
    play(t, "draw stock")
    assert refusal(t, "tunk") == "One unmatched card at most; you have five."


def test_unmatched_points_at_most() -> None:
    t = begin([TUNKER, PLAIN[0]], tunk_limit=20, tunk_limit_counts="points")
    play(t, "draw stock")
    assert refusal(t, "tunk") == "20 unmatched points at most; you have 27."


def test_nobody_tunks_twice_in_a_hand() -> None:
    t = tunked(*PLAIN)
    assert t.view(1)["reading"]["prompt"] == "Your last turn: {0} called tunk"
    assert refusal(t, "tunk") == "You called tunk already: this is your last turn."
    assert refusal(t, "discard Ks") == "Draw a card first."


# --- Endings -------------------------------------------------------------------------------------------------------


def test_a_tunk_with_the_lowest_total() -> None:
    hand = finish(tunked(*PLAIN))
    assert account(hand) == (
        "You called tunk and had the lowest total",
        "You had 27 unmatched points, and everybody else had more.",
        "8",
    )
    assert [sum_of(hand, seat) for seat in (0, 1)] == [[("unmatched cards", 27)], [("unmatched cards", 60)]]
    assert hand.account.notes == ("called tunk", "", "")


def test_a_tunk_that_was_doubled() -> None:
    hand = finish(tunked("Ks Ts Kd 9s 9h 9c 2d", PLAIN[1]))
    title, detail, clause = account(hand)
    assert (title, clause) == ("You called tunk and paid double", "8d")
    assert detail == (
        "You had 27 unmatched points, but Ann had 10. A tunker who does not have the lowest total pays it twice."
    )
    assert sum_of(hand, 0) == [("unmatched cards", 27), ("doubled", 27)]


def test_a_shared_lowest_total() -> None:
    hand = finish(tunked("9s 9h 9c Ks Jc 6d As", PLAIN[1]))
    title, detail, clause = account(hand)
    assert (title, clause) == ("You called tunk and shared the lowest total", "R4")
    assert detail == (
        "You had 27 unmatched points, and so had Ann. Sharing the lowest total is enough: no double for the tunker."
    )


def test_what_was_added_to_the_sets_of_the_tunker() -> None:
    t = tunked("7h Qd Jc 9s 8d 7c 6s", PLAIN[1], stock="Th")
    play(t, "draw stock")
    events = play(t, "discard Th")
    assert log(t, events)[-1] == "Ann added 7♥ to a set of the tunker"
    hand = finish(t)
    assert hand.account.notes[1] == "added 7♥ to the sets of the tunker"


def test_who_went_out_is_said() -> None:
    hand = finish(tunked(*PLAIN, target=50))
    assert account(hand)[1].endswith("Ann and Ben came to 50 or more and went out.")


def test_all_went_out_together() -> None:
    hand = finish(tunked(*PLAIN, target=20))
    _, detail, clause = account(hand)
    assert detail.endswith("Nobody was left, so the lowest game total won: you.")
    assert clause == "9"


def test_a_void_hand_has_its_own_clause() -> None:
    t = begin(PLAIN, stock="")
    pass_turns(t, 52 - 14 - 1)
    assert account(t.hands[-1]) == ("The stock ran out", "Nobody had called tunk, so nobody got points.", "6a")
    t = begin(PLAIN, turn_limit=2)
    pass_turns(t, 2)
    title, _, clause = account(t.hands[-1])
    assert (title, clause) == ("The hand was broken off after 2 turns", "7a")


# --- What happens --------------------------------------------------------------------------------------------------


def test_events_in_sentences() -> None:
    t = begin([TUNKER, *PLAIN])
    play(t, "draw stock")
    assert t.view(0)["reading"]["worth"] == {"tunk": 27}
    events = play(t, "tunk")
    assert log(t, events) == ["You called tunk: everybody else has one last turn", "You showed 4♠ 5♥ 6♥ 3♦ 9♦ A♣ 2♣ K♣"]
    assert events[0].changes == {"tunker": 0}
    assert events[1].changes["matched"][0] == [["5h", "6h", "2c"], []]
