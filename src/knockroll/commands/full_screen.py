"""What ``knockroll play`` and ``knockroll replay`` share: display options, and the full-screen app."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any

from knockroll.engine.errors import InvalidOption

if TYPE_CHECKING:
    from knockroll.terminal.model.preferences import Preferences


def add_display(parser: argparse.ArgumentParser) -> None:
    """Add the display options."""
    display = parser.add_argument_group("display")
    display.add_argument("--plain", action="store_true", help="plain text, line by line, for pipes and screen readers")
    display.add_argument("--ascii", action="store_true", help="letters for suits, for terminals that cannot show ♥")
    display.add_argument("--theme", choices=("dark", "light"), help="default: the last one used")
    display.add_argument("--four-colours", action=argparse.BooleanOptionalAction, help="give each suit its own colour")
    display.add_argument("--pace", choices=("slow", "normal", "fast", "off"), help="how fast computer players move")


def terminal_settings(arguments: argparse.Namespace) -> Preferences:
    """Return the saved settings, changed by the arguments."""
    from knockroll.terminal.model.preferences import load_preferences

    return load_preferences().changed(pace=arguments.pace, theme=arguments.theme, four_colours=arguments.four_colours)


def need_terminal() -> None:
    """Refuse to start the full-screen app in a terminal that cannot show it."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        raise InvalidOption("this terminal cannot show a full screen: try --plain")


def run_app(app: Any) -> int:
    """Run the full-screen app and return its exit status."""
    # If these are exported, Textual trusts them over the real size of the window and never notices a resize.
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)
    farewell = app.run()
    if farewell:
        print(farewell)
    return int(app.return_code or 0)
