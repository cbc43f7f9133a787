"""Fits the small networks with which a rule rates moves to the results of hands that were played out.

Each round improves on the player of the round before, the first on an existing player. That player plays many hands,
against itself and against others. At some of its positions several moves are tried, and for each the hand is played out
to its end, all with the same cards. The networks are fitted to what the moves brought, compared with the other moves of
that position: the luck of the deal, which is common to all of them, cancels out. A game says in an :class:`Appraisal`
which moves to compare, what a network reads about each, and what a finished hand is worth.
"""

from __future__ import annotations

import lzma
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy

from knockroll.engine import rule as rules
from knockroll.engine.game import Game
from knockroll.engine.network import BITS, read_numbers, size_of
from knockroll.engine.rule import assign, rule
from knockroll.engine.state import OVER
from knockroll.lab import compiled
from knockroll.lab.arena.api import run as play_match
from knockroll.lab.arena.result import Standing
from knockroll.lab.compiled import compile_loop, copies, new_records, teach_memory
from knockroll.lab.playout import Playout, Runner, bots_together
from knockroll.players.player import Bot

HANDS = 256
"""Hands that are played at a time."""
PORTION = 1 / 3
"""The share of a hand's positions that are used."""
MOST_TRIES = 24
"""A limit above the number of moves that are compared at any position."""
BATCH = 256
"""Positions per step of gradient descent."""
LEAST_STEPS = 64
"""Fewest steps per epoch: with few positions, batches are smaller."""
EPOCHS = 16
RATE = 4e-3
"""The first learning rate; it falls to 0 along a cosine."""
BASELINE = -1
"""Instead of a network, for a move that the others are compared with: it is always worth 0."""


# --- What a game says ----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stage:
    """Networks that are fitted together, because they are asked at the same positions."""

    name: str
    tries: Callable[..., int]
    """The rule ``tries(v, moves, n, tried, kinds, rows)``: it writes the moves to compare, for each the place of its
    network among ``shapes`` (or BASELINE) and the inputs, and returns how many there are."""
    shapes: tuple[tuple[int, int], ...]
    """The units and inputs of each network, in the order of the file."""
    portion: float = 1.0
    """The share of the requested positions that this stage uses."""


@dataclass(frozen=True)
class Appraisal:
    """What is fitted: the networks of one player for one number of seats."""

    game: Game
    seats: int
    learner: str
    teacher: str
    """The player that the first round improves on."""
    met: tuple[str, ...]
    """The other players it learns from, in half of the hands; in the other half it plays itself."""
    stages: tuple[Stage, ...]
    file: Path
    number: Callable[[int], int]
    """The function with which the player reads its numbers."""
    worth: Callable[[Any, Any, Any], Any]
    """What finished hands are worth to a seat: ``worth(states before, states after, seats)``."""
    start: int = 0
    """The place of its first number in the file."""
    variant: str | None = None
    options: Mapping[str, Any] = field(default_factory=dict)
    most_moves: int = 36
    """Positions are taken after up to this many moves of a hand."""

    def size(self) -> int:
        """Return how many numbers its networks have."""
        return sum(size_of(*shape) for stage in self.stages for shape in stage.shapes)


# --- Examples ------------------------------------------------------------------------------------------------------


@dataclass
class Examples:
    """Moves that were tried: a row of inputs for each, and what it brought."""

    rows: Any
    kinds: Any
    """The network of each move."""
    points: Any
    positions: Any
    """The number of the position that a move was tried in, counted from 0."""


@rule
def write_inputs(row: Any, inputs: tuple[int, ...]) -> None:
    """Write inputs into a row."""
    for i in range(len(inputs)):
        row[i] = inputs[i]


def _try_moves(appraisal: Appraisal, stage: Stage) -> Callable[..., int]:
    """Return the compiled loop that makes all moves to compare in some states, and returns how many it made."""
    look, legal, play, tries = appraisal.game.look, appraisal.game.legal, appraisal.game.play, stage.tries

    def make(states, made, rows, kinds, positions, views, moves, tried):  # type: ignore[no-untyped-def]
        count = 0
        v = views[1]
        for i in range(len(states)):
            s = states[i]
            assign(v, views[0])
            look(s, s.turn, v)
            found = tries(v, moves, legal(v, moves), tried, kinds[count:], rows[count:])
            if found < 2:
                continue
            for k in range(found):
                positions[count + k] = i
                assign(made[count + k], s)
                play(made[count + k], tried[k])
            count += found
        return count

    return compile_loop(make, f"{appraisal.game.name} {stage.name} to appraise")


class Collector:
    """Collects examples from hands of a player."""

    def __init__(self, appraisal: Appraisal, seed: int) -> None:
        game = appraisal.game
        self.appraisal = appraisal
        self.first = game.new_state(
            appraisal.seats, game.option_values(appraisal.seats, appraisal.variant, appraisal.options)
        )
        self.runner = Runner(game, game.players, self.first, seed)
        self.random = numpy.random.default_rng(seed)
        self.views = copies(game.blank_view(self.first), 2)
        self.moves, self.tried = (numpy.zeros(game.most_moves, numpy.int64) for _ in range(2))
        self.games = copies(self.first, HANDS)
        self.hands = 0
        self._others = numpy.array([self.number(name) for name in appraisal.met])
        self._try = {stage.name: _try_moves(appraisal, stage) for stage in appraisal.stages}

    def number(self, name: str) -> int:
        """Return the number of a player in playouts."""
        bots = bots_together(self.appraisal.game, self.appraisal.game.players)
        return next(n for n, bot in enumerate(bots) if bot.name == name)

    def positions(self, player: int) -> tuple[Any, Any]:
        """Return positions where the player with this number is to move, and the players at the seats of each.

        They come from one hand of each game; the next call plays the next hand.
        """
        games, playouts, seats = self.games, new_records(Playout, HANDS), self._line_ups(player)
        playouts["number"] = self.hands + numpy.arange(HANDS)
        playouts["choosers"][:, : self.appraisal.seats] = seats
        self.hands += HANDS
        states, players = [], []
        for moves in range(1, self.appraisal.most_moves + 1):
            self.runner.play(playouts, games, most_moves=moves, most_hands=1)
            kept = (games["turn"] >= 0) & (playouts["hands"] == 0) & (self.random.random(HANDS) < PORTION)
            kept &= seats[numpy.arange(HANDS), games["turn"]] == player
            states.append(games[kept])
            players.append(seats[kept])
        self.runner.play(playouts, games, most_hands=1)
        games[games["phase"] == OVER] = copies(self.first, 1)
        return numpy.concatenate(states), numpy.concatenate(players)

    def _line_ups(self, player: int) -> Any:
        """Return the players at the seats: this player has all seats in half of the hands, and one in the others."""
        seats = numpy.full((HANDS, self.appraisal.seats), player)
        places = numpy.arange(HANDS)
        own = self.random.integers(self.appraisal.seats, size=HANDS)
        mixed = self.random.random(HANDS) < 0.5
        for seat in range(self.appraisal.seats):
            others = mixed & (own != seat)
            seats[places[others], seat] = self.random.choice(self._others, others.sum())
        return seats

    def play_out(self, before: Any, made: Any, positions: Any, seats: Any) -> Any:
        """Play hands to their end, and return what they bring to the seats that were to move."""
        playouts = new_records(Playout, len(made))
        playouts["number"] = self.hands + positions  # the same chance for all moves of a position
        playouts["choosers"][:, : self.appraisal.seats] = seats
        playouts["hands"] = made["hands_played"] - before["hands_played"]
        self.runner.play(playouts, made, most_hands=1)
        return self.appraisal.worth(before, made, before["turn"]).astype(numpy.float32)

    def examples(self, stage: Stage, player: int, count: int, tell: Callable[[int, int], None]) -> Examples:
        """Return examples from this many positions or a few more."""
        width = max(inputs for _, inputs in stage.shapes)
        parts: list[Examples] = []
        found = 0
        while found < count:
            states, seats = self.positions(player)
            most = len(states) * MOST_TRIES
            made, rows = copies(self.first, most), numpy.zeros((most, width), numpy.int32)
            kinds, positions = numpy.zeros(most, numpy.int64), numpy.zeros(most, numpy.int64)
            n = self._try[stage.name](states, made, rows, kinds, positions, self.views, self.moves, self.tried)
            at = positions[:n]
            points = self.play_out(states[at], made[:n], at, seats[at])
            _, at = numpy.unique(at, return_inverse=True)
            parts.append(Examples(rows[:n].copy(), kinds[:n].copy(), points, at + found))
            found += int(at.max(initial=-1)) + 1
            tell(min(found, count), count)
        names = Examples.__match_args__
        return Examples(*(numpy.concatenate([getattr(part, name) for part in parts]) for name in names))


# --- Networks ------------------------------------------------------------------------------------------------------


class SmallNetwork:
    """One layer of units over inputs, and their weighted sum."""

    def __init__(self, rows: Any, units: int, random: Any) -> None:
        self.mean, scale = rows.mean(axis=0), rows.std(axis=0)
        self.factor = numpy.where(scale > 0, 1 / numpy.maximum(scale, 1e-3), 0)  # an input that never changes: 0
        size = rows.shape[1]
        self.weights = random.uniform(-1, 1, (size, units)) * size**-0.5
        self.biases = random.uniform(-1, 1, units) * size**-0.5
        self.last = random.uniform(-1, 1, units) * units**-0.5
        self.end = numpy.zeros(1)

    def parameters(self) -> list[Any]:
        """Return the arrays that are fitted."""
        return [self.weights, self.biases, self.last, self.end]

    def run(self, rows: Any) -> tuple[Any, Any, Any]:
        """Return the results for some rows, then what :meth:`slopes` needs: the inputs and the units."""
        inputs = (rows - self.mean) * self.factor
        units = numpy.maximum(inputs @ self.weights + self.biases, 0)
        return units @ self.last + self.end[0], inputs, units

    def slopes(self, inputs: Any, units: Any, off: Any) -> list[Any]:
        """Return the derivative by each parameter, where ``off`` is the derivative by the results."""
        back = (off[:, None] * self.last) * (units > 0)
        return [inputs.T @ back, back.sum(axis=0), units.T @ off, off.sum(keepdims=True)]

    def numbers(self) -> Any:
        """Return its numbers as whole numbers, in the order of the file."""
        weights = self.weights.T * self.factor
        biases = self.biases - weights @ self.mean
        one = 1 << BITS
        parts = (weights.ravel() * one, biases * one, self.last * one, self.end * one * one)
        return numpy.concatenate(parts).round().astype(numpy.int64)


class Adam:
    """Gradient descent with momentum, each parameter scaled by the size of its slopes."""

    def __init__(self, parameters: Sequence[Any], steps: int) -> None:
        self._parameters, self._steps, self._step = parameters, steps, 0
        self._means = [numpy.zeros_like(one) for one in parameters]
        self._squares = [numpy.zeros_like(one) for one in parameters]

    def step(self, slopes: Sequence[Any]) -> None:
        """Change all parameters in place."""
        rate = RATE * (1 + numpy.cos(numpy.pi * self._step / self._steps)) / 2
        self._step += 1
        for parameter, slope, mean, square in zip(self._parameters, slopes, self._means, self._squares, strict=True):
            mean += (slope - mean) * 0.1
            square += (slope * slope - square) * 0.001
            size = numpy.sqrt(square / (1 - 0.999**self._step)) + 1e-8
            parameter -= rate * mean / (1 - 0.9**self._step) / size


def fit(
    shapes: Sequence[tuple[int, int]], examples: Examples, seed: int, epochs: int = EPOCHS, batch: int = BATCH
) -> tuple[list[SmallNetwork], float]:
    """Fit networks to how much more each move brought than the other moves of its position.

    Return the networks, and the root of the mean squared error at the end.
    """
    random = numpy.random.default_rng(seed)
    networks = [
        SmallNetwork(examples.rows[examples.kinds == kind, :inputs], units, random)
        for kind, (units, inputs) in enumerate(shapes)
    ]
    starts = numpy.flatnonzero(numpy.diff(examples.positions, prepend=-1))
    sizes = numpy.diff(numpy.append(starts, len(examples.positions)))
    steps = max(-(-len(starts) // batch), min(LEAST_STEPS, len(starts)))
    adam = Adam([one for network in networks for one in network.parameters()], epochs * steps)
    error = 0.0
    for _ in range(epochs):
        error = 0.0
        for chosen in numpy.array_split(random.permutation(len(starts)), steps):
            error += _descend(networks, examples, starts[chosen], sizes[chosen], adam) / steps
    return networks, error**0.5


def _descend(networks: Sequence[SmallNetwork], examples: Examples, starts: Any, sizes: Any, adam: Adam) -> float:
    """Take a step, with the moves of some positions; return the mean squared error before it."""
    ends = numpy.cumsum(sizes)
    places = numpy.repeat(starts - ends + sizes, sizes) + numpy.arange(ends[-1])
    kinds, off = examples.kinds[places], -examples.points[places].astype(numpy.float64)
    passes = []
    for kind, network in enumerate(networks):
        own = numpy.flatnonzero(kinds == kind)
        results, inputs, units = network.run(examples.rows[places[own], : len(network.mean)])
        off[own] += results
        passes.append((own, inputs, units))
    off -= numpy.repeat(numpy.add.reduceat(off, ends - sizes) / sizes, sizes)
    slopes = []
    for network, (own, inputs, units) in zip(networks, passes, strict=True):
        slopes += network.slopes(inputs, units, 2 * off[own] / len(off))
    adam.step(slopes)
    return float((off * off).mean())


# --- Rounds --------------------------------------------------------------------------------------------------------


@contextmanager
def numbers_in_memory(appraisals: Sequence[Appraisal]) -> Iterator[Any]:
    """Let compiled code read the file that some appraisals share from memory, as an array that may change."""
    file, number = appraisals[0].file, appraisals[0].number
    stored = numpy.array(read_numbers(file) if file.exists() else [], numpy.int64)
    values = numpy.zeros(
        max([len(stored), *(appraisal.start + appraisal.size() for appraisal in appraisals)]), numpy.int64
    )
    values[: len(stored)] = stored
    # The compiled code reads the memory of this process: no other process may find it in the cache.
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(compiled, "cache_folder", lambda loop: Path(folder)),
        patch.dict(rules.TABLES),
    ):
        del rules.TABLES[number]
        teach_memory(number, values)
        yield values


def improve(
    collector: Collector,
    values: Any,
    player: str,
    positions: int,
    seed: int,
    report: Callable[[str], Any],
    only: str | None = None,
) -> None:
    """Fit the networks to hands of a player, stage by stage, and write them into ``values`` and the file.

    ``only``: the one stage to fit; the networks of the others stay.
    """
    appraisal = collector.appraisal
    at = appraisal.start
    for stage in appraisal.stages:
        if only not in (None, stage.name):
            at += sum(size_of(*shape) for shape in stage.shapes)
            continue
        count = int(positions * stage.portion)
        examples = collector.examples(stage, collector.number(player), count, lambda done, total: None)
        networks, error = fit(stage.shapes, examples, seed)
        for network in networks:
            numbers = network.numbers()
            values[at : at + len(numbers)] = numbers
            at += len(numbers)
        report(f"{stage.name}: {len(examples.rows):,} moves, {error:.2f} of noise")
        appraisal.file.write_bytes(lzma.compress(values.astype("<i4").tobytes()))


def measure(appraisal: Appraisal, opponents: Sequence[str], games: int, seed: int) -> Standing:
    """Play mirrored games with deals that no network was fitted to: against one opponent, or several at one table."""
    bots: list[str | Bot] = [
        next(bot for bot in appraisal.game.players if bot.name == name) for name in (appraisal.learner, *opponents)
    ]
    found = play_match(
        appraisal.game,
        bots,
        appraisal.seats,
        games,
        seed,
        variant=appraisal.variant,
        options=appraisal.options,
        compiled=True,
    )
    return found[appraisal.learner]
