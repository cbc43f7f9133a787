"""A position as one line: short, readable, and refused with a reason if it cannot be."""

from __future__ import annotations

import pytest

import knockroll
from knockroll.engine.errors import InvalidPosition

at = knockroll.Table.at


def test_it_says_what_is_not_usual() -> None:
    standard = at("gin_rummy", variant="standard", seed=1)
    assert standard.position_text().startswith("gin_rummy/2 variant: standard, hands: [")
    other = at("gin_rummy", variant="standard", seed=1, options={"target": 60})
    assert other.position_text().startswith("gin_rummy/2 variant: standard, options: {target: 60}, hands: [")
    tonk = at("tonk", seed=1, options={"hands": 3})
    assert tonk.position_text().startswith("tonk/3 options: {hands: 3}, hands: [")


def test_spreads_and_numbers_go_through() -> None:
    spreads = [{"cards": "5c 6c 7c", "owner": 1}]
    table = at("tonk", hands=["8c Ks", "Ad 2d"], spreads=spreads, phase="play", seed=1)
    assert "{number: 1, cards: [5c, 6c, 7c], owner: 1}" in table.position_text()
    assert knockroll.Table.from_text(table.position_text()).describe() == table.describe()


def test_a_person_may_write_one() -> None:
    table = knockroll.Table.from_text("farkle/2 kept:[1,1],dice:[1, 2,5,6] , scores: [ 500,0 ]")
    assert (table.scores, table.view()["turn_score"] > 0) == ((500, 0), True)
    open_cards = knockroll.Table.from_text("thirty_one/2 hands: [Ks Qs 2h, ? ? 7d], stock: As ...", seed=3)
    assert open_cards.view(1)["hand"].count("7d") == 1
    assert open_cards == knockroll.Table.from_text("thirty_one/2 hands: [Ks Qs 2h, ? ? 7d], stock: As ...", seed=3)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "a position begins with game and seats, such as 'gin_rummy/2', not \"\""),
        ("thirty_one hands: []", "a position begins with game and seats"),
        ("thirty_one/2 hands: [", "this position of thirty_one cannot be read"),
        ("thirty_one/2 turn: 1, turn: 0", "'turn' comes twice"),
        ("thirty_one/2 hands: " + "[" * 50_000, "nested too deeply"),
        ("thirty_one/2 " + "a" * 70_000, "at most 65536 characters"),
        ("thirty_one/2 options: [1]", "the options of a position are pairs"),
        ("thirty_one/2 wings: 2", "a position of Thirty-One has no 'wings'"),
        ("thirty_one/2 turn: 7", "turn: there is no seat 7"),
    ],
    ids=lambda text: text[:24],
)
def test_what_cannot_be_is_refused(text: str, said: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        knockroll.Table.from_text(text)
    assert said in str(refused.value)


def test_other_errors_are_those_of_a_table() -> None:
    with pytest.raises(knockroll.UnknownGame):
        knockroll.Table.from_text("chess/2 turn: 1")
    with pytest.raises(knockroll.InvalidOption):
        knockroll.Table.from_text("thirty_one/99 turn: 1")
