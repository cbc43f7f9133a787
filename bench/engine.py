"""The engine against OpenSpiel and RLCard."""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy
import pyspiel

import knockroll
from bench.report import Row, Section, rate
from knockroll.engine.game import Game
from knockroll.engine.melds import lowest_deadwood
from knockroll.lab.compiled import compile_loop
from knockroll.lab.playout import Playout, Runner
from knockroll.lab.simulate import simulate

STANDARD = "gin_rummy(knock_card=10,gin_bonus=25,undercut_bonus=25,oklahoma=False)"
HANDS = 200_000


def measure(seconds: float) -> Section:
    """Return all measurements of the engine."""
    gin = knockroll.get_game("gin_rummy")
    thirty_one = knockroll.get_game("thirty_one")
    openspiel_moves, openspiel_hands = _openspiel(seconds)
    one = _hands(gin, 1, seconds, "standard")
    section = Section("Engine: the rules, compiled and interpreted")
    section.rows = [
        Row("gin standard, random hands, 1 thread", one, openspiel_hands, "OpenSpiel", "≥ 300×"),
        Row("gin standard, random hands, 1 thread", one, _rlcard(seconds), "RLCard", "≥ 1,500×"),
        Row(
            "gin standard, random hands, 2 threads",
            _hands(gin, 2, seconds, "standard"),
            openspiel_hands,
            "OpenSpiel",
            "aim 1,000×",
        ),
        Row(
            "gin deadwood of ten cards, batch",
            _deadwood(seconds),
            _openspiel_deadwood(seconds),
            "OpenSpiel",
            "≥ 20×, aim 60×",
        ),
        Row("gin standard, interpreted moves", _interpreted(gin, seconds), openspiel_moves, "OpenSpiel", "≥ 1×"),
        Row("Thirty-One, 4 seats, random hands, 1 thread", _hands(thirty_one, 1, seconds, None), goal="≥ 1,000,000/s"),
        Row("import knockroll, beyond Python's start", _import_milliseconds(), goal="≤ 60 ms", unit=" ms"),
        Row("first compiled gin on a machine", _first_compile(), goal="seconds", unit=" s"),
        Row("the same, from the cache", _first_compile(cached=True), goal="", unit=" s"),
    ]
    return section


def _hands(game: Game, threads: int, seconds: float, variant: str | None) -> float:
    """Return random hands per second, compiled."""
    games = 256
    while True:
        simulation = simulate(game, games=games, seed=1, threads=threads, variant=variant)
        if simulation.seconds > seconds / 2:
            return simulation.hands / simulation.seconds
        games *= 2


def _interpreted(game: Game, seconds: float) -> float:
    """Return moves per second of the interpreted rules: listing legal moves, choosing and playing one, and dealing."""
    first = game.new_state(2, game.option_values(2, "standard", {"target": 1}))
    runner = Runner(game, (), first, seed=1, compiled=False)
    number = 0

    def work() -> int:
        nonlocal number
        number += 1
        playout = Playout()
        playout.number = number
        runner.play_one(playout, first.copy())
        return playout.moves

    return rate(work, seconds)


def _openspiel(seconds: float) -> tuple[float, float]:
    """Return moves and hands per second of OpenSpiel from Python; its chance nodes do not count as moves."""
    game = pyspiel.load_game(STANDARD)
    choices = random.Random(1)
    hands = 0

    def work() -> int:
        nonlocal hands
        hands += 1
        moves = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            moves += not state.is_chance_node()
            state.apply_action(choices.choice(state.legal_actions()))
        return moves

    began = time.perf_counter()
    moves = rate(work, seconds)
    return moves, hands / (time.perf_counter() - began)


def _rlcard(seconds: float) -> float:
    import rlcard
    from rlcard.agents import RandomAgent

    environment = rlcard.make("gin-rummy")
    environment.set_agents([RandomAgent(environment.num_actions) for _ in range(2)])

    def work() -> int:
        environment.run(is_training=False)
        return 1

    return rate(work, seconds)


def _deadwood(seconds: float) -> float:
    """Return deadwood counts per second of random ten-card hands, compiled."""
    chosen = random.Random(2)
    hands = numpy.array([sum(1 << card for card in chosen.sample(range(52), 10)) for _ in range(HANDS)])

    def batch(hands, out):  # type: ignore[no-untyped-def]
        for i in range(len(hands)):
            out[i] = lowest_deadwood(hands[i])

    compiled: Callable[[Any, Any], None] = compile_loop(batch, "deadwood")
    out = numpy.zeros(HANDS, numpy.int64)
    compiled(hands, out)

    def work() -> int:
        compiled(hands, out)
        return HANDS

    return rate(work, seconds)


def _openspiel_deadwood(seconds: float) -> float:
    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    chosen = random.Random(2)
    hands = [chosen.sample(range(52), 10) for _ in range(1000)]

    def work() -> int:
        for hand in hands:
            utils.min_deadwood(hand)
        return len(hands)

    return rate(work, seconds)


def _import_milliseconds() -> float:
    """Return what ``import knockroll`` adds to the start of Python, the best of many tries."""
    return 1000 * (_best("import knockroll") - _best("pass"))


def _best(program: str) -> float:
    times = []
    for _ in range(15):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", program], check=True)
        times.append(time.perf_counter() - began)
    return min(times)


def _first_compile(cached: bool = False) -> float:
    """Return the seconds from the start of Python to the end of one compiled game, with an empty or a full cache."""
    program = """if True:
        import knockroll
        from knockroll.lab.simulate import simulate
        simulate(knockroll.get_game("gin_rummy"), games=1, variant="standard")
    """
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2 if cached else 1):
            began = time.perf_counter()
            subprocess.run([sys.executable, "-c", program], check=True, env={"XDG_CACHE_HOME": folder, "HOME": folder})
        return time.perf_counter() - began
