"""The rule book of a game over the table: prose as Markdown, and tables that keep a hand of cards on one line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rich import box
from rich.table import Table as RichTable
from rich.text import Text
from textual.app import ComposeResult
from textual.widgets import Markdown, Static

from knockroll.engine.game import Game
from knockroll.engine.rulebooks import rule_book
from knockroll.terminal.screens.sheets import Sheet

_TABLE = re.compile(r"(?:^\|.*\n?)+", re.MULTILINE)
_CODE = re.compile(r"`([^`]*)`|\*\*([^*]*)\*\*")
_CELLS = re.compile(r"(?<!\\)\|")
LONGEST_WORD = 22
"""Columns up to this width, such as hands of cards or names of options, are not broken."""
LEAST_PROSE = 22
"""A table that leaves less than this for a longer text becomes a list."""


class RulesScreen(Sheet):
    """The rule book of a game."""

    DEFAULT_CSS = "RulesScreen .rows { width: 100%; padding: 0 0 1 0; }"

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game
        self.title_text = f"{game.title}: rules"

    def page(self) -> ComposeResult:
        """Lay out the rule book."""
        width = min(self.app.size.width * 92 // 100, 100) - 6
        for text, is_table in parts(rule_book(self._game) or self._from_the_game()):
            rows = read_table(text) if is_table else []
            if rows and room_for_prose(rows, width) >= LEAST_PROSE:
                yield Static(drawn(rows), classes="rows")
            else:
                yield Markdown(stacked(rows) if rows else text, open_links=False)

    def _from_the_game(self) -> str:
        """A summary of a game that has no rule book."""
        options = [f"- `{o.name}`: {o.help} ({o.allowed})" for o in self._game.options]
        moves = ", ".join(f"`{form}`" for form in self._game.moves.forms)
        return "\n".join([f"# {self._game.title}", "", self._game.summary, "", f"Moves: {moves}", "", *options])


def parts(book: str) -> Iterator[tuple[str, bool]]:
    """Split a book into parts, each with whether it is a table."""
    end = 0
    for found in _TABLE.finditer(book):
        yield book[end : found.start()], False
        yield found[0], True
        end = found.end()
    yield book[end:], False


def read_table(text: str) -> list[list[str]]:
    """Return the rows of a table, its heading first."""
    rows = [_CELLS.split(row.strip().strip("|")) for row in text.strip().splitlines()]
    return [[cell.strip().replace("\\|", "|") for cell in row] for i, row in enumerate(rows) if i != 1]


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(len(_plain(row[i])) for row in rows) for i in range(len(rows[0]))]


def room_for_prose(rows: Sequence[Sequence[str]], width: int) -> int:
    """Return the width left for each column that is not short, in a table of a width."""
    widths = _widths(rows)
    short = [one for one in widths if one <= LONGEST_WORD]
    left = width - sum(short) - 3 * len(widths)
    return left // max(len(widths) - len(short), 1) if len(short) < len(widths) else left + LEAST_PROSE


def drawn(rows: Sequence[Sequence[str]]) -> RichTable:
    """Return a table for the terminal: short columns stay on one line, and prose gets the rest of the width."""
    heading, *body = rows
    is_short = [width <= LONGEST_WORD for width in _widths(rows)]
    table = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, leading=0 if all(is_short) else 1)
    for i, name in enumerate(heading):
        table.add_column(_styled(name), no_wrap=is_short[i], overflow="fold")
    for row in body:
        table.add_row(*map(_styled, row))
    return table


def stacked(rows: Sequence[Sequence[str]]) -> str:
    """Return a table that is too wide as a list: the first cell of each row, then the others."""
    heading, *body = rows
    told = []
    for first, *others in body:
        cells = [f"{name.lower()}: {cell}" for name, cell in zip(heading[1:-1], others[:-1], strict=True)]
        told.append(f"- {first}" + (f" ({'; '.join(cells)})" if cells else "") + f": {others[-1]}")
    return "\n".join(told) + "\n"


def _plain(cell: str) -> str:
    return _CODE.sub(lambda found: found[1] or found[2], cell)


def _styled(cell: str) -> Text:
    """A cell with its code and emphasis in bold."""
    text, end = Text(), 0
    for found in _CODE.finditer(cell):
        text.append(cell[end : found.start()])
        text.append(found[1] or found[2], style="bold")
        end = found.end()
    return text.append(cell[end:])
