"""What a scene shows after each step: the log, finished hands, and nothing too early."""

from __future__ import annotations

from typing import Any, Literal

import pytest

import knockroll
from knockroll.engine.events import Event, redact
from knockroll.engine.showing import Mark, Score, Term
from knockroll.terminal.model.scene import Moment, Scene
from knockroll.terminal.model.session import SeatStep, numbered
from knockroll.terminal.model.words import marks_of, prompt_text, round_text, score_text, sum_text
from tests import helpers
from tests.games import tonk_tables

NAMES = ("You", "Ann", "Bob")


def scene_of(table: knockroll.Table, seat: int | None = 0) -> Scene:
    scene = Scene(table.game, seat, NAMES[: table.seats])
    take(scene, table)
    return scene


def take(scene: Scene, table: knockroll.Table) -> list[Moment]:
    step = SeatStep(tuple(redact(event, scene.seat) for event in table.events), table.view(scene.seat))
    return list(scene.take(step))


def play(scene: Scene, table: knockroll.Table, *moves: str) -> None:
    for move in moves:
        table.play(move)
        take(scene, table)


def test_the_log_is_in_the_words_of_the_game_and_keeps_secrets() -> None:
    table = helpers.table("thirty_one", ["Ks 2s 4h", "7s 7h 8s", "Jc 7d 4s"], upcard="9h", stock="Td 3c")
    scene = scene_of(table)
    play(scene, table, "draw stock", "discard Td", "draw discard", "discard 4s", "draw stock", "discard Ks")
    assert scene.log == [
        "Dealt to you: 2♠ K♠ 4♥",
        "Upcard: 9♥",
        "Ann drew from the stock",
        "Ann discarded 10♦",
        "Bob took 10♦ from the discard pile",
        "Bob discarded 4♠",
        "You drew 3♣ from the stock",
        "You discarded K♠",
    ]
    assert scene.last == {0: "discarded K♠", 1: "discarded 10♦", 2: "discarded 4♠"}
    assert scene.clockwise == [1, 2]


def test_a_finished_hand_comes_before_the_next_deal() -> None:
    hands = ["Ks 2s 4h", "7s 7h 8s"]
    table = helpers.table("thirty_one", hands, upcard="9h", stock="Td", then=[helpers.deck(hands)])
    scene = scene_of(table)
    play(scene, table, "draw stock", "discard Td", "knock", "draw discard")
    table.play("discard Td")
    told = scene.take(SeatStep(table.events, table.view(0)))
    assert next(told) is Moment.HAND
    shown = scene.showdown
    assert shown is not None
    assert (shown.number, shown.title, shown.clause) == (1, "You had the lowest hand", "10")
    assert shown.detail == "It was worth 12. You knocked and had the lowest hand: two strikes."
    mine, other = shown.rows
    assert (mine.count, mine.change, mine.total, mine.won, mine.note) == (12, 2, 2, False, "knocked; 2 + 10 = 12")
    assert sum(term.amount for term in mine.terms) == 2
    assert mine.counting == {"Ks", "2s"}
    assert (other.count, other.change, other.won) == (15, 0, False)  # a hand of this game only has losers
    assert scene.log[-1] == "You had the lowest hand: You +2"
    assert list(told) == [Moment.MOVE]
    assert scene.showdown is None
    assert scene.log[-1].startswith("Upcard: ")
    assert not scene.last


def test_two_hands_that_end_in_one_step_are_shown_one_after_the_other() -> None:
    """A dealt hand of 49 or 50 ends a hand of Tonk before anyone has a turn."""
    fifty, weak = "Ts Th Td Tc Ks", "2s 3h 5d 7c 9s"
    table = helpers.table(
        "tonk",
        ["4s 4h 8d 9c As", weak],
        upcard="Jh",
        stock="Kh",
        then=[helpers.deck([weak, fifty], dealer=1), helpers.deck(["6s 6h 8d 9c As", weak], dealer=0)],
    )
    scene = scene_of(table)
    table.play("drop")
    step = SeatStep(table.events, table.view(0))
    moments = []
    sentences = []
    for moment in scene.take(step):
        moments.append(moment)
        sentences.append(scene.showdown.title if scene.showdown else "")
    assert moments == [Moment.HAND, Moment.HAND, Moment.MOVE]
    assert sentences[0].startswith("Ann dropped")
    assert sentences[1] == "Ann won on the deal with 50"
    assert [ended.title for ended in scene.ended] == sentences[:2]


def test_a_hand_that_is_spread_early_is_told_once() -> None:
    table = knockroll.Table("tunk", seats=2, seed=3)
    scene = Scene(table.game, 0, NAMES[:2])
    take(scene, table)
    while not table.hands:
        table.play("tunk" if "tunk" in table.legal() else table.legal()[0])
        take(scene, table)
    shows = [line for line in scene.log if "showed" in line]
    assert len(shows) == len(set(shows)) == 2


def test_a_turn_of_farkle_ends_without_a_look() -> None:
    table = knockroll.Table("farkle", seats=2, dealer=1, chance=knockroll.Scripted(["2 2 3 3 4 6", "1 1 1 2 3 4"]))
    scene = scene_of(table)
    table.play("throw")
    told = scene.take(SeatStep(table.events, table.view(0)))
    assert next(told) is Moment.TURN
    assert scene.view["dice"] == [2, 2, 3, 3, 4, 6]
    assert scene.view["turn"] == 0
    nothing = "No scoring dice in 2 2 3 3 4 6. Turn lost."
    assert (scene.banner, scene.trouble) == (f"You farkled. {nothing}", True)
    assert list(told) == [Moment.MOVE]
    assert scene.log[-3:] == ["You rolled 2 2 3 3 4 6", "You farkled", nothing]
    assert (scene.banner, scene.trouble) == ("", False)


def test_the_order_of_tonk_is_clockwise_and_those_who_are_out_stay_in_sight() -> None:
    scene = Scene(knockroll.get_game("tonk"), 1, ("a", "b", "c", "d"))
    scene.view = {"order": [3, 1, 0], "players": [{}] * 4}
    assert scene.clockwise == [0, 2, 3] or scene.clockwise == [0, 3, 2]
    assert set(scene.clockwise) == {0, 2, 3}


def test_two_players_of_one_name_are_told_apart() -> None:
    assert numbered(["You", "House", "House", "House"]) == ("You", "House", "House 2", "House 3")


def test_arithmetic_is_said_term_by_term() -> None:
    terms = (Term("{1's} {n} deadwood", 66), Term("{0's} {n}", -49), Term("gin bonus", 25))
    assert sum_text(terms, NAMES) == "Ann's 66 deadwood − your 49 + 25 (gin bonus) = 42"
    assert sum_text(terms, NAMES, in_words=False) == "66 − 49 + 25 = 42"
    assert sum_text(terms[:1], NAMES) == "Ann's 66 deadwood"
    assert sum_text(terms[2:], NAMES) == "gin bonus"
    assert sum_text((Term("to {0}", -2), Term("to {2}", -1)), NAMES) == "−2 (to you) − 1 (to Bob) = −3"
    assert sum_text((), NAMES) == ""


@pytest.mark.parametrize(
    ("style", "limit", "points", "said"),
    [
        ("marks", 3, 2, "2/3 strikes"),
        ("number", 100, 35, "35/100 strikes"),
        ("number", None, 1, "1 strike"),
        ("number", None, 6350, "6,350 strikes"),
        ("race", 10_000, 6350, "6,350 strikes"),
        ("race", 100, 35, "35/100 strikes"),
        ("race", 100, 100, "100/100 strikes"),
        ("race", 100, 110, "110 strikes"),
        ("marks", 3, 1, "1/3 strikes"),
        ("number", 1, 2, "2 strikes"),
        ("signed", None, 4, "+4 strikes"),
        ("signed", None, -1, "−1 strike"),
        ("signed", None, 0, "0 strikes"),
    ],
)
def test_scores_are_said_as_the_game_counts(
    style: Literal["number", "marks", "signed", "race"], limit: int | None, points: int, said: str
) -> None:
    assert score_text(points, Score(one="strike", many="strikes", style=style), limit) == said


def test_rounds_marks_and_prompts_are_said_in_the_words_of_the_game() -> None:
    game = knockroll.get_game("tonk")
    view: dict[str, Any] = {"hands_played": 2, "winners": [], "options": {"hands": 10}}
    assert round_text(game.showing, view) == "hand 3 of 10"
    marks = (
        Mark(field="knocker", text="knocked"),
        Mark(field="passed", text="passed", kind="seats"),
        Mark(field="misses", text="{n} misses", kind="numbers", at_least=2),
    )
    showing = knockroll.get_game("thirty_one").showing
    players = [{"out": False}, {"out": False}, {"out": True}]
    view = {"players": players, "dealer": 0, "knocker": 1, "passed": [0, 1], "misses": [1, 2, 3]}
    marked = [marks_of(type(showing)(**{**_fields(showing), "marks": marks}), view, seat) for seat in range(3)]
    assert marked == [["dealer", "passed"], ["knocked", "passed", "2 misses"], ["out"]]
    verbs = showing.verbs[:2]
    asked = {"phase": "draw", "reading": {"prompt": ""}}
    assert prompt_text(showing, asked, verbs, NAMES) == ("Your turn:", "draw or take the discard.")
    asked = {"phase": "draw", "reading": {"prompt": "{1} knocked. Last turn"}}
    said = ("Ann knocked. Last turn.", "Draw or take the discard.")
    assert prompt_text(showing, asked, verbs, NAMES) == said


def _fields(showing: Any) -> dict[str, Any]:
    return {name: getattr(showing, name) for name in showing.__struct_fields__}


def test_the_log_does_not_grow_for_ever() -> None:
    table = knockroll.Table("farkle", seats=2, seed=1)
    scene = scene_of(table)
    for number in range(2000):
        scene._note(Event("somersault", 0, f"somersault {number}"), {})
    assert len(scene.log) == 500
    assert scene.log[-1] == "You: somersault 1999"
    assert scene.log_since(scene.lines_told - 2) == scene.log[-2:]
    assert scene.log_since(scene.lines_told) == []


def test_where_no_one_may_look_through_the_pile_the_log_names_its_top_card_only() -> None:
    table = tonk_tables.begin(tonk_tables.HANDS[:3], upcard="Kd", stock="Qs Qd Js")
    scene = scene_of(table)
    assert "Upcard: K♦" in scene.log
    play(scene, table, "draw stock", "discard Qs")
    assert scene.log[-3:] == ["Upcard", "Ann drew from the stock", "Ann discarded Q♠"]
    assert scene.last[1] == "discarded Q♠"
    play(scene, table, "draw discard")
    assert scene.log[-2:] == ["Ann discarded", "Bob took Q♠ from the discard pile"]
    assert scene.last[1] == "discarded"
    play(scene, table, "discard Jh")
    assert scene.log[-2:] == ["Bob took from the discard pile", "Bob discarded J♥"]
    play(scene, table, "drop")
    for line in ("Upcard: K♦", "Ann discarded Q♠", "Bob took Q♠ from the discard pile", "Bob discarded J♥"):
        assert line in scene.log, "afterwards all are named"
