"""Finished games to review."""

from __future__ import annotations

from functools import cache
from typing import Any

import knockroll
from knockroll.engine.game import get_game
from knockroll.engine.record import RecordDocument
from knockroll.engine.stream import CHOICE, open_stream


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
