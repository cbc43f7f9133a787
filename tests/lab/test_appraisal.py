"""Fitting networks to playouts: what is common to the moves of a position cancels, and whole numbers are enough."""

from __future__ import annotations

import lzma
from pathlib import Path
from typing import Any

import numpy
import pytest

from knockroll.engine.network import POINT, networks_in
from knockroll.lab.appraisal import BASELINE, Examples, SmallNetwork, fit

MOVES, POSITIONS, UNITS, INPUTS = 5, 600, 4, 6
SHAPES = ((UNITS, INPUTS), (UNITS, INPUTS - 1))


@pytest.fixture(scope="module")
def examples() -> Examples:
    """Moves whose points follow from their first input, beside luck of ten times that size for each position.

    The first move of each position is the one that the others are compared with: worth 0, whatever its inputs.
    """
    chance = numpy.random.default_rng(3)
    rows = chance.integers(0, 40, (MOVES * POSITIONS, INPUTS)).astype(numpy.int32)
    luck = numpy.repeat(chance.normal(0, 100, POSITIONS), MOVES)
    kinds = numpy.tile([BASELINE, 0, 1, 0, 1], POSITIONS)
    points = luck + numpy.where(kinds == BASELINE, 0, 7 - 0.5 * rows[:, 0])
    return Examples(rows, kinds, points.astype(numpy.float32), numpy.repeat(numpy.arange(POSITIONS), MOVES))


@pytest.fixture(scope="module")
def networks(examples: Examples) -> list[SmallNetwork]:
    found, error = fit(SHAPES, examples, seed=1, epochs=60, batch=16)
    assert error < 1
    return found


def rows_of(examples: Examples, kind: int) -> Any:
    return examples.rows[examples.kinds == kind, : SHAPES[kind][1]]


def test_the_luck_of_a_position_cancels(examples: Examples, networks: list[SmallNetwork]) -> None:
    for kind, network in enumerate(networks):
        rows = rows_of(examples, kind)
        found, _, _ = network.run(rows)
        assert numpy.abs(found - (7 - 0.5 * rows[:, 0])).mean() < 1


def test_a_rule_reads_whole_numbers_that_say_nearly_the_same(
    examples: Examples, networks: list[SmallNetwork], tmp_path: Path
) -> None:
    file = tmp_path / "networks.xz"
    numbers = [network.numbers() for network in networks]
    file.write_bytes(lzma.compress(numpy.concatenate(numbers).astype("<i4").tobytes()))
    _, run = networks_in(file)
    for kind, start in ((0, 0), (1, len(numbers[0]))):
        rows = rows_of(examples, kind)[:200]
        by_rule = [run(start, UNITS, tuple(row)) / POINT for row in rows.tolist()]
        assert numpy.abs(by_rule - networks[kind].run(rows)[0]).max() < 0.5


def test_an_input_that_never_changes_does_not_count() -> None:
    rows = numpy.random.default_rng(1).integers(0, 9, (50, INPUTS))
    rows[:, 2] = 3
    network = SmallNetwork(rows, UNITS, numpy.random.default_rng(2))
    assert not network.numbers()[: UNITS * INPUTS].reshape(UNITS, INPUTS)[:, 2].any()
