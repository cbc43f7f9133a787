"""One game for one learner, as Gymnasium's ``Env``: computer players have the other seats."""

from __future__ import annotations

from typing import Any

import numpy
from gymnasium import Env

from knockroll.lab.environments.vectors import GamesEnv


class SeatEnv(Env[Any, Any]):
    """A seat at one game. The infos have ``action_mask``: the legal moves.

    An episode that ends returns the first observation of the next one, as in :class:`GamesEnv`; ``reset`` begins a new
    one in any case.
    """

    metadata = {"render_modes": []}  # noqa: RUF012

    def __init__(self, games: GamesEnv) -> None:
        """Take an environment with one game; use ``gymnasium.make`` instead."""
        self._games = games
        self.observation_space = games.single_observation_space
        self.action_space = games.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin a game: always the same one for a seed, without a seed the next one."""
        super().reset(seed=seed)
        observations, infos = self._games.reset(seed=seed, options=options)
        return observations[0].copy(), _first(infos)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Make a move, and let the other players move until it is this seat's turn again."""
        moves = numpy.array([action], numpy.int64)
        observations, rewards, terminated, truncated, infos = self._games.step(moves)
        return observations[0].copy(), float(rewards[0]), bool(terminated[0]), bool(truncated[0]), _first(infos)

    def close(self) -> None:
        """Stop the threads."""
        self._games.close()


def _first(infos: dict[str, Any]) -> dict[str, Any]:
    return {name: value[0].copy() for name, value in infos.items() if name != "to_play"}
