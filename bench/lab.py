"""The lab's environments against PettingZoo, OpenSpiel and, for orientation, pgx."""

from __future__ import annotations

import random
import subprocess
import sys
import warnings
from importlib.util import find_spec
from typing import Any

import numpy
import pyspiel

import knockroll.lab
from bench.engine import STANDARD
from bench.report import Row, Section, rate
from knockroll.lab import pettingzoo

ENVS = 4096
MANY = 65_536
PGX_GAMES = ("backgammon", "leduc_holdem")
"""Measured if pgx is installed (``pip install pgx``): it and jax are large, and nothing else here needs them."""


def measure(seconds: float) -> Section:
    """All measurements of the environments. Ours are of gin ``standard``, random actions, rows and masks included."""
    one, two = (_vector(threads, seconds) for threads in (1, 2))
    theirs = _petting_zoo(_their_gin(), seconds)
    spiel = _openspiel(seconds)
    section = Section("Lab: environments, steps a second with observations and legal moves")
    section.rows = [
        Row(f"vector gin, {ENVS:,} games, 1 thread", one, theirs, "PettingZoo gin_rummy_v4", "≥ 100×, aim 1,000×"),
        Row(f"vector gin, {ENVS:,} games, 1 thread", one, spiel, "OpenSpiel from Python", "≥ 30×, aim 300×"),
        Row(f"vector gin, {ENVS:,} games, 2 threads", two, one, "1 thread"),
        Row("PettingZoo AEC, gin", _petting_zoo(_our_gin(), seconds), theirs, "PettingZoo gin_rummy_v4", "≥ 10×"),
        *(
            Row(f"vector gin, {ENVS:,} games, 2 threads", two, _pgx(game, seconds), f"pgx {game}, jax on 2 cores")
            for game in (PGX_GAMES if find_spec("pgx") else ())
        ),
        Row(f"memory of {MANY:,} gin games", _megabytes(), goal="< 300 MB", unit=" MB"),
    ]
    section.notes = [
        "OpenSpiel is asked for observation tensor and legal actions at every move; chance is not counted."
    ]
    return section


def _vector(threads: int, seconds: float) -> float:
    env = knockroll.lab.vector("gin_rummy", ENVS, variant="standard", threads=threads, seed=1)
    env.reset()
    env.step(env.sample())

    def work() -> int:
        env.step(env.sample())
        return ENVS

    return rate(work, seconds)


def _our_gin() -> Any:
    return pettingzoo.env("gin_rummy", variant="standard")


def _their_gin() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pettingzoo.classic import gin_rummy_v4

        return gin_rummy_v4.env()


def _petting_zoo(env: Any, seconds: float) -> float:
    """Steps a second in the loop of PettingZoo's own benchmark."""
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


def _pgx(game: str, seconds: float) -> float:
    """Steps a second of pgx with the same batch, auto-reset included; in a process of its own."""
    arguments = [sys.executable, "-W", "ignore", "-c", _PGX, game, str(ENVS), str(seconds)]
    return float(subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.split()[-1])


_MEMORY = """if True:
    import os, sys, knockroll.lab

    def megabytes():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    def step(envs):
        env = knockroll.lab.vector("gin_rummy", envs, variant="standard", seed=1)
        env.reset()
        for _ in range(20):
            env.step(env.sample())
        return env

    step(8)
    before = megabytes()
    env = step(int(sys.argv[1]))
    print(megabytes() - before)
"""


def _megabytes() -> float:
    """What memory grows by when so many games are made and stepped."""
    arguments = [sys.executable, "-c", _MEMORY, str(MANY)]
    return float(subprocess.run(arguments, check=True, capture_output=True, text=True).stdout.split()[-1])
