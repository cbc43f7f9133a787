"""The five computer players of Thirty-One, sentence by sentence of the rule book: a position, the move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import knockroll
from tests.helpers import deck, play, table

HOUSE, CAUTION, AGGRESSIVE, COUNTER, CLUELESS = (
    "House",
    "Mr. Caution",
    "Ms. Aggressive",
    "The Card Counter",
    "Mr. Clueless",
)
JUNK = "2d 3d 5d 6d 2h 3h 5h 6h 2c 3c 5c 6c 2s 3s 5s 6s"
"""A stock of cards that help nobody much, for tests that play some rounds."""


def choice(name: str, t: knockroll.Table, seed: int = 0) -> str:
    """What a player does whose turn it is."""
    assert t.turn is not None
    move = knockroll.player("thirty_one", name, seed).choose(t.view(t.turn))
    assert move in t.legal()
    return move


def first_move(name: str, hand: str, upcard: str, **options: Any) -> str:
    """What a player does who begins with this hand, two others being at the table."""
    return choice(name, table("thirty_one", [hand, "", ""], upcard, dealer=2, **options))


def last_move(name: str, hand: str, upcard: str) -> str:
    """What a player does, with nothing to knock for, after somebody else has knocked."""
    t = table("thirty_one", ["", hand, ""], upcard, dealer=2)
    play(t, "knock")
    return choice(name, t)


def discard(name: str, hand: str, drawn: str, upcard: str = "2c") -> str:
    """What a player discards who held this hand and has drawn that card from the stock."""
    t = table("thirty_one", [hand, "", ""], upcard, drawn, dealer=2)
    play(t, "draw stock")
    return choice(name, t)


def in_round(number: int, hand: str, used: Sequence[str] = ()) -> knockroll.Table:
    """A table of two at which everybody has thrown back what they drew until the first seat begins this round."""
    stock = " ".join(card for card in JUNK.split() if card not in (*hand.split(), *used))
    t = table("thirty_one", [hand, "Tc 9d 8c"], "4c", stock, dealer=1)
    for _ in range(2 * (number - 1)):
        drawn = next(event.cards[0] for event in play(t, "draw stock") if event.kind == "draw")
        play(t, f"discard {drawn}")
    assert t.view(0)["rounds"][0] == number
    return t


def test_they_are_listed_and_the_usual_opponent_is_first() -> None:
    names = knockroll.player_names("thirty_one")
    assert names[:5] == (HOUSE, CAUTION, AGGRESSIVE, COUNTER, CLUELESS)
    assert knockroll.player("thirty_one", "card counter").name == COUNTER
    for bot in knockroll.get_game("thirty_one").players:
        assert bot.character
        assert bot.choose.__doc__


# --- House ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "move"), [("Ks Qs 5s", "knock"), ("Ks Qs 4s", "draw stock"), ("7s 7h 7d", "knock")])
def test_house_knocks_above_24(hand: str, move: str) -> None:
    assert first_move(HOUSE, hand, "2c") == move


def test_house_cannot_knock_after_a_knock() -> None:
    assert last_move(HOUSE, "Ks Qs 9s", "2d") == "draw stock"


def test_house_cannot_knock_where_the_first_round_forbids_it() -> None:
    assert first_move(HOUSE, "Ks Qs 9s", "2c", knock_first_round=False) == "draw stock"


@pytest.mark.parametrize(
    ("hand", "upcard", "move"),
    [
        ("Ks 9h 2d", "3s", "draw discard"),  # 10 becomes 13
        ("Ks 9h 2d", "Ad", "draw discard"),  # 10 becomes 13
        ("Ks 9h 2d", "Qc", "draw stock"),  # 10 stays 10
        ("Ks 4s 3s", "2s", "draw stock"),  # four spades, but the best three are those held
        ("Ks 4s 3s", "5s", "draw discard"),  # 17 becomes 19
        ("7s 7h Kd", "7c", "draw discard"),  # 10 becomes 30
        ("7s 7h Kd", "7d", "draw discard"),
    ],
)
def test_house_takes_the_discard_if_that_raises_its_value_after_its_best_discard(
    hand: str, upcard: str, move: str
) -> None:
    assert first_move(HOUSE, hand, upcard) == move


def test_house_does_not_take_three_of_a_kind_that_is_worth_nothing() -> None:
    assert first_move(HOUSE, "7s 7h Kd", "7c", three_of_a_kind=0) == "draw stock"


@pytest.mark.parametrize(
    ("hand", "drawn", "move"),
    [
        ("Ks 9s 8s", "5s", "discard 5s"),  # four of a suit: the lowest costs least
        ("Ks 9s 8s", "5h", "discard 5h"),  # costs nothing
        ("4s 4h Ks", "Qs", "discard 4h"),  # breaks a pair, because everything else costs value
        ("7s 7h 7d", "Kc", "discard Kc"),  # 30 stays 30
    ],
)
def test_house_discards_a_card_whose_loss_costs_the_least_value(hand: str, drawn: str, move: str) -> None:
    assert discard(HOUSE, hand, drawn) == move


@pytest.mark.parametrize(
    ("hand", "drawn", "move"),
    [
        ("Ks 9s 6d", "4h", "discard 4h"),  # by points
        ("As 9s Qh", "Td", "discard Td"),  # then by rank
        ("As 9s Td", "Jh", "discard Td"),
        ("9h 8h Ad", "Kc", "discard Kc"),  # an ace is worth 11: more than a king
    ],
)
def test_house_discards_the_lowest_among_equals(hand: str, drawn: str, move: str) -> None:
    assert discard(HOUSE, hand, drawn) == move


def test_house_does_not_break_a_pair_the_example_of_the_source() -> None:
    assert discard(HOUSE, "4s 8c Qh", "4c", upcard="2d") == "discard Qh"


def test_house_breaks_the_lowest_of_equals_if_all_are_pairs() -> None:
    """4s 4h 8s 8h is worth 12 whichever card goes; by points, then suit, the 4s is the lowest."""
    assert discard(HOUSE, "4s 4h 8s", "8h") == "discard 4s"


def test_house_keeps_no_pair_that_can_come_to_nothing() -> None:
    t = table("thirty_one", ["4s 8c Qh", "", ""], "2d", "4c", dealer=2, three_of_a_kind=0)
    play(t, "draw stock")
    assert choice(HOUSE, t) == "discard 4s"


def test_house_obeys_may_return_discard() -> None:
    """It took the 5s for its spades; under the option it could not give it back, and would not."""
    t = table("thirty_one", ["Ks 4s 3h", "", ""], "5s", dealer=2, may_return_discard=False)
    assert choice(HOUSE, t) == "draw discard"
    play(t, "draw discard")
    assert choice(HOUSE, t) == "discard 3h"


# --- Mr. Caution ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "move"), [("Ks Qs 7s", "knock"), ("Ks Qs 6s", "draw stock")])
def test_caution_knocks_only_at_27_or_more(hand: str, move: str) -> None:
    assert first_move(CAUTION, hand, "2c") == move


def test_caution_breaks_pairs_freely() -> None:
    assert discard(CAUTION, "4s 8c Qh", "4c", upcard="2d") == "discard 4s"


def test_caution_keeps_three_of_a_kind() -> None:
    assert first_move(CAUTION, "2s 2h Kd", "2d") == "draw discard"
    assert discard(CAUTION, "2s 2h Kd", "2d", upcard="3c") == "discard Kd"
    assert first_move(CAUTION, "2s 2h 2d", "3c") == "knock"


def test_caution_is_house_in_everything_else() -> None:
    assert first_move(CAUTION, "Ks 9h 2d", "3s") == "draw discard"
    assert first_move(CAUTION, "Ks 9h 2d", "Qc") == "draw stock"
    assert discard(CAUTION, "Ks 9s 8s", "5s") == "discard 5s"


# --- Ms. Aggressive ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hand", "move"), [("Ks 6s 9h", "knock"), ("Ks 5s 9h", "draw stock")])
def test_aggressive_knocks_at_16_in_round_1(hand: str, move: str) -> None:
    assert first_move(AGGRESSIVE, hand, "2c") == move


@pytest.mark.parametrize(("hand", "knocks"), [("Ks Js 9h", True), ("Ks 9s 8h", False)])
def test_aggressive_knocks_at_20_after_round_1(hand: str, knocks: bool) -> None:
    assert (choice(AGGRESSIVE, in_round(2, hand)) == "knock") == knocks


@pytest.mark.parametrize("hand", ["As Ks 9h", "Ah Kd Qd", "As 8s 7s", "As Ah Ad"])
def test_aggressive_never_knocks_while_she_holds_an_ace(hand: str) -> None:
    assert first_move(AGGRESSIVE, hand, "2c") == "draw stock"
    assert choice(AGGRESSIVE, in_round(2, hand)) == "draw stock"


@pytest.mark.parametrize(
    ("hand", "drawn", "move"),
    [
        ("7s 7h Ks", "4s", "discard 4s"),  # House would throw the 7h and have 21
        ("4s 4h Ks", "Qs", "discard Qs"),  # House would throw the 4h and have 24
        ("7h Ks Qs", "7d", "discard Qs"),  # it is the drawn card that makes the pair
        ("7s 7h Ad", "Kd", "discard Kd"),  # a pair comes before an ace
        ("As Ah 5s", "9s", "discard 5s"),  # a pair of aces, too
    ],
)
def test_aggressive_keeps_a_pair_whatever_it_costs(hand: str, drawn: str, move: str) -> None:
    assert discard(AGGRESSIVE, hand, drawn) == move


@pytest.mark.parametrize(
    ("hand", "upcard", "move"),
    [
        ("5s 5h 9d", "5c", "draw discard"),  # three of a kind: 30
        ("5s 5h 9d", "Kd", "draw stock"),  # 19, but that is not what she wants
        ("As Ah Ks", "Js", "draw discard"),  # 31
        ("Js Jh As", "9s", "draw discard"),  # 30 in a suit is 30
        ("Js Jh As", "8s", "draw stock"),  # 29
        ("As Ah Ad", "Kh", "draw stock"),  # she has 30 already: this does not make it
    ],
)
def test_aggressive_with_a_pair_takes_a_discard_only_if_it_makes_30_or_31(hand: str, upcard: str, move: str) -> None:
    assert first_move(AGGRESSIVE, hand, upcard) == move


def test_aggressive_keeps_the_30_she_took_a_discard_for() -> None:
    t = table("thirty_one", ["Js Jh As", "", ""], "9s", dealer=2)
    play(t, "draw discard")
    assert choice(AGGRESSIVE, t) == "discard Jh"


def test_aggressive_with_two_pairs_breaks_the_one_that_house_would() -> None:
    assert discard(AGGRESSIVE, "4s 4h 8s", "8h") == "discard 4s"


@pytest.mark.parametrize(
    ("hand", "upcard", "move"),
    [
        ("As 5h 9d", "2s", "draw discard"),  # 11 becomes 13
        ("As 5h 9h", "2s", "draw stock"),  # 14 stays 14
        ("As 5h 9d", "8d", "draw stock"),  # 11 would become 17, but in diamonds
        ("As Kh Qh", "5h", "draw stock"),  # 20 would become 25, but in hearts
    ],
)
def test_aggressive_with_an_ace_takes_a_discard_only_of_its_suit_and_only_if_it_raises_her_value(
    hand: str, upcard: str, move: str
) -> None:
    assert first_move(AGGRESSIVE, hand, upcard) == move


@pytest.mark.parametrize(
    ("hand", "drawn", "move"),
    [
        ("As 5s Kh", "Qh", "discard Qh"),  # House would throw the 5s and have 20
        ("As 5s 9h", "3d", "discard 3d"),
        ("As 5s 9s", "3s", "discard 3s"),  # all of the ace's suit
        ("Kh 9h 8h", "As", "discard 8h"),  # a drawn ace counts at once: House would throw it and have 27
    ],
)
def test_aggressive_with_an_ace_and_no_pair_collects_its_suit(hand: str, drawn: str, move: str) -> None:
    assert discard(AGGRESSIVE, hand, drawn) == move


def test_aggressive_otherwise_plays_as_house() -> None:
    assert first_move(AGGRESSIVE, "9s 5h 2d", "3s") == "draw discard"
    assert first_move(AGGRESSIVE, "9s 5h 2d", "8c") == "draw stock"
    assert discard(AGGRESSIVE, "Ks 5s 4h", "6d") == "discard 4h"


def test_aggressive_has_no_use_for_pairs_where_three_of_a_kind_is_worth_nothing() -> None:
    t = table("thirty_one", ["4s 4h Ks", "", ""], "2c", "Qs", dealer=2, three_of_a_kind=0)
    play(t, "draw stock")
    assert choice(AGGRESSIVE, t) == "discard 4h"


# --- The Card Counter ----------------------------------------------------------------------------------------------


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
        (["Th", "Td"], "d"),  # equal in rank, too: by suit
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


def crowd(hand: str, others: int, drawn: str = "9d") -> knockroll.Table:
    """The Card Counter, seat 3 of five, is to move; some of those before him have taken spades. The 6s lies open."""
    hands = ["8s Qh 7d", "7s Qd 7h", "6s Qc 8c", hand, "Jc Jd 5c"]
    if others == 3:
        t = table("thirty_one", hands, "9s", drawn, dealer=4)
        play(t, "draw discard", "discard 8s", "draw discard", "discard 7s", "draw discard", "discard 6s")
    else:
        t = table("thirty_one", hands, "9s", f"Tc {drawn}", dealer=4)
        play(t, "draw discard", "discard 8s", "draw discard", "discard 7s", "draw stock", "discard 6s")
    assert t.turn == 3
    return t


def test_counter_does_not_go_for_a_suit_that_more_than_two_others_go_for() -> None:
    assert choice(COUNTER, crowd("Ts 5h 4d", others=2)) == "draw discard"
    assert choice(COUNTER, crowd("Ts 5h 4d", others=3)) == "draw stock"
    assert choice(HOUSE, crowd("Ts 5h 4d", others=3)) == "draw discard"


def test_counter_stays_with_a_crowded_suit_if_he_was_in_it_and_has_15() -> None:
    assert choice(COUNTER, crowd("Ks 5s 4d", others=3)) == "draw discard"
    assert choice(COUNTER, crowd("Ks 4s 4d", others=3)) == "draw stock"


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


# --- Mr. Clueless --------------------------------------------------------------------------------------------------


def test_clueless_draws_by_the_flip_of_a_coin() -> None:
    t = table("thirty_one", ["Ks Qs 9s", "", ""], "8h", dealer=2)
    player = knockroll.player("thirty_one", CLUELESS, seed=1)
    moves = [player.choose(t.view(0)) for _ in range(1000)]
    assert set(moves) == {"draw stock", "draw discard"}
    assert 430 < moves.count("draw stock") < 570


def test_clueless_discards_at_random() -> None:
    t = table("thirty_one", ["Ks Qs 9s", "", ""], "2h", "8s", dealer=2)
    play(t, "draw stock")
    player = knockroll.player("thirty_one", CLUELESS, seed=1)
    moves = [player.choose(t.view(0)) for _ in range(1000)]
    assert set(moves) == set(t.legal())
    assert all(190 < moves.count(move) < 310 for move in t.legal())


@pytest.mark.parametrize(("hand", "knocks"), [("Ks Qs Js", True), ("7s 7h 7d", True), ("As Ks 8s", False)])
def test_clueless_knocks_only_with_30(hand: str, knocks: bool) -> None:
    t = table("thirty_one", [hand, "", ""], "2c", dealer=2)
    player = knockroll.player("thirty_one", CLUELESS, seed=1)
    assert {player.choose(t.view(0)) == "knock" for _ in range(50)} == {knocks}


def test_clueless_does_the_same_with_the_same_seed() -> None:
    t = table("thirty_one", ["Ks Qs 9s", "", ""], "2h", dealer=2)

    def run(seed: int) -> list[str]:
        player = knockroll.player("thirty_one", CLUELESS, seed)
        return [player.choose(t.view(0)) for _ in range(50)]

    assert run(3) == run(3) != run(4)
