"""Networks in whole numbers: what they return is the same in the two ways that rules run."""

from __future__ import annotations

import lzma
import random
from array import array
from pathlib import Path

import pytest

from knockroll.engine.network import networks_in, read_numbers, size_of
from knockroll.engine.rule import COMPILED_FOR
from knockroll.games.gin_rummy import appraisal as gin_rummy

INPUTS, UNITS = 3, 2


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A network that returns 5 more than the first input, if that is above the third, less twice the second."""
    rows, biases, last, end = [1, 0, -1, 0, 1, 0], [0, 0], [1, -2], 5
    path = tmp_path / "networks.xz"
    path.write_bytes(lzma.compress(array("i", [99, *rows, *biases, *last, end]).tobytes()))
    return path


def test_a_network_adds_up_what_its_units_say(file: Path) -> None:
    number, run = networks_in(file)
    assert size_of(UNITS, INPUTS) == len(read_numbers(file)) - 1
    assert number(0) == 99
    assert run(1, UNITS, (7, 3, 4)) == 5 + (7 - 4) - 2 * 3
    assert run(1, UNITS, (4, 0, 7)) == 5


@pytest.mark.parametrize(
    ("game", "shapes"),
    [
        (
            gin_rummy,
            (
                (gin_rummy.DISCARD_UNITS, gin_rummy.OF_MOVE),
                (gin_rummy.KNOCK_UNITS, gin_rummy.OF_MOVE),
                (gin_rummy.TAKING_UNITS, gin_rummy.OF_TAKING),
            ),
        ),
    ],
    ids=["gin_rummy"],
)
def test_the_networks_of_each_game_run_number_by_number_as_well(
    game: object, shapes: tuple[tuple[int, int], ...]
) -> None:
    """The way that compiled code goes, run as Python; and no number of the file is left over."""
    _, run = networks_in(game.FILE)  # type: ignore[attr-defined]
    chance, start = random.Random(5), 0
    for units, size in shapes:
        inputs = tuple(chance.randrange(60) for _ in range(size))
        assert run(start, units, inputs) == COMPILED_FOR[run](start, units, inputs)
        start += size_of(units, size)
    assert start == len(read_numbers(game.FILE))  # type: ignore[attr-defined]
