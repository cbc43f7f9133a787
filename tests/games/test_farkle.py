"""Farkle, clause by clause."""

from __future__ import annotations

import json
from typing import Any

import pytest

import knockroll
from knockroll.engine.dice import pack, parse_dice
from knockroll.engine.options import Value
from knockroll.engine.state import NOBODY
from knockroll.engine.views import read_view, write_view
from knockroll.games import farkle
from knockroll.games.farkle.rules import set_score

FARKLE = "2 3 4 6 2 3"
ONES = "1 1 1 2 3 4"
"""Three 1s are 1,000, one is 100."""
FIVES = "5 5 5 2 3 4"


def table(*throws: str, seats: int = 2, **options: Any) -> knockroll.Table:
    """A table at which seat 0 has the first turn and the dice fall as they are given."""
    options.setdefault("dealer", seats - 1)
    return knockroll.Table("farkle", seats=seats, chance=knockroll.Scripted(throws), **options)


def turn(t: knockroll.Table, *keeps: str) -> tuple[knockroll.Event, ...]:
    """A turn: throw and keep as often as there are dice to keep, then bank. Without dice it has to be a farkle."""
    if not keeps:
        return t.play("throw")
    for dice in keeps:
        t.play("throw")
        t.play(f"keep {dice}")
    return t.play("bank")


def kinds(events: tuple[knockroll.Event, ...]) -> list[str]:
    return [event.kind for event in events]


# --- The game ------------------------------------------------------------------------------------------------------


def test_1_six_dice() -> None:
    t = table("1 2 3 4 6")
    with pytest.raises(knockroll.InvalidChance, match="6 dice"):
        t.play("throw")
    t = table("6 5 4 3 2 1")
    t.play("throw")
    assert t.view(0)["dice"] == [1, 2, 3, 4, 5, 6]


def test_2_two_to_ten_players() -> None:
    for seats in range(2, 11):
        assert len(knockroll.Table("farkle", seats=seats, seed=1).view()["players"]) == seats
    for seats in (1, 11):
        with pytest.raises(knockroll.InvalidOption, match="2 to 10"):
            knockroll.Table("farkle", seats=seats)


def test_2_turn_scores_add_up() -> None:
    t = table(ONES, FIVES, ONES, FARKLE)
    turn(t, "1 1 1")
    turn(t, "5")
    turn(t, "1 1")
    turn(t)
    assert t.scores == (1200, 50)
    assert [hand.points for hand in t.hands] == [(1000, 0), (0, 50), (200, 0), (0, 0)]


def test_2_ten_thousand_or_more_wins() -> None:
    """Five times six 1s are 10,000 to the point; 9,950 is not enough."""
    ones = "1 1 1 1 1 1"
    t = table(ones, ones, ones, ones, ones, FARKLE)
    turn(t, ones, ones, ones, ones, ones)
    turn(t)
    assert t.result == knockroll.Result(winners=(0,), scores=(10000, 0))
    t = table(ones, ones, ones, ones, "1 1 1 1 1 5", "1 6 6 6 2 3", FARKLE)
    turn(t, ones, ones, ones, ones, "1 1 1 1 1 5", "1 6 6 6")
    turn(t)
    assert t.scores == (9950, 0)
    assert t.result is None
    assert t.turn == 0


def test_3_the_short_turn_of_the_book() -> None:
    t = table("1 5 5 2 3 4", "5 2 3")
    assert (t.turn, t.phase) == (0, "throw")
    t.play("throw")
    assert (t.turn, t.phase) == (0, "keep")
    t.play("keep 1 5 5")
    assert (t.turn, t.phase) == (0, "decide")
    t.play("throw")
    t.play("keep 5")
    t.play("bank")
    assert (t.turn, t.phase) == (1, "throw")
    assert t.scores == (250, 0)
    assert t.hands[-1].ending == "bank"
    assert t.hands[-1].winners == ()


def test_3a_a_turn_begins_with_a_throw_of_all_six() -> None:
    t = table(ONES, "5 2 2 3 3 4")
    assert t.legal() == ("throw",)
    turn(t, "1 1 1")
    assert t.legal() == ("throw",)
    assert t.view(1)["dice_to_throw"] == 6
    t.play("throw")
    assert t.view(1)["dice"] == [2, 2, 3, 3, 4, 5]


def test_3b_after_every_throw_scoring_dice_are_set_aside() -> None:
    t = table("1 2 3 4 6 6", "5 2 3 4 6")
    t.play("throw")
    assert t.legal() == ("keep 1",)
    t.play("keep 1")
    t.play("throw")
    assert t.legal() == ("keep 5",)
    for move in ("throw", "bank", "keep 2", "keep 5 2", "keep 1"):
        with pytest.raises(knockroll.IllegalMove, match="keep 5"):
            t.play(move)


def test_3c_a_farkle_loses_the_turn_score_and_ends_the_turn() -> None:
    t = table(ONES, FIVES, "1 1 1 2 2 2", FARKLE)
    turn(t, "1 1 1")
    turn(t, "5")
    t.play("throw")
    t.play("keep 1 1 1 2 2 2")
    events = t.play("throw")
    assert kinds(events) == ["throw", "farkle", "hand over"]
    assert t.scores == (1000, 50)
    assert (t.turn, t.phase) == (1, "throw")
    assert t.hands[-1].ending == "farkle"
    assert t.hands[-1].points == (0, 0)
    assert t.view(1)["turn_score"] == 0


def test_3c_a_first_throw_can_be_a_farkle() -> None:
    t = table(FARKLE)
    turn(t)
    assert t.turn == 1
    assert t.hands[-1].ending == "farkle"


def test_3d_bank_or_throw_the_rest() -> None:
    t = table("1 5 5 2 3 4", "1 2 3", "2 6")
    with pytest.raises(knockroll.IllegalMove, match="throw"):
        t.play("bank")
    t.play("throw")
    t.play("keep 1 5")
    assert t.legal() == ("throw", "bank")
    assert t.view(0)["dice_to_throw"] == 4
    with pytest.raises(knockroll.InvalidChance, match="4 dice"):
        t.play("throw")
    t.play("bank")
    assert t.scores == (150, 0)


def test_3d_the_dice_on_the_table() -> None:
    t = table("1 5 5 2 3 4", "5 2 3")
    assert _dice(t) == ([], [], 0, 6)
    t.play("throw")
    assert _dice(t) == ([1, 2, 3, 4, 5, 5], [], 0, 6)
    t.play("keep 5 1 5")
    assert _dice(t) == ([2, 3, 4], [1, 5, 5], 200, 3)
    t.play("throw")
    assert _dice(t) == ([2, 3, 5], [1, 5, 5], 200, 3)
    t.play("keep 5")
    assert _dice(t) == ([2, 3], [1, 5, 5, 5], 250, 2)
    t.play("bank")
    assert _dice(t) == ([], [], 0, 6)


def test_3e_hot_dice_as_often_as_they_happen() -> None:
    t = table("1 1 1 5 5 5", "1 5 2 2 2 3", "5", "2 2 2 3 3 3", "1 2 3 4 6 6")
    t.play("throw")
    assert kinds(t.play("keep 1 1 1 5 5 5")) == ["keep", "hot dice"]
    assert t.legal() == ("throw", "bank")
    assert _dice(t) == ([], [1, 1, 1, 5, 5, 5], 1500, 6)
    t.play("throw")
    assert _dice(t) == ([1, 2, 2, 2, 3, 5], [], 1500, 6)
    assert kinds(t.play("keep 1 2 2 2 5")) == ["keep"]
    t.play("throw")
    assert kinds(t.play("keep 5")) == ["keep", "hot dice"]  # with the dice of the throw before it, all six
    assert _dice(t) == ([], [1, 2, 2, 2, 5, 5], 1900, 6)
    t.play("throw")
    assert kinds(t.play("keep 2 2 2 3 3 3")) == ["keep", "hot dice"]
    t.play("throw")
    t.play("keep 1")
    assert _dice(t) == ([2, 3, 4, 6, 6], [1], 2500, 5)
    t.play("bank")
    assert t.scores == (2500, 0)


def test_3e_hot_dice_may_be_banked() -> None:
    t = table("1 1 1 5 5 5")
    turn(t, "1 1 1 5 5 5")
    assert t.scores == (1500, 0)


def test_3f_the_next_player_throws() -> None:
    t = table(ONES, FARKLE, ONES, ONES, seats=3)
    turn(t, "1")
    assert t.turn == 1
    turn(t)
    assert t.turn == 2
    turn(t, "1")
    assert t.turn == 0


def test_4_each_other_player_has_one_last_turn() -> None:
    """Seat 1 of four gets there: seats 2, 3 and 0 have one turn each, then the game is over."""
    t = table(ONES, ONES, FARKLE, ONES, FARKLE, seats=4, target=1000)
    turn(t, "1")
    assert t.view(1)["trigger"] is None
    assert t.view(1)["high_score"] is None
    turn(t, "1 1 1")
    for seat in (2, 3, 0):
        view = t.view(seat)
        assert t.result is None
        assert t.turn == seat
        assert (view["trigger"], view["leader"], view["high_score"]) == (1, 1, 1000)
        turn(t, *(["1 1"] if seat == 3 else []))
    assert t.turn is None
    assert t.phase == "over"
    assert t.legal() == ()
    assert t.result == knockroll.Result(winners=(1,), scores=(100, 1000, 0, 200))
    assert t.view()["winners"] == [1]


def test_4_a_last_turn_can_win() -> None:
    t = table(ONES, "1 1 1 5 2 3", target=1000)
    turn(t, "1 1 1")
    turn(t, "1 1 1 5")
    assert t.result == knockroll.Result(winners=(1,), scores=(1000, 1050))


def test_4_reaching_the_target_in_a_last_turn_brings_no_more_turns() -> None:
    t = table(ONES, "1 1 1 5 2 3", FARKLE, seats=3, target=1000)
    turn(t, "1 1 1")
    turn(t, "1 1 1 5")
    turn(t)
    assert t.result == knockroll.Result(winners=(1,), scores=(1000, 1050, 0))


def test_4_a_move_after_the_end() -> None:
    t = table(ONES, FARKLE, target=1000)
    turn(t, "1 1 1")
    assert kinds(turn(t)) == ["throw", "farkle", "hand over", "game over"]
    with pytest.raises(knockroll.IllegalMove, match="the game is over"):
        t.play("throw")


@pytest.mark.parametrize(
    ("dice", "points"),
    [
        ("1", 100),
        ("5", 50),
        ("1 1", 200),
        ("5 5", 100),
        ("1 5", 150),
        ("1 1 1", 1000),
        ("2 2 2", 200),
        ("3 3 3", 300),
        ("4 4 4", 400),
        ("5 5 5", 500),
        ("6 6 6", 600),
        ("2 2 2 6 6 6", 800),
        ("1 1 1 5 5 5", 1500),
        ("2", None),
        ("6 6", None),
        ("1 2", None),
        ("1 2 3 4 5 6", None),
        ("2 2 3 3 4 4", None),
        ("2 2 2 2", None),
        ("", None),
    ],
)
def test_5_scores(dice: str, points: int | None) -> None:
    assert farkle.score(dice) == points
    assert farkle.score([int(face) for face in reversed(dice.split())]) == points


def test_5_a_combination_counts_within_one_throw_only() -> None:
    t = table("1 1 2 3 4 6", "1 2 3 6")
    t.play("throw")
    t.play("keep 1 1")
    t.play("throw")
    t.play("keep 1")
    assert t.view(0)["kept"] == [1, 1, 1]
    assert t.view(0)["turn_score"] == 300


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
        assert _score(dice, of_a_kind=of_a_kind) == points


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
    assert _score(dice, three_pairs=750) == points


def test_option_three_pairs_is_no_farkle() -> None:
    t = table("2 2 3 3 4 4", three_pairs=750)
    t.play("throw")
    assert t.legal() == ("keep 2 2 3 3 4 4",)


def test_option_three_pairs_and_of_a_kind_take_the_better() -> None:
    assert _score("2 2 2 2 2 2", three_pairs=750, of_a_kind="add") == 800
    assert _score("2 2 2 2 3 3", three_pairs=750, of_a_kind="double") == 750
    assert _score("4 4 4 4 5 5", three_pairs=750, of_a_kind="double") == 900


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


# --- Moves, errors, views, records ---------------------------------------------------------------------------------


def test_dice_may_be_written_in_any_order() -> None:
    t = table("1 2 3 3 3 5")
    t.play("throw")
    t.play("  KEEP 3 5 3 1 3 ")
    assert t.moves == ["throw", "keep 1 3 3 3 5"]


@pytest.mark.parametrize(
    "text", ["keep", "keep 7", "keep 0", "keep 1 1 1 1 1 1 1", "keep 1,5", "roll", "bank 1", "", "1"]
)
def test_a_text_that_is_no_move(text: str) -> None:
    t = table(ONES)
    t.play("throw")
    before = t.copy()
    with pytest.raises(knockroll.InvalidMove, match="is not a move"):
        t.play(text)
    assert t == before


def test_dice_that_were_not_thrown() -> None:
    t = table(ONES)
    t.play("throw")
    before = t.copy()
    for move in ("keep 5", "keep 1 1 1 1", "keep 6 6 6"):
        with pytest.raises(knockroll.IllegalMove, match="seat 0 may 'keep 1', 'keep 1 1', 'keep 1 1 1'"):
            t.play(move)
    assert t == before


def test_keeping_before_a_throw() -> None:
    t = table(ONES)
    with pytest.raises(knockroll.IllegalMove, match="seat 0 may 'throw'"):
        t.play("keep 1")
    assert t.legal() == ("throw",)


def test_a_script_that_has_run_out_changes_nothing() -> None:
    t = table(ONES)
    t.play("throw")
    t.play("keep 1 1 1")
    before = t.copy()
    with pytest.raises(knockroll.ChanceExhausted, match="3 dice"):
        t.play("throw")
    assert t == before
    assert t.legal() == ("throw", "bank")


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ("1 7", "'7' is not a die"),
        ([0], "0 is not a die"),
        ([True], "True is not a die"),
        ([1.0], "1.0 is not a die"),
        ("1-5", "'1-5' is not a die"),
        ("1 1 1 1 1 1 1", "only six dice, but 7"),
        (15, "not a list of dice"),
        (None, "not a list of dice"),
    ],
)
def test_score_of_dice_that_do_not_exist(dice: Any, message: str) -> None:
    with pytest.raises(knockroll.InvalidCards, match=message):
        farkle.score(dice)


def told(events: tuple[knockroll.Event, ...]) -> list[tuple[object, ...]]:
    return [(event.kind, event.seat, event.text, event.dice, event.points) for event in events]


def test_events_of_a_turn() -> None:
    t = table("5 1 5 2 2 2", "6 2 3 4 6 2")
    assert told(t.play("throw")) == [("throw", 0, "throw", (1, 2, 2, 2, 5, 5), ())]
    assert told(t.play("keep 5 2 2 1 2 5")) == [
        ("keep", 0, "keep 1 2 2 2 5 5", (1, 2, 2, 2, 5, 5), (400,)),
        ("hot dice", 0, "", (), ()),
    ]
    assert told(t.play("throw")) == [
        ("throw", 0, "throw", (2, 2, 3, 4, 6, 6), ()),
        ("farkle", 0, "", (), (400,)),
        ("hand over", None, "", (), (0, 0)),
    ]
    assert t.view(1)["last_throw"] == [2, 2, 3, 4, 6, 6]  # a page that is opened now can still show it


def test_events_of_a_keep_are_of_this_keep_only() -> None:
    t = table("1 5 5 2 3 4", "5 2 3")
    t.play("throw")
    t.play("keep 1 5 5")
    t.play("throw")
    assert told(t.play("keep 5")) == [("keep", 0, "keep 5", (5,), (50,))]
    assert told(t.play("bank")) == [("bank", 0, "bank", (), (250,)), ("hand over", None, "", (), (250, 0))]


def test_a_view_shows_everything_to_everybody() -> None:
    t = table(ONES, FARKLE, FIVES, seats=3)
    turn(t, "1 1 1")
    turn(t)
    t.play("throw")
    views = [t.view(seat) for seat in (0, 1, 2)] + [t.view()]
    assert [view.pop("seat") for view in views] == [0, 1, 2, None]
    assert [view.pop("legal") for view in views] == [[], [], ["keep 5", "keep 5 5", "keep 5 5 5"], []]
    assert [bool(view.pop("reading")) for view in views] == [True, True, True, False], "for who sits there"
    assert views[0] == views[1] == views[2] == views[3]
    view = views[0]
    assert view["players"][0] == {"seat": 0, "score": 1000, "cards": 0, "out": False}
    assert view["dice"] == [2, 3, 4, 5, 5, 5]
    assert (view["farkles"], view["banked"]) == ([0, 1, 0], [0])


def test_a_view_is_the_whole_state() -> None:
    """At every point of a game with all options, the view read back from JSON can be played on as the state can."""
    game = farkle.GAME
    options: dict[str, Any] = {"of_a_kind": "double", "straight": 1500, "three_pairs": 750, "target": 3000}
    t = knockroll.Table(
        "farkle", seats=3, seed=11, opening_minimum=300, three_farkles_penalty=500, must_throw_hot_dice=True, **options
    )
    steps = 0
    while True:
        for seat in (*range(3), NOBODY):
            v = game.state()
            game.look(t.state, seat, v)
            back = read_view(game, json.loads(json.dumps(write_view(game, v, seat))))
            assert back == v
            game.complete(back, seat, [])
            back.ending, back.points, back.hand_winners = t.state.ending, t.state.points, t.state.hand_winners
            back.wants_count = t.state.wants_count
            assert back == t.state
        if t.result is not None:
            break
        t.play(t.legal()[steps * 7 % len(t.legal())])
        steps += 1
    assert steps > 30


def test_a_record_plays_the_same_game_again() -> None:
    t = table(ONES, "1 5 5 2 3 4", "2 2 3", FIVES, FARKLE, seats=2, target=500)
    turn(t, "1")
    t.play("throw")
    t.play("keep 1 5 5")
    t.play("throw")
    turn(t, "5 5 5")
    turn(t)
    assert t.result is not None
    assert knockroll.Table.replay(json.loads(json.dumps(t.record()))) == t
    assert [hand.ending for hand in t.hands] == ["bank", "farkle", "bank", "farkle"]


def test_hands_are_turns() -> None:
    t = table(ONES, FARKLE)
    turn(t, "1")
    turn(t)
    assert t.view()["hands_played"] == 2
    hand = t.hands[0]
    assert (hand.cards, hand.counts, hand.dealer) == ((None, None), (None, None), 1)


# --- Helpers ---------------------------------------------------------------------------------------------------------


def _dice(t: knockroll.Table) -> tuple[Any, ...]:
    """What the seat to move sees of the dice: thrown, kept, the turn score, how many can be thrown."""
    view = t.view(t.turn)
    return view["dice"], view["kept"], view["turn_score"], view["dice_to_throw"]


def _score(dice: str, **options: Value) -> int | None:
    """What dice set aside are worth under some options."""
    worth = set_score(farkle.GAME.new_state(2, farkle.GAME.settle(2, None, options)), pack(parse_dice(dice)))
    return None if worth < 0 else worth
