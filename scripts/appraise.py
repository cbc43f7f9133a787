"""Fit the networks that The Actuary plays gin by: ``python -m scripts.appraise`` writes ``appraisal.xz``.

Each round improves on the player of the round before, the first on The Archivist. That player plays many hands, against
itself and against the others; at a position where it is to move, every legal move is made, and each hand is played out
to its end, all with the same cards. The networks are fitted to what the moves brought, compared with the other moves of
that position: the luck of the deal, which is common to all of them, cancels out. First come discards and knocks, then,
with the discards fitted, the draws. After every round the player is measured in mirrored games.

A round of 200,000 positions takes some minutes on one core. It needs torch (``knockroll[train]``). Ctrl-C ends it; what
the rounds before have found is in the file.
"""

from __future__ import annotations

import argparse
import lzma
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy
import torch
from rich.console import Console

from knockroll import arena
from knockroll.commands.arguments import progress_bar, telling_progress
from knockroll.engine.game import get_game
from knockroll.engine.rule import assign, rule
from knockroll.engine.state import DISCARD, DRAW_DISCARD, unseen
from knockroll.games.gin_rummy import appraisal
from knockroll.games.gin_rummy.appraisal import (
    BITS,
    DISCARD_UNITS,
    KNOCK_UNITS,
    OF_MOVE,
    OF_TAKING,
    TAKING_UNITS,
    discard_inputs,
    hand_inputs,
    size_of,
    table_inputs,
    taking_inputs,
    unwanted,
)
from knockroll.games.gin_rummy.players import may_go
from knockroll.games.gin_rummy.promise import chance_each
from knockroll.games.gin_rummy.rules import DISCARDING, GIN, KNOCK
from knockroll.lab import compiled
from knockroll.lab.compiled import compile_loop, copies, new_records
from knockroll.lab.playout import Playout, Runner, bots_together
from scripts.fit import read_from

GAME = get_game("gin_rummy")
VARIANT = "standard"
LEARNER, TEACHER = "The Actuary", "The Archivist"
MET = ("Aunt Vera", "Simple", "Hasty Hal", "The Archivist")
"""The other players it learns from, in half of the hands; in the other half it plays itself."""
MOST_MOVES = 36
"""Positions are taken after up to this many moves."""
HANDS = 4096
"""Hands that are played at a time."""
BATCH = 512
"""Positions per step of gradient descent."""
EPOCHS = 12
MOST_ROWS = 24
"""More moves than a position has."""


# --- Examples ------------------------------------------------------------------------------------------------------


@dataclass
class Examples:
    """Moves that were tried: a row of inputs for each, and the points that it brought."""

    rows: Any
    knocks: Any
    """Whether the move was a knock."""
    points: Any
    positions: Any
    """The number of the position that a move was tried in."""


@rule
def _write(row: Any, start: int, inputs: tuple[int, ...]) -> int:
    for i in range(len(inputs)):
        row[start + i] = inputs[i]
    return start + len(inputs)


def _discards(states, made, rows, knocks, positions, views, moves):  # type: ignore[no-untyped-def]
    """Make every discard and knock in each state where gin is not to be had; return how many there are."""
    count = 0
    v = views[1]
    for i in range(len(states)):
        s = states[i]
        assign(v, views[0])
        GAME_LOOK(s, s.turn, v)
        n = GAME_LEGAL(v, moves)
        if s.phase != DISCARDING or moves[n - 1] >= GIN:
            continue
        hand, live = v.hands[v.turn], unseen(v)
        table, each, left_alone = table_inputs(v, 0), chance_each(v, live), unwanted(v)
        cards = may_go(v)
        for k in range(n):
            is_knock = moves[k] >= KNOCK
            card = moves[k] - (KNOCK if is_knock else DISCARD)
            if not cards >> card & 1:
                continue
            at = _write(rows[count], 0, hand_inputs(hand ^ 1 << card, live, v.limit))
            at = _write(rows[count], at, table)
            _write(rows[count], at, discard_inputs(v, card, live, each, left_alone))
            knocks[count] = is_knock
            positions[count] = i
            assign(made[count], s)
            GAME_PLAY(made[count], moves[k])
            count += 1
    return count


def _draws(states, made, rows, positions, views, moves):  # type: ignore[no-untyped-def]
    """Make both draws in each state where there is something to decide; return how many were made."""
    count = 0
    v = views[1]
    for i in range(len(states)):
        s = states[i]
        assign(v, views[0])
        GAME_LOOK(s, s.turn, v)
        n = GAME_LEGAL(v, moves)
        if s.phase == DISCARDING or n < 2:
            continue
        makes_gin, hand, table, discard, after = taking_inputs(v)
        if makes_gin:
            continue
        at = _write(rows[count], 0, hand)
        at = _write(rows[count], at, table)
        at = _write(rows[count], at, discard)
        _write(rows[count], at, after)
        for k in range(2):
            assign(made[count + k], s)
            GAME_PLAY(made[count + k], DRAW_DISCARD if k == 0 else moves[0] + moves[1] - DRAW_DISCARD)
            positions[count + k] = i
        count += 2
    return count


GAME_LOOK, GAME_LEGAL, GAME_PLAY = GAME.look, GAME.legal, GAME.play


class Collector:
    """Collects examples from hands of a player."""

    def __init__(self, seed: int) -> None:
        self.first = GAME.new_state(2, GAME.option_values(2, VARIANT, {}))
        self.runner = Runner(GAME, GAME.players, self.first, seed)
        self.random = numpy.random.default_rng(seed)
        self.views = copies(GAME.blank_view(self.first), 2)
        self.moves = numpy.zeros(GAME.most_moves, numpy.int64)
        self.hands = 0
        self._discards = compile_loop(_discards, "discards to appraise")
        self._draws = compile_loop(_draws, "draws to appraise")

    def positions(self, player: int) -> tuple[Any, Any]:
        """Positions where the player of a number is to move, and the players at their seats."""
        playouts, states = new_records(Playout, HANDS), copies(self.first, HANDS)
        playouts["number"] = self.hands + numpy.arange(HANDS)
        self.hands += HANDS
        others = numpy.array([number(name) for name in MET])
        seats = numpy.full((HANDS, 2), player)
        places = numpy.arange(HANDS)
        mixed = self.random.random(HANDS) < 0.5
        seats[places[mixed], self.random.integers(2, size=mixed.sum())] = self.random.choice(others, mixed.sum())
        playouts["choosers"][:, :2] = seats
        stops = self.random.integers(1, MOST_MOVES + 1, HANDS)
        for moves in range(1, MOST_MOVES + 1):
            which = numpy.flatnonzero(stops == moves)
            some, here = playouts[which], states[which]
            self.runner.play(some, here, most_moves=moves, most_hands=1)
            playouts[which], states[which] = some, here
        kept = (states["hands_played"] == 0) & (seats[places, states["turn"]] == player)
        return states[kept], seats[kept]

    def play_out(self, made: Any, positions: Any, seats: Any, seat: Any) -> Any:
        """The points that hands bring a seat, less those of the other; the hands are played to their ends."""
        playouts = new_records(Playout, len(made))
        playouts["number"] = self.hands + positions  # the same chance for all moves of a position
        playouts["choosers"][:, :2] = seats
        playouts["hands"] = made["hands_played"]
        self.runner.play(playouts, made, most_hands=1)
        places = numpy.arange(len(made))
        scores = made["scores"]
        return (scores[places, seat] - scores[places, 1 - seat]).astype(numpy.float32)

    def discards(self, player: int, count: int, tell: Callable[[int, int], None]) -> Examples:
        """Examples of discards and knocks, from that many positions."""
        parts: list[Examples] = []
        found = 0
        while found < count:
            states, seats = self.positions(player)
            most = len(states) * MOST_ROWS
            made, rows = copies(self.first, most), numpy.zeros((most, OF_MOVE), numpy.int32)
            knocks, positions = numpy.zeros(most, numpy.bool_), numpy.zeros(most, numpy.int64)
            n = self._discards(states, made, rows, knocks, positions, self.views, self.moves)
            at = positions[:n]
            points = self.play_out(made[:n], at, seats[at], states["turn"][at])
            _, at = numpy.unique(at, return_inverse=True)
            parts.append(Examples(rows[:n].copy(), knocks[:n].copy(), points, at + found))
            found += int(at.max()) + 1
            tell(min(found, count), count)
        return Examples(
            *(numpy.concatenate([getattr(part, name) for part in parts]) for name in Examples.__match_args__)
        )

    def draws(self, player: int, count: int, tell: Callable[[int, int], None]) -> Examples:
        """Examples of draws, from that many positions: what taking the discard brought more than the stock."""
        parts: list[tuple[Any, Any]] = []
        found = 0
        while found < count:
            states, seats = self.positions(player)
            most = 2 * len(states)
            made, rows = copies(self.first, most), numpy.zeros((most, OF_TAKING), numpy.int32)
            positions = numpy.zeros(most, numpy.int64)
            n = self._draws(states, made, rows, positions, self.views, self.moves)
            at = positions[:n]
            points = self.play_out(made[:n], at, seats[at], states["turn"][at])
            parts.append((rows[:n:2].copy(), points[::2] - points[1::2]))
            found += n // 2
            tell(min(found, count), count)
        rows, points = (numpy.concatenate(part) for part in zip(*parts, strict=True))
        return Examples(rows, numpy.zeros(len(rows), numpy.bool_), points, numpy.arange(len(rows)))


def number(name: str) -> int:
    """The number of a player in playouts."""
    return next(n for n, bot in enumerate(bots_together(GAME, GAME.players)) if bot.name == name)


# --- Networks ------------------------------------------------------------------------------------------------------


class Network(torch.nn.Module):  # type: ignore[misc]
    """One layer of units over inputs, and their weighted sum, in points."""

    def __init__(self, rows: Any, units: int) -> None:
        super().__init__()
        self.mean, self.scale = torch.tensor(rows.mean(axis=0)).float(), torch.tensor(rows.std(axis=0) + 1e-3).float()
        self.first, self.last = torch.nn.Linear(rows.shape[1], units), torch.nn.Linear(units, 1)

    def forward(self, rows: Any) -> Any:
        """The points for each row."""
        return self.last(torch.relu(self.first((rows.float() - self.mean) / self.scale)))[:, 0]

    def numbers(self) -> Any:
        """Its numbers in the order of the file, whole."""
        weights = self.first.weight.detach() / self.scale
        biases = self.first.bias.detach() - weights @ self.mean
        last, one = self.last.weight.detach()[0], 1 << BITS
        parts = (weights.ravel() * one, biases * one, last * one, self.last.bias.detach() * one * one)
        return torch.cat([part.double() for part in parts]).round().long().numpy()


def fit(networks: Sequence[Network], examples: Examples, centred: bool) -> float:
    """Fit the networks for other moves and for knocks; return the root of the mean squared error at the end.

    ``centred``: what counts is how much more a move brings than the other moves of its position.
    """
    starts = numpy.flatnonzero(numpy.diff(examples.positions, prepend=-1))
    ends = numpy.append(starts[1:], len(examples.positions))
    rows, points = torch.from_numpy(examples.rows), torch.from_numpy(examples.points)
    knocks, order = torch.from_numpy(examples.knocks), numpy.random.default_rng(0)
    parameters = [parameter for network in networks for parameter in network.parameters()]
    optimizer = torch.optim.Adam(parameters, lr=4e-3)
    steps = -(-len(starts) // BATCH)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, EPOCHS * steps)
    error = 0.0
    for _ in range(EPOCHS):
        error = 0.0
        for chosen in numpy.array_split(order.permutation(len(starts)), steps):
            sizes = ends[chosen] - starts[chosen]
            places = torch.from_numpy(
                numpy.repeat(starts[chosen] - numpy.cumsum(sizes) + sizes, sizes) + numpy.arange(sizes.sum())
            )
            of = torch.from_numpy(numpy.repeat(numpy.arange(len(chosen)), sizes))
            found = networks[0](rows[places])
            if len(networks) > 1:
                found = torch.where(knocks[places], networks[1](rows[places]), found)
            off = found - points[places]
            if centred:
                sums = torch.zeros(len(chosen)).index_add(0, of, off)
                off = off - (sums / torch.from_numpy(sizes).float())[of]
            loss = (off * off).mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            error += float(loss.detach()) / steps
    return float(error**0.5)


# --- Rounds --------------------------------------------------------------------------------------------------------


def main() -> None:
    """Fit the networks, round by round."""
    parser = argparse.ArgumentParser(prog="python -m scripts.appraise", description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="default: 3")
    parser.add_argument("--positions", type=int, default=200_000, metavar="N", help="for each round (default: 200000)")
    parser.add_argument(
        "--games", type=int, default=4000, metavar="N", help="measured after each round (default: 4000)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="default: 1")
    parser.add_argument("--continued", action="store_true", help="go on from the networks of the file")
    parser.add_argument("--file", type=Path, default=appraisal.FILE, metavar="FILE", help="default: that of the game")
    asked = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(asked.seed)
    total = size_of(DISCARD_UNITS, OF_MOVE) + size_of(KNOCK_UNITS, OF_MOVE) + size_of(TAKING_UNITS, OF_TAKING)
    values = numpy.zeros(total, numpy.int64)
    if asked.continued:
        values[:] = numpy.frombuffer(lzma.decompress(asked.file.read_bytes()), "<i4")
    # What is compiled reads the memory of this process: nobody else may find it.
    with (
        tempfile.TemporaryDirectory() as folder,
        patch.object(compiled, "cache_folder", lambda loop: Path(folder)),
        patch.object(appraisal, "_number", read_from(values)),
    ):
        collector = Collector(asked.seed)
        for round_number in range(asked.rounds):
            player = number(LEARNER if round_number or asked.continued else TEACHER)
            title = f"round {round_number + 1}"
            _improve(collector, player, asked.positions, values, title)
            asked.file.write_bytes(lzma.compress(values.astype("<i4").tobytes()))
            _measure(asked.games, asked.seed, title)


def _improve(collector: Collector, player: int, positions: int, values: Any, title: str) -> None:
    """Fit the networks to hands of a player, and write their numbers into ``values``."""
    bar = progress_bar(Console(stderr=True))
    with telling_progress(bar, f"{title}: discards") as tell:
        examples = collector.discards(player, positions, tell)
    knocks = examples.knocks
    networks = [Network(examples.rows[~knocks], DISCARD_UNITS), Network(examples.rows[knocks], KNOCK_UNITS)]
    error = fit(networks, examples, centred=True)
    print(f"{title}: {len(examples.rows):,} discards and knocks, {error:.2f} points of noise", flush=True)
    found = numpy.concatenate([network.numbers() for network in networks])
    values[: len(found)] = found
    with telling_progress(bar, f"{title}: draws") as tell:
        examples = collector.draws(player, positions // 2, tell)
    taking = Network(examples.rows, TAKING_UNITS)
    error = fit([taking], examples, centred=False)
    print(f"{title}: {len(examples.rows):,} draws, {error:.2f} points of noise", flush=True)
    values[len(found) :] = taking.numbers()


def _measure(games: int, seed: int, title: str) -> None:
    """Play mirrored games, with deals that no network was fitted to."""
    for opponent in (TEACHER, "Simple"):
        bots = [next(bot for bot in GAME.players if bot.name == name) for name in (LEARNER, opponent)]
        found = arena.run(GAME, bots, 2, games, seed + (1 << 40), variant=VARIANT, compiled=True)[LEARNER]
        interval = f"{found.share_low:.2%} to {found.share_high:.2%}"
        print(f"{title}: wins {found.share:.2%} ({interval}) against {opponent}", flush=True)


if __name__ == "__main__":
    main()
