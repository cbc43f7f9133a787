"""For terminals whose glyphs break: everything on the screen in ASCII, each glyph replaced by a letter of its width."""

from __future__ import annotations

from rich.cells import cell_len
from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_TABLE = str.maketrans(
    {
        **dict(zip("♠♥♦♣", "shdc", strict=True)),
        **dict.fromkeys("╭╮╰╯┏┓┗┛┌┐└┘├┤┬┴┼╞╡╪", "+"),
        **dict.fromkeys("─━═╌┄▁▔▂▃", "-"),
        **dict.fromkeys("│┃║▌▐▎▏▊▉", "|"),
        **dict(zip("░▒▓█▮●•", ":%##]o*", strict=True)),
        **dict(zip("▸▶◀★✗×·…⏎±−–—‹›↑↓←→▲▼", "><<*Xx.~>=---<>^v<>^v"[:21], strict=True)),
        **dict(zip("▀▄▆▇▅", "#####", strict=True)),
        **dict(zip("“”‘’", "\"\"''", strict=True)),
    }
)


def to_ascii(text: str) -> str:
    """A text of the same width in ASCII."""
    text = text.translate(_TABLE)
    if text.isascii():
        return text
    return "".join(c if c.isascii() else "?" * cell_len(c) for c in text)


class AsciiFilter(LineFilter):
    """The last step of drawing."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Replace what is not ASCII."""
        return [Segment(to_ascii(text), style, control) for text, style, control in segments]
