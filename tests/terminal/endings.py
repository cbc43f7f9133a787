"""Finished hands of every kind, with the most seats and the longest names."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any

import knockroll
from knockroll.engine.cards import texts_of
from knockroll.engine.events import redact
from knockroll.engine.state import A_DECK
from knockroll.terminal.model.scene import Moment, Scene
from knockroll.terminal.model.session import SeatStep
from tests import helpers

MOST_MOVES = 200
TURN_LIMIT = 40
"""Hands are broken off early, so that this is also seen."""

Choose = Callable[[Sequence[str], random.Random], str]


def names_of(seats: int) -> tuple[str, ...]:
    """The longest names that a server allows."""
    return tuple(f"Wilhelmina-Bartholomew {seat}" for seat in range(seats))


def _prefer(*verbs: str) -> Choose:
    """A chooser of random moves of the first of these verbs that is legal."""

    def choose(legal: Sequence[str], rng: random.Random) -> str:
        for verb in verbs:
            moves = [move for move in legal if move.startswith(verb)]
            if moves:
                return rng.choice(moves)
        return rng.choice(legal)

    return choose


POLICIES: tuple[Choose, ...] = (
    _prefer(),
    _prefer("draw stock", "discard"),
    _prefer("draw discard", "discard"),
    _prefer("gin", "spread", "hit", "draw stock", "knock", "tunk"),
    _prefer("draw stock", "knock", "drop", "tunk"),
)


def _scripted() -> Iterator[tuple[knockroll.Table, Sequence[str]]]:
    """Hands that hardly ever occur by chance, and the moves that end them."""
    then = [texts_of(knockroll.Seeded(5).give(A_DECK, 52))]
    run = "As 2s 3s 4s 5s 6s 7s 8s 9s Ts"
    yield helpers.table("gin_rummy", ["", run, "", "", ""], stock="Kd", then=then), ["draw stock", "gin Kd"]
    fifties = ["Ts Js Qs Ks Th", "Td Jd Qd Kd Tc"]
    yield helpers.table("tonk", [*fifties, *[""] * 8], then=then), []
    five = ["", "5c 6c 7c 8c 9c", *[""] * 8]
    tonk = ["draw stock", "spread 5c 6c 7c 8c 9c Tc"]
    yield helpers.table("tonk", five, stock="Tc", then=then, opening_tonk="none"), tonk
    out = ["draw stock", "spread 5c 6c 7c 8c 9c", "discard Kd"]
    yield helpers.table("tonk", five, stock="Kd", then=then, opening_tonk="none"), out


def _random(game: knockroll.Game, seeds: int) -> Iterator[tuple[knockroll.Table, Iterator[str]]]:
    limit: dict[str, Any] = {option.name: TURN_LIMIT for option in game.options if option.name == "turn_limit"}
    for seed in range(seeds):
        table = knockroll.Table(game, seats=game.max_seats, seed=seed, **(limit if seed % 2 else {}))
        yield table, _moves(table, POLICIES[seed % len(POLICIES)], random.Random(seed))


def _moves(table: knockroll.Table, choose: Choose, rng: random.Random) -> Iterator[str]:
    while table.turn is not None and len(table.moves) < MOST_MOVES:
        yield choose(table.legal(), rng)


def finished_hands(game: knockroll.Game, seeds: int = 30) -> Iterator[tuple[str, Scene]]:
    """Play hands of a game until every ending has been seen; yield how each ended, and its scene."""
    scripted = [(table, iter(moves)) for table, moves in _scripted() if table.game is game]
    seen: set[str] = set()
    for number, (table, moves) in enumerate(chain(scripted, _random(game, seeds))):
        if number >= len(scripted) + len(POLICIES) and seen == set(game.endings):
            return
        scene = Scene(game, 0, ("You", *names_of(game.max_seats)[1:]))
        for _ in chain([None], (table.play(move) for move in moves)):
            for ending in _showdowns(scene, table):
                seen.add(ending)
                yield ending, scene


def _showdowns(scene: Scene, table: knockroll.Table) -> Iterator[str]:
    step = SeatStep(tuple(redact(event, 0) for event in table.events), table.view(0))
    endings = [event.ending for event in table.events if event.account is not None]
    for moment in scene.take(step):
        if moment in (Moment.HAND, Moment.TURN):
            yield endings.pop(0)
