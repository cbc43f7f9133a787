"""Moves in games where nothing is hidden: exact chances if the game is solved, otherwise playouts."""

from __future__ import annotations

from typing import Any

import numpy

from knockroll.engine.game import Game
from knockroll.engine.state import MAX_SEATS
from knockroll.lab.playout import play_on
from knockroll.lab.search.decision import Outcomes
from knockroll.players.player import Bot

BEST_PLAY = "best play"
"""The opinion that everyone plays perfectly; only for positions that the game's solution covers."""
BATCH_BITS = 20


def opinions(game: Game, s: Any) -> tuple[str, ...]:
    """Return who the others may be, the usual opinion first: best play in a solved position, else the strongest."""
    solved = game.review.chances is not None and game.review.chances(s) is not None
    bots = sorted(_fitting(game, s.seats), key=lambda bot: -bot.strength)
    return (*([BEST_PLAY] if solved else []), *(bot.name for bot in bots))


def _fitting(game: Game, seats: int) -> list[Bot]:
    return [bot for bot in game.players if bot.seats in (0, seats)]


class OpenEvaluator:
    """Plays games out after each move: the strongest player for the seat to move, the believed one for the others."""

    def __init__(self, game: Game, seats: int, worlds: int) -> None:
        self.game = game
        self._bots = {bot.name: bot for bot in _fitting(game, seats)}
        self._best = max(self._bots.values(), key=lambda bot: bot.strength)
        self._worlds = worlds

    def default_prior(self) -> str:
        """Return the name of the strongest player."""
        return self._best.name

    def certain_prior(self, name: str) -> str:
        """Return the name itself: it stands for that player."""
        return name

    def try_moves(self, v: Any, seat: int, prior: str, seed: int, moves: list[int]) -> Outcomes:
        """Play out a batch of games after each move, with the same chance for all; for best play, use the exact chance.

        ``v`` is a complete state. Points are those of the current turn.
        """
        others = self._best if prior == BEST_PLAY else self._bots[prior]
        players = [self._best if place == seat else others for place in range(v.seats)]
        chances, points = [], []
        for move in moves:
            after = v.copy()
            self.game.play(after, move)
            numbers = [seed << BATCH_BITS | world for world in range(self._worlds)]
            if prior == BEST_PLAY:
                chances.append(numpy.full(self._worlds, self._exact(after, seat)))
            else:
                last, _ = play_on(self.game, [after] * self._worlds, players, seed=0, numbers=numbers)
                chances.append(_shares(last["winners"])[:, seat])
            points.append(self._points_of_turn(v, after, seat, players, numbers))
        return Outcomes(numpy.stack(chances, axis=1), numpy.stack(points, axis=1))

    def _exact(self, after: Any, seat: int) -> float:
        assert self.game.review.chances is not None
        found = self.game.review.chances(after)
        assert found is not None, "a game is solved as a whole"
        return found[seat]

    def _points_of_turn(self, before: Any, after: Any, seat: int, players: list[Bot], numbers: list[int]) -> Any:
        """Return the points that the turn brings in each game. A turn is too short to be worth compiling."""
        if after.hands_played > before.hands_played:
            return numpy.full(len(numbers), after.scores[seat] - before.scores[seat])
        states = [after] * len(numbers)
        last, _ = play_on(self.game, states, players, seed=0, numbers=numbers, most_hands=1, compiled=False)
        return last["scores"][:, seat] - before.scores[seat]


def _shares(winners: Any) -> Any:
    """Return the share of every seat in finished games, an array [game, seat]."""
    won = winners[:, None] >> numpy.arange(MAX_SEATS) & 1
    return won / numpy.maximum(won.sum(axis=1, keepdims=True), 1)
