"""Some screens, character by character.

After an intended change: ``KNOCKROLL_UPDATE=1 pytest tests/terminal/test_snapshots.py``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.model.session import LocalSession
from tests.terminal.driving import LARGE, SMALL, app_of, press, run, text_of
from tests.terminal.tables import farkle, gin, thirty_one, tonk, tunk

FOLDER = Path(__file__).parent / "snapshots"


SCREENS: dict[str, tuple[Callable[[], LocalSession], tuple[int, int], tuple[str, ...]]] = {
    "gin_rummy_80x24": (gin, SMALL, ("s", "1")),
    "gin_rummy_140x40": (gin, LARGE, ("s",)),
    "tonk_80x24": (tonk, SMALL, ("s",)),
    "tonk_140x40": (tonk, LARGE, ("s", "s")),
    "tunk_80x24": (tunk, SMALL, ()),
    "thirty_one_80x24": (thirty_one, SMALL, ()),
    "thirty_one_140x40": (thirty_one, LARGE, ("s",)),
    "farkle_80x24": (farkle, SMALL, ("r", "5", "5", "5", "1")),
    "farkle_140x40": (farkle, LARGE, ("r", "5", "enter")),
}


@pytest.mark.parametrize("name", SCREENS)
def test_the_screen_is_as_it_was(name: str) -> None:
    session, size, keys = SCREENS[name]

    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        await press(pilot, app, *keys)
        await pilot.pause()
        shown = text_of(app) + "\n"
        file = FOLDER / f"{name}.txt"
        if os.environ.get("KNOCKROLL_UPDATE"):
            file.write_text(shown, encoding="utf-8")
        assert shown == file.read_text(encoding="utf-8")

    run(app_of(session()), script, size)
