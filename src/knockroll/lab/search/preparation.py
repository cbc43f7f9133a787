"""Preparation: before its first decision a player plays some hands, which compiles everything that a choice calls."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from knockroll.engine.chance import Seeded
from knockroll.engine.game import Game
from knockroll.engine.table import Table
from knockroll.players.player import Player

HANDS = 2
"""In the second hand a player uses what it learned from the first."""
MOST_MOVES = 400
SEED = 20_261_118
MOST_OPTIONS = 32
"""Sets of options whose searchers a player keeps in memory; a dropped one is loaded again from the disk cache."""


def play_hands(game: Game, player: Player, seats: int, variant: str | None) -> Iterator[float]:
    """Let a player play some hands against itself; yield the share done."""
    table = Table(game, seats, variant=variant, chance=Seeded(SEED))
    for number in range(MOST_MOVES):
        if table.turn is None or table.state.hands_played >= HANDS:
            return
        table.play(player.choose(table.view(table.turn)))
        yield (number + 1) / MOST_MOVES


def make_room(searchers: dict[tuple[Any, ...], Any]) -> None:
    """Drop the oldest searchers until there is room for another."""
    while len(searchers) >= MOST_OPTIONS:
        del searchers[next(iter(searchers))]
