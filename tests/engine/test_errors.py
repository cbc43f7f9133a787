"""Errors say enough, and not more than anybody reads."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

import knockroll
from knockroll.engine.errors import MissingPackage
from knockroll.games import farkle

LONG = int("9" * 400)
HANDS = ["As 2s 3s", "4s 5s 6s"]


@pytest.mark.parametrize(
    ("refused", "said"),
    [
        (lambda: knockroll.Table("thirty_one", seed=LONG), "a seed is a whole number from 0 to"),
        (lambda: knockroll.Table("thirty_one", strikes=LONG), "option strikes cannot be 9999"),
        (lambda: knockroll.Table("thirty_one", seats=LONG), "Thirty-One cannot have 9999"),
        (lambda: knockroll.Table("x" * 2000), "there is no game"),
        (lambda: knockroll.player("thirty_one", "x" * 2000), "has no player"),
        (lambda: knockroll.Table.at("thirty_one", hands=HANDS, turn=LONG), "there is no seat 9999"),
        (
            lambda: knockroll.Table.at("thirty_one", hands=HANDS, acts=["draw stock"] * 500),
            "a list of at most 128 acts",
        ),
        (lambda: farkle.score([LONG]), "9999"),
    ],
)
def test_what_is_refused_is_not_repeated_at_length(refused: Callable[[], object], said: str) -> None:
    with pytest.raises(knockroll.KnockrollError, match=said) as error:
        refused()
    assert len(str(error.value)) < 700


def test_an_ordinary_message_stays_as_it_is() -> None:
    message = f"a path of a file: /{'folder/' * 20}game.json, and {'words ' * 200}"
    assert str(knockroll.InvalidRecord(message)) == message
    assert str(pickle.loads(pickle.dumps(knockroll.InvalidRecord(message)))) == message
    assert MissingPackage("this needs numpy", name="numpy").name == "numpy"
