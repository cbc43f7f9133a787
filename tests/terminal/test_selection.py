"""From keys to moves, without a screen and without a game."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

import knockroll
from knockroll.engine.showing import Dice, Verb
from knockroll.engine.words import RESERVED_KEYS
from knockroll.terminal.model.selection import Ask, Play, Refused, Say, Selection
from knockroll.terminal.model.verbs import CHOICE_KEYS, MoveParts, actions_in, take_apart, verb_of
from knockroll.terminal.screens.play import PlayScreen


def verb(word: str, key: str, takes: Any = "", **more: Any) -> Verb:
    return Verb(word=word, label=word.capitalize(), phrase=word, key=key, takes=takes, **more)


STOCK, DISCARD = verb("draw stock", "s"), verb("draw discard", "d")
PUT = verb("discard", "d", "card", usual=True)
KNOCK = verb("knock", "k", "card")
GIN = verb("gin", "g", "card", any_card=True)
LAY, HIT = verb("spread", "s", "cards"), verb("hit", "h", "place")
THROW, BANK = verb("throw", "t", follows="keep"), verb("bank", "b", follows="keep")
KEEP = verb("keep", "k", "dice", asks="Choose dice")
VERBS = (STOCK, DISCARD, PUT, KNOCK, GIN, LAY, HIT)
DICE_VERBS = (THROW, BANK, KEEP)


def selection(legal: Sequence[str], cards: Sequence[str] = ()) -> Selection:
    return Selection.begin(legal, VERBS, cards)


def dicing(legal: Sequence[str], dice: Sequence[int], then: dict[str, dict[str, int]] | None = None) -> Selection:
    return Selection.begin(legal, DICE_VERBS, dice=dice, then=then)


@pytest.mark.parametrize(
    ("text", "of", "move"),
    [
        ("draw stock", STOCK, MoveParts("draw stock")),
        ("discard 7h", PUT, MoveParts("discard 7h", ("7h",))),
        ("spread 5c 6c 7c", LAY, MoveParts("spread 5c 6c 7c", ("5c", "6c", "7c"))),
        ("hit 8c on 12", HIT, MoveParts("hit 8c on 12", ("8c",), (), 12)),
        ("keep 1 5 5", KEEP, MoveParts("keep 1 5 5", (), (1, 5, 5))),
        ("bank", BANK, MoveParts("bank")),
    ],
)
def test_a_move_belongs_to_a_verb_and_is_taken_apart(text: str, of: Verb, move: MoveParts) -> None:
    assert verb_of(text, (*VERBS, *DICE_VERBS)) == of
    assert take_apart(text, of) == move


def test_actions_come_in_the_order_of_the_verbs_and_unknown_moves_are_left_to_be_typed() -> None:
    actions = actions_in(["knock 7h", "discard 7h", "discard 8h", "somersault"], VERBS)
    assert [(action.verb, len(action.moves)) for action in actions] == [(PUT, 2), (KNOCK, 1)]


def test_keys_of_the_screen_are_those_that_games_leave_free() -> None:
    letters = {binding.key for binding in PlayScreen.BINDINGS if len(binding.key) == 1}  # type: ignore[union-attr]
    assert letters <= set(RESERVED_KEYS)


def test_a_verb_alone_is_enough_if_it_leaves_no_choice() -> None:
    one = selection(["draw stock", "knock 7h", "discard 7h", "discard 8h", "gin 7h", "gin 8h"], ["7h", "8h"])
    assert one.press("s") == Play(("draw stock",))
    assert one.press("k") == Play(("knock 7h",))
    assert one.press("g") == Play(("gin 7h",))  # it makes no difference which
    one.press("2")
    assert one.press("g") == Play(("gin 8h",))


def test_a_verb_that_needs_a_card_waits_for_it() -> None:
    one = selection(["discard 7h", "discard 8h", "knock 8h"], ["7h", "8h"])
    assert one.press("d") is None
    assert one.armed is not None
    assert one.press("2") == Play(("discard 8h",))
    one.press("escape")
    assert one.armed is None


def test_an_armed_verb_refuses_other_cards() -> None:
    one = selection(["discard 7h", "discard 8h", "discard 9h", "knock 8h", "knock 9h"], ["7h", "8h", "9h"])
    one.press("k")
    assert not one.usable("7h")
    assert one.press("1") == Refused("knock 7h", KNOCK)


def test_one_card_replaces_another_unless_several_can_be_chosen() -> None:
    one = selection(["discard 7h", "discard 8h"], ["7h", "8h"])
    one.press("1")
    one.press("2")
    assert one.values == ["8h"]
    assert one.press("enter") == Play(("discard 8h",))
    several = selection(["discard 7h", "spread 7h 8h 9h"], ["7h", "8h", "9h"])
    for key in "123":
        several.press(key)
    assert several.press("s") == Play(("spread 7h 8h 9h",))
    several.press("2")
    assert several.values == ["7h", "9h"]
    assert several.press("enter") == Say("You can't use 7♥ 9♥ now.")
    assert several.press("d") == Refused("discard 7h 9h", PUT)
    assert several.press("s") == Play(("spread 7h 8h 9h",))  # the only spread with both of them


def test_a_chosen_card_means_the_usual_verb() -> None:
    one = Selection.begin(["knock 7h", "discard 7h"], (KNOCK, PUT), ["7h"])
    one.press("1")
    assert one.press("enter") == Play(("discard 7h",))


def test_several_ways_are_asked_for() -> None:
    one = selection(["hit 8c on 1", "hit 8c on 2", "hit Kd on 3"], ["8c", "Kd"])
    outcome = one.press("h")
    assert isinstance(outcome, Ask)
    assert [move.text for move in outcome.moves] == ["hit 8c on 1", "hit 8c on 2", "hit Kd on 3"]
    one.press("1")
    outcome = one.press("h")
    assert isinstance(outcome, Ask)
    assert [move.place for move in outcome.moves] == [1, 2]
    assert one.do_place(["hit"], 2) == Play(("hit 8c on 2",))
    assert one.do_place(["hit"], 3) is None


def test_dice_are_chosen_by_their_faces() -> None:
    one = dicing(["keep 1", "keep 5", "keep 5 5", "keep 1 5 5"], (1, 2, 5, 5))
    one.press("5")
    one.press("5")
    assert one.values == [5, 5]
    assert one.press("k") == Play(("keep 5 5",))
    one.press("5")
    assert one.values == []
    assert one.press("3") == Say("No die shows 3.")
    one.press("2")
    one.press("1")
    assert one.press("enter") == Refused("keep 1 2", KEEP)


def test_a_verb_that_follows_another_makes_both_moves() -> None:
    then = {"keep 1": {"throw": 5}, "keep 1 5": {"throw": 4, "bank": 150}}
    one = dicing(["keep 1", "keep 5", "keep 1 5"], (1, 2, 5), then)
    assert one.press("t") == Say("Choose dice first.")
    one.press("1")
    assert one.following(THROW) == (MoveParts("keep 1", (), (1,)), 5)
    assert one.press("t") == Play(("keep 1", "throw"))
    assert one.press("b") == Say("You can't bank after that.")
    one.press("5")
    assert one.press("b") == Play(("keep 1 5", "bank"))
    one.press("2")
    assert one.press("b") == Refused("keep 1 2 5", KEEP)


def test_dice_that_cannot_be_kept_are_not_chosen_from() -> None:
    """After keeping some dice, others still lie on the table; digits then do nothing."""
    one = dicing(["throw", "bank"], (2, 3))
    one.press("2")
    assert one.chosen == []
    assert one.press("t") == Play(("throw",))


def test_the_cursor_goes_round() -> None:
    one = selection(["discard 7h", "discard 8h"], ["7h", "8h"])
    one.press("left")
    assert one.cursor == 1
    one.press("right")
    assert one.cursor == 0
    one.press("space")
    assert one.values == ["7h"]
    assert one.press("enter") == Play(("discard 7h",))


def test_what_cannot_be_done_now_is_for_the_game_to_explain() -> None:
    one = selection(["draw stock", "draw discard"], ["7h"])
    assert one.press("1") == Refused("discard 7h", PUT)
    assert one.press("k") == Refused("knock 7h", KNOCK)
    assert one.press("right") is None
    assert one.cursor is None
    assert one.press("y") is None


def test_a_new_order_keeps_what_was_chosen() -> None:
    one = selection(["discard 7h", "discard 8h"], ["7h", "8h"])
    one.press("1")
    one.arrange(["8h", "7h"])
    assert one.values == ["7h"]


@pytest.mark.parametrize("game", knockroll.game_names())
def test_every_legal_move_is_two_keys_away_or_a_choice_of_cards(game: str) -> None:
    """In many positions, every move is made by its cards or dice and its verb, or by its verb and a place in a list."""
    rng = random.Random(7)
    for _ in range(3):
        table = knockroll.Table(game, seed=rng.randrange(1000))
        for _ in range(60):
            if table.turn is None:
                break
            view = table.view(table.turn)
            for text in view["legal"]:
                assert text in _reach(table.game, view, text)
            table.play(rng.choice(view["legal"]))


def _reach(game: knockroll.Game, view: dict[str, Any], text: str) -> Sequence[str]:
    """The moves that the keys of a move lead to."""
    dice = [view[part.field] for part in game.showing.middle if isinstance(part, Dice) and part.choose]
    one = Selection.begin(view["legal"], game.showing.verbs, view.get("hand", ()), dice[0] if dice else ())
    of = verb_of(text, game.showing.verbs)
    assert of is not None
    move, action = take_apart(text, of), one.action(of.word)
    assert action is not None
    if len(action.moves) > len(CHOICE_KEYS) or of.takes == "card":
        for card in move.cards:
            one.press(one.key_of(one.cards.index(card)))
        for die in move.dice:
            one.press(str(die))
    outcome = one.press(of.key)
    if isinstance(outcome, Ask):
        assert move in outcome.moves
        return [text]
    assert isinstance(outcome, Play)
    return outcome.moves
