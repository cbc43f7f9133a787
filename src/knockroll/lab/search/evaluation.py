"""Evaluation: what every legal move is worth, under several opinions about who the others are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy

from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game, find_game
from knockroll.engine.state import MOST_ACTS, CardState
from knockroll.engine.views import read_options, read_view
from knockroll.lab.on_ray import check_place, connect, in_order_on_ray
from knockroll.lab.search import make_player
from knockroll.lab.search.decision import Evaluator, Outcomes
from knockroll.lab.search.open_games import OpenEvaluator, opinions
from knockroll.lab.threads import in_order

ANYBODY = "anybody"
"""The opinion that the others may be any of the game's players, as likely as in the searcher's default prior."""
WIDTH = 1.96


@dataclass(frozen=True)
class Judged:
    """The value of a legal move, under one opinion about the others."""

    move: str
    opponent: str
    """The opinion: the name of a player, or ``anybody``."""
    chance_to_win: float
    """The chance to win the game."""
    low: float
    """The lower end of the 95% interval of that chance, from the standard error over batches."""
    high: float
    """The upper end of that interval."""
    equity: float
    """The mean points that the hand brings, minus those of the others; more is better."""
    worlds: int
    """The number of worlds it was tried in."""


def evaluate(
    view: dict[str, Any],
    opponents: Sequence[str] | None,
    batches: int,
    worlds: int,
    seed: int,
    threads: int,
    on: str,
    progress: Callable[[int, int], None] | None,
) -> tuple[Judged, ...]:
    """Evaluate a view: see :func:`knockroll.lab.evaluate`."""
    game = find_game(view["game"])
    v, seat = read_view(game, view), view["seat"]
    nothing_hidden = not issubclass(game.state, CardState)
    if not game.thinkers and not nothing_hidden:
        raise InvalidOption(f"moves can be evaluated only in games with a player that searches, not in {game.name}")
    if nothing_hidden and view["legal"]:
        game.complete(v, seat, [])
    known = opinions(game, v) if nothing_hidden else (ANYBODY, *(bot.name for bot in game.players))
    if opponents is None:
        opponents = known[:1] if nothing_hidden else (ANYBODY, game.thinkers[0].playouts_in(game).name)
    _check(view, opponents, known, batches, worlds, threads)
    if not nothing_hidden:
        _check_history(v)
        make_player(game, game.thinkers[0], 0).check(v, seat)
    check_place(on)
    make = partial(_make_evaluator, game, v, worlds)
    moves = game.list_legal(v)
    work = partial(_try, v=v, seat=seat, moves=moves, seed=seed)
    tasks = [(opponent, batch) for opponent in opponents for batch in range(batches)]
    if on == "ray":
        connect()
        key = repr((game.name, v.seats, read_options(game, v), worlds)).encode()
        results = in_order_on_ray(make, key, tasks, work)
    else:
        results = in_order([make() for _ in range(min(threads, len(tasks)))], tasks, work)
    outcomes: dict[str, list[Outcomes]] = {opponent: [] for opponent in opponents}
    if progress is not None:
        progress(0, len(tasks))
    with closing(results) as done:
        for number, ((opponent, _), batch) in enumerate(zip(tasks, done, strict=True), 1):
            outcomes[opponent].append(batch)
            if progress is not None:
                progress(number, len(tasks))
    return tuple(
        _judge(game, move, opponent, outcomes[opponent], i) for opponent in opponents for i, move in enumerate(moves)
    )


def _make_evaluator(game: Game, v: Any, worlds: int) -> Evaluator:
    """Make the evaluator, on the thread or machine that will use it."""
    if not issubclass(game.state, CardState):
        return OpenEvaluator(game, v.seats, worlds)
    return make_player(game, game.thinkers[0], 0).evaluator(v, worlds)


def _try(evaluator: Evaluator, task: tuple[str, int], v: Any, seat: int, moves: list[int], seed: int) -> Outcomes:
    """Try all moves in one batch of worlds with one opponent."""
    opponent, batch = task
    prior = evaluator.default_prior() if opponent == ANYBODY else evaluator.certain_prior(opponent)
    outcomes = evaluator.try_moves(v, seat, prior, seed + batch, moves)
    assert outcomes is not None, "the player has checked that there are worlds"
    return outcomes


def _judge(game: Game, move: int, opponent: str, outcomes: Sequence[Outcomes], i: int) -> Judged:
    means = numpy.array([batch.chances[:, i].mean() for batch in outcomes])
    chance, error = float(means.mean()), float(means.std(ddof=1) / len(means) ** 0.5)
    return Judged(
        move=game.moves.format(move),
        opponent=opponent,
        chance_to_win=chance,
        low=max(0.0, chance - WIDTH * error),
        high=min(1.0, chance + WIDTH * error),
        equity=float(numpy.mean([batch.points[:, i].mean() for batch in outcomes])),
        worlds=sum(len(batch.chances) for batch in outcomes),
    )


def _check_history(v: CardState) -> None:
    """Refuse a view without the history that a belief needs."""
    if v.act_count == MOST_ACTS or (v.act_count == 0 and v.turns):
        raise InvalidOption("the view lacks part of the hand's history, which belief about other hands needs")


def _check(
    view: dict[str, Any], opponents: Sequence[str], names: Sequence[str], batches: int, worlds: int, threads: int
) -> None:
    """Refuse what cannot be evaluated."""
    if not view["legal"]:
        raise InvalidOption("nothing to evaluate: this needs a view of the seat to move")
    if isinstance(opponents, str) or not opponents or len(set(opponents)) < len(opponents):
        raise InvalidOption(f"opponents must be a list of different names, not {opponents!r}")
    for opponent in opponents:
        if opponent not in names:
            raise InvalidOption(f"unknown opponent {opponent!r}; choose from {', '.join(names)}")
    if type(batches) is not int or batches < 2:
        raise InvalidOption(f"batches must be a whole number of at least 2, not {batches!r}: the interval needs two")
    for name, number in (("worlds", worlds), ("threads", threads)):
        if type(number) is not int or number < 1:
            raise InvalidOption(f"{name} must be a whole number of at least 1, not {number!r}")
