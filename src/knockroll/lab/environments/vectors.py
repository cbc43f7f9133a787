"""The vector environment: thousands of games side by side, in Gymnasium's interface. See ``knockroll.lab.vector``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args

import numpy
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from knockroll.engine.chance import Seeded
from knockroll.engine.errors import InvalidMove, InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.state import NOBODY
from knockroll.lab.environments.stepping import GOING, TERMINATED, TRUNCATED, Batch, Episode, Reward, Setting
from knockroll.players import find_rule
from knockroll.players.player import Bot

Chooser = Callable[[Any, Any], Any]
"""An opponent as a function: gets observations and masks of some games, and returns the number of a move for each."""
Opponent = str | Bot | Chooser
DataType = Literal["int16", "float32"]


class GamesEnv(VectorEnv[Any, Any, Any]):
    """Games side by side. The infos have the seat to move and its legal moves: ``to_play``, ``action_mask``.

    The next step overwrites all arrays that this one returns: copy what you want to keep. When an episode ends, the
    next starts in the same step: ``terminations`` and rewards belong to the old one, the observation to the new one.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, batch: Batch, learner: int | None, choosers: Mapping[int, Chooser], seed: int | None) -> None:
        """Use :func:`knockroll.lab.vector` instead."""
        self.batch = batch
        self.num_envs = batch.count
        self.layout = batch.layout
        """The position of each field in an observation."""
        self.learner = learner
        """The seat that the actions are for; None if they are for the seat to move."""
        self._choosers = choosers
        self._first_seed = seed
        self._has_begun = False
        low, high = (numpy.array(bound, batch.observations.dtype) for bound in batch.layout.bounds())
        self.single_observation_space = spaces.Box(low, high, dtype=batch.observations.dtype.type)
        self.single_action_space = spaces.Discrete(batch.masks.shape[1])

    @cached_property
    def observation_space(self) -> Any:  # type: ignore[override]
        """The observations of all games. Made on first use, because the bounds take more memory than the games."""
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Any:  # type: ignore[override]
        """The actions of all games. Also made on first use."""
        return batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Restart all games: with a seed, its first games; without one, games that were not played yet."""
        self._check_open()
        if options:
            raise InvalidOption(f"pass options to vector(), not to reset(): {', '.join(options)}")
        if seed is None and not self._has_begun:
            seed = Seeded(self._first_seed).seed
        self.batch.begin(seed)
        self._has_begun = True
        self._ask_choosers(self.batch.ended, self.batch.rewards)
        return self.batch.observations, self._infos()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Make a move in every game."""
        self._check_open()
        if not self._has_begun:
            raise InvalidMove("the games have not started: call reset() before step()")
        batch = self.batch
        acting = batch.to_play.copy() if self.learner is None else None
        batch.step(numpy.asarray(actions))
        ended, rewards = batch.ended, batch.rewards
        if self._choosers:
            ended, rewards = ended.copy(), rewards.copy()
            self._ask_choosers(ended, rewards)
            batch.ended[:], batch.rewards[:] = ended, rewards
        if acting is None:
            own = batch.rewards[:, self.learner]
        else:
            own = numpy.take_along_axis(batch.rewards, acting[:, None], axis=1)[:, 0]
        return batch.observations, own, batch.ended == TERMINATED, batch.ended == TRUNCATED, self._infos()

    def _ask_choosers(self, ended: Any, rewards: Any) -> None:
        """Let opponents that are functions move until it is the learner's turn in every game, and add up the rewards.

        Rewards after the end of an episode do not count: they belong to the next one, in which the learner has not
        moved yet.
        """
        while self._choosers:
            to_play = self.batch.to_play
            waiting = [(seat, numpy.flatnonzero(to_play == seat)) for seat in self._choosers]
            if not any(len(which) for _, which in waiting):
                return
            for seat, which in waiting:
                if len(which):
                    moves = self._choosers[seat](self.batch.observations[which], self.batch.masks[which])
                    self.batch.step(numpy.asarray(moves), which)
                    going = which[ended[which] == GOING]
                    rewards[going] += self.batch.rewards[going]
                    ended[going] = self.batch.ended[going]

    def _infos(self) -> dict[str, Any]:
        batch = self.batch
        return {"action_mask": batch.masks, "to_play": batch.to_play, "rewards": batch.rewards}

    def sample(self) -> Any:
        """Return a random legal action for each game: ``action_space.sample()`` ignores masks."""
        return self.batch.sample()

    def _check_open(self) -> None:
        if self.closed:
            raise InvalidMove("this environment is closed: make a new one")

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self.batch.close()


@dataclass(frozen=True, kw_only=True)
class VectorRequest:
    """The arguments of :func:`knockroll.lab.vector`."""

    seats: int | None
    variant: str | None
    episode: Episode
    reward: Reward
    opponents: Opponent | Sequence[Opponent] | None
    seat: int
    dealer: int | None
    most_moves: int
    seed: int | None
    dtype: DataType
    threads: int
    compiled: bool


def make(game: Game, envs: int, asked: VectorRequest, options: Mapping[str, Any]) -> GamesEnv:
    """Make the environment: see :func:`knockroll.lab.vector`."""
    values = game.option_values(asked.seats, asked.variant, options)
    seats = game.default_seats if asked.seats is None else asked.seats
    for name, number in (("envs", envs), ("threads", asked.threads), ("most_moves", asked.most_moves)):
        if type(number) is not int or number < 1:
            raise InvalidOption(f"{name} must be a whole number of at least 1, not {number!r}")
    for name, place in (("seat", asked.seat), ("dealer", asked.dealer)):
        if place is not None and (type(place) is not int or not 0 <= place < seats):
            raise InvalidOption(f"{name} must be a seat from 0 to {seats - 1}, not {place!r}")
    for name, kinds in (("episode", Episode), ("reward", Reward), ("dtype", DataType)):
        if getattr(asked, name) not in get_args(kinds):
            known = " or ".join(map(repr, get_args(kinds)))
            raise InvalidOption(f"{name} must be {known}, not {getattr(asked, name)!r}")
    players, choosers = _seated(game, seats, asked.seat, asked.opponents)
    setting = Setting(
        game=game,
        seats=seats,
        values=values,
        dealer=NOBODY if asked.dealer is None else asked.dealer,
        players=players,
        episode=asked.episode,
        reward=asked.reward,
        most_moves=asked.most_moves,
    )
    batch = Batch(setting, envs, dtype=asked.dtype, threads=min(asked.threads, envs), compiled=asked.compiled)
    return GamesEnv(batch, None if asked.opponents is None else asked.seat, choosers, asked.seed)


def _seated(
    game: Game, seats: int, learner: int, opponents: Opponent | Sequence[Opponent] | None
) -> tuple[list[Bot | None], dict[int, Chooser]]:
    """Return the bot at each seat (None if its moves come from outside), and the functions at some of the others."""
    if opponents is None:
        return [], {}
    if isinstance(opponents, str | Bot) or callable(opponents):
        opponents = [opponents] * (seats - 1)
    if len(opponents) != seats - 1:
        raise InvalidOption(f"{seats} seats need {seats - 1} opponents, or one for all of them, not {len(opponents)}")
    players: list[Bot | None] = [None] * seats
    choosers: dict[int, Chooser] = {}
    for seat, opponent in zip((seat for seat in range(seats) if seat != learner), opponents, strict=True):
        if isinstance(opponent, str):
            players[seat] = _compilable(game, opponent)
        elif isinstance(opponent, Bot):
            players[seat] = opponent
        else:
            choosers[seat] = opponent
    for bot in filter(None, players):
        bot.check_seats(seats)
    return players, choosers


def _compilable(game: Game, name: str) -> Bot:
    bot = find_rule(game, name)
    if bot is None:
        raise InvalidOption(f"{name} cannot be compiled; ask it in a function of your own")
    return bot
