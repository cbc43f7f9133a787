"""The computer players of Thirty-One but for the Card Counter, sentence by sentence of the rule book."""

from __future__ import annotations

from typing import Any

import pytest

import knockroll
from tests.games.thirty_one_players import AGGRESSIVE, CAUTION, CLUELESS, COUNTER, HOUSE, choice, in_round
from tests.helpers import play, table


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
        ("As Ah 5s", "9s", "discard 5s"),  # also a pair of aces
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


@pytest.mark.parametrize(("suit", "other", "third"), ["shd", "hdc", "dcs", "csh"])
def test_aggressive_collects_the_suit_of_whichever_ace_she_holds(suit: str, other: str, third: str) -> None:
    hand = f"A{suit} 5{other} 9{third}"
    assert first_move(AGGRESSIVE, hand, f"2{suit}") == "draw discard"
    assert first_move(AGGRESSIVE, hand, f"8{third}") == "draw stock", "more, but only of that suit"
    assert first_move(AGGRESSIVE, hand, f"8{other}") == "draw stock"
    assert discard(AGGRESSIVE, f"A{suit} 5{suit} K{other}", f"Q{other}", f"2{third}") == f"discard Q{other}"


def test_aggressive_otherwise_plays_as_house() -> None:
    assert first_move(AGGRESSIVE, "9s 5h 2d", "3s") == "draw discard"
    assert first_move(AGGRESSIVE, "9s 5h 2d", "8c") == "draw stock"
    assert discard(AGGRESSIVE, "Ks 5s 4h", "6d") == "discard 4h"


def test_aggressive_has_no_use_for_pairs_where_three_of_a_kind_is_worth_nothing() -> None:
    t = table("thirty_one", ["4s 4h Ks", "", ""], "2c", "Qs", dealer=2, three_of_a_kind=0)
    play(t, "draw stock")
    assert choice(AGGRESSIVE, t) == "discard 4h"


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
