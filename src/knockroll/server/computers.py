"""Computer players at a table, and substitutes for people."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator

import knockroll
from knockroll.players import Player
from knockroll.server.rooms import Room

logger = logging.getLogger("knockroll.server")
FAST_SECONDS = 0.002
"""A player that thinks no longer than this moves in the event loop; others think in a thread."""
MOST_AT_ONCE = 32
"""Moves that players without pace make before others get their turn."""
LONGEST_AT_ONCE = 0.02

_cost: dict[tuple[str, str], float] = {}
"""How long each player of each game has lately thought, in seconds."""


class Computers:
    """The computer players of one room."""

    def __init__(self, game: str) -> None:
        self.game = game
        self._players: dict[str, Player] = {}

    def choose(self, room: Room, name: str) -> str:
        """The move that a player chooses for the seat to move, from the view of that seat."""
        assert room.table is not None and room.turn is not None
        return self._ask(name, room.table.view(room.turn))

    async def think_if_slow(self, room: Room) -> tuple[int, str] | None:
        """The choice of a player that takes its time, with the position that it is for; None for a quick one."""
        name = room.mover()
        if name is None or self._is_fast(name) or room.table is None:
            return None
        position, view = room.position, room.table.view(room.turn)
        return position, await asyncio.to_thread(self._ask, name, view)

    def moves(self, room: Room, chosen: tuple[int, str] | None) -> Iterator[tuple[str, int, str]]:
        """Moves (by whom, seat, text) until a person is to move; with a pace only one. Each is made before the next."""
        begun = time.perf_counter()
        for _ in range(1 if room.plan.pace else MOST_AT_ONCE):
            name, turn = room.mover(), room.turn
            if name is None or turn is None or time.perf_counter() - begun > LONGEST_AT_ONCE:
                return
            by = "computer" if room.seats[turn].kind == "computer" else "substitute"
            if chosen is not None and chosen[0] == room.position:
                yield by, turn, chosen[1]
            elif self._is_fast(name):
                yield by, turn, self.choose(room, name)
            else:
                return

    def _is_fast(self, name: str) -> bool:
        return _cost.get((self.game, name), FAST_SECONDS + 1) <= FAST_SECONDS

    def _ask(self, name: str, view: dict[str, object]) -> str:
        begun = time.perf_counter()
        legal = view["legal"]
        assert isinstance(legal, list)
        try:
            if name not in self._players:
                self._players[name] = knockroll.player(self.game, name)
            move = self._players[name].choose(view)
        except Exception:  # a player of another package may do anything
            logger.exception("computer player %s of %s failed", name, self.game)
            move = ""
        if move not in legal:
            logger.error("computer player %s of %s did not choose a legal move", name, self.game)
            move = legal[0]
        taken = time.perf_counter() - begun
        key = (self.game, name)
        _cost[key] = max(taken, _cost.get(key, 0.0) * 0.9)
        return str(move)
