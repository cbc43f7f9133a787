"""Fitting The Actuary's networks: what is common to the moves of a position cancels, and whole numbers are enough."""

from __future__ import annotations

from typing import Any

import numpy
import pytest
import torch
from scripts import appraise
from scripts.appraise import Examples, Network, fit

from knockroll.games.gin_rummy.appraisal import OF_MOVE, POINT

MOVES, POSITIONS, UNITS = 5, 600, 4


@pytest.fixture
def examples() -> Examples:
    """Moves whose points follow from their first input, beside luck of ten times that size for each position."""
    chance = numpy.random.default_rng(3)
    rows = chance.integers(0, 40, (MOVES * POSITIONS, OF_MOVE)).astype(numpy.int32)
    luck = numpy.repeat(chance.normal(0, 100, POSITIONS), MOVES)
    positions = numpy.repeat(numpy.arange(POSITIONS), MOVES)
    points = (luck - 0.5 * rows[:, 0]).astype(numpy.float32)
    return Examples(rows, numpy.arange(len(rows)) % MOVES == 0, points, positions)


def values(network: Network, rows: Any) -> Any:
    with torch.no_grad():
        return network(torch.from_numpy(rows)).numpy()


@pytest.fixture
def fitted(examples: Examples, monkeypatch: pytest.MonkeyPatch) -> list[Network]:
    torch.manual_seed(1)
    monkeypatch.setattr(appraise, "BATCH", 16)
    monkeypatch.setattr(appraise, "EPOCHS", 60)
    networks = [Network(examples.rows[examples.knocks == knock], UNITS) for knock in (False, True)]
    assert fit(networks, examples, centred=True) < 1
    return networks


def test_the_luck_of_a_position_cancels(examples: Examples, fitted: list[Network]) -> None:
    for network, knock in zip(fitted, (False, True), strict=True):
        rows = examples.rows[examples.knocks == knock]
        assert numpy.corrcoef(values(network, rows), -rows[:, 0])[0, 1] > 0.99


def test_whole_numbers_say_nearly_the_same(examples: Examples, fitted: list[Network]) -> None:
    """Evaluated as the game does it: the units' weights, their biases, their weights in the result, its bias."""
    numbers = fitted[0].numbers()
    weights = numbers[: UNITS * OF_MOVE].reshape(UNITS, OF_MOVE)
    biases, last = numbers[UNITS * OF_MOVE :][:UNITS], numbers[UNITS * (OF_MOVE + 1) :][:UNITS]
    rows = examples.rows.astype(numpy.int64)
    found = numpy.maximum(rows @ weights.T + biases, 0) @ last + numbers[-1]
    assert numpy.abs(found / POINT - values(fitted[0], examples.rows)).max() < 0.5
