"""Random play-outs: whole games played by seats that choose at random, one at a time or millions compiled.

Game number g of a simulation with seed S deals what ``Seeded(S, g)`` deals and is the same whichever way it runs, so
results do not depend on threads, and any single game can be looked at again at a table.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import cache
from itertools import islice
from typing import Any

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.chance import Seeded
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.rule import State, row, rule
from knockroll.engine.state import A_DECK, A_SEAT, OVER
from knockroll.engine.stream import CHANCE, CHOICE, WORD, Stream, below, open_stream, shuffle_deck
from knockroll.engine.views import seats_in

CHUNK = 1024
"""Games that a thread plays before it reports: some milliseconds to some tenths of a second of work."""
MOST_ENDINGS = 16
MOST_HANDS = 10_000
"""A game that is not over after so many hands is broken off, and won by nobody. Some options make chance alone reach
an end practically never: gin rummy where only gin ends a hand, for example."""
DIGEST_MASK = (1 << 61) - 1


class Tally(State):
    """What is counted while games are played."""

    moves: int = 0
    hands: int = 0
    digest: int = 0  # of all moves, to hold two runs against each other
    endings: list[int] = row(MOST_ENDINGS)


@rule
def give_chance(wants: int, count: int, luck: Stream, given: list[int]) -> None:
    """Answer from a stream what the rules ask for, as :class:`knockroll.engine.chance.Seeded` does."""
    if wants == A_SEAT:
        given[0] = below(luck, count)
    elif wants == A_DECK:
        shuffle_deck(luck, given)
    else:
        for i in range(count):
            given[i] = below(luck, 6) + 1


@cache
def random_playout(game: Game) -> Callable[..., None]:
    """The rule that plays a game to its end, every choice at random."""
    start, chance, legal, play = game.start, game.chance, game.legal, game.play

    @rule
    def playout(s: Any, luck: Stream, whim: Stream, moves: list[int], given: list[int], tally: Tally) -> None:
        start(s)
        while s.phase != OVER and s.hands_played < MOST_HANDS:
            played = s.hands_played
            if s.wants:
                give_chance(s.wants, s.wants_count, luck, given)
                chance(s, given)
            else:
                move = moves[below(whim, legal(s, moves))]
                play(s, move)
                tally.moves += 1
                tally.digest = (tally.digest * 31 + move + 1) & DIGEST_MASK
            if s.hands_played > played:
                tally.hands += 1
                tally.endings[s.ending] += 1

    return playout


def play_one(game: Game, first: Any, seed: int, number: int) -> tuple[Any, Tally]:
    """Play one game interpreted, from a state before its beginning."""
    s = first.copy()
    tally = Tally()
    luck, whim = open_stream(seed, number), open_stream(seed, number, CHOICE)
    random_playout(game)(s, luck, whim, [0] * game.most_moves, [0] * DECK_SIZE, tally)
    return s, tally


@cache
def compiled_playouts(game: Game, note: Callable[[str], None] | None = None) -> Callable[..., None]:
    """The same for an array of states, compiled."""
    from knockroll.lab.compiled import compile_loop

    playout = random_playout(game)

    def playouts(states, lucks, whims, moves, given, tallies):  # type: ignore[no-untyped-def]
        for i in range(len(states)):
            playout(states[i], lucks[i], whims[i], moves, given, tallies[i])

    return compile_loop(playouts, f"random {game.name}", note, inline=True)


def open_streams(seed: int, first: int, count: int, purpose: int) -> Any:
    """An array with the streams of games ``first`` to ``first + count - 1``."""
    import numpy

    from knockroll.lab.compiled import copies

    streams = copies(open_stream(seed, 0, purpose), count)
    numbers = numpy.arange(first, first + count, dtype=numpy.int64)
    streams["key"][:, 14] = numbers & WORD
    streams["key"][:, 15] = numbers >> 32
    return streams


def play_many(game: Game, first: Any, seed: int, start: int, count: int) -> tuple[Any, Any]:
    """Play games ``start`` to ``start + count - 1`` compiled: arrays of their last states and their tallies."""
    import numpy

    from knockroll.lab.compiled import copies

    states, tallies = copies(first, count), copies(Tally(), count)
    lucks, whims = open_streams(seed, start, count, CHANCE), open_streams(seed, start, count, CHOICE)
    room, given = numpy.zeros(game.most_moves, numpy.int64), numpy.zeros(DECK_SIZE, numpy.int64)
    compiled_playouts(game)(states, lucks, whims, room, given, tallies)
    return states, tallies


@dataclass
class Simulation:
    """What many games among random players came to. Only ``seconds`` depends on the machine and its threads."""

    game: str
    seats: int
    options: dict[str, Any]
    seed: int
    games: int
    hands: int
    moves: int
    wins: list[float]
    """For each seat; a shared win counts as a share."""
    unfinished: int
    """Games that were broken off: see MOST_HANDS."""
    mean_scores: list[float]
    endings: dict[str, int]
    digest: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """The simulation as JSON."""
        return asdict(self)


def simulate(
    game: Game,
    seats: int | None = None,
    games: int = 10_000,
    seed: int | None = None,
    threads: int = 1,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    progress: Callable[[int], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> Simulation:
    """Play whole games at random, compiled, on some threads; ``progress`` is told after every chunk of games.

    Interrupted by Ctrl-C, it returns what it has: the games before the first that is missing.
    """
    for name, number in (("games", games), ("threads", threads)):
        if type(number) is not int or number < 1:
            raise InvalidOption(f"{name} is a whole number from 1 up, not {number!r}")
    values = game.settle(seats, variant, options or {})
    seats = game.default_seats if seats is None else seats
    seed = Seeded(seed).seed
    first = game.new_state(seats, values)
    compiled_playouts(game, note)
    play_many(game, first, seed, 0, 1)  # compiles it, if need be, before the clock starts
    total = Simulation(game.name, seats, dict(values), seed, 0, 0, 0, [0.0] * seats, 0, [0.0] * seats, {}, 0, 0.0)
    total.endings = dict.fromkeys(game.endings, 0)
    began = time.perf_counter()
    try:
        for states, tallies in _chunks(game, first, seed, games, threads):
            _add_up(game, total, states, tallies)
            if progress is not None:
                progress(total.games)
    except KeyboardInterrupt:
        pass
    total.seconds = time.perf_counter() - began
    total.mean_scores = [score / max(1, total.games) for score in total.mean_scores]
    return total


def _chunks(game: Game, first: Any, seed: int, games: int, threads: int) -> Iterator[tuple[Any, Any]]:
    """The games in chunks, in order, played ahead by some threads. Compiled code does not hold the interpreter lock."""
    starts = iter(range(0, games, CHUNK))
    with ThreadPoolExecutor(threads) as pool:
        try:
            waiting: deque[Future[tuple[Any, Any]]] = deque()
            while True:
                for start in islice(starts, 2 * threads - len(waiting)):
                    waiting.append(pool.submit(play_many, game, first, seed, start, min(CHUNK, games - start)))
                if not waiting:
                    return
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def _add_up(game: Game, total: Simulation, states: Any, tallies: Any) -> None:
    import numpy

    total.games += len(states)
    total.hands += int(tallies["hands"].sum())
    total.moves += int(tallies["moves"].sum())
    for number, ending in enumerate(game.endings):
        total.endings[ending] += int(tallies["endings"][:, number].sum())
    total.digest ^= int(numpy.bitwise_xor.reduce(tallies["digest"]))
    champions, counts = numpy.unique(states["winners"], return_counts=True)
    for winners, count in zip(champions.tolist(), counts.tolist(), strict=True):
        total.unfinished += count if not winners else 0
        for seat in seats_in(winners):
            total.wins[seat] += count / winners.bit_count()
    for seat in range(total.seats):
        total.mean_scores[seat] += float(states["scores"][:, seat].sum())
