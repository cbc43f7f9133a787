"""What all players that search have in common."""

from __future__ import annotations

import hashlib
import json
import os
from abc import ABC, abstractmethod
from typing import Any

from knockroll.engine.game import Game
from knockroll.engine.stream import CHOICE, open_stream
from knockroll.players.player import Bot, Thinker

_SEEN = ("seat", "hands_played", "players", "hand", "acts", "phase")
"""Parts of a view that the seed of a decision follows from."""


class SearchPlayer(ABC):
    """Tries its moves in worlds that it believes in. One seed and the same views give the same moves."""

    slow = True

    def __init__(self, game: Game, thinker: Thinker, seed: int | None = None) -> None:
        self.game, self.thinker = game, thinker
        self.name, self.character = thinker.name, thinker.character
        self.base = thinker.base_in(game)
        self._seed = os.urandom(32) if seed is None else str(seed).encode()

    def choose(self, view: dict[str, Any]) -> str:
        """Return the best move, as far as that can be told."""
        return self.choose_within(view, None)

    @abstractmethod
    def choose_within(self, view: dict[str, Any], milliseconds: float | None) -> str:
        """Return the best move found when the time is up."""

    def move_of(self, bot: Bot, v: Any, seed: int) -> str:
        """Return the move that a bot makes, without search."""
        legal = self.game.list_legal(v)
        return self.game.moves.format(bot.choose(v, legal, len(legal), open_stream(seed, 0, CHOICE)))

    def seed_of(self, view: dict[str, Any]) -> int:
        """Return a seed for this decision, from what the seat sees."""
        seen = [view[part] for part in _SEEN if part in view]
        return int.from_bytes(hashlib.blake2b(json.dumps(seen).encode(), digest_size=7, key=self._seed[:64]).digest())
