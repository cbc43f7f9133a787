"""A compiled loop is optimised once, as a whole, and the functions in it stay what numba's own are to others."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy
import pytest
from numba.core.codegen import CPUCodeLibrary

from knockroll.engine.rule import rule
from knockroll.lab import linking
from knockroll.lab.compiled import compile_loop

pytestmark = pytest.mark.compiles


@rule
def share(number: int, among: int) -> int:
    return number // among


@rule
def share_twice(number: int, among: int) -> int:
    return share(number, among) + share(share(number, among), among)


def add_shares(numbers: Any, among: int) -> int:
    total = 0
    for i in range(len(numbers)):
        total += share_twice(numbers[i], among) + share(numbers[i], 10)
    return total


@rule
def row_of(first: int) -> Any:
    row = numpy.zeros(5, numpy.int64)
    for i in range(5):
        row[i] = i
    row[0] = first
    return row


def add_rows(numbers: Any) -> int:
    total = 0
    for i in range(len(numbers)):
        total += row_of(numbers[i]).sum()
    return total


@pytest.fixture
def compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[Any, int], int]:
    """The loop, which has to be compiled first."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return compile_loop(add_shares, "shares")


NUMBERS = numpy.array([100, 250], numpy.int64)


@pytest.fixture
def optimised(monkeypatch: pytest.MonkeyPatch) -> list[CPUCodeLibrary]:
    """The libraries that numba has optimised since."""
    libraries: list[CPUCodeLibrary] = []
    optimise: Any = CPUCodeLibrary._optimize_final_module

    def note(library: CPUCodeLibrary) -> None:
        libraries.append(library)
        optimise(library)

    monkeypatch.setattr(CPUCodeLibrary, "_optimize_final_module", note)
    return libraries


def test_a_loop_is_optimised_once(compiled: Callable[[Any, int], int], optimised: list[CPUCodeLibrary]) -> None:
    assert compiled(NUMBERS, 5) == 20 + 4 + 50 + 10 + 10 + 25
    assert len(optimised) == 1


def test_an_unknown_numba_compiles_in_its_own_way(
    compiled: Callable[[Any, int], int], optimised: list[CPUCodeLibrary], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(linking, "_KNOWN_NUMBA", (0, 1))
    assert compiled(NUMBERS, 5) == 20 + 4 + 50 + 10 + 10 + 25
    assert not any(isinstance(library, linking.Part) for library in optimised)


def test_its_functions_raise_what_they_raise(compiled: Callable[[Any, int], int]) -> None:
    with pytest.raises(ZeroDivisionError):
        compiled(NUMBERS, 0)


def test_a_loop_can_make_arrays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With functions of numba's own that others of them call, in one library."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    compiled: Any = compile_loop(add_rows, "rows")
    assert compiled(NUMBERS) == sum(range(5)) * 2 + 350


def test_other_functions_can_call_what_was_compiled_in_a_loop(compiled: Callable[[Any, int], int]) -> None:
    """Numba compiles a rule once in a process: a function of a user gets what the loop has left."""
    compiled(NUMBERS, 5)

    def use_them(number: int) -> int:
        return share_twice(number, 7) + share(number, 2)

    user: Any = numba.njit(use_them)
    assert user(100) == 14 + 2 + 50
