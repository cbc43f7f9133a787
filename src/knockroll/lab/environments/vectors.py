"""The vector environment: thousands of games side by side, in Gymnasium's interface. See ``knockroll.lab.vector``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from knockroll.lab.environments.stepping import GOING, TERMINATED, TRUNCATED, Batch, Episode, Reward
from knockroll.players import find_rule
from knockroll.players.player import Bot

Chooser = Callable[[Any, Any], Any]
"""An opponent of one's own: gets observations and masks of some games, and returns the number of a move for each."""
Opponent = str | Bot | Chooser
DataType = Literal["int16", "float32"]


class GamesEnv(VectorEnv[Any, Any, Any]):
    """Games side by side. Whose turn it is, and which moves there are, is in the infos: ``to_play``, ``action_mask``.

    All arrays that it returns are its own, and written anew by the next step: copy what has to last. An episode that
    ends is followed by the next in the same step; ``terminations`` and the rewards are of the one that ended, the
    observation is of the new one.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(self, batch: Batch, learner: int | None, choosers: Mapping[int, Chooser], seed: int | None) -> None:
        """Made by :func:`knockroll.lab.vector`."""
        self.batch = batch
        self.num_envs = batch.count
        self.layout = batch.layout
        """Where each field lies in an observation."""
        self.learner = learner
        """The seat that the actions are for; None if they are for the seat to move, whichever it is."""
        self._choosers = choosers
        self._first_seed = seed
        self._has_begun = False
        low, high = (numpy.array(bound, batch.observations.dtype) for bound in batch.layout.bounds())
        self.single_observation_space = spaces.Box(low, high, dtype=batch.observations.dtype.type)
        self.single_action_space = spaces.Discrete(batch.masks.shape[1])

    @cached_property
    def observation_space(self) -> Any:  # type: ignore[override]
        """Made only if somebody asks for it, because its bounds take more memory than the games."""
        return batch_space(self.single_observation_space, self.num_envs)

    @cached_property
    def action_space(self) -> Any:  # type: ignore[override]
        """As lazily."""
        return batch_space(self.single_action_space, self.num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin all games anew: the first games under a seed, or, without one, games that were not played yet."""
        self._check_open()
        if options:
            raise InvalidOption(f"options are given to vector(), not to reset(): {', '.join(options)}")
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
            raise InvalidMove("the games have not begun: call reset() before step()")
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
        """Let opponents of one's own move until it is the learner's turn everywhere; add up what happens meanwhile.

        What comes after the end of an episode belongs to the next, in which the learner has not moved yet.
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
        """A legal action for each game, chosen at random: ``action_space.sample()`` knows nothing of masks."""
        return self.batch.sample()

    def _check_open(self) -> None:
        if self.closed:
            raise InvalidMove("this environment is closed: make another one")

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads; nothing else is open but memory."""
        self.batch.close()


def make(
    game: Game,
    envs: int,
    *,
    seats: int | None,
    variant: str | None,
    episode: Episode,
    reward: Reward,
    opponents: Opponent | Sequence[Opponent] | None,
    seat: int,
    dealer: int | None,
    most_moves: int,
    seed: int | None,
    dtype: DataType,
    threads: int,
    compiled: bool,
    options: Mapping[str, Any],
) -> GamesEnv:
    """See :func:`knockroll.lab.vector`."""
    values = game.option_values(seats, variant, options)
    seats = game.default_seats if seats is None else seats
    for name, number in (("envs", envs), ("threads", threads), ("most_moves", most_moves)):
        if type(number) is not int or number < 1:
            raise InvalidOption(f"{name} is a whole number from 1 up, not {number!r}")
    for name, place in (("seat", seat), ("dealer", dealer)):
        if place is not None and (type(place) is not int or not 0 <= place < seats):
            raise InvalidOption(f"{name} is a seat from 0 to {seats - 1}, not {place!r}")
    for name, value, kinds in (("episode", episode, Episode), ("reward", reward, Reward), ("dtype", dtype, DataType)):
        if value not in get_args(kinds):
            raise InvalidOption(f"{name} is {' or '.join(map(repr, get_args(kinds)))}, not {value!r}")
    players, choosers = _seated(game, seats, seat, opponents)
    batch = Batch(
        game,
        envs,
        seats=seats,
        values=values,
        dealer=NOBODY if dealer is None else dealer,
        players=players,
        episode=episode,
        reward=reward,
        most_moves=most_moves,
        dtype=dtype,
        threads=min(threads, envs),
        compiled=compiled,
    )
    return GamesEnv(batch, None if opponents is None else seat, choosers, seed)


def _seated(
    game: Game, seats: int, learner: int, opponents: Opponent | Sequence[Opponent] | None
) -> tuple[list[Bot | None], dict[int, Chooser]]:
    """Who chooses at each seat, None for those that are asked outside; and of those the ones that are called."""
    if opponents is None:
        return [], {}
    if isinstance(opponents, str | Bot) or callable(opponents):
        opponents = [opponents] * (seats - 1)
    if len(opponents) != seats - 1:
        raise InvalidOption(f"with {seats} seats there are {seats - 1} opponents, or one for all, not {len(opponents)}")
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
        raise InvalidOption(f"{name} is no rule that can be compiled; ask it in a function of your own")
    return bot
