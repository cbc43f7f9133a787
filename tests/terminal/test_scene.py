"""What a scene shows after each step: the log, finished hands, and nothing too early."""

from __future__ import annotations

from typing import Any

import knockroll
from knockroll.engine.events import Event, redact
from knockroll.terminal.scene import Moment, Scene
from knockroll.terminal.session import Step, numbered
from knockroll.terminal.words import how_it_ended, join_words, score_text
from tests import helpers

NAMES = ("You", "Ann", "Bob")


def scene_of(table: knockroll.Table, seat: int | None = 0) -> Scene:
    scene = Scene(table.game, seat, NAMES[: table.seats])
    take(scene, table)
    return scene


def take(scene: Scene, table: knockroll.Table) -> list[Moment]:
    step = Step(tuple(redact(event, scene.seat) for event in table.events), table.view(scene.seat))
    return list(scene.take(step))


def play(scene: Scene, table: knockroll.Table, *moves: str) -> None:
    for move in moves:
        table.play(move)
        take(scene, table)


def test_the_log_is_in_the_grammar_and_keeps_secrets() -> None:
    table = helpers.table("thirty_one", ["Ks 2s 4h", "7s 7h 8s", "Jc 7d 4s"], upcard="9h", stock="Td 3c")
    scene = scene_of(table)
    play(scene, table, "draw stock", "discard Td", "draw discard", "discard 4s", "knock")
    assert scene.log == [
        "You: dealt 2s Ks 4h",
        "Upcard: 9h",
        "Ann: draw stock",
        "Ann: discard Td",
        "Bob: draw discard (Td)",
        "Bob: discard 4s",
        "You: knock",
    ]
    assert scene.last_words(2) == "discard 4s"
    assert scene.clockwise == [1, 2]


def test_a_finished_hand_comes_before_the_next_deal() -> None:
    hands = ["Ks 2s 4h", "7s 7h 8s"]
    table = helpers.table("thirty_one", hands, upcard="9h", stock="Td", then=[helpers.deck(hands)])
    scene = scene_of(table)
    play(scene, table, "draw stock", "discard Td", "knock", "draw discard")
    table.play("discard Td")
    told = scene.take(Step(table.events, table.view(0)))
    assert next(told) is Moment.HAND
    shown = scene.showdown
    assert shown is not None
    assert (shown.number, shown.sentence, shown.count_name) == (1, "You knocked", "value")
    mine, other = shown.rows
    assert (mine.count, mine.change, mine.total, mine.won, mine.ended_it) == (12, 2, 2, False, True)
    assert (other.count, other.change, other.won) == (15, 0, True)
    assert "dealt" not in scene.log[-1]
    assert list(told) == [Moment.MOVE]
    assert scene.showdown is None
    assert scene.log[-1].startswith("Upcard")
    assert not scene.last


def test_two_hands_that_end_in_one_step_are_shown_one_after_the_other() -> None:
    """49 or 50 from the deal ends a hand of Tonk before anybody has a turn."""
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
    step = Step(table.events, table.view(0))
    moments = []
    sentences = []
    for moment in scene.take(step):
        moments.append(moment)
        sentences.append(scene.showdown.sentence if scene.showdown else "")
    assert moments == [Moment.HAND, Moment.HAND, Moment.MOVE]
    assert sentences[0].startswith("Ann dropped")
    assert sentences[1] == "Ann: 49 or 50 from the deal"
    assert len(scene.hands) == 2


def test_a_hand_that_is_spread_early_is_told_once() -> None:
    table = knockroll.Table("tunk", seats=2, seed=3)
    scene = Scene(table.game, 0, NAMES[:2])
    take(scene, table)
    while not table.hands:
        table.play("tunk" if "tunk" in table.legal() else table.legal()[0])
        take(scene, table)
    shows = [line for line in scene.log if "shows" in line]
    assert len(shows) == len(set(shows)) == 2


def test_a_turn_of_farkle_ends_without_a_look() -> None:
    table = knockroll.Table("farkle", seats=2, dealer=1, chance=knockroll.Scripted(["2 2 3 3 4 6", "1 1 1 2 3 4"]))
    scene = scene_of(table)
    table.play("throw")
    told = scene.take(Step(table.events, table.view(0)))
    assert next(told) is Moment.TURN
    assert scene.thrown == (2, 2, 3, 3, 4, 6)
    assert scene.view["turn"] == 0
    assert list(told) == [Moment.MOVE]
    assert scene.log[-2:] == ["You: throw (2 2 3 3 4 6)", "You: farkle!"]


def test_the_order_of_tonk_is_clockwise_and_those_who_are_out_stay_in_sight() -> None:
    scene = Scene(knockroll.get_game("tonk"), 1, ("a", "b", "c", "d"))
    scene.view = {"order": [3, 1, 0], "players": [{}] * 4}
    assert scene.clockwise == [0, 2, 3] or scene.clockwise == [0, 3, 2]
    assert set(scene.clockwise) == {0, 2, 3}


def test_words() -> None:
    assert join_words(["a"]) == "a"
    assert join_words(["a", "b", "c"], "or") == "a, b or c"
    assert how_it_ended("undercut", [0], 1, NAMES) == "Ann knocked, undercut by you"
    assert how_it_ended("thirty_one", [0, 1], None, NAMES) == "You and Ann had thirty-one"
    assert how_it_ended("stock", [], None, NAMES) == "The stock ran out"
    assert how_it_ended("of_another_game", [], None, NAMES) == "Of another game"
    assert numbered(["You", "House", "House", "House"]) == ("You", "House", "House 2", "House 3")


def test_every_ending_of_every_game_has_words() -> None:
    for name in knockroll.game_names():
        for ending in knockroll.get_game(name).endings:
            said = how_it_ended(ending, [1], 2, NAMES)
            assert "{" not in said
            assert "_" not in said


def test_scores_are_said_as_the_game_counts() -> None:
    def said(game: str, score: int, **options: Any) -> str:
        return score_text(score, {"options": options}, knockroll.get_game(game))

    assert said("thirty_one", 2, strikes=3) == "2/3 strikes"
    assert said("gin_rummy", 35, target=100) == "35/100 points"
    assert said("tonk", 4) == "+4 chips"
    assert said("tonk", 0) == "0 chips"
    assert said("farkle", 6350, target=10000) == "6,350 points"


def test_the_log_does_not_grow_for_ever() -> None:
    table = knockroll.Table("farkle", seats=2, seed=1)
    scene = scene_of(table)
    for number in range(2000):
        scene._note(Event("draw", 0, f"draw {number}"), {})
    assert len(scene.log) == 500
    assert scene.log[-1] == "You: draw 1999"
