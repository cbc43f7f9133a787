"""What every legal move is worth, under several opinions of who the others are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy

from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.state import MOST_ACTS
from knockroll.engine.views import read_options, read_view
from knockroll.lab.on_ray import check_place, connect, in_order_on_ray
from knockroll.lab.search import make_player
from knockroll.lab.search.thinking import Searches, Thinks, Tried
from knockroll.lab.threads import in_order

ANYBODY = "anybody"
"""The opinion that the others may be any of the game's players, each as likely before the first act."""
WIDTH = 1.96


@dataclass(frozen=True)
class Judged:
    """A legal move, judged under one opinion of the others."""

    move: str
    opponent: str
    """Who the others were taken for."""
    chance_to_win: float
    """The game."""
    low: float
    high: float
    """The ends of a 95% interval of that chance, from how batches of worlds scatter."""
    equity: float
    """The points that the hand brings, less those of the others, on the average; so that more is better."""
    worlds: int
    """How many worlds it was tried in."""


def evaluate(
    game: Game,
    view: dict[str, Any],
    opponents: Sequence[str] | None,
    batches: int,
    worlds: int,
    seed: int,
    threads: int,
    on: str,
    progress: Callable[[int, int], None] | None,
) -> tuple[Judged, ...]:
    """See :func:`knockroll.lab.evaluate`."""
    if not game.thinkers:
        raise InvalidOption(f"moves are evaluated in games that have players who search, not in {game.name}")
    v, seat = read_view(game, view), view["seat"]
    opponents = (ANYBODY, game.thinkers[0].base) if opponents is None else opponents
    _check(game, view, v, opponents, batches, worlds, threads)
    check_place(on)
    _who_searches(game).check(v, seat)
    make = partial(_searcher, game, v, worlds)
    moves = game.list_legal(v)
    work = partial(_try, v=v, seat=seat, moves=moves, seed=seed)
    tasks = [(opponent, batch) for opponent in opponents for batch in range(batches)]
    if on == "ray":
        connect()
        key = repr((game.name, v.seats, read_options(game, v), worlds)).encode()
        results = in_order_on_ray(make, key, tasks, work)
    else:
        results = in_order([make() for _ in range(min(threads, len(tasks)))], tasks, work)
    tried: dict[str, list[Tried]] = {opponent: [] for opponent in opponents}
    if progress is not None:
        progress(0, len(tasks))
    with closing(results) as done:
        for number, ((opponent, _), batch) in enumerate(zip(tasks, done, strict=True), 1):
            tried[opponent].append(batch)
            if progress is not None:
                progress(number, len(tasks))
    return tuple(
        _judge(game, move, opponent, tried[opponent], i) for opponent in opponents for i, move in enumerate(moves)
    )


def _who_searches(game: Game) -> Searches:
    """The player of the game that searches."""
    player: Searches = make_player(game, game.thinkers[0], 0)
    return player


def _searcher(game: Game, v: Any, worlds: int) -> Thinks:
    """Who tries moves, on the thread or the machine that does."""
    return _who_searches(game).searcher_for(v, worlds)


def _try(searcher: Thinks, task: tuple[str, int], v: Any, seat: int, moves: list[int], seed: int) -> Tried:
    """All moves, tried in one batch of worlds with one opponent."""
    opponent, batch = task
    shares = searcher.anybody() if opponent == ANYBODY else searcher.only(opponent)
    tried = searcher.try_moves(v, seat, shares, moves, seed + batch)
    assert tried is not None, "it was checked that something can be believed"
    return tried


def _judge(game: Game, move: int, opponent: str, tried: Sequence[Tried], i: int) -> Judged:
    means = numpy.array([batch.chances[:, i].mean() for batch in tried])
    chance, error = float(means.mean()), float(means.std(ddof=1) / len(means) ** 0.5)
    return Judged(
        move=game.moves.format(move),
        opponent=opponent,
        chance_to_win=chance,
        low=max(0.0, chance - WIDTH * error),
        high=min(1.0, chance + WIDTH * error),
        equity=float(numpy.mean([batch.points[:, i].mean() for batch in tried])),
        worlds=sum(len(batch.chances) for batch in tried),
    )


def _check(
    game: Game, view: dict[str, Any], v: Any, opponents: Sequence[str], batches: int, worlds: int, threads: int
) -> None:
    """Whether there is something to evaluate, and it is known how."""
    if not view["legal"]:
        raise InvalidOption("there is nothing to evaluate: a view of the seat to move is needed")
    if v.act_count == MOST_ACTS or (v.act_count == 0 and v.turns):
        raise InvalidOption("the view does not have all acts of the hand, without which nothing can be believed")
    if isinstance(opponents, str) or not opponents or len(set(opponents)) < len(opponents):
        raise InvalidOption(f"opponents are a list of names, each once, not {opponents!r}")
    names = (ANYBODY, *(bot.name for bot in game.players))
    for opponent in opponents:
        if opponent not in names:
            raise InvalidOption(f"{opponent!r} is none of the opponents {', '.join(names)}")
    if type(batches) is not int or batches < 2:
        raise InvalidOption(f"batches is a whole number from 2 up, not {batches!r}: one does not tell how sure it is")
    for name, number in (("worlds", worlds), ("threads", threads)):
        if type(number) is not int or number < 1:
            raise InvalidOption(f"{name} is a whole number from 1 up, not {number!r}")
