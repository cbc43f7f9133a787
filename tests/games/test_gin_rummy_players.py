"""The computer players of Gin Rummy, sentence by sentence of their docstrings: a position, the move."""

from __future__ import annotations

from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import TEXTS
from tests.games.gin_rummy_tables import begin, pass_turns
from tests.helpers import play

VERA, SIMPLE, HAL, PENNY, ARCHIVIST = EVERYBODY = ("Aunt Vera", "Simple", "Hasty Hal", "Penny", "The Archivist")
LOOKING_AHEAD = (VERA, ARCHIVIST)

ALMOST_GIN = "As 2s 3s 4h 5h 6h 9d Td Jd Kc"
"""Three runs and a king: 10."""
ONE_RUN = "As 2s 3s 4h 6h 8d Td Qc Kc 7c"
"""A run, and 55 beside it: no two of the others go together but 4h 6h, 8d Td and Qc Kc."""


def choice(name: str, t: knockroll.Table, seed: int = 0) -> str:
    """What a player does whose turn it is."""
    assert t.turn is not None
    move = knockroll.player("gin_rummy", name, seed).choose(t.view(t.turn))
    assert move in t.legal()
    return move


def draw(name: str, hand: str, upcard: str, variant: str | None = "standard", **options: Any) -> str:
    """What a player does who holds this hand, if this card lies on the pile. In the variant it is offered."""
    return choice(name, begin([hand, ""], upcard, variant=variant, **options))


def after_drawing(hand: str, drawn: str, upcard: str = "", variant: str | None = "standard") -> knockroll.Table:
    """A table at which the first player held this hand and has drawn that card from the stock."""
    t = begin([hand, ""], upcard, drawn, variant=variant)
    if variant:
        play(t, "pass", "pass")
    play(t, "draw stock")
    return t


def discard(name: str, hand: str, drawn: str, upcard: str = "", variant: str | None = "standard", seed: int = 0) -> str:
    """What a player discards who held this hand and has drawn that card from the stock."""
    return choice(name, after_drawing(hand, drawn, upcard, variant), seed)


def in_round(number: int, hand: str, drawn: str, variant: str | None, seats: int = 2) -> knockroll.Table:
    """A table at which all have thrown back what they drew, until the first player has drawn that card in a round."""
    turns = seats * (number - 1)
    stock = [card for card in TEXTS[::-2] + TEXTS[-2::-2] if card not in f"{hand} {drawn} 5c"][:turns]
    t = begin([hand, *[""] * (seats - 1)], "5c", " ".join([*stock, drawn]), variant=variant)
    if variant:
        play(t, "pass", "pass")
    pass_turns(t, turns)
    play(t, "draw stock")
    return t


def test_they_are_listed_and_the_usual_opponent_is_first() -> None:
    assert knockroll.player_names("gin_rummy")[:5] == EVERYBODY
    assert knockroll.player("gin_rummy", "archivist").name == ARCHIVIST


@pytest.mark.parametrize("name", EVERYBODY)
@pytest.mark.parametrize("variant", [None, "standard"])
def test_all_go_gin_when_they_can(name: str, variant: str | None) -> None:
    hand = "4s 4h 4d 7s 7h 7d 9c 9d 9h Kc" if name == PENNY else ALMOST_GIN
    drawn = "9s" if name == PENNY else "Qd"
    assert discard(name, hand, drawn, "2c", variant) == "gin Kc"


@pytest.mark.parametrize("name", EVERYBODY)
def test_all_draw_from_the_stock_when_nobody_wanted_the_upcard(name: str) -> None:
    t = begin([ALMOST_GIN, ""], "Ks", variant="standard")
    play(t, "pass", "pass")
    assert choice(name, t) == "draw stock"


@pytest.mark.parametrize("name", EVERYBODY)
def test_nobody_gives_back_the_card_just_taken_even_where_that_is_allowed(name: str) -> None:
    """The king is the highest card, and goes with none."""
    t = begin(["2s 4h 6d 8c 2h 4d 6c 8s Ts Jd", ""], "Kc")
    play(t, "draw discard")
    assert "discard Kc" in t.legal()
    assert not choice(name, t).endswith("Kc")


# --- Simple --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "upcard", "takes"),
    [
        ("7s 7h 2d 4c 9s Jh Qd Kc 5d 3h", "7d", True),  # a set
        ("7s 8s 2d 4c 5h Jh Qd Kc 5d 3h", "9s", True),  # a run
        ("7s 9s 2d 4c 5h Jh Qd Kc 5d 3h", "8s", True),  # in the middle
        ("7s 8s 9s 7h 7d 2c 4c Jd Kh 5d", "7c", True),  # a set that shares a card with a run
        ("Ks Qh Jd 9c 8s 7h 5d 4c 3s 2h", "Ac", False),  # it would save nine points, but is in no meld
        ("Ks 2s 5h 9c 8s 7h 5d 4c 3h 2h", "As", False),  # round the corner is no run
        ("7s 7h 2d 4c 9c Jh Qd Kc 5d 3h", "8s", False),
    ],
)
def test_simple_takes_the_discard_only_if_it_joins_a_meld(hand: str, upcard: str, takes: bool) -> None:
    assert draw(SIMPLE, hand, upcard) == ("draw discard" if takes else "pass")
    assert draw(SIMPLE, hand, upcard, None) == ("draw discard" if takes else "draw stock")


def test_simple_takes_what_joins_a_meld_even_if_that_does_not_lower_its_deadwood() -> None:
    """The set of 2s would break the run of clubs, where the 2c is worth more."""
    assert draw(SIMPLE, "Ac 2c 3c 2s 9s Jh Qd Kc 5d 7h", "2d") == "draw discard"


@pytest.mark.parametrize(
    ("hand", "drawn", "move"),
    [
        ("Ks Kh Kd 2s 4s 6h 8c Th 3d 5c", "9s", "discard Th"),  # not a king: they are a meld
        ("7s 8s 9s 7h 7d Qc Qd 4h 2c Ac", "9h", "discard Q"),  # it does not keep pairs
        ("Ts Js Qs Ks 4h 6h 8c 3d 5c Ad", "Ah", "discard 8c"),  # a spade would only cost what it is worth
    ],
)
def test_simple_discards_what_leaves_the_least_deadwood(hand: str, drawn: str, move: str) -> None:
    assert discard(SIMPLE, hand, drawn).startswith(move)


def test_simple_does_not_discard_the_card_taken() -> None:
    """The 7d makes a set, but the 7s is worth more in the run: so one of the red sevens should go."""
    t = begin(["7s 8s 9s 7h As Ah Ad 2c 3d 4h", ""], "7d")
    play(t, "draw discard")
    assert "knock 7d" in t.legal()
    assert {choice(SIMPLE, t, seed) for seed in range(30)} == {"knock 7h"}


def test_simple_discards_one_of_equals_at_random() -> None:
    moves = [discard(SIMPLE, "Ks Qh Jd 9c 8s 7h 5d 4c 3s 2h", "Tc", seed=seed) for seed in range(200)]
    assert {moves.count(move) > 30 for move in ("discard Ks", "discard Qh", "discard Jd", "discard Tc")} == {True}
    assert len(set(moves)) == 4


@pytest.mark.parametrize(("drawn", "move"), [("Qh", "knock "), ("9h", "knock ")])
def test_simple_knocks_as_soon_as_it_is_allowed_to(drawn: str, move: str) -> None:
    assert discard(SIMPLE, ALMOST_GIN, drawn).startswith(move)
    assert discard(SIMPLE, ONE_RUN, drawn).startswith("discard "), "46 is more than 10"
    assert discard(SIMPLE, ONE_RUN, drawn, variant=None).startswith("knock "), "there is no limit"


# --- Hasty Hal -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "upcard", "takes"),
    [
        ("7s 7h 2d 4c 9s Jh Qd Kc 5d 3h", "7d", True),
        ("Ks Qh Jd 9c 8s 7h 5d 4c 3s 2h", "9s", True),  # for a king: a point
        ("Ks Qh Jd 9c 8s 7h 5d 4c 3s 2h", "Tc", False),  # for a king: nothing
        ("7s 8s 9s 7h 7d 2c 2d As Ad Ah", "3h", True),  # it breaks up two sevens
        ("7s 8s 9s 7h 7d 2c 2d As Ad Ah", "Th", False),
    ],
)
def test_hal_takes_the_discard_if_that_lowers_his_deadwood(hand: str, upcard: str, takes: bool) -> None:
    assert draw(HAL, hand, upcard) == ("draw discard" if takes else "pass")


def test_hal_discards_what_leaves_the_least_deadwood_of_equals_the_highest() -> None:
    assert discard(HAL, "Ks Kh Kd 2s 4s 6h 8c Th 3d 5c", "9s") == "discard Th"
    assert discard(HAL, "Ts Js Qs Ks 4h 6h 8c 3d 5c Ad", "Ah") == "discard 8c"


def test_hal_knocks_as_soon_as_he_is_allowed_to() -> None:
    assert discard(HAL, ALMOST_GIN, "9h") == "knock Kc"
    assert discard(HAL, ONE_RUN, "9h").startswith("discard ")
    assert discard(HAL, ONE_RUN, "9h", variant=None).startswith("knock ")


# --- Penny ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "upcard", "takes"),
    [
        ("7s 7h 2d 4c 9s Jh Qd Kc 5d 3h", "7d", True),
        ("7s 7h 7d 4c 9s Jh Qd Kc 5d 3h", "7c", True),
        ("7s 8s 2d 4c 5h Jh Qd Kc 5d 3h", "9s", False),  # a run
        ("7s 8h 2d 4c 5h Jh Qd Kc 5d 3h", "7d", False),  # a pair
    ],
)
def test_penny_takes_the_discard_only_if_it_makes_a_set(hand: str, upcard: str, takes: bool) -> None:
    assert draw(PENNY, hand, upcard) == ("draw discard" if takes else "pass")


@pytest.mark.parametrize(
    ("hand", "drawn", "move"),
    [
        ("Ks Kh 9s Ts Js 2d 2h 4c 5d 7h", "3c", "discard Js"),  # the kings are a pair, the run is nothing to her
        ("Ks Kh 9s 9h 7d 7c 5s 5d 5h 2s", "2d", "discard Ks"),  # no card is alone
        ("Ks Kh Kd 9s 9h 9d 7d 7c 7h 2s", "2d", "knock 2s"),  # the highest that is in no set
        ("Ks Kh Kd 9s 9h 9d 7d 7c 7h 7s", "Kc", "gin Ks"),  # all are in sets
    ],
)
def test_penny_discards_the_highest_card_that_is_alone_then_of_a_pair_then_any(
    hand: str, drawn: str, move: str
) -> None:
    assert discard(PENNY, hand, drawn) == move


def test_penny_knocks_with_10_or_less_outside_sets() -> None:
    sets = "Ks Kh Kd 9s 9h 9d"
    assert discard(PENNY, f"{sets} 3c 4c 2s As", "Qc") == "knock Qc", "3 + 4 + 2 + 1"
    assert discard(PENNY, f"{sets} 3c 4c 2s 2h", "Qc") == "discard Qc", "11"
    assert discard(PENNY, f"{sets} 3c 4c 2s 2h", "Qc", variant=None) == "discard Qc", "11, and it would be allowed"
    assert discard(PENNY, f"{sets} 3c 4c 2s As", "Qc", variant=None) == "knock Qc"
    assert discard(PENNY, ALMOST_GIN, "8c") == "discard Kc", "it would leave 8, but three runs are nothing to her"


# --- Those who look ahead: Aunt Vera and the Archivist ---------------------------------------------------------------


@pytest.mark.parametrize("name", LOOKING_AHEAD)
@pytest.mark.parametrize(
    ("hand", "upcard", "takes"),
    [
        ("7s 7h 2d 4c 9c Jh Qd Kc 5d 3h", "7d", True),
        ("7s 8s 2d 4c 5h Jh Qd Kc 5d 3h", "9s", True),
        ("7s 8s 9s 4c 5h Jh Qd Kc 5d 3h", "Ts", True),  # it replaces a king
        ("Ks Qh Jd 9c 8s 7h 5d 4c 3s 2h", "Ac", False),  # it saves nine points, but is in no meld
        ("Ac 2c 3c 2s 9s Jh Qd Ks 5d 7h", "2d", False),  # the 2c is in a run
        ("4s 5s 6s 4h 5h 6h 9d Td Jd Kc", "Qc", False),  # nothing is gained
    ],
)
def test_they_take_the_discard_if_it_is_in_a_meld_and_lowers_the_deadwood(
    name: str, hand: str, upcard: str, takes: bool
) -> None:
    assert draw(name, hand, upcard) == ("draw discard" if takes else "pass")


@pytest.mark.parametrize("name", LOOKING_AHEAD)
def test_they_take_a_discard_that_lets_them_knock(name: str) -> None:
    assert draw(name, ALMOST_GIN, "2c") == "draw discard"
    assert draw(name, "As 2s 3s 4h 5h 6h 9d 2d Jd Kc", "2c") == "pass", "14 would be too much"


KINGS = "Ks Kh Qd 8c 6s 4h 2d As 3c 7d"
"""No meld, and no two cards that go together but the kings."""


@pytest.mark.parametrize("name", LOOKING_AHEAD)
def test_they_keep_cards_that_go_together(name: str) -> None:
    assert discard(HAL, KINGS, "9h", "5c") == "discard Ks"
    assert discard(name, KINGS, "9h", "5c") == "discard Qd"


def without_kings(name: str) -> str:
    """What a player discards who has two kings, after the two others have lain on the pile."""
    t = begin([KINGS, ""], "Kd", "5c Kc 9h", variant="standard")
    play(t, "pass", "pass", "draw stock", "discard 5c", "draw stock", "discard Kc", "draw stock")
    return choice(name, t)


def test_vera_does_not_mind_which_cards_are_gone_but_the_archivist_does() -> None:
    assert without_kings(VERA) == "discard Qd"
    assert without_kings(ARCHIVIST) == "discard Ks"


def having_seen_a_take(name: str, take: str) -> str:
    """What a player discards who has thrown the Jh, if the next player has taken that, or drawn from the stock."""
    stock = "Jh 7d" if take == "discard" else "Jh Ac 7d"
    t = begin(["Qh Td 8c 6s 4d 2h As 3c 5h 9s", ""], "5c", stock, variant="standard")
    play(t, "pass", "pass", "draw stock", "discard Jh", f"draw {take}")
    play(t, "discard Ac" if take == "stock" else "discard Kc", "draw stock")
    return choice(name, t)


def test_the_archivist_does_not_discard_what_goes_with_a_card_that_the_next_player_took() -> None:
    t = {(name, take): having_seen_a_take(name, take) for name in LOOKING_AHEAD for take in ("stock", "discard")}
    assert t == {
        (VERA, "stock"): "discard Qh",
        (VERA, "discard"): "discard Qh",
        (ARCHIVIST, "stock"): "discard Qh",
        (ARCHIVIST, "discard"): "discard Td",
    }


def test_vera_knocks_as_soon_as_she_is_allowed_to() -> None:
    assert discard(VERA, ALMOST_GIN, "9h") == "knock Kc"
    assert choice(VERA, in_round(8, TEN_LEFT, "Kc", "standard")) == "knock Kc"


THREE_RUNS = "As 2s 3s 4h 5h 6h 9d Td Jd"
TEN_LEFT = f"{THREE_RUNS} Qc"


@pytest.mark.parametrize(
    ("number", "left", "knocks"),
    [
        (1, "Qc", True),
        (3, "Qc", True),
        (4, "9c", True),
        (4, "Qc", False),
        (6, "6c", True),
        (6, "7c", False),
        (9, "2c", True),
        (9, "3c", False),
        (10, "Ac", False),
    ],
)
def test_the_archivist_knocks_with_less_in_each_round_and_then_waits_for_gin(
    number: int, left: str, knocks: bool
) -> None:
    move = choice(ARCHIVIST, in_round(number, f"{THREE_RUNS} {left}", "Kc", "standard"))
    assert move.split()[0] == ("knock" if knocks else "discard")


FIFTY = "Ks 9h 8c 6d 5s 4h 3c 2d 2s Ah"
SIXTY = "Ks Qh 9c 8d 7s 6h 4c 3d 2s Ah"
EIGHTY = "Ks Qh Jd Td 9c 9h 8s 8d 4c 2h"


@pytest.mark.parametrize(
    ("name", "number", "hand", "knocks"),
    [
        (VERA, 1, SIXTY, True),
        (VERA, 1, SIXTY.replace("Ah", "2h"), False),
        (VERA, 2, FIFTY.replace("4h", "6h"), True),
        (VERA, 2, FIFTY.replace("4h", "7h"), False),
        (VERA, 8, TEN_LEFT, True),
        (VERA, 8, f"{THREE_RUNS[:-3]} Qc Ac", False),
        (ARCHIVIST, 1, EIGHTY, True),
        (ARCHIVIST, 1, EIGHTY.replace("2h", "3h"), False),
        (ARCHIVIST, 2, EIGHTY.replace("Td", "2c"), True),
        (ARCHIVIST, 2, EIGHTY.replace("Td", "3c"), False),
        (ARCHIVIST, 10, TEN_LEFT, True),
        (ARCHIVIST, 10, f"{THREE_RUNS[:-3]} Qc Ac", False),
    ],
)
def test_without_a_limit_they_knock_early_and_later_with_less(name: str, number: int, hand: str, knocks: bool) -> None:
    assert choice(name, in_round(number, hand, "Kc", None)).startswith("knock " if knocks else "discard ")


def test_without_a_limit_they_ask_for_less_with_more_players() -> None:
    for name, hand in ((VERA, SIXTY), (ARCHIVIST, EIGHTY)):
        assert choice(name, in_round(1, hand, "Kc", None)).startswith("knock ")
        assert choice(name, in_round(1, hand, "Kc", None, seats=3)).startswith("discard ")
        two_less = hand.replace("3d", "Ad") if name == VERA else hand.replace("4c", "2c")
        assert choice(name, in_round(1, two_less, "Kc", None, seats=3)).startswith("knock ")


@pytest.mark.parametrize(
    ("hand", "upcard", "takes"),
    [
        (SIXTY, "2h", True),
        (SIXTY, "9s", False),
        (SIXTY.replace("8d", "8s"), "9s", True),  # it makes a run
        (SIXTY, "Jd", False),
    ],
)
def test_without_a_limit_the_archivist_takes_what_is_better_than_the_average_of_the_stock(
    hand: str, upcard: str, takes: bool
) -> None:
    assert draw(ARCHIVIST, hand, upcard, None) == ("draw discard" if takes else "draw stock")
