"""Small networks in whole numbers, by which rules judge positions.

A network reads some whole numbers, has one layer of units, and returns a whole number; so it is the same interpreted
and compiled. All networks of a game are in one file. It has for each of them, one after the other, little-endian in
four bytes each: its weights (for each unit one per input), the biases of its units, their weights in the result, and
the bias of the result.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from operator import mul
from pathlib import Path

from knockroll.engine.rule import compiled_for, lookup

BITS = 12
"""A weight of 1 is stored as ``1 << BITS``."""
POINT = 1 << 2 * BITS
"""What a network returns for one point."""


def size_of(units: int, inputs: int) -> int:
    """How many numbers a network has."""
    return units * (inputs + 2) + 1


def read_numbers(file: Path) -> Sequence[int]:
    """All numbers of a file."""
    import lzma

    numbers = array("i", lzma.decompress(file.read_bytes()))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers


def networks_in(file: Path) -> tuple[Callable[[int], int], Callable[[int, int, tuple[int, ...]], int]]:
    """Return two functions for rules: one reads a number of the file, the other runs one of its networks.

    That one is given the place of the network's first number, how many units it has, and its inputs.
    """
    numbers = cache(lambda: read_numbers(file))
    number = lookup(numbers)

    @cache
    def layer(start: int, units: int, size: int) -> tuple[list[tuple[Sequence[int], int, int]], int]:
        """Each unit (its weights, its bias and its weight in the result), and the bias of the result."""
        own = numbers()[start : start + size_of(units, size)]
        rows = [own[at : at + size] for at in range(0, units * size, size)]
        rest = own[units * size :]
        return list(zip(rows, rest[:units], rest[units:-1], strict=True)), rest[-1]

    def run(start: int, units: int, inputs: tuple[int, ...]) -> int:
        """Evaluate a network, in the way that is fastest for the interpreter."""
        all_units, total = layer(start, units, len(inputs))
        for weights, bias, weight in all_units:
            unit = sum(map(mul, weights, inputs), bias)
            if unit > 0:
                total += unit * weight
        return total

    @compiled_for(run)
    def _run_one_by_one(start: int, units: int, inputs: tuple[int, ...]) -> int:
        """Evaluate a network number by number, for compiled code."""
        size = len(inputs)
        biases = start + units * size
        total = number(biases + 2 * units)
        for unit in range(units):
            found = number(biases + unit)
            at = start + unit * size
            for i in range(size):
                found += number(at + i) * inputs[i]
            if found > 0:
                total += found * number(biases + units + unit)
        return total

    return number, run
