"""The network that learns, in torch, and its export to a player that does not need torch."""

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
"""The logit of an illegal move."""
TRUST = 3.0
"""The initial bonus of the teacher's move, for a network that asks."""


class Network:
    """Two layers, and from them the logit of each move and the expected reward.

    A network that asks gets its teacher's move as an input, and starts by trusting it.
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
        """Return the inputs from observations."""
        return torch.from_numpy(observations[:, self.inputs].astype(numpy.float32)) / self.scales

    def __call__(self, seen: Any, masks: Any, shown: Any) -> tuple[Any, Any]:
        """Return the logit of each move, and the expected reward."""
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
    """Return an embedding for each move of the teacher."""
    layer = torch.nn.Embedding(moves, numbers)
    torch.nn.init.constant_(layer.weight, first)
    return layer


def as_player(network: Network, course: Course, training: dict[str, Any]) -> bytes:
    """Write the file of a learned player: see :mod:`knockroll.lab.learning.player`."""
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
    """Return numbers in units of ``1 / (1 << bits)``, clipped to what fits."""
    most = numpy.iinfo(dtype).max
    return numpy.clip(numpy.round(numbers.double().numpy() * (1 << bits)), -most, most).astype(dtype)
