"""The lab's environments against PettingZoo, OpenSpiel and, for orientation, pgx; Ray against threads."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import warnings
from functools import partial
from statistics import median
from typing import Any

import numpy
import pyspiel
import ray

import knockroll.lab
from bench.arena import FIVE, SEED
from bench.engine import STANDARD
from bench.report import Row, Section, rate
from knockroll.lab import arena
from knockroll.lab.environments import pettingzoo
from knockroll.lab.environments.vectors import GamesEnv

ENVS = 4096
MANY = 65_536
GAMES = 400_000
"""Games of the match on Ray."""
ROUNDS = 3
PGX_GAMES = ("backgammon", "leduc_holdem")
PGX_PYTHON = os.environ.get("PGX_PYTHON", sys.executable)
"""The Python with pgx (``pip install pgx``), which is better in a separate environment, because it and jax are
large."""


def measure(seconds: float) -> Section:
    """Return all measurements of the lab. Ours are of gin ``standard`` with random actions, rows and masks included."""
    one, two = _vectors(seconds)
    their_gin = _their_gin()
    theirs = None if their_gin is None else _petting_zoo(their_gin, seconds)
    spiel = _openspiel(seconds)
    section = Section("Lab: steps per second of environments, with observations and legal moves")
    section.rows = [
        Row(f"vector gin, {ENVS:,} games, 1 thread", one, theirs, "PettingZoo gin_rummy_v4", "≥ 100×, aim 600×"),
        Row(f"vector gin, {ENVS:,} games, 1 thread", one, spiel, "OpenSpiel from Python", "≥ 30×, aim 80×"),
        Row(f"vector gin, {ENVS:,} games, 2 threads", two, one, "1 thread"),
        Row("PettingZoo AEC, gin", _petting_zoo(_our_gin(), seconds), theirs, "PettingZoo gin_rummy_v4", "≥ 10×"),
    ]
    section.notes = [
        "OpenSpiel computes observation tensor and legal actions at every move; chance nodes are not counted."
        f" Vector gin is the median of {ROUNDS} rounds of one and two threads in turns."
    ]
    if theirs is None:
        section.notes.append(
            "PettingZoo has no gin rummy from 1.27 on: to compare, install pettingzoo==1.26.1, pygame."
        )
    if _has_pgx():
        section.rows += [
            Row(f"vector gin, {ENVS:,} games, 2 threads", two, _pgx(game, seconds), f"pgx {game}, jax on 2 cores")
            for game in PGX_GAMES
        ]
    else:
        section.notes.append("pgx was not installed; set PGX_PYTHON to a Python that has it.")
    section.rows += [
        *(
            Row(f"memory of {MANY:,} games of {name}", _megabytes(name), goal="< 300 MB", unit=" MB")
            for name in ("gin_rummy", "thirty_one")
        ),
        _on_ray(),
    ]
    return section


def _vectors(seconds: float) -> tuple[float, float]:
    """Return steps per second on one thread and on two."""
    envs = [knockroll.lab.vector("gin_rummy", ENVS, variant="standard", threads=n, seed=1) for n in (1, 2)]
    for env in envs:
        env.reset()

    def work(env: GamesEnv) -> int:
        env.step(env.sample())
        return ENVS

    rounds = [[rate(partial(work, env), seconds / ROUNDS) for env in envs] for _ in range(ROUNDS)]
    one, two = map(median, zip(*rounds, strict=True))
    return one, two


def _on_ray() -> Row:
    """Return games per second of a match on Ray and on two threads, each after a short one that compiles."""
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False)
    rates = {}
    for on in ("threads", "ray"):
        for games in (GAMES // 8, GAMES):
            result = arena.run("thirty_one", FIVE, 4, games, SEED, 2, round_robin=True, compiled=True, on=on)
        rates[on] = result.games / result.seconds
    ray.shutdown()
    what = f"arena, Thirty-One among five, {GAMES:,} games, 2 workers of Ray"
    return Row(what, rates["ray"], rates["threads"], "2 threads", "≥ 0.85×")


def _our_gin() -> Any:
    return pettingzoo.env("gin_rummy", variant="standard")


def _their_gin() -> Any:
    """Return PettingZoo's own gin rummy; None from 1.27 on, which no longer has it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            from pettingzoo.classic import gin_rummy_v4
        except ImportError:
            return None
        return gin_rummy_v4.env()


def _petting_zoo(env: Any, seconds: float) -> float:
    """Return steps per second in the loop of PettingZoo's own benchmark."""
    env.reset(seed=1)
    choices = random.Random(1)

    def work() -> int:
        for _ in env.agent_iter(env.num_agents):
            observation, _, termination, truncation, _ = env.last()
            is_over = termination or truncation
            env.step(None if is_over else choices.choice(numpy.flatnonzero(observation["action_mask"]).tolist()))
            if all(env.terminations.values()) or all(env.truncations.values()):
                env.reset()
        return int(env.num_agents)

    return rate(work, seconds)


def _openspiel(seconds: float) -> float:
    game = pyspiel.load_game(STANDARD)
    choices = random.Random(1)

    def work() -> int:
        moves = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if not state.is_chance_node():
                moves += 1
                state.observation_tensor()
            state.apply_action(choices.choice(state.legal_actions()))
        return moves

    return rate(work, seconds)


_PGX = """if True:
    import sys, time, jax, pgx
    game, envs, seconds = sys.argv[1], int(sys.argv[2]), float(sys.argv[3])
    env = pgx.make(game)
    key = jax.random.PRNGKey(1)

    @jax.jit
    def step(state, key):
        key, chance, choice = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        action = jax.random.categorical(choice, logits, axis=-1)
        fresh = jax.vmap(env.init)(jax.random.split(chance, envs))
        after = jax.vmap(env.step)(state, action, jax.random.split(chance, envs))
        over = after.terminated
        pick = lambda a, b: jax.numpy.where(over.reshape(over.shape + (1,) * (a.ndim - 1)), a, b)
        return jax.tree_util.tree_map(pick, fresh, after), key

    state = jax.vmap(env.init)(jax.random.split(key, envs))
    state, key = jax.block_until_ready(step(state, key))
    done, began = 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        state, key = jax.block_until_ready(step(state, key))
        done += envs
    print(done / (time.perf_counter() - began))
"""


def _has_pgx() -> bool:
    return subprocess.run([PGX_PYTHON, "-c", "import pgx"], capture_output=True).returncode == 0


def _pgx(game: str, seconds: float) -> float:
    """Return steps per second of pgx with the same batch, auto-reset included, in a separate process."""
    arguments = [PGX_PYTHON, "-W", "ignore", "-c", _PGX, game, str(ENVS), str(seconds)]
    return float(subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.split()[-1])


_MEMORY = """if True:
    import os, sys, knockroll.lab

    def megabytes():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def step(envs):
        env = knockroll.lab.vector(sys.argv[1], envs, seed=1)
        env.reset()
        for _ in range(20):
            env.step(env.sample())
        return env

    step(8)
    before = megabytes()
    env = step(int(sys.argv[2]))
    print(megabytes() - before)
"""


def _megabytes(game: str) -> float:
    """Return the memory growth in megabytes when ``MANY`` games are made and stepped."""
    arguments = [sys.executable, "-c", _MEMORY, game, str(MANY)]
    return float(subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.split()[-1])
