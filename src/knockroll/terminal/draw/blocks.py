"""Blocks: lines of equal width, to put side by side or below each other."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap

from textual.content import Content
from textual.style import Style

Block = list[Content]
"""Lines of equal width."""


def line(*parts: Content | str | tuple[str, str], width: int | None = None) -> Content:
    """A line of parts, each a text or a text with a style; cut or filled to a width."""
    content = Content.assemble(*parts)
    return content if width is None else fit(content, width)


def fit(content: Content, width: int) -> Content:
    """Cut a line, or fill it with blanks on the right."""
    if content.cell_length > width:
        content = content.truncate(width, ellipsis=True)
    return content.pad_right(width - content.cell_length)


def ends(left: Content, right: Content, width: int) -> Content:
    """One part at the left end of a line and one at the right; the left one is cut if both don't fit."""
    room = width - right.cell_length
    if room < 0:
        return fit(right, width)
    return fit(left, room) + right


def wrapped(text: str, width: int) -> list[str]:
    """A text in lines of at most a width; names with a hyphen stay whole."""
    return wrap(text, width, break_on_hyphens=False)


def text_block(texts: Sequence[tuple[str, str]], width: int) -> Block:
    """Texts with their styles, each in as many lines as it takes."""
    return [fit(line((f" {part}", style)), width) for text, style in texts for part in wrapped(text, width - 2) or [""]]


def blank(width: int, height: int) -> Block:
    """An empty block."""
    return [Content(" " * width) for _ in range(height)]


def width_of(block: Sequence[Content]) -> int:
    """The width of a block."""
    return block[0].cell_length if block else 0


def tall(block: Block, height: int, bottom: bool = False) -> Block:
    """A block padded to a height with blank lines below it (or above it)."""
    missing = blank(width_of(block), max(height - len(block), 0))
    return missing + block if bottom else block + missing


def beside(blocks: Sequence[Block], gap: int = 1, bottom: bool = False) -> Block:
    """Blocks side by side, aligned at the top (or at the bottom)."""
    shown = [block for block in blocks if block]
    if not shown:
        return []
    height = max(len(block) for block in shown)
    level = [tall(block, height, bottom) for block in shown]
    space = Content(" " * gap)
    return [space.join(row) for row in zip(*level, strict=True)]


def centred(block: Block, width: int) -> Block:
    """A block in the middle of a width."""
    left = max((width - width_of(block)) // 2, 0)
    return [fit(row.pad_left(left), width) for row in block]


def text_of(block: Sequence[Content]) -> Content:
    """A block as one content of several lines."""
    return Content("\n").join(block)


def touch(content: Content, does: str) -> Content:
    """Make a part of the screen do something when it is clicked: see ``Picture``."""
    return content.stylize(Style.from_meta({"does": does}))


def touch_all(block: Block, does: str) -> Block:
    """Make a block do something when it is clicked."""
    return [touch(row, does) for row in block]
