"""Finished games to review."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path
from typing import Any

import knockroll
from knockroll.engine.game import get_game
from knockroll.engine.record import RecordDocument
from knockroll.engine.stream import CHOICE, open_stream
from tests.seventh_game.follow import GAME as FOLLOW


@cache
def _played(name: str, seats: int, seed: int, variant: str | None, bots: tuple[int, ...], options: Any) -> Any:
    game = get_game(name)
    table = knockroll.Table(game, seats, seed=seed, variant=variant, **dict(options))
    streams = [open_stream(seed, 0, CHOICE + seat) for seat in range(seats)]
    moves = [0] * game.most_moves
    while table.turn is not None:
        v = game.view_of(table.state, table.turn)
        bot = game.players[bots[table.turn % len(bots)]]
        table.play(game.moves.format(bot.choose(v, moves, game.legal(v, moves), streams[table.turn])))
    return table.record()


def played(
    name: str, seats: int = 2, seed: int = 1, variant: str | None = None, bots: tuple[int, ...] = (0,), **options: Any
) -> RecordDocument:
    """The record of a game between bots of the game, by their numbers."""
    return dict(_played(name, seats, seed, variant, bots, tuple(options.items())))  # type: ignore[return-value]


def unfinished(name: str = "farkle") -> RecordDocument:
    """The record of a game that has only begun."""
    return knockroll.Table(name, seats=2, seed=3).record()


def played_elsewhere() -> RecordDocument:
    """The record of a game of another package, which has no player that searches."""
    table = knockroll.Table(FOLLOW, seats=2, seed=1)
    while table.turn is not None:
        table.play(table.legal()[-1])
    return table.record()


def path_without_numba(folder: Path) -> str:
    """A ``PYTHONPATH`` with which a program finds no numba."""
    (folder / "numba.py").write_text("raise ModuleNotFoundError('No module named numba', name='numba')\n")
    return os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
