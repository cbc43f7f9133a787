"""Farkle, ruling by ruling and option by option."""

from __future__ import annotations

from typing import Any

import pytest

import knockroll
from knockroll.games import farkle
from tests.games.farkle_tables import FARKLE, FIVES, ONES, kinds, score, table, turn

# --- Rulings -------------------------------------------------------------------------------------------------------


def test_r1_every_die_set_aside_must_score() -> None:
    t = table("2 2 2 2 3 4")
    t.play("throw")
    assert t.legal() == ("keep 2 2 2",)
    with pytest.raises(knockroll.IllegalMove, match="keep 2 2 2"):
        t.play("keep 2 2 2 2")


@pytest.mark.parametrize(
    ("dice", "points"),
    [("1 1 1 1", 1100), ("5 5 5 5", 550), ("1 1 1 1 1 1", 2000), ("5 5 5 5 5", 600), ("2 2 2 2 2 2", 400)],
)
def test_r1_the_best_split(dice: str, points: int) -> None:
    assert farkle.score(dice) == points


def test_r2_of_three_1s_one_or_two_may_be_kept() -> None:
    t = table(ONES)
    t.play("throw")
    assert t.legal() == ("keep 1", "keep 1 1", "keep 1 1 1")
    t.play("keep 1 1")
    assert t.view(0)["turn_score"] == 200
    assert t.view(0)["dice"] == [1, 2, 3, 4]


@pytest.mark.parametrize(
    ("second", "third", "winner"),
    [
        ("1 1 1", "1 1 1", 0),  # drawing level is not enough
        ("1 1 1 1", "1 1 1 1", 1),  # nor is drawing level with who surpassed
        ("1 1 1 1", "1 1 1 5", 1),  # more than the first, but less than the second
        ("1 1 1 5", "1 1 1 1", 2),
        ("1", "1 1 1", 0),
        ("1", "1 1 1 5", 2),
    ],
)
def test_r3_the_highest_total_wins_and_of_equal_ones_the_first(second: str, third: str, winner: int) -> None:
    t = table(ONES, "1 1 1 1 5 2", "1 1 1 1 5 2", seats=3, target=1000)
    turn(t, "1 1 1")
    turn(t, second)
    turn(t, third)
    assert t.result is not None
    assert t.result.winners == (winner,)


def test_r3_the_total_to_surpass_is_the_highest_whoever_holds_it() -> None:
    t = table(ONES, "1 1 1 1 5 2", seats=3, target=1000)
    turn(t, "1 1 1")
    turn(t, "1 1 1 5")
    view = t.view(2)
    assert (view["trigger"], view["leader"], view["high_score"]) == (0, 1, 1050)


def test_r4_the_player_at_the_dealers_left_starts() -> None:
    for dealer in range(3):
        t = table(ONES, seats=3, dealer=dealer)
        assert t.turn == (dealer + 1) % 3
        turn(t, "1")
        assert t.view()["dealer"] == dealer  # the first dealer, for the whole game


def test_r4_the_first_dealer_is_drawn_unless_named() -> None:
    t = knockroll.Table("farkle", seats=3, chance=knockroll.Scripted([1]))
    assert (t.dealer, t.turn) == (1, 2)
    assert t.events == (knockroll.Event("dealer", 1),)
    assert {knockroll.Table("farkle", seats=3, seed=seed).turn for seed in range(20)} == {0, 1, 2}


def test_r4_one_keep_a_throw() -> None:
    t = table(ONES)
    t.play("throw")
    t.play("keep 1")
    with pytest.raises(knockroll.IllegalMove, match="'throw', 'bank'"):
        t.play("keep 1")


def test_r5_the_example_of_the_sheet() -> None:
    """The table in the book, in its order: seven ways to set dice aside from 1-2-3-3-3-5."""
    start = table("1 2 3 3 3 5")
    start.play("throw")
    found = []
    for move in start.legal():
        t = start.copy()
        t.play(move)
        found.append((move, t.view(0)["turn_score"], t.view(0)["dice_to_throw"]))
    assert found == [
        ("keep 1", 100, 5),
        ("keep 5", 50, 5),
        ("keep 1 5", 150, 4),
        ("keep 3 3 3", 300, 3),
        ("keep 1 3 3 3", 400, 2),
        ("keep 3 3 3 5", 350, 2),
        ("keep 1 3 3 3 5", 450, 1),
    ]


# --- Options -------------------------------------------------------------------------------------------------------


def test_option_target() -> None:
    t = table("1 1 2 2 3 3", FARKLE, target=200)
    turn(t, "1 1")
    turn(t)
    assert t.result == knockroll.Result(winners=(0,), scores=(200, 0))


def test_option_opening_minimum() -> None:
    """Below 500 the only way is on."""
    t = table("1 1 5 5 2 3", "1 5 2 3", "1 2", opening_minimum=500)
    for keep, legal in (("1 1", ("throw",)), ("1 5", ("throw",)), ("1", ("throw",))):  # 200, 350, 450
        t.play("throw")
        t.play(f"keep {keep}")
        assert t.legal() == legal
        with pytest.raises(knockroll.IllegalMove, match="may 'throw'"):
            t.play("bank")


def test_option_opening_minimum_binds_each_player_until_the_first_bank() -> None:
    t = table(FIVES, "5 2 3 3 4 4", "2 2 3 4 6", "5 2 3 3 4 4", "1 2 3 3 4 4", opening_minimum=500)
    turn(t, "5 5 5")  # to the point
    assert t.view()["banked"] == [0]
    t.play("throw")
    t.play("keep 5")
    assert t.legal() == ("throw",)  # seat 1 has not banked yet
    t.play("throw")
    assert t.hands[-1].ending == "farkle"
    turn(t, "5")  # seat 0 has
    assert t.scores == (550, 0)


def test_option_opening_minimum_with_hot_dice() -> None:
    """All six dice make only 400: the only move is to throw all six again."""
    t = table("2 2 2 2 2 2", "1 2 2 3 3 4", opening_minimum=500)
    t.play("throw")
    t.play("keep 2 2 2 2 2 2")
    assert t.legal() == ("throw",)
    t.play("throw")
    t.play("keep 1")
    assert t.legal() == ("throw", "bank")


def test_option_opening_minimum_a_farkle_does_not_open() -> None:
    t = table(FARKLE, FARKLE, "5 2 3 3 4 4", opening_minimum=500)
    turn(t)
    turn(t)
    t.play("throw")
    t.play("keep 5")
    assert t.legal() == ("throw",)


@pytest.mark.parametrize("penalty", [500, 1000])
def test_option_three_farkles_penalty(penalty: int) -> None:
    """The third and the sixth farkle in a row cost, the fourth and fifth do not; totals fall below 0."""
    t = table(*[FARKLE] * 13, three_farkles_penalty=penalty)
    for number in range(1, 7):
        turn(t)
        assert t.hands[-1].points == (-penalty if number % 3 == 0 else 0, 0)
        assert t.hands[-1].ending == "farkle"
        assert t.view(1)["farkles"] == [number, number - 1]
        turn(t)
        assert t.hands[-1].points == (0, -penalty if number % 3 == 0 else 0)
    assert t.scores == (-2 * penalty, -2 * penalty)


def test_option_three_farkles_penalty_needs_three_in_a_row() -> None:
    t = table(FARKLE, FARKLE, FARKLE, FARKLE, ONES, ONES, *[FARKLE] * 6, three_farkles_penalty=500)
    for keeps in ([], [], [], [], ["1"], ["1"], [], [], [], []):
        turn(t, *keeps)
    assert t.scores == (100, 100)
    turn(t)
    assert t.scores == (-400, 100)


def test_option_three_farkles_penalty_is_off_by_default() -> None:
    t = table(*[FARKLE] * 6)
    for _ in range(6):
        turn(t)
    assert t.scores == (0, 0)


@pytest.mark.parametrize(
    ("dice", "triples", "add", "double"),
    [
        ("2 2 2", 200, 200, 200),
        ("2 2 2 2", None, 400, 400),
        ("2 2 2 2 2", None, 600, 800),
        ("2 2 2 2 2 2", 400, 800, 1600),
        ("1 1 1 1", 1100, 2000, 2000),
        ("1 1 1 1 1 1", 2000, 4000, 8000),
        ("5 5 5 5 1", 650, 1100, 1100),
        ("6 6 6 6 5 5", None, 1300, 1300),
    ],
)
def test_option_of_a_kind(dice: str, triples: int | None, add: int | None, double: int | None) -> None:
    for of_a_kind, points in (("triples", triples), ("add", add), ("double", double)):
        assert score(dice, of_a_kind=of_a_kind) == points


def test_option_of_a_kind_lets_more_dice_be_kept() -> None:
    t = table("2 2 2 2 3 3", of_a_kind="add")
    t.play("throw")
    assert t.legal() == ("keep 2 2 2", "keep 2 2 2 2")


def test_option_straight() -> None:
    t = table("3 2 1 6 5 4", straight=1500)
    t.play("throw")
    assert t.legal() == ("keep 1", "keep 5", "keep 1 5", "keep 1 2 3 4 5 6")
    assert kinds(t.play("keep 1 2 3 4 5 6")) == ["keep", "hot dice"]
    assert t.view(0)["turn_score"] == 1500


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("2 2 3 3 4 4", 750),
        ("1 1 5 5 6 6", 750),
        ("2 2 2 2 3 3", 750),
        ("2 2 2 2 2 2", 750),
        ("6 6 6 6 6 6", 1200),  # two triples are better
        ("1 1 1 1 5 5", 1200),  # three 1s and three singles are better
        ("2 2 3 3", None),  # all six dice or none
        ("2 2 2 3 3 3", 500),  # no pairs
        ("1 1 2 2 3 4", None),
    ],
)
def test_option_three_pairs(dice: str, points: int | None) -> None:
    assert score(dice, three_pairs=750) == points


def test_option_three_pairs_is_no_farkle() -> None:
    t = table("2 2 3 3 4 4", three_pairs=750)
    t.play("throw")
    assert t.legal() == ("keep 2 2 3 3 4 4",)


def test_option_three_pairs_and_of_a_kind_take_the_better() -> None:
    assert score("2 2 2 2 2 2", three_pairs=750, of_a_kind="add") == 800
    assert score("2 2 2 2 3 3", three_pairs=750, of_a_kind="double") == 750
    assert score("4 4 4 4 5 5", three_pairs=750, of_a_kind="double") == 900


def test_option_must_throw_hot_dice() -> None:
    t = table("1 1 1 5 5 5", "1 2 3 4 6 6", must_throw_hot_dice=True)
    t.play("throw")
    t.play("keep 1 1 1 5 5 5")
    assert t.legal() == ("throw",)
    with pytest.raises(knockroll.IllegalMove, match="may 'throw'"):
        t.play("bank")
    t.play("throw")
    t.play("keep 1")
    assert t.legal() == ("throw", "bank")


def test_option_values_are_checked() -> None:
    wrong: tuple[dict[str, Any], ...] = (
        {"straight": 1000},
        {"target": 0},
        {"of_a_kind": "quads"},
        {"three_pairs": True},
    )
    for options in wrong:
        with pytest.raises(knockroll.InvalidOption, match=next(iter(options))):
            knockroll.Table("farkle", **options)
