"""The picture of a table says what happened. That every position has one is a test of the conformance kit."""

from __future__ import annotations

import knockroll
from knockroll.testing.test_picture import titles, words


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
