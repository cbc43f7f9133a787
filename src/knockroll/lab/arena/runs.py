"""Runs of a match, on threads or on a Ray cluster."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Any

from knockroll.engine.chance import Seeded
from knockroll.engine.errors import InvalidOption, PlayerFailed
from knockroll.engine.table import Table
from knockroll.lab.arena.match import Games, Match
from knockroll.lab.arena.result import MatchResult, Totals
from knockroll.lab.arena.worker import Asked, AskingWorker, Stopped, Worker
from knockroll.lab.on_ray import CHUNKS, check_place, connect, in_order_on_ray
from knockroll.lab.playout import announce_compiling
from knockroll.lab.threads import in_order
from knockroll.players import RANDOM, Player, is_program, player
from knockroll.players.player import Bot
from knockroll.players.processes.program import PREFIX, ProcessPlayer

CHUNK = 1024
"""Compiled games that a thread plays before it reports."""
WORTH_COMPILING = 1000
"""With fewer games, compiling would take longer than playing."""
SECONDS_OF_TIMING = 0.5


class MatchProgram:
    """A program that plays for one thread, in the place of a function that makes a player for each game."""

    def __init__(self, command: str, time_limit: float) -> None:
        self._player = ProcessPlayer(command, time_limit)
        self.close = self._player.close

    def __call__(self, seed: int) -> Player:
        """Return the same program for every game: it remembers nothing."""
        return self._player


def run_match(
    match: Match,
    threads: int = 1,
    compiled: bool | None = None,
    progress: Callable[[int, int], None] | None = None,
    note: Callable[[str], None] | None = None,
    on: str = "threads",
) -> MatchResult:
    """Play a match ``on`` threads of this machine, or on the processors of a cluster (``"ray"``).

    ``progress`` is called with the number of games done and the total, for the first time when all arguments have been
    checked, and ``note`` with a message if something has to be compiled first.

    After Ctrl-C, the result has all deals before the first missing one.
    """
    if type(threads) is not int or threads < 1:
        raise InvalidOption(f"threads must be a whole number of at least 1, not {threads!r}")
    check_place(on)
    bots = [match.bot(name) for name in match.players]
    for bot in filter(None, bots):
        bot.check_seats(match.seats)
    if on == "ray" and match.stays_here:
        raise InvalidOption(
            f"on Ray, every machine must find the players by name, which it cannot for {', '.join(match.stays_here)}:"
            " programs and your own functions exist only on this machine"
        )
    compiled = match.games >= WORTH_COMPILING if compiled is None else compiled
    _check_programs(match)
    if compiled and note is not None:
        announce_compiling(match.game, bots, note)
    totals = Totals(match)
    workers: list[Worker] = []
    all_rules = None not in bots
    chunk = max(1, CHUNK // match.seats) if compiled and all_rules else 1
    if on == "ray":
        threads = connect()
        chunk *= CHUNKS if all_rules else 1
        key = repr((match.to_dict(), compiled)).encode()
        deals, play = range(0, match.deals, chunk), partial(_play, chunk=chunk)
        results = in_order_on_ray(partial(_worker, match, compiled), key, deals, play)
    else:
        stop = threading.Event()
        workers = [_worker(match, compiled, stop.is_set) for _ in range(threads)]
        results = in_order(workers, range(0, match.deals, chunk), partial(_play, chunk=chunk), stop.set)

    if progress is not None:
        progress(0, match.games)
    began = time.perf_counter()
    try:
        with closing(results) as played:
            for games in played:
                totals.add(games)
                if progress is not None:
                    progress(totals.games, match.games)
    except KeyboardInterrupt:
        totals.interrupted = True
    finally:
        for worker in workers:
            worker.close()
    totals.seconds = time.perf_counter() - began
    _time_moves(match, bots, totals)
    return MatchResult.of(match, totals, threads, compiled, on)


def _play(worker: Worker, first: int, chunk: int) -> Games:
    """Play the games of a chunk of deals."""
    return worker.play(first, min(chunk, worker.match.deals - first))


def _never() -> bool:
    return False


def _worker(match: Match, compiled: bool, stopped: Callable[[], bool] = _never) -> Worker:
    """Make the worker that plays a match on one thread, on any machine."""
    bots = [match.bot(name) for name in match.players]
    if None in bots:
        return AskingWorker(match, bots, _asked(match, bots), compiled, stopped)
    return Worker(match, bots, compiled)


def _asked(match: Match, bots: Sequence[Bot | None]) -> Mapping[int, Asked]:
    """Return the players of a match that are not bots, by number."""
    asked: dict[int, Asked] = {}
    for number, (name, bot) in enumerate(zip(match.players, bots, strict=True)):
        if is_program(name):
            asked[number] = MatchProgram(name.removeprefix(PREFIX), match.time_limit)
        elif bot is None:
            asked[number] = partial(player, match.game, match.entrants.get(name, name))
    return asked


def _check_programs(match: Match) -> None:
    """Let every program answer one view, so that a broken command stops the match before it starts."""
    for name in match.players:
        if is_program(name):
            options: dict[str, Any] = dict(match.options)
            table = Table(match.game, match.seats, chance=Seeded(match.seed), **options)
            program = ProcessPlayer(name.removeprefix(PREFIX), match.time_limit)
            try:
                program.choose(table.view(table.turn))
            except PlayerFailed as error:
                if error.kind != "illegal":
                    raise PlayerFailed(error.kind, f"{error}; this was its first view") from error
            finally:
                program.close()


def _time_moves(match: Match, bots: Sequence[Bot | None], totals: Totals) -> None:
    """Play the first games again for a moment, asking bots as at a table, to measure their time per move."""
    rules = {number: bot for number, bot in enumerate(bots) if bot is not None}
    end = time.thread_time() + SECONDS_OF_TIMING

    def is_late() -> bool:
        return time.thread_time() > end

    worker = AskingWorker(match, [bot or RANDOM for bot in bots], rules, False, is_late)
    for deal in range(totals.deals if rules else 0):
        games = worker.games(deal, 1)
        try:
            worker.play_on(games)
        except (Stopped, KeyboardInterrupt):
            return
        finally:
            totals.hear(games)
