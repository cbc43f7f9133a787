"""What all screens share: the app with its preferences, and a notice instead of a page that doesn't fit."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.events import Resize
from textual.screen import Screen
from textual.widgets import Static

if TYPE_CHECKING:
    from knockroll.terminal.app import KnockrollApp

SMALLEST = (72, 22)
"""The smallest terminal that a table fits into: columns and lines."""

_TOO_SMALL = """This terminal is {0} × {1} characters.

Knock & Roll needs {2} × {3}:
make it larger, or play line by line:

knockroll play --plain"""


class BaseScreen(Screen[None]):
    """A screen that is replaced by a notice while there is nothing else to show."""

    DEFAULT_CSS = """
    BaseScreen { layout: vertical; background: $background; }
    BaseScreen #notice { display: none; width: 100%; height: 100%; content-align: center middle; text-align: center; }
    BaseScreen.noticing > * { display: none; }
    BaseScreen.noticing #notice { display: block; }
    """
    is_home = False
    """Whether people come back to this screen when they leave a table."""

    def __init__(self) -> None:
        super().__init__()
        # Kept here, not queried: a game may still draw for a moment while the screen is being removed.
        self.notice = Static(id="notice", markup=False)

    @property
    def knockroll(self) -> KnockrollApp:
        """The app, with the person's preferences."""
        return cast("KnockrollApp", self.app)

    def on_resize(self, event: Resize) -> None:
        """Lay everything out for the new size."""
        self.redraw()

    def redraw(self) -> None:
        """Show the page, or say what it needs."""
        self.show_notice(self.too_small())

    def too_small(self) -> str:
        """The notice for a terminal that is too small; empty if it is large enough."""
        width, height = self.size
        fits = width >= SMALLEST[0] and height >= SMALLEST[1]
        return "" if fits else _TOO_SMALL.format(width, height, *SMALLEST)

    def show_notice(self, text: str) -> None:
        """Show a text instead of the page, or the page if there is none."""
        self.set_class(bool(text), "noticing")
        self.notice.update(text)
