"""What players that search do before they are first asked: play some hands, which compiles all that a choice calls."""

from __future__ import annotations

from collections.abc import Iterator

from knockroll.engine.chance import Seeded
from knockroll.engine.game import Game
from knockroll.engine.table import Table
from knockroll.players.player import Player

HANDS = 2
"""The second hand shows what a player learns from the first."""
MOST_MOVES = 400
SEED = 20_261_118
MOST_OPTIONS = 32
"""Sets of options that a player keeps in memory; the oldest is dropped, and loaded again from the disk if need be."""


def play_hands(game: Game, player: Player, seats: int, variant: str | None) -> Iterator[float]:
    """Let a player play some hands against itself; yield the share done."""
    table = Table(game, seats, variant=variant, chance=Seeded(SEED))
    for number in range(MOST_MOVES):
        if table.turn is None or table.state.hands_played >= HANDS:
            return
        table.play(player.choose(table.view(table.turn)))
        yield (number + 1) / MOST_MOVES
