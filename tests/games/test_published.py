"""Hands and turns that others have published with their outcomes, played here.

Each names its source; where a source gives values and no suits, the suits are ours.

- OpenSpiel: ``open_spiel/games/gin_rummy/gin_rummy_test.cc`` of google-deepmind/open_spiel, whose authors worked the
  hands out themselves.
- "Gin rummy 2 players", shopsrefa.blogg.se/2023/february.
- "Scat", reg.dorogaved.ru/games/cards/comby/Scat.html, which has the examples of the page on 31 of pagat.com.
- "Tonk (game)" of Wikipedia, and pagat.com, whose rules of Tonk are ours.
- The rules of Farkle of a course (CSC 276), which has the examples of Wikipedia.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

import knockroll
from knockroll.engine.cards import mask_of, parse_cards
from knockroll.engine.melds import lowest_deadwood
from knockroll.games.thirty_one.rules import hand_value
from tests.games import farkle_tables, gin_rummy_tables, thirty_one_tables, tonk_tables
from tests.helpers import play


def points(hand: knockroll.Hand) -> list[int]:
    return list(hand.points)


# --- Gin Rummy ------------------------------------------------------------------------------------------------------


def gin(hands: Sequence[str], upcard: str, stock: str = "", **options: Any) -> knockroll.Table:
    """A table with OpenSpiel's rules; seat 0 is its player 0, who begins."""
    return gin_rummy_tables.begin(hands, upcard, stock, variant="standard", **options)


def test_the_defender_breaks_a_meld_to_undercut() -> None:
    """OpenSpiel, GameplayTest1: without laying the 8s off, the knocker would win 7; with it the defender wins 21."""
    t = gin(
        ["Qs 5s 6s 7s 9c Tc Jc Ks Kc Kd", "2s 2c 2d 2h 8s 8c 8d 9s 7c Ac"],
        upcard="Jd",
        undercut_bonus=20,
    )
    hand = gin_rummy_tables.end(t, "draw discard", "knock Qs")
    assert (hand.ending, points(hand)) == ("undercut", [0, 21])


def test_the_knocker_lays_three_sets_rather_than_three_runs() -> None:
    """OpenSpiel, GameplayTest2: runs would let the defender lay 8s and 4s off and undercut; sets win 2."""
    t = gin(["2s 5s 6s 7s 5c 6c 7c 5d 6d 7d", "3s 4s 4c 4d 5h 6h 7h 8s 8c 8d"], upcard="As")
    hand = gin_rummy_tables.end(t, "draw discard", "knock 2s")
    assert (hand.ending, points(hand)) == ("knock", [2, 0])


def test_a_card_laid_off_makes_room_for_the_next() -> None:
    """OpenSpiel, GameplayTest3: the 9 of spades goes to the run only when the 10 did, not to the set of tens."""
    t = gin(["Js Qs Ks Tc Td Th Ac Ad 2s 2h", "Ts 9s 4s 4c 4d 4h 5s 5c 5d 5h"], upcard="As")
    hand = gin_rummy_tables.end(t, "draw discard", "knock 2s")
    assert (hand.ending, points(hand)) == ("undercut", [0, 27])


def test_gin_is_the_only_way_when_the_upcard_was_an_ace() -> None:
    """OpenSpiel, OklahomaTest: an ace turned up means that only gin ends the hand; 25 and 63 of deadwood are 88."""
    t = gin(
        ["Td Qd Js Qs 3h 2c 3c 4c Th Jh", "As 2s 3s 4s 5s 6s 7s 8s 9s Kh"],
        upcard="Ac",
        stock="Ad",
        knock_limit=0,
    )
    play(t, "pass", "draw discard")
    assert gin_rummy_tables.finishing(t) == []
    play(t, "discard Kh", "draw stock", "discard Ad", "draw discard")
    hand = gin_rummy_tables.end(t, "gin 9s")
    assert (hand.ending, points(hand)) == ("gin", [0, 88])


def test_nothing_is_laid_off_on_gin() -> None:
    """OpenSpiel, WallTest: 25 and the 18 of the 8 and the 10 of hearts, which would fit the run of jack to king.

    There the jack is taken when two cards are left in the stock, which is too late here: so it is the first upcard.
    """
    t = gin(["9s Ts Js Qs Ks Ac 2c 3c 8h Th", "As 2s 3s 4s 5s 6s 7s 8s Qh Kh"], upcard="Jh")
    play(t, "pass", "draw discard")
    hand = gin_rummy_tables.end(t, next(move for move in gin_rummy_tables.finishing(t) if move.startswith("gin")))
    assert (hand.ending, points(hand)) == ("gin", [0, 43])


def test_a_hand_is_void_when_two_cards_are_left() -> None:
    """OpenSpiel, WallTest: both draw and discard until two cards are left, and nobody is paid."""
    t = gin(["9s Ts Js Qs Ks Ac 2c 3c Th Jh", "As 2s 3s 4s 5s 6s 7s 8s Qh Kh"], upcard="4c")
    play(t, "pass", "pass")
    while not t.hands:
        gin_rummy_tables.pass_turns(t, 1)
    assert (t.hands[0].ending, points(t.hands[0])) == ("stock", [0, 0])
    assert sum(move == "draw stock" for move in t.moves) == 29, "31 cards in the stock, and two are left"


def test_the_best_melds_of_an_ambiguous_hand() -> None:
    """OpenSpiel, MeldTests: sets of 4s and 5s and a run of clubs leave 6 and 3; the discard of the 6 leaves 3."""
    cards = parse_cards("4s 4c 4d 4h 5s 5c 5d 6s 2c 3s 3c")
    hand = mask_of(cards)
    assert lowest_deadwood(hand) == 9
    assert min(lowest_deadwood(hand & ~(1 << card)) for card in cards) == 3


def test_a_knock_with_eight_against_thirty_two() -> None:
    """shopsrefa.blogg.se: the defender has three kings, lays a 10 off on J Q K of spades, and keeps 10 8 6 5 2 1."""
    t = gin(
        ["Js Qs Ks 4h 5h 6h 9c 9d 8d Jd", "Kh Kd Kc Ts Th 8s 6c 5d 2c Ad"],
        upcard="9h",
    )
    play(t, "draw discard")
    hand = gin_rummy_tables.end(t, "knock Jd")
    assert (hand.ending, points(hand)) == ("knock", [32 - 8, 0])


# --- Thirty-One -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "value"),
    [("Kh 8h 5h", 23), ("Qs 9d 8d", 17), ("Ac 6s 4s", 11), ("Jc 7h 4s", 10)],
)
def test_the_value_of_a_hand_is_that_of_its_best_suit(cards: str, value: int) -> None:
    """Scat: a whole suit; two cards that beat the third; an ace that beats two cards; three suits."""
    assert hand_value(mask_of(parse_cards(cards)), 0) == value


def test_a_knocker_with_the_lowest_hand_loses_two() -> None:
    """Scat: of the four hands above, that of 10 knocks and is the lowest."""
    hands = ["Jc 7h 4s", "Kh 8h 5h", "Qs 9d 8d", "Ac 6s 2s"]
    t = thirty_one_tables.struck([0] * 4, hands, turn=0)
    play(t, "knock")
    while not t.hands:
        drawn = play(t, "draw stock")[0].cards[0]
        if not t.hands:
            play(t, f"discard {drawn}")
    assert points(t.hands[0])[0] == 2


# --- Tonk -----------------------------------------------------------------------------------------------------------


def test_fifty_points_dealt_win_two_stakes_from_everybody() -> None:
    """Wikipedia and pagat.com."""
    t = tonk_tables.begin([tonk_tables.HANDS[0], tonk_tables.FIFTY, tonk_tables.HANDS[2]])
    assert (t.hands[0].ending, points(t.hands[0])) == ("opening", [-2, 4, -2])


def test_two_with_fifty_or_forty_nine_points_draw() -> None:
    """Wikipedia and pagat.com: nobody pays."""
    t = tonk_tables.begin([tonk_tables.HANDS[0], tonk_tables.FIFTY, tonk_tables.FORTY_NINE])
    assert (t.hands[0].ending, points(t.hands[0])) == ("draw", [0, 0, 0])


# --- Farkle ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kept", "score", "left"),
    [("3 3 3", 300, 3), ("1", 100, 5), ("5", 50, 5), ("1 3 3 3 5", 450, 1)],
)
def test_what_can_be_kept_of_1_2_3_3_3_5(kept: str, score: int, left: int) -> None:
    """CSC 276: four ways to go on after this throw."""
    t = farkle_tables.table("1 2 3 3 3 5", farkle_tables.FARKLE)
    play(t, "throw", f"keep {kept}")
    view = t.view(0)
    assert (view["turn_score"], view["dice_to_throw"]) == (score, left)


def test_450_points_are_banked() -> None:
    """CSC 276: the fifth way is to stop."""
    t = farkle_tables.table("1 2 3 3 3 5", farkle_tables.FARKLE)
    farkle_tables.turn(t, "1 3 3 3 5")
    assert list(t.scores) == [450, 0]


def test_a_third_1_of_a_later_throw_makes_no_triplet() -> None:
    """CSC 276: two 1s set aside and a third thrown with the four other dice are 300, not 1,000."""
    t = farkle_tables.table("1 1 2 3 4 6", "1 2 3 4", farkle_tables.FARKLE)
    farkle_tables.turn(t, "1 1", "1")
    assert list(t.scores) == [300, 0]
