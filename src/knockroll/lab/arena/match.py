"""A match: which players play how many games, from which seed; and how it is run on some threads."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from queue import SimpleQueue
from typing import Any

from knockroll.engine.chance import Seeded
from knockroll.engine.errors import InvalidOption, PlayerFailed
from knockroll.engine.game import Bot, Game, get_game
from knockroll.engine.options import Value
from knockroll.engine.table import Table
from knockroll.lab.arena.at_table import Stopped, TableDesk
from knockroll.lab.arena.playing import Desk, Outcome, RuleDesk
from knockroll.lab.arena.result import MatchResult, Totals
from knockroll.lab.arena.schedule import line_ups, seating
from knockroll.players import Player, find_bot, full_name, player
from knockroll.players.process import PREFIX, ProcessPlayer

TIME_LIMIT = 5.0
"""Seconds that a program has for a move."""
MOVE_LIMIT = 100_000
"""Moves after which a game is given up: far above real play, so that players who never finish cannot stop a match."""
CHUNK = 1024
"""Games that a thread plays compiled before it reports."""
WORTH_COMPILING = 1000
"""With fewer games the compiler would take longer than the games."""
SECONDS_OF_TIMING = 0.5


@dataclass(frozen=True)
class Match:
    """Everything that decides how a match goes; the same match gives the same games."""

    game: Game
    players: tuple[str, ...]
    seats: int
    games: int
    seed: int
    variant: str | None
    options: Mapping[str, Value]
    round_robin: bool
    time_limit: float
    move_limit: int

    @cached_property
    def line_ups(self) -> tuple[tuple[int, ...], ...]:
        """Who is at the table together; deals go to them in turn."""
        return line_ups(len(self.players), self.seats, self.round_robin)

    @property
    def deals(self) -> int:
        """How many deals are played, each once for every rotation of the seats."""
        return self.games // self.seats

    def outcomes(self, first: int, count: int) -> Any:
        """The games of some deals, to be played."""
        import numpy

        from knockroll.lab.compiled import new_records

        outcomes = new_records(Outcome, count * self.seats)
        outcomes["deal"] = numpy.repeat(numpy.arange(first, first + count), self.seats)
        turns = len(self.line_ups)
        seats = [seating(self.line_ups[deal % turns], deal // turns) for deal in range(first, first + count)]
        outcomes["seated"][:, : self.seats] = numpy.array(seats).reshape(-1, self.seats)
        return outcomes

    def to_dict(self) -> dict[str, Any]:
        """The match as JSON."""
        return {
            "game": self.game.name,
            "players": list(self.players),
            "seats": self.seats,
            "games": self.games,
            "seed": f"{self.seed:064x}",
            "variant": self.variant,
            "options": dict(self.options),
            "round_robin": self.round_robin,
            "time_limit": self.time_limit,
            "move_limit": self.move_limit,
        }


def prepare(
    game: str | Game,
    players: Sequence[str],
    seats: int | None = None,
    games: int = 10_000,
    seed: int | None = None,
    variant: str | None = None,
    options: Mapping[str, Any] | None = None,
    round_robin: bool = False,
    time_limit: float = TIME_LIMIT,
    move_limit: int = MOVE_LIMIT,
) -> Match:
    """Check what a match is made of.

    The number of games is rounded up, so that every line-up has the same number of deals and every deal is played at
    all rotations of the seats.
    """
    game = game if isinstance(game, Game) else get_game(game)
    if isinstance(players, str) or not players:
        raise InvalidOption("a match needs a list of at least one player")
    names = tuple(name if name.startswith(PREFIX) else full_name(game, name) for name in players)
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise InvalidOption(
            f"{', '.join(twice)} came more than once: name each player once, and seats left over are filled in turn"
        )
    if seats is None:
        seats = len(names) if game.min_seats <= len(names) <= game.max_seats else game.default_seats
    values = game.option_values(seats, variant, options or {})
    for name, number in (("games", games), ("move_limit", move_limit)):
        if type(number) is not int or number < 1:
            raise InvalidOption(f"{name} is a whole number from 1 up, not {number!r}")
    if isinstance(time_limit, bool) or not isinstance(time_limit, int | float) or not 0 < time_limit < 1e6:
        raise InvalidOption(f"a time limit is a number of seconds above 0, not {time_limit!r}")
    block = len(line_ups(len(names), seats, round_robin)) * seats
    games += -games % block
    seed = Seeded(seed).seed
    return Match(game, names, seats, games, seed, variant, values, round_robin, float(time_limit), move_limit)


class Hired:
    """A program that plays for one thread; called for every game, it is its own player."""

    def __init__(self, program: ProcessPlayer) -> None:
        self.close = program.close
        self._program = program

    def __call__(self, seed: int) -> Player:
        """The same program for every game: it remembers nothing."""
        return self._program


def run_match(
    match: Match,
    threads: int = 1,
    compiled: bool | None = None,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
) -> MatchResult:
    """Play a match; ``progress`` is told the games done and to do.

    Interrupted by Ctrl-C, it returns what it has: the deals before the first that is missing.
    """
    if type(threads) is not int or threads < 1:
        raise InvalidOption(f"threads is a whole number from 1 up, not {threads!r}")
    bots = [None if name.startswith(PREFIX) else find_bot(match.game, name) for name in match.players]
    all_bots = [bot for bot in bots if bot is not None]
    are_rules = len(all_bots) == len(bots)
    if compiled and not are_rules:
        raise InvalidOption("only matches among players that are rules can be compiled")
    if compiled is None:
        compiled = are_rules and match.games >= WORTH_COMPILING
    _check_programs(match)
    stop = threading.Event()
    totals = Totals(match)
    if are_rules:
        desks: list[Desk] = [_rule_desk(match, all_bots, compiled, note) for _ in range(threads)]
        desks[0].play(match.outcomes(0, 1))  # compiles it, if need be, before the clock starts
        chunk = max(1, (CHUNK if compiled else 1) // match.seats)
    else:
        desks = [_table_desk(match, bots, stop, totals) for _ in range(threads)]
        chunk = 1
    began = time.perf_counter()
    try:
        with closing(_played(match, desks, chunk, stop)) as played:
            for outcomes in played:
                totals.add(outcomes)
                if progress is not None:
                    progress(totals.games, match.games)
    except KeyboardInterrupt:
        totals.interrupted = True
    totals.seconds = time.perf_counter() - began
    timed = [_time_moves(match, bots, totals)] if are_rules else desks
    totals.add_times([desk for desk in timed if isinstance(desk, TableDesk)])
    return MatchResult.of(match, totals, threads, compiled)


def _rule_desk(match: Match, bots: Sequence[Bot], compiled: bool, note: Callable[[str], None] | None) -> RuleDesk:
    first = match.game.new_state(match.seats, match.options)
    return RuleDesk(match.game, first, match.seed, bots, match.move_limit, compiled, note)


def _table_desk(match: Match, bots: Sequence[Bot | None], stop: threading.Event, totals: Totals) -> TableDesk:
    players: list[Bot | Callable[[int], Player]] = []
    for name, bot in zip(match.players, bots, strict=True):
        if bot is not None:
            players.append(bot)
        elif name.startswith(PREFIX):
            players.append(Hired(ProcessPlayer(name.removeprefix(PREFIX), match.time_limit)))
        else:
            players.append(lambda seed, name=name: player(match.game, name, seed))  # type: ignore[misc]
    return TableDesk(
        match.game,
        match.seats,
        dict(match.options),
        match.seed,
        players,
        match.move_limit,
        stop,
        totals.report,
    )


def _check_programs(match: Match) -> None:
    """Let every program answer one view, so that a command that cannot work stops the match before it begins."""
    for name in match.players:
        if name.startswith(PREFIX):
            options: dict[str, Any] = dict(match.options)
            table = Table(match.game, match.seats, chance=Seeded(match.seed), **options)
            program = ProcessPlayer(name.removeprefix(PREFIX), match.time_limit)
            try:
                program.choose(table.view(table.turn))
            except PlayerFailed as error:
                if error.kind != "illegal":
                    raise PlayerFailed(error.kind, f"{error}; it was to answer its first view") from error
            finally:
                program.close()


def _played(match: Match, desks: Sequence[Desk], chunk: int, stop: threading.Event) -> Generator[Any]:
    """The outcomes of the deals in chunks, in order, played ahead at the desks, one thread at each."""
    free: SimpleQueue[Desk] = SimpleQueue()
    for desk in desks:
        free.put(desk)

    def play(first: int) -> Any:
        desk = free.get()
        try:
            outcomes = match.outcomes(first, min(chunk, match.deals - first))
            desk.play(outcomes)
            return outcomes
        finally:
            free.put(desk)

    starts = iter(range(0, match.deals, chunk))
    waiting: deque[Future[Any]] = deque()
    with ThreadPoolExecutor(len(desks)) as pool:
        try:
            while True:
                for first in islice(starts, 2 * len(desks) - len(waiting)):
                    waiting.append(pool.submit(play, first))
                if not waiting:
                    return
                yield waiting.popleft().result()
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)
            for desk in desks:
                desk.close()


def _time_moves(match: Match, bots: Sequence[Bot | None], totals: Totals) -> TableDesk:
    """Play the first games again at a table, for a moment, to see how long a move takes each player there."""
    stop = threading.Event()
    desk = _table_desk(match, bots, stop, totals)
    alarm = threading.Timer(SECONDS_OF_TIMING, stop.set)
    alarm.start()
    try:
        for deal in range(totals.deals):
            desk.play(match.outcomes(deal, 1))
    except (Stopped, KeyboardInterrupt):
        pass
    finally:
        alarm.cancel()
    return desk
