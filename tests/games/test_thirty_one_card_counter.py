"""The Card Counter of Thirty-One, sentence by sentence of the rule book: a position, the move."""

from __future__ import annotations

from typing import Any

import pytest

import knockroll
from tests.games.thirty_one_players import COUNTER, HOUSE, choice, in_round
from tests.helpers import deck, play, table


@pytest.mark.parametrize(
    ("number", "hand", "knocks"),
    [
        (1, "Ks 8s 4h", True),
        (1, "Ks 7s 4h", False),
        (2, "Ks 8s 4h", True),
        (2, "Ks 7s 4h", False),
        (3, "Ks 9s 5s", True),
        (3, "Ks 9s 4s", False),
        (4, "Ks 9s 5s", True),
        (4, "Ks 9s 4s", False),
        (5, "Ks Js 7s", True),
        (5, "Ks Js 6s", False),
        (6, "Ks Js 7s", True),
        (6, "Ks Js 6s", False),
        (7, "Ks Js 8s", True),
        (7, "Ks Js 7s", False),
        (8, "Ks Js 8s", True),
        (8, "Ks Js 7s", False),
    ],
)
def test_counter_knocks_by_the_round(number: int, hand: str, knocks: bool) -> None:
    assert (choice(COUNTER, in_round(number, hand)) == "knock") == knocks


def after_takes(hand: str, drawn: str, *takes: str, **options: Any) -> str:
    """What the Card Counter discards, having drawn that card, if the next player has taken these discards.

    There are two at the table. The first of the cards is the upcard, the others the Card Counter draws and discards.
    """
    junk = ["2h", "9d", "Jc"]
    t = table("thirty_one", [hand, " ".join(junk)], takes[0], " ".join([*takes[1:], drawn]), dealer=0, **options)
    for card in takes[1:]:
        play(t, "draw discard", f"discard {junk.pop()}", "draw stock", f"discard {card}")
    play(t, "draw discard", f"discard {junk.pop()}", "draw stock")
    assert t.view(1)["taken"][1] == sorted(
        takes, key=lambda card: ("shdc".index(card[1]), "A23456789TJQK".index(card[0]))
    )
    return choice(COUNTER, t)


def test_counter_never_discards_the_suit_that_the_next_player_goes_for() -> None:
    assert after_takes("Ks 9s 4h", "6d", "Qc") == "discard 4h", "nobody minds: the lowest goes"
    assert after_takes("Ks 9s 4h", "6d", "Qh") == "discard 6d", "hearts would help the next player"


def test_counter_discards_it_if_every_other_discard_would_lower_his_value() -> None:
    assert after_takes("Ks 9s 7s", "4h", "Qh") == "discard 4h", "every spade is worth more"
    assert after_takes("Ks 9s 7s", "4s", "Qs") == "discard 4s", "he has nothing else"
    assert after_takes("Ks 9s 7s", "4h", "Qs") == "discard 4h"


def test_counter_breaks_a_pair_rather_than_help_the_next_player() -> None:
    """Holding 4s 8c Qh and 4c he would throw the queen, as House does."""
    assert after_takes("4s 8c Qh", "4c", "6d") == "discard Qh"
    assert after_takes("4s 8c Qh", "4c", "6h") == "discard 4s"


@pytest.mark.parametrize(
    ("takes", "suit"),
    [
        (["5h"], "h"),
        (["5d"], "d"),
        (["5h", "8h"], "h"),
        (["5h", "8d"], "d"),
        (["8d", "5h"], "d"),  # which came first does not matter
        (["8h", "5d"], "h"),
        (["Kh", "Td"], "h"),  # equal in points: by rank
        (["Ah", "Kd"], "h"),  # an ace is worth 11
        (["Th", "Td"], "d"),  # also equal in rank: by suit
    ],
)
def test_counter_takes_the_suit_of_the_higher_taken_card_for_what_a_player_goes_for(
    takes: list[str], suit: str
) -> None:
    """Of Ks 9s 4h 6d he throws the 4h, or the 6d if the next player goes for hearts."""
    assert after_takes("Ks 9s 4h", "6d", *takes) == ("discard 6d" if suit == "h" else "discard 4h")


@pytest.mark.parametrize(("taken", "move"), [("Qh", "discard 6d"), ("Qc", "discard 4h")])
def test_counter_watches_the_next_player_who_is_still_in(taken: str, move: str) -> None:
    """Seat 1 knocks with 5 and is out, so it is seat 2 that comes after seat 0."""
    second = deck(["Ks 9s 4h", "", "Jc 9d 2h"], "2c", f"{taken} 6d", dealer=2, out=[1])
    t = table("thirty_one", ["Ks Qs 9h", "2c 3d 5h", "Js Ts 8d"], "6s", "2h 2d", dealer=0, strikes=1, then=[second])
    play(t, "knock", "draw stock", "discard 2h", "draw stock", "discard 2d")
    assert [player["out"] for player in t.view()["players"]] == [False, True, False]
    play(t, "draw stock", f"discard {taken}", "draw discard", "discard 2h", "draw stock")
    assert t.turn == 0
    assert choice(COUNTER, t) == move


def seen_on_the_pile(upcard: str, thrown: str) -> str:
    """What the Card Counter does with 4s 8c Qh and a drawn 4c after these two have lain on the pile."""
    t = table("thirty_one", ["4s 8c Qh", "Jc 9d 2h"], upcard, f"3d {thrown} 4c", dealer=1)
    play(t, "draw stock", "discard 3d", "draw stock", f"discard {thrown}", "draw stock")
    return choice(COUNTER, t)


def test_counter_goes_for_30_only_with_a_live_pair() -> None:
    assert seen_on_the_pile("5d", "6d") == "discard Qh", "as House: another 4 may come"
    assert seen_on_the_pile("4d", "6d") == "discard Qh", "one of them may still come"
    assert seen_on_the_pile("4d", "4h") == "discard 4s", "no other 4 is left"
    assert seen_on_the_pile("5d", "5h") == "discard Qh", "it is other ranks that are dead"


def test_counter_remembers_cards_that_lay_on_the_pile_and_were_taken() -> None:
    t = table("thirty_one", ["4s 8c Qh", "Jc 9d 2c"], "4d", "4h 3d 4c", dealer=0)
    play(t, "draw discard", "discard 2c", "draw stock", "discard 4h", "draw stock", "discard 3d", "draw stock")
    assert choice(COUNTER, t) == "discard 4s"


def test_counter_does_not_hold_a_card_in_his_own_hand_against_its_rank() -> None:
    """The 4h lies on the pile and the 4c lay there, but he has it: the 4d may still come."""
    t = table("thirty_one", ["4s 8c Qh", "Jc 9d 2d"], "4h", "4c", dealer=0)
    play(t, "draw stock", "discard 4c", "draw discard")
    assert choice(COUNTER, t) == "discard Qh"


def crowd(hand: str, others: int, drawn: str = "9d", suits: str = "shdc") -> knockroll.Table:
    """The Card Counter, seat 3 of five, is to move; some of those before him have taken spades. The 6s lies open.

    With other ``suits`` each of the four is exchanged for the one at its place, in all hands.
    """
    exchange = str.maketrans("shdc", suits)
    hands = [one.translate(exchange) for one in ("8s Qh 7d", "7s Qd 7h", "6s Qc 8c", hand, "Jc Jd 5c")]
    stock = drawn if others == 3 else f"Tc {drawn}"
    t = table("thirty_one", hands, f"9{suits[0]}", stock.translate(exchange), dealer=4)
    play(t, "draw discard", f"discard 8{suits[0]}", "draw discard", f"discard 7{suits[0]}")
    play(t, "draw discard" if others == 3 else "draw stock", f"discard 6{suits[0]}")
    assert t.turn == 3
    return t


every_suit = pytest.mark.parametrize("suits", ["shdc", "hdcs", "dcsh", "cshd"])


@every_suit
def test_counter_does_not_go_for_a_suit_that_more_than_two_others_go_for(suits: str) -> None:
    assert choice(COUNTER, crowd("Ts 5h 4d", others=2, suits=suits)) == "draw discard"
    assert choice(COUNTER, crowd("Ts 5h 4d", others=3, suits=suits)) == "draw stock"
    assert choice(HOUSE, crowd("Ts 5h 4d", others=3, suits=suits)) == "draw discard"


def test_counter_goes_for_neither_of_two_crowded_suits() -> None:
    """Three have taken spades, and three hearts."""
    hands = ["8s Qd 6d", "7s Qc 6c", "9h Kd 5c", "8h Kc 5d", "7h Jd 4c", "6s Jc 3d", "Ts 5h 4d"]
    t = table("thirty_one", hands, "9s", dealer=6)
    for card in ("8s", "7s", "9h", "8h", "7h", "6s"):
        play(t, "draw discard", f"discard {card}")
    assert choice(HOUSE, t) == "draw discard"
    assert choice(COUNTER, t) == "draw stock"


@every_suit
def test_counter_stays_with_a_crowded_suit_if_he_was_in_it_and_has_15(suits: str) -> None:
    assert choice(COUNTER, crowd("Ks 5s 4d", others=3, suits=suits)) == "draw discard"
    assert choice(COUNTER, crowd("Ks 4s 4d", others=3, suits=suits)) == "draw stock"


@every_suit
def test_counter_drops_a_crowded_suit_whichever_it_is(suits: str) -> None:
    t = crowd("Ks 4s 5h", others=3, suits=suits)
    play(t, "draw stock")
    assert choice(COUNTER, t) == f"discard 4{suits[0]}"
    t = crowd("4s 3s Kh", others=3, drawn="2d", suits=suits)
    play(t, "draw stock")
    assert choice(COUNTER, t) == f"discard 2{suits[2]}", "he was not going for it"


def test_counter_drops_a_crowded_suit_if_his_value_is_below_15() -> None:
    t = crowd("Ks 4s 5h", others=3)
    play(t, "draw stock")
    assert choice(HOUSE, t) == "discard 5h"
    assert choice(COUNTER, t) == "discard 4s", "the spades go, the lowest of them first"
    t = crowd("Ks 4s 5h", others=2)
    play(t, "draw stock")
    assert choice(COUNTER, t) == "discard 5h"
    t = crowd("Ks 5s 4h", others=3)
    play(t, "draw stock")
    assert choice(COUNTER, t) == "discard 4h", "15 is not below 15"


def test_counter_drops_the_suit_before_lower_cards_of_others() -> None:
    t = crowd("Ks 4s 2h", others=3)
    play(t, "draw stock")
    assert choice(COUNTER, t) == "discard 4s"


def test_counter_drops_only_a_suit_that_he_was_going_for() -> None:
    """One card of a suit is no collection, and neither are two that do not make his value."""
    t = crowd("Ks 5h 4d", others=3, drawn="2c")
    play(t, "draw stock")
    assert choice(COUNTER, t) == "discard 2c"
    t = crowd("4s 3s Kh", others=3, drawn="2d")
    play(t, "draw stock")
    assert choice(COUNTER, t) == "discard 2d"


def test_counter_does_not_count_himself_among_the_others() -> None:
    """Two others and he himself have taken spades: that is no crowd."""
    hands = ["8s Qh 7d", "7s Qd 7h", "6s Qc 8c", "3s 5h 4d", "Jc Jd 5c"]
    t = table("thirty_one", hands, "9s", "Tc 2h 2d 2c 2s", dealer=4)
    play(t, "draw discard", "discard 8s", "draw discard", "discard 7s", "draw stock", "discard 6s")
    play(t, "draw discard", "discard 4d")
    for drawn in ("2h", "2d", "2c", "2s"):
        play(t, "draw stock", f"discard {drawn}")
    assert t.turn == 3
    assert choice(COUNTER, t) == "draw discard"


def test_counter_does_not_throw_a_dropped_suit_to_the_next_player() -> None:
    """Both rules at once: he drops his spades, but never to a next player who goes for them, while others are free."""
    hands = ["Jc Jd 5c", "8s 2h 3d", "7s 2d 3h", "6s 2c 3c", "Ks 4s 5h"]
    t = table("thirty_one", hands, "9s", "Tc 9d", dealer=0)
    play(t, "draw discard", "discard 8s", "draw discard", "discard 7s", "draw discard", "discard 6s")
    play(t, "draw stock")
    assert t.turn == 4
    assert choice(COUNTER, t) == "discard 4s", "seat 0, who comes next, goes for nothing"
    t = table("thirty_one", ["9s 2h 3d", "8s 2d 3h", "7s 2c 3c", "Ks 4s 5h", "Jc Jd 5c"], "Ts", "9d", dealer=3)
    play(t, "draw discard", "discard 5c", "draw stock", "discard 9s")
    play(t, "draw discard", "discard 8s", "draw discard", "discard 7s")
    assert t.turn == 3
    play(t, "draw stock")
    assert choice(COUNTER, t) == "discard 5h", "seat 4, who comes next, took the Ts"


def test_counter_keeps_three_of_a_kind_in_a_crowded_suit() -> None:
    t = crowd("5s 5h 5d", others=3, drawn="4s")
    play(t, "draw stock")
    assert choice(COUNTER, t) == "discard 4s"
