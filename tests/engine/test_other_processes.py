"""Tables, games and players go to other processes, those of other packages included."""

from __future__ import annotations

import multiprocessing
import random
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import knockroll
from knockroll.engine.table import Table
from knockroll.testing.positions import play_out


def play_on(table: Table, player: Any) -> tuple[Table, list[str]]:
    """What the other processes do."""
    for _ in range(10):
        if table.turn is not None:
            table.play(player.choose(table.view(table.turn)))
    return table, list(table.moves)


def test_other_processes_play_on(other_games: tuple[str, ...]) -> None:
    """Started from nothing, as on Windows and macOS, in Ray and in most pools."""
    jobs = []
    for name in knockroll.game_names():
        table = Table(name, seed=4)
        play_out(table, random.Random(1), 15)
        jobs.append((table, knockroll.player(name, knockroll.player_names(name)[0], seed=2)))
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        elsewhere = list(pool.map(play_on, *zip(*jobs, strict=True)))
    for (table, player), (there, moves) in zip(jobs, elsewhere, strict=True):
        here, _ = play_on(table.copy(), player)
        assert there == here
        assert moves == here.moves
