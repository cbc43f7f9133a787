"""The last step of drawing, with ``--ascii``."""

from __future__ import annotations

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

from knockroll.terminal.model.ascii import to_ascii


class AsciiFilter(LineFilter):
    """Replaces everything that is not ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """Filter a line."""
        return [Segment(to_ascii(text), style, control) for text, style, control in segments]
