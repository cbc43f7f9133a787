"""What ``knockroll play`` and ``knockroll replay`` share: the display, and running the full-screen app."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING, Any

from knockroll.engine.errors import InvalidOption

if TYPE_CHECKING:
    from knockroll.terminal.model.preferences import Preferences


def add_display(parser: argparse.ArgumentParser) -> None:
    """Add what says how the game looks."""
    display = parser.add_argument_group("how it looks")
    display.add_argument("--plain", action="store_true", help="line by line, for pipes and screen readers")
    display.add_argument("--ascii", action="store_true", help="no glyphs: for terminals that cannot show ♥")
    display.add_argument("--theme", choices=("dark", "light"), help="default: as last time")
    display.add_argument("--four-colours", action=argparse.BooleanOptionalAction, help="a colour for each suit")
    display.add_argument("--pace", choices=("slow", "normal", "fast", "off"), help="how fast computer players move")


def terminal_settings(arguments: argparse.Namespace) -> Preferences:
    """The settings of last time, changed by what was typed."""
    from knockroll.terminal.model.preferences import load_preferences

    return load_preferences().changed(pace=arguments.pace, theme=arguments.theme, four_colours=arguments.four_colours)


def need_terminal() -> None:
    """Refuse to start a full screen where there is none."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        raise InvalidOption("this is not a terminal that can show a full screen: try --plain")


def run_app(app: Any) -> int:
    """Run the full-screen app; the exit status."""
    # An exported size would be believed over the window itself, and changes of the window go unseen.
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)
    farewell = app.run()
    if farewell:
        print(farewell)
    return int(app.return_code or 0)
