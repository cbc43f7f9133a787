"""From keys to moves, without a screen and without a game."""

from __future__ import annotations

import random

import pytest

import knockroll
from knockroll.terminal.picking import Ask, Picking, Play, Say
from knockroll.terminal.verbs import CHOICE_KEYS, RESERVED, Move, read_move, verbs_in


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("draw stock", Move("draw stock", "draw stock")),
        ("discard 7h", Move("discard 7h", "discard", ("7h",))),
        ("spread 5c 6c 7c", Move("spread 5c 6c 7c", "spread", ("5c", "6c", "7c"))),
        ("hit 8c on 12", Move("hit 8c on 12", "hit", ("8c",), (), 12)),
        ("keep 1 5 5", Move("keep 1 5 5", "keep", (), (1, 5, 5))),
        ("bank", Move("bank", "bank")),
    ],
)
def test_a_move_is_taken_apart(text: str, move: Move) -> None:
    assert read_move(text) == move


@pytest.mark.parametrize(
    ("legal", "keys"),
    [
        (("draw stock", "draw discard", "knock"), "sdk"),
        (("draw stock", "draw discard", "drop"), "sdr"),
        (("draw discard", "pass"), "dp"),
        (("discard 7h", "discard 8h", "knock 7h", "gin 8h"), "dkg"),
        (("discard 7h", "spread 5c 6c 7c", "hit 8c on 1"), "dsh"),
        (("discard 7h", "tunk"), "dt"),
        (("throw", "bank"), "tb"),
        (("keep 1",), "k"),
    ],
)
def test_every_verb_has_a_key_of_its_own(legal: tuple[str, ...], keys: str) -> None:
    assert "".join(verb.key for verb in verbs_in(legal)) == keys


def test_keys_never_collide_with_those_of_the_screen() -> None:
    verbs = verbs_in(["quit now", "open", "close", "look", "count", "call"])
    assert len({verb.key for verb in verbs}) == len(verbs)
    assert not any(verb.key in RESERVED for verb in verbs)


def test_a_verb_alone_is_enough_if_it_leaves_no_choice() -> None:
    picking = Picking.begin(["draw stock", "knock 7h", "discard 7h", "discard 8h"], ["7h", "8h"], ())
    assert picking.press("s") == Play("draw stock")
    assert picking.press("k") == Play("knock 7h")


def test_a_verb_that_needs_a_card_waits_for_it() -> None:
    picking = Picking.begin(["discard 7h", "discard 8h", "knock 8h"], ["7h", "8h"], ())
    assert picking.press("d") is None
    assert picking.armed is not None
    assert picking.press("2") == Play("discard 8h")
    picking.press("escape")
    assert picking.armed is None


def test_an_armed_verb_refuses_other_cards() -> None:
    picking = Picking.begin(["discard 7h", "discard 8h", "discard 9h", "knock 8h", "knock 9h"], ["7h", "8h", "9h"], ())
    picking.press("k")
    assert not picking.usable("7h")
    assert picking.press("1") == Say("You cannot knock 7h.")


def test_one_card_replaces_another_unless_several_can_be_chosen() -> None:
    picking = Picking.begin(["discard 7h", "discard 8h"], ["7h", "8h"], ())
    picking.press("1")
    picking.press("2")
    assert picking.values == ["8h"]
    assert picking.press("enter") == Play("discard 8h")
    several = Picking.begin(["discard 7h", "spread 7h 8h 9h"], ["7h", "8h", "9h"], ())
    for key in "123":
        several.press(key)
    assert several.press("s") == Play("spread 7h 8h 9h")
    several.press("2")
    assert several.values == ["7h", "9h"]
    assert several.press("enter") == Say("There is no move with 7h 9h.")
    assert several.press("d") == Say("You cannot discard 7h 9h.")
    assert several.press("s") == Play("spread 7h 8h 9h")  # the only spread with both of them


def test_several_ways_are_asked_for() -> None:
    picking = Picking.begin(["hit 8c on 1", "hit 8c on 2", "hit Kd on 3"], ["8c", "Kd"], ())
    outcome = picking.press("h")
    assert isinstance(outcome, Ask)
    assert [move.text for move in outcome.moves] == ["hit 8c on 1", "hit 8c on 2", "hit Kd on 3"]
    picking.press("1")
    outcome = picking.press("h")
    assert isinstance(outcome, Ask)
    assert [move.place for move in outcome.moves] == [1, 2]


def test_dice_are_chosen_by_their_faces() -> None:
    picking = Picking.begin(["keep 1", "keep 5", "keep 5 5", "keep 1 5 5"], (), (1, 2, 5, 5))
    picking.press("5")
    picking.press("5")
    assert picking.values == [5, 5]
    assert picking.press("k") == Play("keep 5 5")
    picking.press("5")
    assert picking.values == []
    assert picking.press("3") == Say("No die shows 3.")


def test_dice_that_cannot_be_kept_are_not_chosen_from() -> None:
    """After keeping, dice still lie there: digits then mean nothing."""
    picking = Picking.begin(["throw", "bank"], (), (2, 3))
    assert picking.press("2") is None
    assert picking.chosen == []


def test_the_cursor_goes_round() -> None:
    picking = Picking.begin(["discard 7h", "discard 8h"], ["7h", "8h"], ())
    picking.press("left")
    assert picking.cursor == 1
    picking.press("right")
    assert picking.cursor == 0
    picking.press("space")
    assert picking.values == ["7h"]
    assert picking.press("enter") == Play("discard 7h")


def test_nothing_can_be_chosen_before_drawing() -> None:
    picking = Picking.begin(["draw stock", "draw discard"], ["7h"], ())
    assert picking.press("1") == Say("First draw a card.")
    assert picking.press("right") is None
    assert picking.cursor is None


def test_a_new_order_keeps_what_was_chosen() -> None:
    picking = Picking.begin(["discard 7h", "discard 8h"], ["7h", "8h"], ())
    picking.press("1")
    picking.arrange(["8h", "7h"])
    assert picking.values == ["7h"]


@pytest.mark.parametrize("game", knockroll.game_names())
def test_every_legal_move_is_two_keys_away_or_a_choice_of_cards(game: str) -> None:
    """For every move of many positions: its cards or dice and its verb make it, or its verb and a place in a list."""
    rng = random.Random(7)
    for _ in range(3):
        table = knockroll.Table(game, seed=rng.randrange(1000))
        for _ in range(60):
            if table.turn is None:
                break
            view = table.view(table.turn)
            for text in view["legal"]:
                assert _reach(view, text) == text
            table.play(rng.choice(view["legal"]))


def _reach(view: dict[str, object], text: str) -> str:
    cards, dice = view.get("hand", ()), view.get("dice", ())
    legal = view["legal"]
    assert isinstance(legal, list) and isinstance(cards, list | tuple) and isinstance(dice, list | tuple)
    picking = Picking.begin(legal, cards, dice)
    move = read_move(text)
    verb = next(verb for verb in picking.verbs if verb.word == move.verb)
    if len(verb.moves) <= len(CHOICE_KEYS) and not verb.takes_cards:
        outcome = picking.press(verb.key)  # verb and list
        if isinstance(outcome, Ask):
            assert move in outcome.moves
            return text
        assert isinstance(outcome, Play)
        return outcome.move
    for card in move.cards:
        picking.press(picking.key_of(picking.cards.index(card)))
    outcome = picking.press(verb.key)
    if isinstance(outcome, Ask):
        assert move in outcome.moves
        return text
    assert isinstance(outcome, Play)
    return outcome.move
