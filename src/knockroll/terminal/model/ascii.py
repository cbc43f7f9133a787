"""Text in ASCII, for terminals without other glyphs: each glyph is replaced by characters of the same width."""

from __future__ import annotations

from unicodedata import east_asian_width

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
    """Return the text in ASCII, at the same width."""
    text = text.translate(_TABLE)
    if text.isascii():
        return text
    return "".join(c if c.isascii() else "?" * (2 if east_asian_width(c) in "WF" else 1) for c in text)
