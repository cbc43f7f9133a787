"""Rules are written once and run two ways.

A rule is a plain function over a flat state of ints, marked with ``@rule``:

* *interpreted*, ``s`` is an ordinary slots object made by ``SomeState()``: instant start, easy to debug;
* *compiled*, ``s`` is one element of a numpy array of ``SomeState.dtype``, and numba compiles the same function
  (see :mod:`knockroll.lab.compiled`, which is imported only when something compiled is asked for).

What a rule may use: ints (at most 63 bits), fields of the state, rows (fixed-length lists of ints), other rules,
``range``, ``min``, ``max``, ``bit_count`` and ``bit_length``, and module constants. No strings, no new lists, no
exceptions.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

if TYPE_CHECKING:
    import numpy

Function = TypeVar("Function", bound=Callable[..., Any])

RULES: list[Callable[..., Any]] = []
"""Every rule in order of definition, for the compiler."""

TABLES: dict[Callable[[int], int], Callable[[], Sequence[int]]] = {}
"""Every lookup function, with the function that computes its values."""

COMPILED_FOR: dict[Callable[..., Any], Callable[..., Any]] = {}
"""The few functions that only the interpreter can run, each with the rule that compiled code runs instead."""


def rule(function: Function) -> Function:
    """Mark a function as a rule: unchanged for Python, known to the compiler."""
    RULES.append(function)
    return function


def compiled_for(interpreted: Function) -> Callable[[Function], Function]:
    """Mark a function as the compiled twin of another one: compiled code runs it instead.

    Use this where the fastest way for the interpreter does not compile. A test must compare the two.
    """

    def mark(function: Function) -> Function:
        COMPILED_FOR[interpreted] = function
        return rule(function)

    return mark


CACHE_SIZE = 8192
"""Cache entries for each function about hands or dice: the same question comes up for every view of a position."""


def cached_rule(function: Function) -> Function:
    """Mark a function as a rule whose results the interpreter caches; compiled code computes them each time.

    Use this for slow functions of a few ints: a hand, the dice, options.
    """
    cached: Callable[..., Any] = lru_cache(maxsize=CACHE_SIZE)(function)
    compiled_for(cached)(function)
    return cached  # type: ignore[return-value]


def cached_list(most: int) -> Callable[[Function], Function]:
    """Like :func:`cached_rule`, for a rule that writes up to ``most`` numbers into its first argument."""

    def mark(function: Function) -> Function:
        @lru_cache(maxsize=CACHE_SIZE)
        def answer(*asked: int) -> tuple[int, ...]:
            numbers = [0] * most
            return tuple(numbers[: function(numbers, *asked)])

        def fill(numbers: list[int], *asked: int) -> int:
            found = answer(*asked)
            numbers[: len(found)] = found
            return len(found)

        compiled_for(fill)(function)
        return fill  # type: ignore[return-value]

    return mark


def lookup(values: Callable[[], Sequence[int]]) -> Callable[[int], int]:
    """Turn a function that computes a sequence of small ints into a function that reads one of them.

    The values are computed when first needed, so that importing a rules module stays cheap. Compiled code reads
    them from a constant array.
    """
    values = cache(values)

    def read(index: int) -> int:
        return values()[index]

    TABLES[read] = values
    return read


def lowest(bits: int) -> int:
    """The index of the lowest bit that is set; ``bits`` must not be 0."""
    return (bits & -bits).bit_length() - 1


def assign(s: Any, other: Any) -> None:
    """Make a state the same as another of its kind."""
    s.assign(other)


class _Row:
    """The length and first value of a row, as declared in a class body."""

    def __init__(self, length: int, fill: int, is_packed: bool = False) -> None:
        self.length = length
        self.fill = fill
        self.is_packed = is_packed

    def hold(self, numbers: Sequence[int]) -> Sequence[int]:
        """Return numbers in the form that the interpreted state stores."""
        return packed(numbers) if self.is_packed else list(numbers)


def row(length: int, fill: int = 0) -> list[int]:
    """Declare a field that is a fixed-length list of ints."""
    return _Row(length, fill)  # type: ignore[return-value]


def packed_row(length: int, fill: int = 0) -> list[int]:
    """Declare a long row that is copied far more often than it is read.

    In the interpreter it is an array, not a list: copying it copies memory, while copying a list counts a reference to
    each of its numbers.
    """
    return _Row(length, fill, is_packed=True)  # type: ignore[return-value]


def packed(numbers: Iterable[int]) -> array[int]:
    """Return numbers of up to 31 bits in the form of a packed row, for example to assign to a slice of one."""
    return array("i", numbers)


class _StateType(type):
    """Make ``__slots__``, ``__init__`` and ``copy`` from the fields of a class body, as dataclasses do."""

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _StateType:
        fields: dict[str, int | _Row] = {}
        for base in bases:
            fields.update(getattr(base, "fields", {}))
        own = {key: value for key, value in body.items() if type(value) in (int, _Row) and not key.startswith("_")}
        body = {key: value for key, value in body.items() if key not in own}
        body["__slots__"] = tuple(key for key in own if key not in fields)
        fields.update(own)
        body["fields"] = fields
        body["__init__"] = _method("__init__(self)", [_first_value(key, value) for key, value in fields.items()])
        copies = [f"new.{key} = self.{key}" + ("[:]" if isinstance(v, _Row) else "") for key, v in fields.items()]
        body["copy"] = _method("copy(self)", ["new = self.__class__.__new__(self.__class__)", *copies, "return new"])
        body["assign"] = _method("assign(new, self)", copies)
        return super().__new__(mcs, name, bases, body)


def _first_value(key: str, value: int | _Row) -> str:
    if not isinstance(value, _Row):
        return f"self.{key} = {value}"
    one = f"[{value.fill}]"
    return f"self.{key} = {f'packed({one})' if value.is_packed else one} * {value.length}"


def _method(head: str, lines: list[str]) -> Any:
    scope: dict[str, Any] = {"packed": packed}
    exec(f"def {head}:\n    " + "\n    ".join(lines or ["pass"]), scope)  # noqa: S102
    return scope[head.partition("(")[0]]


class State(metaclass=_StateType):
    """A flat state of ints and rows of ints. Fields are declared in the class body with their first values."""

    fields: ClassVar[dict[str, Any]]

    if TYPE_CHECKING:

        def copy(self) -> Self: ...

        def assign(self, other: Self) -> None: ...

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.fields)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)}' for name in self.fields)})"

    @classmethod
    def dtype(cls, small: bool = False) -> numpy.dtype[Any]:
        """Return the numpy record with the same fields: 64 bits each, or with ``small`` 32 bits in packed rows."""
        import numpy

        def kind(field: int | _Row) -> Any:
            if not isinstance(field, _Row):
                return numpy.int64
            return (numpy.int32 if small and field.is_packed else numpy.int64, (field.length,))

        return numpy.dtype([(name, kind(field)) for name, field in cls.fields.items()], align=small)

    def write(self, record: Any) -> None:
        """Copy every field into a record (or a whole array of records) of :meth:`dtype`."""
        for name in self.fields:
            record[name] = getattr(self, name)

    @classmethod
    def read(cls, record: Any) -> Self:
        """Return an object with the fields of one record."""
        new = cls()
        for name, field in cls.fields.items():
            value = record[name].tolist()
            setattr(new, name, field.hold(value) if isinstance(field, _Row) else value)
        return new
