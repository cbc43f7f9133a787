"""The picture of a table in a notebook is complete for every position of every game, with every open card."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import knockroll
from knockroll.engine.game import Game
from knockroll.engine.state import CardState

SVG = "{http://www.w3.org/2000/svg}"


def titles(picture: str) -> list[str]:
    """Return the names of what lies on the table: cards, and the faces of dice."""
    return [title.text or "" for title in ElementTree.fromstring(picture).iter(f"{SVG}title")]


def words(picture: str) -> str:
    return "\n".join(text.text or "" for text in ElementTree.fromstring(picture).iter(f"{SVG}text"))


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
        assert f"Seat {table.turn}'s turn: {table.phase}" in words(picture)
        table.play(choices.choice(table.legal()))
