"""Small pieces of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

Lines = Iterable[str]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table, or nothing if it has no rows."""
    lines = [_row(row) for row in rows]
    return "\n".join([_row(head), _row(["---"] * len(head)), *lines, ""]) if lines else ""


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(' '.join(cell.split()).replace('|', chr(92) + '|') for cell in cells)} |"


def code(text: object) -> str:
    """Return a text as code."""
    return f"`{text}`"


def codes(texts: Iterable[object]) -> str:
    """Return several texts as code."""
    return ", ".join(code(text) for text in texts)


def block(text: str, language: str) -> str:
    """Return a block of code."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def from_docstring(text: str) -> str:
    """Return a docstring as Markdown, which marks code in another way and uses short names."""
    text = re.sub(r":\w+:`[\w.]*?(\w+)`", r"`\1`", text)
    return re.sub(r"``(.*?)``", r"`\1`", text)
