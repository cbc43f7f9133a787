"""How each game goes, in the few lines that help and rules show first."""

from __future__ import annotations

import re

import pytest

import knockroll
from knockroll.engine.cards import TEXTS

GAMES = knockroll.game_names()
PIECES = {*TEXTS, *"123456"}


@pytest.mark.parametrize("game", GAMES)
def test_five_lines_say_how_a_game_goes(game: str) -> None:
    explanation = knockroll.get_game(game).showing.explanation
    titles = [part.title for part in explanation]
    assert titles[:2] == ["Goal", "Your turn"]
    assert re.fullmatch(r"How a (hand|turn) ends", titles[2])
    assert titles[3:] == ["Scoring", "Winning"]


@pytest.mark.parametrize("game", GAMES)
def test_they_can_be_read_in_a_minute(game: str) -> None:
    parts = knockroll.get_game(game).showing.explanation
    texts = [text for part in parts for text in (part.text, *(example.text for example in part.examples))]
    assert 100 <= sum(len(text.split()) for text in texts) <= 200
    assert all(len(sentence.split()) <= 35 for text in texts for sentence in re.split(r"[.!?:;] ", text))


@pytest.mark.parametrize("game", GAMES)
def test_pictures_show_cards_and_dice_that_there_are(game: str) -> None:
    parts = knockroll.get_game(game).showing.explanation
    examples = [example for part in parts for example in part.examples]
    assert examples
    for example in examples:
        assert set(example.pieces) <= PIECES
        assert len(set(example.pieces)) == len(example.pieces) or example.pieces[0].isdigit()


def test_what_the_pictures_say_is_so() -> None:
    """The numbers below the cards and dice, by the rules themselves."""
    from knockroll.games import farkle, gin_rummy, thirty_one, tunk

    assert [thirty_one.value(hand) for hand in ("Ah Kh Th", "Qs 7s 4d", "8c 8d 8h")] == [31, 17, 30]
    assert gin_rummy.deadwood("Kd 3s") == 13
    assert tunk.hand_total("Kd 4s Ah") == 15
    assert tunk.unmatched("Td 2c Ts") == 0
    assert [farkle.score(dice) for dice in ("1", "5", "1 1 1", "4 4 4")] == [100, 50, 1000, 400]
    assert all(farkle.score(die) is None for die in "236")
