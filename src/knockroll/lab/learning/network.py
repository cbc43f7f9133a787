"""The network that learns, with torch, and how it becomes a player that needs none."""

from __future__ import annotations

import io
import json
from typing import Any

import numpy
import torch
from torch.nn import functional

from knockroll.lab.learning.course import Course
from knockroll.lab.learning.inputs import inputs_of, scales_of
from knockroll.lab.learning.player import BITS, FORMAT

NEVER = -1e9
"""What a network thinks of a move that is not legal."""
TRUST = 3.0
"""How much more a network that asks likes the move of its teacher, to begin with."""


class Network:
    """Two layers, and from them how much it likes each move and the reward that it expects.

    One that asks is told what its teacher would do, and begins with trust in it.
    """

    def __init__(self, course: Course) -> None:
        self.asks = course.asks
        self.inputs = numpy.array(inputs_of(course.layout))
        self.scales = torch.tensor(scales_of(course.layout))
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(course.seed % (1 << 63))
            moves = len(course.game.moves.texts)
            layers = [
                _layer(len(self.inputs), course.width, 2**0.5),
                _layer(course.width, course.width, 2**0.5),
                _layer(course.width, moves, 0.01),
                _layer(course.width, 1, 1.0),
            ]
        if self.asks:
            layers += [_each_move(moves, course.width, 0.0), _each_move(moves, 1, TRUST)]
        self.layers = torch.nn.ModuleList(layers)

    def see(self, observations: Any) -> Any:
        """What the network is given of observations."""
        return torch.from_numpy(observations[:, self.inputs].astype(numpy.float32)) / self.scales

    def __call__(self, seen: Any, masks: Any, shown: Any) -> tuple[Any, Any]:
        """How much it likes each move, and the reward that it expects."""
        first, second, policy, value, *asking = self.layers
        hidden = first(seen)
        if asking:
            hidden = hidden + asking[0](shown)
        hidden = functional.relu(second(functional.relu(hidden)))
        likes = policy(hidden)
        if asking:
            likes = likes.scatter_add(1, shown[:, None], asking[1](shown))
        return likes.masked_fill(~masks, NEVER), value(hidden)[:, 0]


def _layer(inputs: int, outputs: int, gain: float) -> Any:
    layer = torch.nn.Linear(inputs, outputs)
    torch.nn.init.orthogonal_(layer.weight, gain)
    torch.nn.init.zeros_(layer.bias)
    return layer


def _each_move(moves: int, numbers: int, first: float) -> Any:
    """For each move that is shown, so many numbers."""
    layer = torch.nn.Embedding(moves, numbers)
    torch.nn.init.constant_(layer.weight, first)
    return layer


def as_player(network: Network, course: Course, training: dict[str, Any]) -> bytes:
    """The file of a learned player: see :mod:`knockroll.lab.learning.player`."""
    first, second, policy = ((layer.weight.detach(), layer.bias.detach()) for layer in network.layers[:3])
    told, trust = (layer.weight.detach() for layer in network.layers[4:]) if network.asks else (torch.zeros(0),) * 2
    about = {
        "format": FORMAT,
        "game": course.game.name,
        "seats": course.seats,
        "variant": course.variant,
        "options": dict(course.options),
        "teacher": course.opponents[0] if network.asks else None,
        "row": course.layout.size,
        "training": training,
    }
    file = io.BytesIO()
    numpy.savez_compressed(
        file,
        about=numpy.frombuffer(json.dumps(about).encode(), numpy.uint8),
        inputs=network.inputs.astype(numpy.int16),
        weights_0=_whole(first[0] / network.scales).T.ravel(),
        biases_0=_whole(first[1], numpy.int32),
        weights_1=_whole(second[0]).T.ravel(),
        biases_1=_whole(second[1], numpy.int32, 2 * BITS),
        weights_2=_whole(policy[0]).ravel(),
        biases_2=_whole(policy[1], numpy.int32, 2 * BITS),
        told=_whole(told).ravel(),
        trust=_whole(trust, numpy.int32, 2 * BITS).ravel(),
    )
    return file.getvalue()


def _whole(numbers: Any, dtype: Any = numpy.int16, bits: int = BITS) -> Any:
    """Numbers in parts of ``1 << bits``; those few that are beyond what fits stay there."""
    most = numpy.iinfo(dtype).max
    return numpy.clip(numpy.round(numbers.double().numpy() * (1 << bits)), -most, most).astype(dtype)
