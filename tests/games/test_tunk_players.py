"""The computer players of Tunk, sentence by sentence of their docstrings: a position, the move."""

from __future__ import annotations

from typing import Any

import pytest

import knockroll
from knockroll import arena
from tests.games.tunk_tables import begin, pass_turns, tunked
from tests.helpers import play

POLLY, HAL, MISER, LIBRARIAN, HERON = "Aunt Polly", "Hasty Hal", "The Miser", "The Librarian", "The Heron"
EVERYBODY = (POLLY, HAL, MISER, LIBRARIAN, HERON)
JUNK = "Tc 9h 8s Qc Jh Td 8h 9c Qh 7d"
"""A stock that is thrown back card by card, for tests that play some rounds."""


def choice(name: str, t: knockroll.Table) -> str:
    """What a player does whose turn it is."""
    assert t.turn is not None
    move = knockroll.player("tunk", name, seed=0).choose(t.view(t.turn))
    assert move in t.legal()
    return move


def draw(name: str, hand: str, upcard: str, **options: Any) -> str:
    """How a player draws who begins with this hand against one other."""
    return choice(name, begin([hand, ""], upcard, "", **options))


def after_draw(name: str, hand: str, drawn: str, seats: int = 2, rounds: int = 0, **options: Any) -> str:
    """What a player does with this hand and that card from the stock, after some rounds that changed no hand."""
    junk = [card for card in JUNK.split() if card not in hand.split()][: seats * rounds]
    t = begin([hand] + [""] * (seats - 1), "Jd", " ".join([*junk, drawn]), **options)
    pass_turns(t, seats * rounds)
    play(t, "draw stock")
    return choice(name, t)


def last_draw(name: str, hand: str, upcard: str) -> str:
    """How a player with this hand draws after a tunk with the set 5h 6h 2c."""
    return choice(name, tunked(hand, upcard=upcard))


def last_discard(name: str, hand: str, drawn: str) -> str:
    """What a player with this hand discards who has drawn that card after a tunk with the set 5h 6h 2c."""
    t = tunked(hand, stock=drawn)
    play(t, "draw stock")
    return choice(name, t)


def test_they_are_listed_and_the_usual_opponent_is_first() -> None:
    assert knockroll.player_names("tunk") == (*EVERYBODY, "Random", "Miss Supposing")
    for bot in knockroll.get_game("tunk").players:
        assert bot.character
        assert bot.choose.__doc__


@pytest.mark.parametrize(
    "options",
    [{}, {"twos_wild": False}, {"tunk_limit": 3}, {"tunk_limit_counts": "points"}, {"may_return_discard": False}],
)
def test_they_play_by_the_rules(options: dict[str, Any]) -> None:
    result = arena.run("tunk", EVERYBODY, 5, 5, 7, options={"target": 30, **options}, move_limit=200, compiled=False)
    assert all(not standing.faults for standing in result.standings)


@pytest.mark.parametrize("name", EVERYBODY)
def test_they_draw_from_the_pile_when_the_stock_is_out(name: str) -> None:
    """Seven play, the stock has two cards: after a tunk with the first, only one of six can draw from it (R6)."""
    t = begin(["5h 6h 2c Ac 3d 4s 9d"] + [""] * 6, stock="Kc")
    play(t, "draw stock", "tunk")
    while len(t.legal()) > 1 or t.legal()[0] != "draw discard":
        play(t, t.legal()[0])
    assert choice(name, t) == "draw discard"


# --- Hasty Hal -----------------------------------------------------------------------------------------------------


def test_hal_tunks_as_soon_as_he_may_whatever_he_holds() -> None:
    assert after_draw(HAL, "5h 5s 5d Kc Qd Js 9h", "Kh") == "tunk"


def test_hal_otherwise_plays_as_the_miser_does() -> None:
    assert draw(HAL, "9s 9h Kd Qc 4s 3h As", "8c") == "draw discard"
    assert draw(HAL, "9s 9h Kd Qc 4s 3h As", "Kc") == "draw stock"
    assert after_draw(HAL, "9s 9h Kd Qc 4s 3h As", "7c") == "discard Kd"


# --- The Miser -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("drawn", "move"), [("7h", "tunk"), ("8h", "discard 8h")])
def test_miser_tunks_with_15_or_fewer(drawn: str, move: str) -> None:
    """Beside the four 5s he has 8 points in his hand."""
    assert after_draw(MISER, "5h 5s 5d 5c Ac 3d 4s", drawn) == move


@pytest.mark.parametrize(
    ("upcard", "move"),
    [
        ("9d", "draw discard"),  # a matched set
        ("8c", "draw discard"),  # two points less than a king
        ("Kc", "draw stock"),  # as much as the king that would go
    ],
)
def test_miser_takes_the_discard_if_that_lowers_his_points_after_the_best_discard(upcard: str, move: str) -> None:
    assert draw(MISER, "9s 9h Kd Qc 4s 3h As", upcard) == move


@pytest.mark.parametrize(
    ("hand", "drawn", "move"),
    [
        ("9s 9h 8d Qc 4s 3h As", "7c", "discard Qc"),
        ("Ks Kh 9d 7c 4s 3h Ad", "6c", "discard Ks"),  # a pair is nothing to him
        ("9s 9h Kd Qc Js 3h 6d", "9d", "discard Js"),  # equal in every way: the first in card order
    ],
)
def test_miser_discards_what_leaves_the_fewest_points(hand: str, drawn: str, move: str) -> None:
    assert after_draw(MISER, hand, drawn) == move


def test_miser_discards_the_dearest_among_equals() -> None:
    """All eight match, and after a tunk one of them has to go."""
    assert last_discard(MISER, "8s 8h 8d 8c Qs Qh Qd", "Qc") == "discard Qs"


def test_miser_does_not_see_what_he_could_add() -> None:
    assert last_discard(MISER, "7h 6d 4d As 3s 6c 4c", "Ah") == "discard 7h"


# --- Aunt Polly ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("drawn", "tunks"), [("8c", True), ("Tc", False)])
def test_polly_tunks_with_8_or_fewer(drawn: str, tunks: bool) -> None:
    assert (after_draw(POLLY, "5h 5s 5d 5c 9s 9h 9d", drawn) == "tunk") == tunks


def test_polly_keeps_cards_that_nearly_match() -> None:
    assert after_draw(POLLY, "Ks Kh 9d 7c 4s 3h Ad", "6c") == "discard 9d"
    assert after_draw(POLLY, "Ks Js 9d 7c 4s 3h Ad", "6c") == "discard 9d"
    assert after_draw(POLLY, "Ks Ts 9d 7c 4s 3h Ad", "6c") == "discard Ts", "three places apart is too far"


def test_polly_sees_less_in_them_with_every_round() -> None:
    """The kings count 20 for each of six cards: 3.28 points in the first round, 2.93 in the fourth."""
    assert after_draw(POLLY, "Ks Kh 7c 6d 4h 3s Ad", "5s") == "discard 7c"
    assert after_draw(POLLY, "Ks Kh 7c 6d 4h 3s Ad", "5s", rounds=3) == "discard Ks"


def test_polly_takes_a_2() -> None:
    assert draw(POLLY, "Ks Js 9d 7c 4s 4h Ad", "2d") == "draw discard"


def test_polly_takes_a_discard_that_lets_her_tunk() -> None:
    assert draw(POLLY, "5h 5s 5d Jc Jd Js 6c", "Ad") == "draw discard", "7 points"
    assert draw(POLLY, "5h 5s 5d Jc Jd Js 6c", "3d") == "draw stock", "9 points"
    assert draw(POLLY, "5h 5s 5d Jc Jd Js 6c", "Ad", tunk_limit=1) == "draw stock", "two unmatched cards"


def test_polly_takes_a_discard_that_makes_her_hand_better_by_6_points() -> None:
    assert draw(POLLY, "Ks Qd 9h 7c 5d 4s Ah", "3h") == "draw discard"
    assert draw(POLLY, "Ks Qd 9h 7c 5d 4s Ah", "6s") == "draw stock"


def test_polly_takes_the_discard_after_a_tunk_if_that_lowers_her_points() -> None:
    assert last_draw(POLLY, "Ks Qd Jc 9s 8d 7c 6s", "8c") == "draw discard"
    assert last_draw(POLLY, "Ks Qd Jc 9s 8d 7c 6s", "Kd") == "draw stock"


def test_polly_discards_with_what_she_can_add_in_mind() -> None:
    assert last_discard(POLLY, "7h 6d 4d As 3s 6c 4c", "Ah") == "discard 6d"


def test_polly_knows_that_a_set_of_four_takes_no_more() -> None:
    """The 9h would fit behind 5h 6h 7h 8h, and goes because it is her dearest card."""
    t = begin(["5h 6h 7h 8h Ac 3d 9s", "9h 6d 4d As 3s 6c 4c"], stock="Kc Ah")
    play(t, "draw stock", "tunk", "draw stock")
    assert choice(POLLY, t) == "discard 9h"


# --- The Librarian -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "drawn", "tunks"), [("5h 5s 5d 9s 9h 9d Ac", "Ad", True), ("5h 5s 5d 5c 9s 9h 9d", "3d", False)]
)
def test_librarian_tunks_only_with_2_or_fewer(hand: str, drawn: str, tunks: bool) -> None:
    assert (after_draw(LIBRARIAN, hand, drawn) == "tunk") == tunks


def kings_gone(name: str, upcard: str, thrown: str) -> str:
    """What a player with two kings discards after these two cards have lain on the pile."""
    t = begin(["Ks Kh 8c 6d 4h 3s Ad", ""], upcard, f"{thrown} Td 5s")
    pass_turns(t, 2)
    play(t, "draw stock")
    return choice(name, t)


def test_librarian_keeps_a_near_set_only_for_cards_that_may_still_come() -> None:
    assert kings_gone(LIBRARIAN, "Jd", "Tc") == "discard 8c"
    assert kings_gone(LIBRARIAN, "Kd", "Kc") == "discard Ks"
    assert kings_gone(POLLY, "Kd", "Kc") == "discard 8c", "she does not remember"


def test_librarian_prefers_a_discard_that_few_unseen_cards_match() -> None:
    """A ten is near four cards of its suit, a king near two."""
    assert after_draw(LIBRARIAN, "Ts Kd 7c 6h 4d 3s Ac", "8d") == "discard Kd"
    assert after_draw(POLLY, "Ts Kd 7c 6h 4d 3s Ac", "8d") == "discard Ts"


def test_librarian_does_not_discard_what_the_next_player_collects() -> None:
    t = begin(["Ts Kd 7c 6h 4d 3s Ac", "9s 9h 8s 7h 6c 5s Jc"], "Jd", "Kh 8d")
    play(t, "draw stock", "discard Kh", "draw discard", "discard Jc", "draw stock")
    assert choice(LIBRARIAN, t) == "discard Ts"


@pytest.mark.parametrize(
    ("hand", "other", "upcard", "taken", "drawn", "move"),
    [
        # beside 4s the 3s may help, but it is two points dearer than the ace
        ("9s 2h 9h Ac 6h 4h 9d", "Jc 4d 3c 5d As Qc 8h", "2s", "4s", "3s", "discard 3s"),
        # beside Qd the Qh may help, and is only one point dearer than the nine
        ("6h 9h 6c 6s 3c Ah 2c", "9s Jd 3h 7s Jh 6d Qs", "8c", "Qd", "Qh", "discard 9h"),
    ],
)
def test_librarian_minds_a_card_that_is_held_as_much_as_a_point_and_a_half(
    hand: str, other: str, upcard: str, taken: str, drawn: str, move: str
) -> None:
    t = begin([hand, other], upcard, f"{taken} {drawn}")
    play(t, "draw stock", f"discard {taken}", "draw discard", f"discard {other.split()[0]}", "draw stock")
    assert choice(LIBRARIAN, t) == move


def test_librarian_takes_the_discard_after_a_tunk_unless_an_unseen_card_leaves_less_on_average() -> None:
    assert last_draw(LIBRARIAN, "Ks Qd Jc 9s 8d 7c 6s", "3c") == "draw discard"
    assert last_draw(LIBRARIAN, "Ks Qd Jc 9s 8d 7c 6s", "8c") == "draw stock"
    assert last_draw(LIBRARIAN, "Qs Qd 8s 7d 5c 4d 3s", "Qh") == "draw discard", "it makes a set"


def test_librarian_is_aunt_polly_in_everything_else() -> None:
    assert draw(LIBRARIAN, "Ks Js 9d 7c 4s 4h Ad", "2d") == "draw discard"
    assert draw(LIBRARIAN, "5h 5s 5d 5c Jc Jd Js", "Ad") == "draw discard"
    assert draw(LIBRARIAN, "5h 5s 5d 5c Jc Jd Js", "3d") == "draw stock"
    assert last_discard(LIBRARIAN, "7h 6d 4d As 3s 6c 4c", "Ah") == "discard 6d"


# --- The Heron -----------------------------------------------------------------------------------------------------

TWO_SETS = "5h 5s 5d 9s 9h 9d"


@pytest.mark.parametrize(
    ("rounds", "loose", "tunks"),
    [
        (0, "7c 3d", True),
        (0, "7c 4d", False),
        (1, "4c 4d", True),
        (1, "6c 3d", False),
        (2, "3c 3d", True),
        (2, "4c 3d", False),
        (3, "3c Ad", True),
        (3, "4c Ad", False),
        (4, "Ac Ad", True),
        (4, "5c 3d", False),  # the fourth 5: three points are left
    ],
)
def test_heron_tunks_by_the_round(rounds: int, loose: str, tunks: bool) -> None:
    held, drawn = loose.split()
    assert (after_draw(HERON, f"{TWO_SETS} {held}", drawn, rounds=rounds) == "tunk") == tunks


@pytest.mark.parametrize(
    ("seats", "loose", "tunks"),
    [
        (3, "4c 3d", True),
        (3, "4c 4d", False),
        (4, "3c Ad", True),
        (4, "4c Ad", False),
        (6, "Ac Ad", True),
        (6, "5c 3d", False),
    ],
)
def test_heron_wants_to_be_lower_with_more_opponents(seats: int, loose: str, tunks: bool) -> None:
    held, drawn = loose.split()
    assert (after_draw(HERON, f"{TWO_SETS} {held}", drawn, seats=seats) == "tunk") == tunks


def test_heron_is_the_librarian_in_everything_else() -> None:
    assert kings_gone(HERON, "Kd", "Kc") == "discard Ks"
    assert last_draw(HERON, "Ks Qd Jc 9s 8d 7c 6s", "8c") == "draw stock"
    assert last_discard(HERON, "7h 6d 4d As 3s 6c 4c", "Ah") == "discard 6d"
