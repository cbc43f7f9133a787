"""Makes the pictures of docs/terminal.md: ``python -m tests.terminal.pictures``."""

from __future__ import annotations

import html
import re
import tempfile
from collections.abc import Callable
from os import environ
from pathlib import Path

from textual.pilot import Pilot

from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.model.preferences import Preferences
from knockroll.terminal.model.session import LocalSession
from tests.terminal.driving import LARGE, SMALL, app_of, press, run
from tests.terminal.tables import farkle, gin, thirty_one, tonk, tunk

FOLDER = Path(__file__).parents[2] / "docs" / "images"
CELL = 12.2
"""The width of a character in Textual's pictures."""

Session = Callable[[], LocalSession]
PICTURES: dict[str, tuple[Session, tuple[int, int], tuple[str, ...], Preferences]] = {
    "terminal-tonk": (tonk, LARGE, ("s", "s"), Preferences(pace="off")),
    "terminal-gin-rummy": (gin, SMALL, ("s", "8"), Preferences(pace="off")),
    "terminal-thirty-one": (thirty_one, SMALL, (), Preferences(pace="off", theme="light", four_colours=True)),
    "terminal-farkle": (farkle, SMALL, ("r", "5", "5", "5", "1"), Preferences(pace="off")),
    "terminal-tunk": (tunk, SMALL, ("s", "1"), Preferences(pace="off", four_colours=True)),
}


def self_contained(svg: str) -> str:
    """A picture that loads no font and has no text with leading blanks, which some viewers drop."""
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    pattern = r'(<text class="[^"]*" )x="([\d.]+)"([^>]*?)textLength="[\d.]+"([^>]*)>([^<]*)</text>'
    return re.sub(pattern, _shift, svg)


def _shift(found: re.Match[str]) -> str:
    start, x, middle, end, text = found.groups()
    plain = html.unescape(text)
    shown = plain.strip("\xa0")
    if not shown:
        return ""
    at = float(x) + CELL * (len(plain) - len(plain.lstrip("\xa0")))
    written = html.escape(shown, quote=False).replace("\xa0", "&#160;")
    return f'{start}x="{at:g}"{middle}textLength="{CELL * len(shown):g}"{end}>{written}</text>'


def main() -> None:
    """Draw all pictures."""
    environ["KNOCKROLL_DATA"] = tempfile.mkdtemp()
    FOLDER.mkdir(exist_ok=True)
    for name, (session, size, keys, settings) in PICTURES.items():

        async def script(pilot: Pilot[str], app: KnockrollApp, name: str = name, keys: tuple[str, ...] = keys) -> None:
            await press(pilot, app, *keys)
            await pilot.pause()
            (FOLDER / f"{name}.svg").write_text(self_contained(app.export_screenshot()), encoding="utf-8")

        run(app_of(session(), settings), script, size)


if __name__ == "__main__":
    main()
