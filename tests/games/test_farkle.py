"""Farkle, clause by clause."""

from __future__ import annotations

import pytest

import knockroll
from knockroll.games import farkle
from tests.games.farkle_tables import FARKLE, FIVES, ONES, dice_shown, kinds, table, turn


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
    assert dice_shown(t) == ([], [], 0, 6)
    t.play("throw")
    assert dice_shown(t) == ([1, 2, 3, 4, 5, 5], [], 0, 6)
    t.play("keep 5 1 5")
    assert dice_shown(t) == ([2, 3, 4], [1, 5, 5], 200, 3)
    t.play("throw")
    assert dice_shown(t) == ([2, 3, 5], [1, 5, 5], 200, 3)
    t.play("keep 5")
    assert dice_shown(t) == ([2, 3], [1, 5, 5, 5], 250, 2)
    t.play("bank")
    assert dice_shown(t) == ([], [], 0, 6)


def test_3e_hot_dice_as_often_as_they_happen() -> None:
    t = table("1 1 1 5 5 5", "1 5 2 2 2 3", "5", "2 2 2 3 3 3", "1 2 3 4 6 6")
    t.play("throw")
    assert kinds(t.play("keep 1 1 1 5 5 5")) == ["keep", "hot dice"]
    assert t.legal() == ("throw", "bank")
    assert dice_shown(t) == ([], [1, 1, 1, 5, 5, 5], 1500, 6)
    t.play("throw")
    assert dice_shown(t) == ([1, 2, 2, 2, 3, 5], [], 1500, 6)
    assert kinds(t.play("keep 1 2 2 2 5")) == ["keep"]
    t.play("throw")
    assert kinds(t.play("keep 5")) == ["keep", "hot dice"]  # with the dice of the throw before it, all six
    assert dice_shown(t) == ([], [1, 2, 2, 2, 5, 5], 1900, 6)
    t.play("throw")
    assert kinds(t.play("keep 2 2 2 3 3 3")) == ["keep", "hot dice"]
    t.play("throw")
    t.play("keep 1")
    assert dice_shown(t) == ([2, 3, 4, 6, 6], [1], 2500, 5)
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
