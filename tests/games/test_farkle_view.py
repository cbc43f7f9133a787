"""Farkle: moves as text, errors, events, views and records."""

from __future__ import annotations

import json
from typing import Any

import pytest

import knockroll
from knockroll.engine.state import NOBODY
from knockroll.engine.views import read_view, write_view
from knockroll.games import farkle
from tests.games.farkle_tables import FARKLE, FIVES, ONES, table, turn


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
    assert [bool(view.pop("reading")) for view in views] == [True, True, True, False], "only for the seated"
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
            v = game.view_of(t.state, seat)
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
