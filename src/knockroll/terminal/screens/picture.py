"""The widget that blocks are drawn on."""

from __future__ import annotations

from textual.events import Click
from textual.message import Message
from textual.widgets import Static

from knockroll.terminal.draw.blocks import Block, text_of


class Picture(Static):
    """A block of lines. A click on an active part posts what it does."""

    DEFAULT_CSS = """
    Picture { width: 100%; height: auto; text-wrap: nowrap; text-overflow: clip; }
    """

    class Touched(Message):
        """A part of the picture was clicked."""

        def __init__(self, does: str) -> None:
            super().__init__()
            self.does = does

    def draw(self, block: Block) -> None:
        """Show a block, and take its height."""
        self.styles.height = len(block)
        self.update(text_of(block), layout=False)

    def on_click(self, event: Click) -> None:
        """Tell the screen what was clicked."""
        does = event.style.meta.get("does")
        if does:
            event.stop()
            self.post_message(self.Touched(does))
