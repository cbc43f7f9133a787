"""Screens with lines to move through."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.screen import Screen

from knockroll.terminal.draw.bars import Hint, key_bar
from knockroll.terminal.draw.blocks import Block, line
from knockroll.terminal.screens.picture import Picture, too_small

if TYPE_CHECKING:
    from knockroll.terminal.app import KnockrollApp


class ListScreen(Screen[None]):
    """Lines to move through with the arrows."""

    DEFAULT_CSS = """
    ListScreen { layout: vertical; background: $background; }
    ListScreen #page { height: 1fr; }
    ListScreen #keys { dock: bottom; height: 1; background: $panel; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("enter", "choose", show=False),
        Binding("x", "look", show=False),
    ]
    AUTO_FOCUS = ""
    is_home = False
    """Whether who leaves a table comes back here."""

    def __init__(self) -> None:
        super().__init__()
        self.at = 0

    @property
    def knockroll(self) -> KnockrollApp:
        """The app, with the person's preferences."""
        return cast("KnockrollApp", self.app)

    def compose(self) -> ComposeResult:
        """A page and a line of keys."""
        yield Picture(id="page")
        yield Picture(id="keys")

    def on_resize(self, event: Resize) -> None:
        """Draw for the new size."""
        self.redraw()

    def on_screen_resume(self) -> None:
        """Draw what may have changed meanwhile."""
        self.redraw()

    def redraw(self) -> None:
        """Draw the page and its keys."""
        if self.is_mounted:
            width, height = self.size
            complaint = too_small(width, height)
            if complaint:
                page = [line(row) for row in complaint.splitlines()]
            else:
                page = self.page(width, height - 1)
            self.query_one("#page", Picture).draw(page)
            self.query_one("#keys", Picture).draw([key_bar(self.hints(), [("x", "look", "key x")], width)])

    def page(self, width: int, height: int) -> Block:
        """The page."""
        raise NotImplementedError

    def hints(self) -> list[Hint]:
        """The keys."""
        raise NotImplementedError

    def lines(self) -> int:
        """How many lines there are to move through."""
        raise NotImplementedError

    def action_move(self, by: int) -> None:
        """Move up or down."""
        self.at = (self.at + by) % self.lines()
        self.redraw()

    def action_look(self) -> None:
        """Light or dark."""
        self.knockroll.change(theme="light" if self.knockroll.settings.theme == "dark" else "dark")
        self.redraw()

    def on_picture_touched(self, event: Picture.Touched) -> None:
        """A click on a line or on a key's name."""
        kind, _, what = event.does.partition(" ")
        if kind == "key":
            self.app.call_later(self.app.simulate_key, what)
        else:
            self.touch(kind, what)

    def touch(self, kind: str, what: str) -> None:
        """A click on a line."""
