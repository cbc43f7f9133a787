"""Tunk in words: why a move is refused, how a hand ended, what happened."""

from __future__ import annotations

from tests.games.tunk_tables import PLAIN, TUNKER, begin, finish, pass_turns, tunked
from tests.helpers import account, log, play, refusal, sum_of

# --- Refusals ------------------------------------------------------------------------------------------------------


def test_five_unmatched_cards_at_most() -> None:
    t = begin([PLAIN[0], TUNKER])
    assert refusal(t, "tunk") == "Draw a card first."
    play(t, "draw stock")
    assert refusal(t, "tunk") == "You can tunk with five or fewer unmatched cards. You have eight."


def test_one_unmatched_card_at_most() -> None:
    t = begin([TUNKER, PLAIN[0]], tunk_limit=1)
    play(t, "draw stock")
    assert refusal(t, "tunk") == "You can tunk with one or fewer unmatched cards. You have five."


def test_unmatched_points_at_most() -> None:
    t = begin([TUNKER, PLAIN[0]], tunk_limit=20, tunk_limit_counts="points")
    play(t, "draw stock")
    assert refusal(t, "tunk") == "You can tunk with 20 or fewer unmatched points. You have 27."


def test_nobody_tunks_twice_in_a_hand() -> None:
    t = tunked(*PLAIN)
    assert t.view(1)["reading"]["prompt"] == "{0} called tunk. Last turn"
    assert refusal(t, "tunk") == "You already called tunk. This is your last turn."
    assert refusal(t, "discard Ks") == "Draw a card first."


# --- Endings -------------------------------------------------------------------------------------------------------


def test_a_tunk_with_the_lowest_total() -> None:
    hand = finish(tunked(*PLAIN))
    assert account(hand) == (
        "You called tunk and had the lowest hand",
        "You had 27 unmatched points. Everyone else had more.",
        "8",
    )
    assert [sum_of(hand, seat) for seat in (0, 1)] == [
        [("4♠ 3♦ 9♦ A♣ K♣ unmatched", 27)],
        [("6♠ 9♠ K♠ 8♦ Q♦ 7♣ J♣ unmatched", 60)],
    ]
    assert hand.account.notes == ("called tunk", "", "")


def test_a_tunk_that_was_doubled() -> None:
    hand = finish(tunked("Ks Ts Kd 9s 9h 9c 2d", PLAIN[1]))
    title, detail, clause = account(hand)
    assert (title, clause) == ("You called tunk and paid double", "8d")
    assert detail == (
        "You had 27 unmatched points, but Ann had 10. Without the lowest hand, a tunker's points count double."
    )
    assert sum_of(hand, 0) == [("4♠ 3♦ 9♦ A♣ K♣ unmatched", 27), ("doubled", 27)]


def test_a_shared_lowest_total() -> None:
    hand = finish(tunked("9s 9h 9c Ks Jc 6d As", PLAIN[1]))
    title, detail, clause = account(hand)
    assert (title, clause) == ("You called tunk and tied for the lowest hand", "R4")
    assert detail == (
        "You had 27 unmatched points, and so did Ann. A tie for lowest is good enough, so nothing is doubled."
    )


def test_what_was_added_to_the_sets_of_the_tunker() -> None:
    t = tunked("7h Qd Jc 9s 8d 7c 6s", PLAIN[1], stock="Th")
    play(t, "draw stock")
    events = play(t, "discard Th")
    assert log(t, events)[-1] == "Ann added 7♥ to the tunker's set"
    hand = finish(t)
    assert hand.account.notes[1] == "added 7♥ to {0's} sets"


def test_who_went_out_is_said() -> None:
    hand = finish(tunked(*PLAIN, target=50))
    assert account(hand)[1].endswith("Ann and Ben reached 50 and went out.")


def test_all_went_out_together() -> None:
    hand = finish(tunked(*PLAIN, target=20))
    _, detail, clause = account(hand)
    assert detail.endswith("No one was left, so the lowest total won: you.")
    assert clause == "9"


def test_a_void_hand_has_its_own_clause() -> None:
    t = begin(PLAIN, stock="")
    pass_turns(t, 52 - 14 - 1)
    assert account(t.hands[-1]) == ("The stock ran out", "No one called tunk, so no one got points.", "6a")
    t = begin(PLAIN, turn_limit=2)
    pass_turns(t, 2)
    title, _, clause = account(t.hands[-1])
    assert (title, clause) == ("Hand ended after 2 turns", "7a")


# --- What happens --------------------------------------------------------------------------------------------------


def test_events_in_sentences() -> None:
    t = begin([TUNKER, *PLAIN])
    play(t, "draw stock")
    assert t.view(0)["reading"]["worth"] == {"tunk": 27}
    events = play(t, "tunk")
    assert log(t, events) == [
        "You called tunk, so everyone else gets one last turn",
        "You showed 4♠ 5♥ 6♥ 3♦ 9♦ A♣ 2♣ K♣",
    ]
    assert events[0].changes == {"tunker": 0}
    assert events[1].changes["matched"][0] == [["5h", "6h", "2c"], []]
