"""Rule books in the terminal: a hand of cards, a move and the name of an option are never broken by a table."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

import knockroll
from knockroll.engine.rulebooks import rule_book
from knockroll.terminal.screens.rules import LEAST_PROSE, drawn, parts, read_table, room_for_prose, stacked


@pytest.mark.parametrize("width", [67, 86, 94])
@pytest.mark.parametrize("game", knockroll.game_names())
def test_a_table_fits_its_cards(game: str, width: int) -> None:
    book = rule_book(game) or ""
    tables = [text for text, is_table in parts(book) if is_table]
    assert tables
    assert "".join(text for text, _ in parts(book)) == book
    for rows in map(read_table, tables):
        if room_for_prose(rows, width) < LEAST_PROSE:
            assert all(row[0] in stacked(rows) and row[-1] in stacked(rows) for row in rows[1:])
            continue
        shown = StringIO()
        Console(file=shown, width=width, color_system=None).print(drawn(rows))
        lines = shown.getvalue().splitlines()
        assert max(map(len, lines)) <= width
        assert "…" not in shown.getvalue()
        for first in (re.sub("[`*]", "", row[0]) for row in rows if len(row[0]) <= 20):
            assert any(line.strip().startswith(first) for line in lines), f"{first!r} is broken"
