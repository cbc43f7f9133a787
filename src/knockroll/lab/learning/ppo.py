"""Learning from play by proximal policy optimisation (PPO): a network plays, and makes what went well more likely.

At first it is shown what a player would do, and learns to do the same. Then half of its games it plays against itself,
the others against the players that it is to beat. Every update begins new games, and all its chance comes from the seed
and its number: so it depends on nothing but the network before it, and training that was broken off goes on from its
checkpoint to the very network that it would have come to.
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
"""How much a move is judged by what came after it (1), and not by what the network expected then (0)."""
CLIP = 0.2
"""By how much a move may become likelier in one update."""
LEARNING_RATE = 1e-3
LAST_RATE = 0.05
"""What is left of the learning rate at the end."""
CURIOSITY = 0.01
"""How much it is worth not to be sure yet; at the end, nothing."""
VALUE_WEIGHT = 0.5
LONGEST_GRADIENT = 0.5
OBEDIENCE = 0.9
"""How often the move that is shown is also the one that is made, and how sure of it a network is to become."""


@dataclass
class Played:
    """What a network saw and did: move by move in games side by side, or all of it in a row."""

    seen: Any
    masks: Any
    chosen: Any
    shown: Any
    """What the teacher would have done, if it was asked."""
    likelihood: Any
    """The logarithm of how likely the network was to choose as it did."""
    expected: Any
    """The reward that it should have expected."""
    advantage: Any

    @classmethod
    def together(cls, all_played: list[Played]) -> Played:
        """The moves of all games in a row, their advantages brought to a common measure."""
        together = cls(
            *(torch.cat([getattr(played, f.name).flatten(0, 1) for played in all_played]) for f in fields(cls))
        )
        advantage = together.advantage
        together.advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
        return together

    def part(self, which: Any) -> Played:
        """Some of the moves."""
        return Played(*(getattr(self, f.name)[which] for f in fields(self)))


class Room:
    """Games side by side in which a network plays, alone or against an opponent, and perhaps a teacher to ask."""

    def __init__(self, course: Course, games: int, opponent: str | None = None) -> None:
        self.env = course.env(games, opponent)
        is_asked = course.asks or (course.lessons and opponent is None)
        self._adviser = Adviser(course.game, course.teacher, self.env.batch) if is_asked else None
        self._nothing = torch.zeros(games, dtype=torch.int64)

    def begin(self, seed: int, chance: int) -> None:
        """Begin new games; the teacher has chance of its own."""
        self._observations, self._infos = self.env.reset(seed=seed)
        if self._adviser is not None:
            self._adviser.begin(chance)

    def look(self, network: Network, asks: bool) -> tuple[Any, Any, Any, Any, Any]:
        """What a network sees, legal moves, the one shown, how likely it makes each (logarithms), what it expects."""
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
        """Make moves: the rewards of all seats, and where a hand has ended."""
        self._observations, _, _, _, self._infos = self.env.step(chosen.numpy())
        return self._infos["rewards"], self.env.batch.ended > 0


class Trainer:
    """A network, and what it takes to train it further."""

    def __init__(self, course: Course) -> None:
        torch.set_num_threads(1)  # with more, sums come out differently from run to run
        self.course = course
        self.network = Network(course)
        self.optimizer = torch.optim.Adam(self.network.layers.parameters(), lr=LEARNING_RATE, eps=1e-5)
        self.updates = 0
        self.hands = 0
        """Played to their ends."""
        against = course.games // 2 // len(course.opponents)
        alone = Room(course, course.games - against * len(course.opponents))
        self.rooms = [alone, *(Room(course, against, name) for name in course.opponents)]
        self.reward_scale = self._usual_reward()

    def _usual_reward(self) -> float:
        """How far from 0 the reward of a hand played at random is."""
        env = self.rooms[0].env
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
        """What a checkpoint keeps."""
        return {
            "layers": self.network.layers.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "updates": self.updates,
            "hands": self.hands,
        }

    def go_back_to(self, state: dict[str, Any]) -> None:
        """Be what a checkpoint has kept."""
        self.network.layers.load_state_dict(state["layers"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.updates, self.hands = state["updates"], state["hands"]

    def update(self, progress: float) -> None:
        """Play, and learn from it; ``progress`` is how much of the training is done, from 0 to 1."""
        course = self.course
        is_lesson = self.updates < course.lessons
        chance = torch.Generator().manual_seed(self._seed(0) >> 193)
        rooms = self.rooms[:1] if is_lesson else self.rooms
        played = Played.together([self._play(room, 1 + number, chance, is_lesson) for number, room in enumerate(rooms)])
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
        """A seed for something in this update."""
        told = f"{self.course.seed} {self.updates} {number}".encode()
        return int.from_bytes(hashlib.sha256(told).digest(), "big")

    def _learn(self, loss: Any) -> None:
        self.optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.network.layers.parameters(), LONGEST_GRADIENT)
        self.optimizer.step()

    def _play(self, room: Room, number: int, chance: Any, is_lesson: bool) -> Played:
        course, games = self.course, room.env.num_envs
        room.begin(self._seed(number), self._seed(0))
        moves = []
        rewards = numpy.zeros((course.length, games, course.seats), numpy.float32)
        ended = numpy.zeros((course.length, games), bool)
        turns = numpy.zeros((course.length + 1, games), numpy.int64)
        for step in range(course.length):
            turns[step] = room.to_play
            seen, masks, shown, likes, expected = room.look(self.network, course.asks or is_lesson)
            chosen = torch.multinomial(likes.exp(), 1, generator=chance)
            if is_lesson:
                obeys = torch.rand(games, 1, generator=chance) < OBEDIENCE
                chosen = torch.where(obeys, shown[:, None], chosen)
            moves.append((seen, masks, chosen[:, 0], shown, likes.gather(1, chosen)[:, 0], expected))
            rewards[step], ended[step] = room.step(chosen[:, 0])
        turns[-1] = room.to_play
        self.hands += int(ended.sum())
        left = room.look(self.network, course.asks)[4].numpy()
        seen, masks, chosen, shown, likelihood, expected = (torch.stack(all_of) for all_of in zip(*moves, strict=True))
        advantage = torch.from_numpy(advantages(rewards / self.reward_scale, ended, turns, expected.numpy(), left))
        return Played(seen, masks, chosen, shown, likelihood, expected + advantage, advantage)


def betterment(likes: Any, played: Played, curiosity: float) -> Any:
    """The less, the more likely the network has made what went well (PPO)."""
    ratio = (likes.gather(1, played.chosen[:, None])[:, 0] - played.likelihood).exp()
    gain = torch.minimum(ratio * played.advantage, ratio.clamp(1 - CLIP, 1 + CLIP) * played.advantage)
    doubt = -(likes.exp() * likes).sum(1)
    return -(gain + curiosity * doubt).mean()


def lesson(likes: Any, played: Played) -> Any:
    """The less, the more likely the network makes what it was shown; the rest is for all legal moves."""
    even = (likes * played.masks).sum(1) / played.masks.sum(1)
    return -(OBEDIENCE * likes.gather(1, played.shown[:, None])[:, 0] + (1 - OBEDIENCE) * even).mean()


def advantages(rewards: Any, ended: Any, turns: Any, expected: Any, left: Any) -> Any:
    """By how much each move went better than was expected, told from what came after it (GAE).

    A seat moves again after the others have; what it gets meanwhile came of its last move. Where play is broken off,
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


def examine(network: Network, room: Room, seed: int) -> tuple[float, float]:
    """The mean reward, and its standard error, of a network that plays one hand in each game as well as it can."""
    room.begin(seed, seed)
    seat = room.env.learner
    total = numpy.zeros(room.env.num_envs)
    going = numpy.ones(room.env.num_envs, bool)
    while going.any():
        likes = room.look(network, network.asks)[3]
        rewards, ended = room.step(likes.argmax(1))
        total[going] += rewards[going, seat]
        going &= ~ended
    return float(total.mean()), float(total.std() / len(total) ** 0.5)
