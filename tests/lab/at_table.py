"""Games of the lab played at a table: what the playout must agree with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import knockroll
from knockroll.engine.stream import CHOICE, open_stream
from knockroll.lab.arena import Match
from knockroll.players.player import Bot

Choose = Callable[[dict[str, Any]], str]


def play_at_table(match: Match, deal: int, players: Sequence[Bot | Choose]) -> knockroll.Table:
    """The table at the end of a game of a match: a bot chooses by its rule, others from the view as JSON."""
    game = match.game
    options: dict[str, Any] = dict(match.options)
    t = knockroll.Table(game, match.seats, chance=knockroll.Seeded(match.seed, deal), **options)
    streams = [open_stream(match.seed, deal, CHOICE + seat) for seat in range(match.seats)]
    while t.turn is not None:
        seat = t.turn
        player = players[seat]
        if isinstance(player, Bot):
            v = game.view_of(t.state, seat)
            legal = game.list_legal(v)
            t.play(game.moves.format(player.choose(v, legal, len(legal), streams[seat])))
        else:
            t.play(player(t.view(seat)))
    return t


def digest(t: knockroll.Table) -> int:
    """The digest of the moves of a game."""
    value = 0
    for move in t.moves:
        value = (value * 31 + t.game.moves.parse(move) + 1) % 2**61
    return value
