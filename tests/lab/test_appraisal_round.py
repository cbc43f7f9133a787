"""A whole round on a small game: positions, playouts, the fit, and the better player that comes of it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
import pytest

from knockroll.engine import rule as rules
from knockroll.engine.cards import points
from knockroll.engine.network import networks_in, size_of
from knockroll.engine.rule import rule
from knockroll.engine.stream import Stream, below
from knockroll.lab.appraisal import Appraisal, Collector, Stage, improve, measure, numbers_in_memory, write_inputs
from knockroll.players.player import Bot
from tests.seventh_game.follow import GAME
from tests.seventh_game.follow.rules import PLAY, Follow

UNITS, INPUTS = 4, 3


@rule
def inputs_of(v: Follow, move: int) -> tuple[int, ...]:
    """Whether the move plays a card, its points, and how many cards there are."""
    return 1 if move >= PLAY else 0, points(move - PLAY) if move >= PLAY else 0, v.hands[v.turn].bit_count()


@rule
def every_move(v: Follow, moves: Any, n: int, tried: Any, kinds: Any, rows: Any) -> int:
    for k in range(n):
        tried[k], kinds[k] = moves[k], 0
        write_inputs(rows[k], inputs_of(v, moves[k]))
    return n


@rule
def careless(v: Follow, moves: list[int], n: int, r: Stream) -> int:
    """Any legal move."""
    return moves[below(r, n)]


FILE = Path(tempfile.gettempdir()) / f"knockroll-appraisal-{os.getpid()}.xz"
number, run = networks_in(FILE)
VALUES = rules.TABLES.pop(number)
"""Kept from numba, which other tests may start in this process: it hears of a table once, and there is no file yet."""


@rule
def best(v: Follow, moves: list[int], n: int, r: Stream) -> int:
    """The move that the network rates highest."""
    choice, most = moves[0], run(0, UNITS, inputs_of(v, moves[0]))
    for k in range(1, n):
        found = run(0, UNITS, inputs_of(v, moves[k]))
        if found > most:
            choice, most = moves[k], found
    return choice


def worth(before: Any, after: Any, seats: Any) -> Any:
    places = numpy.arange(len(after))
    gained = after["scores"] - before["scores"]
    return gained[places, seats] - gained[places, 1 - seats]


@pytest.fixture
def appraisal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Appraisal]:
    monkeypatch.setitem(rules.TABLES, number, VALUES)
    players = (Bot("Careless", "Plays at random.", careless), Bot("Learner", "Goes by the network.", best))
    yield Appraisal(
        game=replace(GAME, players=players),
        seats=2,
        learner="Learner",
        teacher="Careless",
        met=("Careless",),
        stages=(Stage("moves", every_move, ((UNITS, INPUTS),)),),
        file=FILE,
        number=number,
        worth=worth,
    )
    FILE.unlink(missing_ok=True)


@pytest.mark.compiles
def test_a_round_makes_a_better_player(appraisal: Appraisal) -> None:
    """And what it wrote is what the player then reads, compiled from memory and interpreted from the file."""
    told: list[str] = []
    with numbers_in_memory([appraisal]) as values:
        collector = Collector(appraisal, seed=1)
        improve(collector, values, appraisal.teacher, 1000, 1, told.append)
        assert measure(appraisal, [appraisal.teacher], 1000, seed=2).share_low > 0.6
        stage = appraisal.stages[0]
        examples = collector.examples(stage, collector.number(appraisal.learner), 100, lambda done, total: None)
        before = values.copy()
        improve(collector, values, appraisal.learner, 100, 2, told.append, only="another stage")
    assert numpy.diff(examples.positions).max() == 1
    assert numpy.bincount(examples.positions).min() > 1, "a position with one move has nothing to compare"
    assert (values == before).all() and len(values) == size_of(UNITS, INPUTS)
    assert [appraisal.number(place) for place in range(len(values))] == values.tolist()
    assert len(told) == 1
