"""The games as AEC environments of PettingZoo: ``pip install 'knockroll[pettingzoo]'``.

>>> from knockroll.lab.environments import pettingzoo
>>> env = pettingzoo.env("thirty_one", seats=2)
>>> env.reset(seed=7)
>>> observation, reward, termination, truncation, info = env.last()
>>> env.step(int(observation["action_mask"].argmax()))

An observation is a dict of ``observation`` and ``action_mask``, the row and the mask that docs/lab.md describes.
"""

from __future__ import annotations

from typing import Any

import numpy

from knockroll.engine.chance import Seeded
from knockroll.engine.errors import IllegalMove, InvalidMove, InvalidOption, MissingPackage
from knockroll.engine.game import Game, find_game
from knockroll.engine.state import MAX_SEATS, NOBODY
from knockroll.engine.views import write_view
from knockroll.lab.environments.stepping import TERMINATED, TRUNCATED, Batch, Episode, Reward, Setting

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
except ModuleNotFoundError as error:
    raise MissingPackage(
        f"this needs {error.name}. Install it: pip install 'knockroll[pettingzoo]'", name=error.name
    ) from error

RENDER_MODES = ("human", "ansi")
_NAMES = tuple(f"player_{seat}" for seat in range(MAX_SEATS))


class GameEnv(AECEnv):  # type: ignore[misc]
    """One game, or one hand of it, with an agent at each seat."""

    def __init__(self, batch: Batch, render_mode: str | None) -> None:
        """Use :func:`env` instead."""
        super().__init__()
        self.metadata = {
            "name": f"knockroll_{batch.game.name}_v0",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.batch = batch
        self.possible_agents = list(_NAMES[: batch.seats])
        self._seats = {name: seat for seat, name in enumerate(self.possible_agents)}
        low, high = (numpy.array(bound, batch.observations.dtype) for bound in batch.layout.bounds())
        moves = batch.masks.shape[1]
        self.observation_spaces = {
            name: spaces.Dict(
                {
                    "observation": spaces.Box(low, high, dtype=batch.observations.dtype.type),
                    "action_mask": spaces.Box(0, 1, (moves,), numpy.int8),
                }
            )
            for name in self.possible_agents
        }
        self.action_spaces = {name: spaces.Discrete(moves) for name in self.possible_agents}
        self._no_moves = numpy.zeros(moves, numpy.int8)
        self._move = numpy.zeros(1, numpy.int64)
        self._has_begun = False

    def observation_space(self, agent: str) -> Any:
        """Return the observation space, which is the same for every agent."""
        return self.observation_spaces[self._known(agent)]

    def action_space(self, agent: str) -> Any:
        """Return the action space: the numbers of the game's moves."""
        return self.action_spaces[self._known(agent)]

    def _known(self, agent: str) -> str:
        if agent not in self._seats:
            raise InvalidOption(f"no agent {agent!r}; the agents are {', '.join(self._seats)}")
        return agent

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game: always the same one for a seed, without a seed the next one. ``options`` are ignored."""
        if seed is None and not self._has_begun:
            seed = Seeded().seed
        self.batch.begin(seed)
        self._has_begun = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.agents[int(self.batch.to_play[0])]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know, and its legal moves if it is to move."""
        seat, batch = self._seats[self._known(agent)], self.batch
        if batch.to_play[0] == seat:
            return {"observation": batch.observations[0].copy(), "action_mask": batch.masks[0].copy()}
        row = batch.layout.observe(self._state(), seat)
        observation = numpy.array(row, batch.observations.dtype)
        return {"observation": observation, "action_mask": self._no_moves.copy()}

    def _state(self) -> Any:
        return self.batch.game.state.read(self.batch.states[0])

    def step(self, action: int | None) -> None:
        """Make a move for the agent whose turn it is; pass None if its game is over."""
        if not self._has_begun:
            raise InvalidMove("the game has not started: call reset() before step()")
        if not self.agents:
            raise InvalidMove("the game is over: call reset() to start another")
        agent, batch = self.agent_selection, self.batch
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = self._checked(agent, action)
        self._cumulative_rewards[agent] = 0.0
        self._move[0] = move
        batch.take(self._move)
        for name, reward in zip(self.possible_agents, batch.rewards[0].tolist(), strict=True):
            self.rewards[name] = reward
            self._cumulative_rewards[name] += reward
        ended = batch.ended[0]
        if ended:
            self.terminations = dict.fromkeys(self.agents, bool(ended == TERMINATED))
            self.truncations = dict.fromkeys(self.agents, bool(ended == TRUNCATED))
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[int(batch.to_play[0])]
        if self.render_mode == "human":
            self.render()

    def _checked(self, agent: str, action: Any) -> int:
        mask, texts = self.batch.masks[0], self.batch.game.moves.texts
        if isinstance(action, bool) or not isinstance(action, int | numpy.integer) or not 0 <= action < len(mask):
            raise InvalidMove(f"an action must be a whole number from 0 to {len(mask) - 1}, not {action!r}")
        if not mask[action]:
            legal = ", ".join(f"{move} ({texts[move]})" for move in mask.nonzero()[0])
            raise IllegalMove(f"{agent} cannot make move {action} ({texts[action]}) now; legal moves: {legal}")
        return int(action)

    def render(self) -> str | None:
        """Show the position as the agent to move sees it, as text: print it (``human``) or return it (``ansi``)."""
        if self.render_mode is None:
            return None
        game, s = self.batch.game, self._state()
        view = write_view(game, game.view_of(s, s.turn), s.turn)
        lines = [f"{game.title}: {'nobody' if s.turn == NOBODY else self.possible_agents[s.turn]} to {view['phase']}"]
        for player in view["players"]:
            cards = f", {player['cards']} cards" if player["cards"] else ""
            lines.append(f"  {self.possible_agents[player['seat']]}: {player['score']} {game.score_name}{cards}")
        for name in ("hand", "discard", "dice", "legal"):
            if view.get(name):
                value = view[name]
                separator = ", " if name == "legal" else " "
                lines.append(f"  {name}: {value if isinstance(value, str) else separator.join(map(str, value))}")
        text = "\n".join(lines)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def env(
    game: str | Game,
    *,
    seats: int | None = None,
    variant: str | None = None,
    episode: Episode = "hand",
    reward: Reward = "points",
    dealer: int | None = None,
    most_moves: int = 100_000,
    render_mode: str | None = None,
    compiled: bool = True,
    **options: Any,
) -> GameEnv:
    """Make a game for PettingZoo. The parameters are those of :func:`knockroll.lab.vector`."""
    game = game if isinstance(game, Game) else find_game(game)
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise InvalidOption(f"render_mode must be {' or '.join(map(repr, RENDER_MODES))} or None, not {render_mode!r}")
    setting = Setting(
        game=game,
        seats=game.default_seats if seats is None else seats,
        values=game.option_values(seats, variant, options),
        dealer=NOBODY if dealer is None else dealer,
        episode=episode,
        reward=reward,
        most_moves=most_moves,
        restarts=False,
    )
    return GameEnv(Batch(setting, 1, compiled=compiled), render_mode)
