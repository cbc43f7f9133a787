"""Farkle in words: why a move is refused, how a turn ended, what happened."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest

import knockroll
from knockroll.engine.dice import pack
from knockroll.games.farkle.rules import set_score
from knockroll.games.farkle.showing import SHOWING
from tests.helpers import account, log, play, refusal, sum_of

FARKLE = "2 3 4 6 2 3"


def table(*throws: str, **options: Any) -> knockroll.Table:
    """A table for two at which seat 0 has the first turn and the dice fall as they are given."""
    return knockroll.Table("farkle", seats=2, dealer=1, chance=knockroll.Scripted(throws), **options)


# --- Refusals ------------------------------------------------------------------------------------------------------


def test_throw_keep_and_only_then_bank() -> None:
    t = table("1 2 3 3 3 5")
    for move in ("bank", "keep 1"):
        assert refusal(t, move) == "Roll the dice first."
    play(t, "throw")
    for move in ("bank", "throw"):
        assert refusal(t, move) == "Keep at least one scoring die first."
    play(t, "keep 1")
    assert refusal(t, "keep 5") == "You've already kept dice from this roll. Roll the rest or bank."


def test_dice_that_do_not_score() -> None:
    t = table("1 2 3 3 3 5")
    play(t, "throw")
    assert refusal(t, "keep 1 2 3") == "2 3 don't score."
    assert refusal(t, "keep 1 2") == "The 2 doesn't score."
    assert refusal(t, "keep 1 1") == "You didn't roll 1 1."


def test_you_need_500_to_get_on_the_board() -> None:
    t = table("3 3 3 5 2 4", opening_minimum=500)
    play(t, "throw", "keep 3 3 3 5")
    assert refusal(t, "bank") == "You need 500 to get on the board. You have 350."


def test_hot_dice_must_be_thrown_by_option() -> None:
    t = table("1 1 1 5 5 5", must_throw_hot_dice=True)
    play(t, "throw")
    assert t.view(0)["reading"]["then"]["keep 1 1 1 5 5 5"] == {"throw": 6}
    play(t, "keep 1 1 1 5 5 5")
    assert refusal(t, "bank") == "You have hot dice, so you must roll all six again."


# --- Readings ------------------------------------------------------------------------------------------------------


def test_what_dice_bring_and_what_may_follow() -> None:
    t = table("1 2 3 3 3 5", "5 2 2")
    assert t.view(0)["reading"]["worth"] == {"throw": 6}
    play(t, "throw")
    reading = t.view(0)["reading"]
    assert reading["worth"]["keep 1 3 3 3"] == 400
    assert reading["then"]["keep 1 3 3 3"] == {"throw": 2, "bank": 400}
    play(t, "keep 3 3 3", "throw")
    assert t.view(0)["reading"]["then"] == {"keep 5": {"throw": 2, "bank": 350}}
    assert t.view(1)["reading"]["worth"] == {}


def test_a_last_turn_says_what_it_takes() -> None:
    t = table("1 1 1 2 3 4", target=1000)
    play(t, "throw", "keep 1 1 1")
    events = play(t, "bank")
    assert log(t, events) == ["You banked 1,000", "You reached 1,000, so everyone else gets one last turn"]
    assert t.view(1)["reading"]["prompt"] == "Last turn: you need more than 1,000"


# --- Endings -------------------------------------------------------------------------------------------------------


def test_a_bank() -> None:
    t = table("1 2 3 3 3 5")
    play(t, "throw", "keep 1", "bank")
    assert account(t.hands[0]) == ("You banked 100", "", "3d")
    assert sum_of(t.hands[0], 0) == [("banked", 100)]


def test_a_farkle() -> None:
    t = table("1 2 3 3 4 6", "2 3 4 6 6")
    play(t, "throw", "keep 1")
    events = play(t, "throw")
    assert log(t, events) == ["You rolled 2 3 4 6 6", "You farkled and lost 100"]
    assert account(t.hands[0]) == ("You farkled", "No scoring dice in 2 3 4 6 6. Turn lost.", "3c")
    assert sum_of(t.hands[0], 0) == []


def test_a_farkle_with_nothing_to_lose() -> None:
    t = table(FARKLE)
    assert log(t, play(t, "throw"))[-1] == "You farkled"


def test_a_third_farkle_in_a_row_costs() -> None:
    t = table(*[FARKLE] * 5, three_farkles_penalty=500)
    play(t, *["throw"] * 4)
    assert t.view()["farkles"] == [2, 2]
    play(t, "throw")
    hand = t.hands[-1]
    assert account(hand)[1].endswith("3 farkles in a row cost 500.")
    assert sum_of(hand, 0) == [("3 farkles in a row", -500)]


def test_the_last_turns() -> None:
    t = table("1 1 1 2 3 4", "1 1 1 5 3 4", target=1000)
    play(t, "throw", "keep 1 1 1", "bank")
    assert account(t.hands[0]) == ("You banked 1,000", "", "4")
    play(t, "throw", "keep 1 1 1 5", "bank")
    assert account(t.hands[1])[1:] == ("Ann took the lead with 1,050.", "4")
    assert t.events[0].changes["leader"] == 1


def test_to_draw_level_is_not_enough() -> None:
    t = table("1 1 1 2 3 4", "1 1 1 5 3 4", target=1000)
    play(t, "throw", "keep 1 1 1", "bank", "throw", "keep 1 1 1", "bank")
    assert account(t.hands[1])[1:] == ("Ann tied you at 1,000, which wasn't enough.", "R3")


def test_a_last_turn_that_falls_short() -> None:
    t = table("1 1 1 2 3 4", "1 1 1 5 3 4", target=1000)
    play(t, "throw", "keep 1 1 1", "bank", "throw", "keep 5", "bank")
    assert account(t.hands[1])[1:] == ("Ann finished on 50; you had 1,000.", "4")


# --- What happens --------------------------------------------------------------------------------------------------


def test_events_say_what_the_dice_do() -> None:
    t = table("1 1 1 5 5 5", "1 2 3 3 4 6")
    (thrown,) = play(t, "throw")
    assert dict(thrown.changes) == {"dice": [1, 1, 1, 5, 5, 5], "kept": [], "turn_score": 0}
    kept, hot = play(t, "keep 1 1 1 5 5 5")
    assert dict(kept.changes) == {"dice": [], "kept": [1, 1, 1, 5, 5, 5], "turn_score": 1500}
    assert log(t, [kept, hot]) == ["You kept 1 1 1 5 5 5 for 1,500", "You got hot dice: all six scored"]
    (again,) = play(t, "throw")
    assert dict(again.changes) == {"dice": [1, 2, 3, 3, 4, 6], "kept": [], "turn_score": 1500}


# --- The score card ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("of_a_kind", ["triples", "add", "double"])
@pytest.mark.parametrize("straight", [0, 1500])
@pytest.mark.parametrize("three_pairs", [0, 750])
def test_5_the_score_card_says_what_dice_are_worth(of_a_kind: str, straight: int, three_pairs: int) -> None:
    options: dict[str, Any] = {"of_a_kind": of_a_kind, "straight": straight, "three_pairs": three_pairs}
    state = table("1 2 3 4 5 6", **options).state
    holds = [line for line in SHOWING.worth if all(options[option] == value for option, value in line.when.items())]
    lines = {line.dice: line.points for line in holds if line.dice}
    for dice, points in lines.items():
        assert set_score(state, pack(dice)) == points
    assert ((1, 2, 3, 4, 5, 6) in lines) == (straight > 0)
    assert [line.points for line in holds if line.label == "three pairs"] == ([750] if three_pairs else [])
    assert len([line for line in holds if line.label == "each extra of a kind"]) == (of_a_kind != "triples")


def test_5_nothing_else_scores() -> None:
    """Without options every set of dice is worth what the best way to split it into lines of the card gives."""
    state = table("1 2 3 4 5 6").state
    lines = {line.dice: line.points for line in SHOWING.worth if not line.when}

    @cache
    def best(dice: tuple[int, ...]) -> int:
        """-1 if not all of them are in some line."""
        held = Counter(dice)
        rests = {
            line: best(tuple(sorted((held - Counter(line)).elements()))) for line in lines if Counter(line) <= held
        }
        return max((lines[line] + rest for line, rest in rests.items() if rest >= 0), default=-1 if dice else 0)

    for number in range(1, 7):
        for dice in combinations_with_replacement(range(1, 7), number):
            assert set_score(state, pack(dice)) == best(dice)
