"""The boxes of the players around the table."""

from __future__ import annotations

import pytest

import knockroll
from knockroll.engine.words import sign
from knockroll.terminal.draw.cards import Inks
from knockroll.terminal.draw.seats import ROOMY_LINES, seat_box
from knockroll.terminal.model.scene import Scene

HAND = ("Ts", "Th", "Td", "Tc", "9s", "9h", "9d", "9c")


@pytest.mark.parametrize("width", [19, 24, 34])
def test_an_open_hand_is_whole_where_there_is_room(width: int) -> None:
    """Seven seats side by side at 120 columns have 19 each: the cards take two lines, and the box stays as tall."""
    table = knockroll.Table("tunk", seats=7, seed=1)
    scene = Scene(table.game, None, tuple("ABCDEFG"))
    scene.view = table.view()
    scene.open_cards = {0: HAND}
    drawn = [text.plain for text in seat_box(scene, 0, width, Inks(), True, "$panel")]
    assert len(drawn) == ROOMY_LINES and {len(text) for text in drawn} == {width}
    assert all(any(sign(card) in text for text in drawn) for card in HAND) and "…" not in "".join(drawn)
