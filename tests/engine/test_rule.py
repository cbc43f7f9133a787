"""One source, two ways: the state class, lookups, and the helpers that need a compiled twin."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knockroll.engine import rule as rules
from knockroll.engine.rule import State, assign, cached_list, cached_rule, lookup, lowest, packed, packed_row, row, rule

bits = st.integers(0, (1 << 62) - 1)


class Base(State):
    """A state with a number and a row of each kind."""

    turn: int = -1
    score: int = 0
    hands: list[int] = row(3)
    pile: list[int] = row(4, -1)


class Packed(State):
    """A packed row with an odd number of places: what follows is aligned."""

    turn: int = 0
    pile: list[int] = packed_row(3, -1)
    hands: list[int] = row(2)


class Derived(Base):
    """One more field, one other first value, one longer row."""

    limit: int = 300
    score: int = 7
    hands: list[int] = row(5, 1)

    HELP = "what is neither an int nor a row is no field"

    def total(self) -> int:
        return sum(self.hands)


# --- The state class -----------------------------------------------------------------------------------------------


def test_fields_have_their_first_values() -> None:
    s = Base()
    assert (s.turn, s.score, s.hands, s.pile) == (-1, 0, [0, 0, 0], [-1, -1, -1, -1])
    assert list(Base.fields) == ["turn", "score", "hands", "pile"]


def test_a_derived_state_adds_fields_and_overrides_first_values_and_rows() -> None:
    s = Derived()
    assert (s.turn, s.score, s.hands, s.pile, s.limit) == (-1, 7, [1] * 5, [-1] * 4, 300)
    assert list(Derived.fields) == ["turn", "score", "hands", "pile", "limit"], "in the order of the first declaration"
    assert s.total() == 5
    assert (Base().score, Base().hands) == (0, [0, 0, 0]), "the base is as it was"
    assert Derived.HELP


def test_a_state_has_slots_and_nothing_else() -> None:
    for s in (Base(), Derived()):
        assert not hasattr(s, "__dict__")
        with pytest.raises(AttributeError):
            s.scroe = 1  # type: ignore[attr-defined]


def test_states_do_not_share_rows() -> None:
    one, two = Base(), Base()
    one.hands[0] = 5
    assert two.hands == [0, 0, 0]


def test_a_copy_is_equal_and_independent() -> None:
    s = Derived()
    s.turn, s.hands[2], s.pile[0] = 2, 9, 8
    new = s.copy()
    assert type(new) is Derived
    assert new == s
    new.turn = 3
    new.hands[2] = 10
    new.pile[1] = 7
    assert (s.turn, s.hands, s.pile) == (2, [1, 1, 9, 1, 1], [8, -1, -1, -1])
    assert new != s


@pytest.mark.parametrize("field", list(Derived.fields))
def test_states_are_equal_if_every_field_is(field: str) -> None:
    one, two = Derived(), Derived()
    assert one == two
    value = getattr(one, field)
    setattr(one, field, value + 1 if isinstance(value, int) else [*value[:-1], value[-1] + 1])
    assert one != two


def test_states_of_different_classes_are_not_equal() -> None:
    class Twin(State):
        turn: int = -1
        score: int = 0
        hands: list[int] = row(3)
        pile: list[int] = row(4, -1)

    assert Base() != Twin()
    assert Base() != Derived()
    assert Base() != 0


def test_a_state_can_change_so_it_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Base())


def test_repr_shows_every_field() -> None:
    assert repr(Base()) == "Base(turn=-1, score=0, hands=[0, 0, 0], pile=[-1, -1, -1, -1])"


def test_a_state_without_fields() -> None:
    class Nothing(State):
        pass

    assert Nothing().copy() == Nothing()
    assert repr(Nothing()) == "Nothing()"


# --- The record of numpy -------------------------------------------------------------------------------------------


def test_the_record_has_the_same_fields() -> None:
    numpy = pytest.importorskip("numpy")
    dtype = Derived.dtype()
    assert dtype.names == tuple(Derived.fields)
    assert dtype["turn"] == numpy.int64
    assert (dtype["hands"].base, dtype["hands"].shape, dtype["pile"].shape) == (numpy.int64, (5,), (4,))


def test_a_small_record_has_packed_rows_of_32_bits_and_holds_the_same() -> None:
    numpy = pytest.importorskip("numpy")
    dtype = Packed.dtype(small=True)
    assert (dtype["pile"].base, dtype["hands"].base, dtype["turn"]) == (numpy.int32, numpy.int64, numpy.int64)
    s = Packed()
    s.turn, s.hands[1], s.pile[:2] = 3, 1 << 51, packed([-1, (1 << 31) - 1])
    records = numpy.zeros(2, dtype)
    s.write(records)
    assert Packed.read(records[1]) == s


def test_a_state_written_to_a_record_and_read_back() -> None:
    numpy = pytest.importorskip("numpy")
    s = Derived()
    s.turn, s.score, s.hands = -(1 << 62), (1 << 62) - 1, [0, -1, 1 << 51, 3, 4]
    records = numpy.zeros(3, Derived.dtype())
    s.write(records[1])
    again = Derived.read(records[1])
    assert again == s
    assert type(again.turn) is int
    assert all(type(number) is int for number in again.hands)
    assert Derived.read(records[0]).hands == [0] * 5, "the others are as they were"


def test_a_state_written_to_a_whole_array() -> None:
    numpy = pytest.importorskip("numpy")
    s = Derived()
    s.hands[3] = 12
    records = numpy.zeros(4, Derived.dtype())
    s.write(records)
    assert [Derived.read(record) for record in records] == [s] * 4


def test_new_records_have_the_first_values() -> None:
    pytest.importorskip("numba")
    from knockroll.lab.compiled import new_records

    assert [Derived.read(record) for record in new_records(Derived, 2)] == [Derived()] * 2


# --- Rules, lookups, helpers ---------------------------------------------------------------------------------------


def test_a_rule_is_the_function_itself_and_known_to_the_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "RULES", [])

    def double(number: int) -> int:
        return 2 * number

    assert rule(double) is double
    assert [double] == rules.RULES


def test_a_lookup_computes_its_values_once_when_first_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "TABLES", {})
    calls = []

    def squares() -> list[int]:
        calls.append(1)
        return [number * number for number in range(10)]

    square = lookup(squares)
    assert calls == []
    assert [square(number) for number in range(10)] == [0, 1, 4, 9, 16, 25, 36, 49, 64, 81]
    assert calls == [1]
    assert list(rules.TABLES) == [square]
    with pytest.raises(IndexError):
        square(10)


def test_lowest_of_single_bits() -> None:
    for place in range(62):
        assert lowest(1 << place) == place


@given(bits)
def test_lowest_against_a_slow_search(number: int) -> None:
    digits = f"{number:b}"
    if number:
        assert lowest(number) == len(digits) - 1 - digits.rindex("1")


def test_assign_makes_a_state_the_same_as_another_and_independent_of_it() -> None:
    s, other = Base(), Base()
    other.turn, other.hands[1] = 2, 5
    assign(s, other)
    assert s == other
    other.hands[1] = 6
    assert s.hands == [0, 5, 0]


# --- Compiled ------------------------------------------------------------------------------------------------------


def _small() -> list[int]:
    return [number % 1000 - 500 for number in range(3000)]


def _large() -> list[int]:
    return [(1 << 40) + number for number in range(100)]


def _take_turn(s: Derived, small: Callable[[int], int], large: Callable[[int], int]) -> int:
    """A rule that uses everything: fields, rows, other rules, lookups, bits."""
    total = 0
    mask = s.hands[0]
    while mask:
        card = lowest(mask)
        mask &= mask - 1
        total += small(card * 40) + large(card)
    for i in range(5):
        s.hands[i] |= 1 << (i + s.turn)
        s.score += s.hands[i].bit_count()
    s.pile[s.turn % 4] = total
    s.turn += 1
    return total


@pytest.fixture(scope="module")
def compiled() -> Any:
    """The compiler, taught the helpers.

    The rules of this file are not registered for good: they are nobody else's.
    """
    numba = pytest.importorskip("numba")
    from knockroll.lab import compiled

    compiled._teach_numba()
    return numba


@pytest.mark.compiles
def test_the_compiled_twins_of_bit_count_and_lowest(compiled: Any) -> None:
    import numpy

    def count(numbers: Any, counts: Any, places: Any) -> None:
        for i in range(len(numbers)):
            counts[i] = numbers[i].bit_count()
            places[i] = lowest(numbers[i])

    numbers = [1 << place for place in range(62)] + [(1 << place) - 1 for place in range(1, 63)]
    numbers += [(0x9E3779B97F4A7C15 * i) % (1 << 62) | 1 << 61 for i in range(1, 500)]
    counts, places = numpy.zeros((2, len(numbers)), numpy.int64)
    compiled.njit(count)(numpy.array(numbers, numpy.int64), counts, places)
    assert counts.tolist() == [number.bit_count() for number in numbers]
    assert places.tolist() == [lowest(number) for number in numbers]


@pytest.mark.compiles
def test_a_rule_runs_the_same_both_ways(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy

    from knockroll.lab.compiled import _teach_numba, new_records

    monkeypatch.setattr(rules, "RULES", [])
    monkeypatch.setattr(rules, "TABLES", {})
    small, large = lookup(_small), lookup(_large)
    take_turn = rule(_take_turn)
    _teach_numba()

    def loop(states: Any, results: Any) -> None:
        for i in range(len(states)):
            for _ in range(6):
                results[i] += take_turn(states[i], small, large)

    states = [Derived() for _ in range(20)]
    for number, s in enumerate(states):
        s.turn = number
        s.hands[0] = (0x9E3779B97F4A7C15 * (number + 1)) & ((1 << 52) - 1)
    records = new_records(Derived, len(states))
    for record, s in zip(records, states, strict=True):
        s.write(record)
    results = [0] * len(states)
    compiled_results = numpy.zeros(len(states), numpy.int64)
    loop(states, results)
    compiled.njit(loop)(records, compiled_results)
    assert compiled_results.tolist() == results
    assert [Derived.read(record) for record in records] == states


@pytest.mark.compiles
def test_a_cached_rule_is_asked_once_and_compiles(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy

    from knockroll.lab.compiled import _teach_numba

    monkeypatch.setattr(rules, "RULES", [])
    monkeypatch.setattr(rules, "COMPILED_FOR", {})
    asked: list[int] = []

    def low(bits: int) -> int:
        asked.append(bits)
        return lowest(bits)

    cached = cached_rule(low)
    assert (cached(4), cached(4), asked) == (2, 2, [4])

    monkeypatch.setattr(rules, "RULES", [])
    monkeypatch.setattr(rules, "COMPILED_FOR", {})
    double = cached_rule(_double)
    _teach_numba()
    results = numpy.zeros(3, numpy.int64)

    def loop(results: Any) -> None:
        for i in range(3):
            results[i] = double(i)

    compiled.njit(loop)(results)
    assert results.tolist() == [double(i) for i in range(3)] == [0, 2, 4]


@pytest.mark.compiles
def test_a_cached_list_is_filled_once_and_compiles(compiled: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    import numpy

    from knockroll.lab.compiled import _teach_numba

    monkeypatch.setattr(rules, "RULES", [])
    monkeypatch.setattr(rules, "COMPILED_FOR", {})
    asked: list[int] = []

    def bits(numbers: list[int], of: int) -> int:
        asked.append(of)
        return _bits(numbers, of)

    cached = cached_list(64)(bits)
    for _ in range(2):
        numbers = [9, 9, 9, 9]
        assert (cached(numbers, 0b101), numbers, asked) == (2, [0, 2, 9, 9], [0b101])

    monkeypatch.setattr(rules, "RULES", [])
    monkeypatch.setattr(rules, "COMPILED_FOR", {})
    fill = cached_list(64)(_bits)
    _teach_numba()
    results = numpy.full(4, 9, numpy.int64)

    def ask(results: Any) -> int:
        return fill(results, 0b101)

    assert compiled.njit(ask)(results) == 2
    assert results.tolist() == [0, 2, 9, 9]


def _bits(numbers: list[int], of: int) -> int:
    n = 0
    for bit in range(64):
        if of >> bit & 1:
            numbers[n] = bit
            n += 1
    return n


def _double(number: int) -> int:
    return 2 * number


@pytest.mark.compiles
def test_assign_compiled(compiled: Any) -> None:
    from knockroll.lab.compiled import new_records

    def loop(states: Any, first: Any) -> None:
        for i in range(1, len(states)):
            assign(states[i], first[0])

    first = Derived()
    first.hands[4], first.limit = 77, 5
    records, source = new_records(Derived, 3), new_records(Derived, 1)
    first.write(source)
    compiled.njit(loop)(records, source)
    assert [Derived.read(record) for record in records] == [Derived(), first, first]


def test_the_interpreted_way_loads_nothing_of_the_compiled_one() -> None:
    program = (
        "import sys; from knockroll.engine.rule import State, lowest; lowest(4)\n"
        "print([name for name in ('numpy', 'numba', 'knockroll.lab.compiled') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert ran.stdout.strip() == "[]"
