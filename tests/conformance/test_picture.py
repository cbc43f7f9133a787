"""The picture of a table in a notebook: whole for every position of every game, with every card that lies open."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest

import knockroll
from knockroll.engine.game import Game
from knockroll.engine.state import CardState
from tests.conformance.positions import EVERY_GAME

SVG = "{http://www.w3.org/2000/svg}"


def titles(picture: str) -> list[str]:
    """What lies there by name: cards, and the faces of dice."""
    return [title.text or "" for title in ElementTree.fromstring(picture).iter(f"{SVG}title")]


def words(picture: str) -> str:
    return "\n".join(text.text or "" for text in ElementTree.fromstring(picture).iter(f"{SVG}text"))


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
def test_every_position_has_a_picture(game: Game) -> None:
    choices = random.Random(1)
    table = knockroll.Table(game, seed=1)
    for _ in range(200):
        picture = table._repr_svg_()
        shown = titles(picture)
        if isinstance(table.state, CardState):
            held = (
                [card for hand in table.describe()["hands"] for card in hand.split()] if table.turn is not None else []
            )
            assert set(held) <= set(shown), "all hands are open"
            assert len(set(shown)) == len(shown), "no card is there twice"
        if table.turn is None:
            assert "won by seat" in words(picture)
            break
        assert f"turn of seat {table.turn}: {table.phase}" in words(picture)
        table.play(choices.choice(table.legal()))


def test_a_picture_says_what_happened() -> None:
    table = knockroll.Table.at("thirty_one", hands=["Ks Qs 2h", "9d 9c Th", ""], knocker=1, scores=[1, 2, 3], seed=1)
    said = words(table._repr_svg_())
    assert "Seat 0 · 1 strike\n" in said
    assert "Seat 1 · 2 strikes · knocked · dealer" in said
    assert "Seat 2 · 3 strikes · out" in said
    assert titles(table._repr_svg_())[1:4] == ["Qs", "Ks", "2h"]


def test_dice_and_spreads() -> None:
    table = knockroll.Table.at("farkle", dice="1 2 5 6", kept="1 1")
    assert titles(table._repr_svg_()) == ["1", "2", "5", "6", "1", "1"]
    assert "Turn score: 200" in words(table._repr_svg_())
    spreads = [{"cards": "5c 6c 7c", "owner": 1}]
    tonk = knockroll.Table.at("tonk", hands=["8c Ks", "Ad 2d"], spreads=spreads, phase="play", seed=1)
    assert {"5c", "6c", "7c", "8c"} <= set(titles(tonk._repr_svg_()))
    assert "1, of seat 1" in words(tonk._repr_svg_())
