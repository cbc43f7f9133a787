"""Learning from play by proximal policy optimization (PPO): a network plays, and reinforces what went well.

First it learns to imitate a player. Then it plays half of its games against itself and the rest against its opponents.
Every update starts new games, and all its chance comes from the seed and its number: so it depends only on the network
before it, and an interrupted training continues from its checkpoint to the same network as without the interruption.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from typing import Any

import numpy
import torch

from knockroll.lab.learning.advice import Adviser
from knockroll.lab.learning.course import Course
from knockroll.lab.learning.network import Network

TRACE = 0.95
"""The λ of GAE: 1 judges a move by what came after it, 0 by what the network expected next."""
CLIP = 0.2
"""The largest change of a move's probability ratio per update."""
LEARNING_RATE = 1e-3
LAST_RATE = 0.05
"""The share of the learning rate that is left at the end."""
CURIOSITY = 0.01
"""The weight of the entropy bonus, which falls to 0 at the end."""
VALUE_WEIGHT = 0.5
LONGEST_GRADIENT = 0.5
OBEDIENCE = 0.9
"""How often the teacher's move is played during imitation, and its target probability."""


@dataclass
class Played:
    """What a network saw and did, by move and game, or flattened."""

    seen: Any
    masks: Any
    chosen: Any
    shown: Any
    """The teacher's move, if it was asked."""
    likelihood: Any
    """The log-probability of the chosen move."""
    expected: Any
    """The target of the expected reward."""
    advantage: Any

    @classmethod
    def together(cls, all_played: list[Played]) -> Played:
        """Return the moves of all games, flattened, with normalized advantages."""
        together = cls(
            *(torch.cat([getattr(played, f.name).flatten(0, 1) for played in all_played]) for f in fields(cls))
        )
        advantage = together.advantage
        together.advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        return together

    def part(self, which: Any) -> Played:
        """Return some of the moves."""
        return Played(*(getattr(self, f.name)[which] for f in fields(self)))


class TrainingGames:
    """Games side by side in which a network plays, against itself or an opponent, perhaps with a teacher to ask."""

    def __init__(self, course: Course, games: int, opponent: str | None = None) -> None:
        self.env = course.env(games, opponent)
        is_asked = course.asks or (course.lessons and opponent is None)
        self._adviser = Adviser(course.game, course.teacher, self.env.batch) if is_asked else None
        self._nothing = torch.zeros(games, dtype=torch.int64)

    def begin(self, seed: int, chance: int) -> None:
        """Start new games; the teacher has a separate random stream."""
        self._observations, self._infos = self.env.reset(seed=seed)
        if self._adviser is not None:
            self._adviser.begin(chance)

    def look(self, network: Network, asks: bool) -> tuple[Any, Any, Any, Any, Any]:
        """Return inputs, legal moves, the teacher's moves, log-probabilities and expected rewards."""
        seen, masks = network.see(self._observations), torch.from_numpy(self._infos["action_mask"].astype(bool))
        shown = torch.from_numpy(self._adviser().copy()) if asks and self._adviser is not None else self._nothing
        with torch.no_grad():
            likes, expected = network(seen, masks, shown)
            return seen, masks, shown, torch.log_softmax(likes, 1), expected

    @property
    def to_play(self) -> Any:
        """The seat to move in each game."""
        return self._infos["to_play"]

    def step(self, chosen: Any) -> tuple[Any, Any]:
        """Make moves; return the rewards of all seats, and where a hand has ended."""
        self._observations, _, _, _, self._infos = self.env.step(chosen.numpy())
        return self._infos["rewards"], self.env.batch.ended > 0


class Trainer:
    """A network, and everything needed to train it further."""

    def __init__(self, course: Course) -> None:
        torch.set_num_threads(1)  # with more, sums differ from run to run
        self.course = course
        self.network = Network(course)
        self.optimizer = torch.optim.Adam(self.network.layers.parameters(), lr=LEARNING_RATE, eps=1e-5)
        self.updates = 0
        self.hands = 0
        """Hands played to the end."""
        against = course.games // 2 // len(course.opponents)
        alone = TrainingGames(course, course.games - against * len(course.opponents))
        self.groups = [alone, *(TrainingGames(course, against, name) for name in course.opponents)]
        self.reward_scale = self._usual_reward()

    def _usual_reward(self) -> float:
        """Return the scale of rewards, from hands played at random."""
        env = self.groups[0].env
        env.reset(seed=self.course.seed)
        squares, hands = 0.0, 0
        while not hands:
            for _ in range(self.course.length):
                infos = env.step(env.sample())[4]
                over = env.batch.ended > 0
                squares += float((infos["rewards"][over] ** 2).sum())
                hands += int(over.sum()) * self.course.seats
        return (squares / hands) ** 0.5 or 1.0

    def state(self) -> dict[str, Any]:
        """Return the content of a checkpoint."""
        return {
            "layers": self.network.layers.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "updates": self.updates,
            "hands": self.hands,
        }

    def go_back_to(self, state: dict[str, Any]) -> None:
        """Restore the content of a checkpoint."""
        self.network.layers.load_state_dict(state["layers"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.updates, self.hands = state["updates"], state["hands"]

    def update(self, progress: float) -> None:
        """Play, and learn from it; ``progress`` is the share of the training done, from 0 to 1."""
        course = self.course
        is_lesson = self.updates < course.lessons
        chance = torch.Generator().manual_seed(self._seed(0) >> 193)
        groups = self.groups[:1] if is_lesson else self.groups
        played = Played.together(
            [self._play(group, 1 + number, chance, is_lesson) for number, group in enumerate(groups)]
        )
        for group in self.optimizer.param_groups:
            group["lr"] = LEARNING_RATE * (1 - progress * (1 - LAST_RATE))
        for _ in range(course.epochs):
            for part in torch.randperm(len(played.chosen), generator=chance).chunk(course.parts):
                some = played.part(part)
                likes, expected = self.network(some.seen, some.masks, some.shown)
                likes = torch.log_softmax(likes, 1)
                loss = lesson(likes, some) if is_lesson else betterment(likes, some, CURIOSITY * (1 - progress))
                self._learn(loss + VALUE_WEIGHT * ((expected - some.expected) ** 2).mean())
        self.updates += 1

    def _seed(self, number: int) -> int:
        """Return a seed for one purpose in this update."""
        told = f"{self.course.seed} {self.updates} {number}".encode()
        return int.from_bytes(hashlib.sha256(told).digest(), "big")

    def _learn(self, loss: Any) -> None:
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.layers.parameters(), LONGEST_GRADIENT)
        self.optimizer.step()

    def _play(self, group: TrainingGames, number: int, chance: Any, is_lesson: bool) -> Played:
        course, games = self.course, group.env.num_envs
        group.begin(self._seed(number), self._seed(0))
        moves = []
        rewards = numpy.zeros((course.length, games, course.seats), numpy.float32)
        ended = numpy.zeros((course.length, games), bool)
        turns = numpy.zeros((course.length + 1, games), numpy.int64)
        for step in range(course.length):
            turns[step] = group.to_play
            seen, masks, shown, likes, expected = group.look(self.network, course.asks or is_lesson)
            chosen = torch.multinomial(likes.exp(), 1, generator=chance)
            if is_lesson:
                obeys = torch.rand(games, 1, generator=chance) < OBEDIENCE
                chosen = torch.where(obeys, shown[:, None], chosen)
            moves.append((seen, masks, chosen[:, 0], shown, likes.gather(1, chosen)[:, 0], expected))
            rewards[step], ended[step] = group.step(chosen[:, 0])
        turns[-1] = group.to_play
        self.hands += int(ended.sum())
        left = group.look(self.network, course.asks)[4].numpy()
        seen, masks, chosen, shown, likelihood, expected = (torch.stack(all_of) for all_of in zip(*moves, strict=True))
        advantage = torch.from_numpy(advantages(rewards / self.reward_scale, ended, turns, expected.numpy(), left))
        return Played(seen, masks, chosen, shown, likelihood, expected + advantage, advantage)


def betterment(likes: Any, played: Played, curiosity: float) -> Any:
    """Return the clipped policy loss (PPO)."""
    ratio = (likes.gather(1, played.chosen[:, None])[:, 0] - played.likelihood).exp()
    gain = torch.minimum(ratio * played.advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * played.advantage)
    doubt = -(likes.exp() * likes).sum(1)
    return -(gain + curiosity * doubt).mean()


def lesson(likes: Any, played: Played) -> Any:
    """Return the cross-entropy with the teacher's move, smoothed over all legal moves."""
    even = (likes * played.masks).sum(1) / played.masks.sum(1)
    return -(OBEDIENCE * likes.gather(1, played.shown[:, None])[:, 0] + (1 - OBEDIENCE) * even).mean()


def advantages(rewards: Any, ended: Any, turns: Any, expected: Any, left: Any) -> Any:
    """Return generalized advantage estimates (GAE): how much better each move went than expected.

    A seat moves again after the others have; its rewards in between belong to its last move. Where play is cut off,
    ``left`` is what the seat to move still expects, and the others share the opposite.
    """
    length, games, seats = rewards.shape
    every = numpy.arange(games)
    better = numpy.zeros((length, games), numpy.float32)
    ahead = numpy.repeat(-left[:, None] / max(1, seats - 1), seats, axis=1)
    ahead[every, turns[-1]] = left
    trace = numpy.zeros((games, seats), numpy.float32)
    since = numpy.zeros((games, seats), numpy.float32)
    for step in reversed(range(length)):
        over, seat = ended[step], turns[step]
        ahead[over] = trace[over] = since[over] = 0.0
        since += rewards[step]
        surprise = since[every, seat] + ahead[every, seat] - expected[step]
        trace[every, seat] = surprise + TRACE * trace[every, seat]
        better[step] = trace[every, seat]
        ahead[every, seat] = expected[step]
        since[every, seat] = 0.0
    return better


def examine(network: Network, group: TrainingGames, seed: int) -> tuple[float, float]:
    """Return the mean reward and its standard error over one hand per game, with the network's favourite moves."""
    group.begin(seed, seed)
    seat = group.env.learner
    total = numpy.zeros(group.env.num_envs)
    going = numpy.ones(group.env.num_envs, bool)
    while going.any():
        likes = group.look(network, network.asks)[3]
        rewards, ended = group.step(likes.argmax(1))
        total[going] += rewards[going, seat]
        going &= ~ended
    return float(total.mean()), float(total.std() / len(total) ** 0.5)
