"""Some screens, character by character.

After a change that is meant: ``KNOCKROLL_UPDATE=1 pytest tests/terminal/test_snapshots.py``.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot

import knockroll
from knockroll.terminal.app import KnockrollApp
from knockroll.terminal.session import LocalSession
from tests.terminal.driving import LARGE, SMALL, Puppet, app_of, at_table, press, run, text_of

FOLDER = Path(__file__).parent / "snapshots"


def gin() -> LocalSession:
    hands = ("5c 6c 7c 8h 8d 8s Kd Qh 2s 3h", "As 2d 4h 6s 9c Jc Kh 3c 5d 7h")
    return at_table("gin_rummy", hands, Puppet("Simple", "draw stock", "discard As"), upcard="Tc", stock="Td 4c Ts")


def tonk() -> LocalSession:
    hands = ("5c 6c 7c 8h Kd", "9s 9h 9d 2c 4h", "3s 4s 5s Jh Qd")
    players = (
        Puppet("The Miser", "draw stock", "spread 9s 9h 9d", "discard Qs"),
        Puppet("Lucky", "draw stock", "spread 3s 4s 5s 6s", "discard Jh"),
    )
    return at_table("tonk", hands, *players, upcard="8c", stock="Qs 6s 2h 9c")


def tunk() -> LocalSession:
    hands = ("4s 4h 2c 8h 3d 5d 7c", "Kh 2d Kc 9s 3h Jd Qd", "8s 9h Qh Ad 4d 6d 8d")
    players = (Puppet("Thelma", "draw stock", "tunk"), Puppet("Louise", "draw discard", "discard 9h"))
    return at_table("tunk", hands, *players, upcard="Ts", stock="9c 5s")


def thirty_one() -> LocalSession:
    hands = ("5h 6h 9h", "Ks 2s 4h", "7s 7d 8s", "Jc 7c 4s")
    players = (
        Puppet("House", "draw stock", "discard 4h"),
        Puppet("Mr. Caution", "draw discard", "discard 7d"),
        Puppet("Ms. Aggressive", "knock"),
    )
    return at_table("thirty_one", hands, *players, upcard="Qd", stock="Ts 3h")


def farkle() -> LocalSession:
    chance = knockroll.Scripted(["1 1 2 3 4 6", "2 3 4 6", "1 1 2 5 5 5", "6"])
    table = knockroll.Table("farkle", seats=2, dealer=0, chance=chance)
    return LocalSession(table, (None, Puppet("The Professor", "throw", "keep 1 1", "throw")))


SCREENS: dict[str, tuple[Callable[[], LocalSession], tuple[int, int], tuple[str, ...]]] = {
    "gin_rummy_80x24": (gin, SMALL, ("s", "1")),
    "gin_rummy_140x40": (gin, LARGE, ("s",)),
    "tonk_80x24": (tonk, SMALL, ("s",)),
    "tonk_140x40": (tonk, LARGE, ("s", "s")),
    "tunk_80x24": (tunk, SMALL, ()),
    "thirty_one_80x24": (thirty_one, SMALL, ()),
    "thirty_one_140x40": (thirty_one, LARGE, ("s",)),
    "farkle_80x24": (farkle, SMALL, ("t", "5", "5", "5", "1")),
    "farkle_140x40": (farkle, LARGE, ("t", "5", "enter")),
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
