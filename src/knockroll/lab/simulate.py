"""Simulations: millions of whole games among random players, compiled.

Game number g of a simulation with seed S takes its chance from ``Seeded(S, g)``, so results do not depend on threads,
and any game can be replayed at a table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from knockroll.engine.chance import Seeded
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.views import seats_in
from knockroll.lab.on_ray import CHUNKS, check_place, connect, in_order_on_ray
from knockroll.lab.playout import NO_LIMIT, Playout, Runner, announce_compiling
from knockroll.lab.threads import in_order

CHUNK = 1024
"""Games that a thread plays before it reports: milliseconds to tenths of a second of work."""
MOST_HANDS = 10_000
"""A game with more hands is abandoned, without a winner. With some options random play practically never ends: for
example, gin rummy in which only gin ends a hand."""


@dataclass
class Simulation:
    """The result of many games among random players. Only ``seconds`` depends on the machine and its threads."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    games: int
    hands: int
    moves: int
    wins: list[float]
    """Games won by each seat; a tie counts as a fraction."""
    unfinished: int
    """Abandoned games: see MOST_HANDS."""
    mean_scores: list[float]
    endings: dict[str, int]
    digest: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """Return the simulation as JSON."""
        return asdict(self)


def simulate(
    game: Game,
    seats: int | None = None,
    games: int = 10_000,
    seed: int | None = None,
    threads: int = 1,
    *,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], None] | None = None,
    note: Callable[[str], None] | None = None,
    on: str = "threads",
) -> Simulation:
    """Play whole games at random, compiled, ``on`` threads or on the processors of a cluster (``"ray"``).

    ``progress`` is called with the number of games done, for the first time when all arguments have been checked, and
    ``note`` with a message if something has to be compiled first. After Ctrl-C, the result has all games before the
    first missing one.
    """
    for name, number in (("games", games), ("threads", threads)):
        if type(number) is not int or number < 1:
            raise InvalidOption(f"{name} must be a whole number of at least 1, not {number!r}")
    check_place(on)
    values = game.option_values(seats, variant, options or {})
    seats = game.default_seats if seats is None else seats
    seed = Seeded(seed).seed
    first = game.new_state(seats, values)
    if note is not None:
        announce_compiling(game, (), note)
    if on == "ray":
        connect()
    runners = [Runner(game, (), first, seed) for _ in range(threads)] if on == "threads" else []
    total = Simulation(game.name, seats, dict(values), seed, 0, 0, 0, [0.0] * seats, 0, [0.0] * seats, {}, 0, 0.0)
    total.endings = dict.fromkeys(game.endings, 0)
    if progress is not None:
        progress(0)
    began = time.perf_counter()
    if on == "ray":
        key, size = repr((game.name, seats, values, seed)).encode(), CHUNK * CHUNKS
        make, play = partial(Runner, game, (), first, seed), partial(_play, first=first, games=games, size=size)
        results = in_order_on_ray(make, key, range(0, games, size), play)
    else:
        results = in_order(runners, range(0, games, CHUNK), partial(_play, first=first, games=games, size=CHUNK))
    try:
        with closing(results) as played:
            for states, playouts in played:
                _add_up(game, total, states, playouts)
                if progress is not None:
                    progress(total.games)
    except KeyboardInterrupt:
        pass
    total.seconds = time.perf_counter() - began
    total.mean_scores = [score / max(1, total.games) for score in total.mean_scores]
    return total


def _play(runner: Runner, start: int, first: Any, games: int, size: int) -> tuple[Any, Any]:
    """Play the games of one task."""
    return play_chunk(runner, first, start, min(size, games - start))


def play_chunk(runner: Runner, first: Any, start: int, count: int) -> tuple[Any, Any]:
    """Play games ``start`` to ``start + count - 1`` at random; return arrays of their last states and playouts."""
    import numpy

    from knockroll.lab.compiled import copies, new_records

    states, playouts = copies(first, count), new_records(Playout, count)
    playouts["number"] = numpy.arange(start, start + count)
    runner.play(playouts, states, NO_LIMIT, MOST_HANDS)
    return states, playouts


def _add_up(game: Game, total: Simulation, states: Any, playouts: Any) -> None:
    import numpy

    total.games += len(states)
    total.hands += int(playouts["hands"].sum())
    total.moves += int(playouts["moves"].sum())
    for number, ending in enumerate(game.endings):
        total.endings[ending] += int(playouts["endings"][:, number].sum())
    total.digest ^= int(numpy.bitwise_xor.reduce(playouts["digest"]))
    won_by, counts = numpy.unique(states["winners"], return_counts=True)
    for winners, count in zip(won_by.tolist(), counts.tolist(), strict=True):
        total.unfinished += count if not winners else 0
        for seat in seats_in(winners):
            total.wins[seat] += count / winners.bit_count()
    for seat in range(total.seats):
        total.mean_scores[seat] += float(states["scores"][:, seat].sum())
