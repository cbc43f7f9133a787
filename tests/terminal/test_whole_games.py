"""Every game is played to its end by keys alone, on a small screen and on a large one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from textual.pilot import Pilot

import knockroll
from knockroll.terminal.app import KnockrollApp
from tests.terminal.driving import LARGE, SMALL, app_of, play_screen, play_to_end, press, run, setup, text_of

SHORT: dict[str, dict[str, Any]] = {
    "farkle": {"target": 800},
    "gin_rummy": {"target": 15},
    "thirty_one": {"strikes": 1},
    "tonk": {"hands": 2},
    "tunk": {"target": 40},
}
"""Options that make a game short. One that is not here is played as it is."""


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "140x40"])
@pytest.mark.parametrize("game", knockroll.game_names())
def test_a_game_is_played_to_its_end(game: str, size: tuple[int, int]) -> None:
    async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
        assert await play_to_end(pilot, app, random.Random(2).choice) > 0
        shown = text_of(app)
        assert "The game is over" in shown
        assert play_screen(app).scene.verdict() in shown
        await press(pilot, app, "enter")

    seats = 2 if game == "tunk" else min(3, knockroll.get_game(game).max_seats)
    session = setup(game, seed=3, seats=seats, options=SHORT.get(game, {})).open()
    assert run(app_of(session), script, size) == "This game was not saved."
    assert session.table.result is not None


def test_most_seats_fit_on_a_small_screen() -> None:
    for name in knockroll.game_names():
        game = knockroll.get_game(name)

        async def script(pilot: Pilot[str], app: KnockrollApp) -> None:
            screen = play_screen(app)
            shown = text_of(app)
            assert all(screen.scene.name(seat)[:8] in shown for seat in screen.scene.clockwise), shown
            assert shown.splitlines()[-1].strip(), shown

        run(app_of(setup(name, seed=4, seats=game.max_seats).open()), script)
