"""The cost of each step at a table, interpreted, in all games, beside OpenSpiel's state driven from Python."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import pyspiel

import knockroll
from bench.engine import STANDARD
from bench.report import Section
from knockroll.engine.game import Game
from knockroll.engine.rule import CACHE_SIZE

MOVES = 300
"""Moves per pass, or all moves of a shorter game; the best pass counts."""
OURS = ("play", "view", "copy", "choose")
COLD = ("play", "view")
OPENSPIEL = ("apply", "tensor", "clone")
CLOCK = min(-time.process_time_ns() + time.process_time_ns() for _ in range(1000))
"""Nanoseconds that reading the clock takes."""


def measure(seconds: float) -> Section:
    """Return the microseconds of each thing that a program does with a table."""
    section = Section("Interpreted: microseconds per call at a table")
    section.head = ("game", *OURS, *(f"{each}, caches empty" for each in COLD))
    for name in knockroll.game_names():
        game = knockroll.get_game(name)
        cold = _best(_pass(game, forgetting=True), OURS, seconds)
        cells = _cells([*_best(_pass(game), OURS, seconds), *(cold[OURS.index(each)] for each in COLD)])
        section.rows.append([f"{game.title} ({game.players[0].name})", *cells])
    section.rows.append(
        [f"OpenSpiel's gin ({', '.join(OPENSPIEL)})", *_cells(_best(_openspiel, OPENSPIEL, seconds)), "", "", ""]
    )
    section.notes = [
        "With the usual number of seats and moves of the game's first player. `play` returns events and finds the next"
        " legal moves, deals included. `view` makes a seat's view as JSON, and `choose` reads it."
        " All passes play the same game, so what is cached about hands and dice is found in the caches; the last two"
        " columns are of passes that begin with empty ones."
        " OpenSpiel plays at random, its chance nodes included; `tensor` is the observation of the seat to move."
    ]
    return section


def _cells(best: Sequence[float]) -> list[str]:
    return [f"{each:.2f}" for each in best]


def _best(one_pass: Callable[[dict[str, int]], int], what: Sequence[str], seconds: float) -> list[float]:
    """Return the fewest microseconds for each thing; ``one_pass`` adds up nanoseconds and returns a count."""
    best = dict.fromkeys(what, float("inf"))
    until = time.process_time() + seconds
    while time.process_time() < until:
        spent = dict.fromkeys(what, 0)
        times = one_pass(spent)
        best = {each: min(best[each], spent[each] / times / 1000) for each in what}
    return list(best.values())


def _timed(spent: dict[str, int], what: str, work: Callable[..., Any], *arguments: Any) -> Any:
    began = time.process_time_ns()
    done = work(*arguments)
    spent[what] += time.process_time_ns() - began - CLOCK
    return done


def _pass(game: Game, forgetting: bool = False) -> Callable[[dict[str, int]], int]:
    caches = _caches() if forgetting else []

    def play(spent: dict[str, int]) -> int:
        for cached in caches:
            cached.cache_clear()
        table = knockroll.Table(game, seed=5)
        player = knockroll.player(game, game.players[0], seed=1)
        while table.turn is not None and len(table.moves) < MOVES:
            view = _timed(spent, "view", table.view, table.turn)
            move = _timed(spent, "choose", player.choose, view)
            _timed(spent, "copy", table.copy)
            _timed(spent, "play", table.play, move)
        return len(table.moves)

    return play


def _caches() -> list[Any]:
    """Return the functions that cache answers about hands and dice."""
    cached = [one for one in gc.get_objects() if isinstance(one, type(lru_cache(len)))]
    return [one for one in cached if one.cache_parameters()["maxsize"] == CACHE_SIZE]


def _openspiel(spent: dict[str, int]) -> int:
    state = pyspiel.load_game(STANDARD).new_initial_state()
    choices = random.Random(5)
    steps = 0
    while not state.is_terminal():
        _timed(spent, "clone", state.clone)
        if not state.is_chance_node():
            _timed(spent, "tensor", state.observation_tensor, state.current_player())
        _timed(spent, "apply", state.apply_action, choices.choice(state.legal_actions()))
        steps += 1
    return steps


if __name__ == "__main__":
    measure(3.0).show()
