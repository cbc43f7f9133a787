"""Compiled rules, with numba. Imported only when something compiled is needed: it loads numpy and numba.

numba's own disk cache checks only the file of the outermost function, so a changed rule would run stale code. Here the
name of the cache folder is a hash of everything that a loop reaches (``knockroll.lab.reach``).
"""

from __future__ import annotations

import fcntl
import hashlib
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any

import numba
import numpy
from numba.core import cgutils, types
from numba.core.bytecode import FunctionIdentity
from numba.core.compiler_lock import global_compiler_lock
from numba.extending import intrinsic, overload, overload_method, register_jitable
from numba.np.arrayobj import make_array

from knockroll.engine import rule
from knockroll.engine.errors import KnockrollError
from knockroll.lab.linking import linked_as_a_whole
from knockroll.lab.reach import digest_of

_known: set[Callable[..., Any]] = set()


def compile_loop(loop: Callable[..., Any], name: str, inline: bool = False) -> Callable[..., Any]:
    """Compile a function that calls rules to machine code that runs without the interpreter lock.

    ``name`` distinguishes functions made from one source, such as the same loop over different games. With ``inline``
    all rules are inlined: that makes small loops up to twice as fast, because calls between rules count references to
    the arrays they pass, but compiling large loops then takes minutes.
    """
    _teach_numba()
    folder = cache_folder(loop) / name
    numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
    try:
        return _naming_errors(numba.njit(loop, nogil=True, cache=True, forceinline=inline), name, folder)
    finally:
        numba.config.CACHE_DIR = ""  # type: ignore[attr-defined]


@contextmanager
def _in_one_process(folder: Path) -> Iterator[None]:
    """Let one process at a time compile a loop; the others wait, and then find it in the cache.

    numba's own lock always comes first. A loop that calls another one compiles it while it holds both locks: with a
    fixed order, two threads cannot block each other.
    """
    with global_compiler_lock, ExitStack() as stack:
        with suppress(OSError):  # without a place for a cache each process compiles for itself
            folder.mkdir(parents=True, exist_ok=True)
            lock = stack.enter_context((folder / "lock").open("w"))
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


_INNERMOST_REASON = re.compile(r"pipeline \(step: [^)]*\)\n\s*(.+)")
_INNERMOST_PLACE = re.compile(r"During: typing of .* at (\S+) \((\d+)\)")
"""Patterns in numba's messages for the reason and the place of a failure: the innermost place is first, its reason
last."""


class CannotCompile(KnockrollError):
    """Raised for a rule that runs as Python but that numba cannot compile."""


def _naming_errors(compiled: Any, name: str, folder: Path) -> Callable[..., Any]:
    """Make a failed compilation name the rule at fault: numba's own errors may not."""
    compile_it = compiled.compile

    def compile_or_explain(signature: Any) -> Any:
        try:
            with _in_one_process(folder), _own_symbols(f"{folder} {signature}"), linked_as_a_whole():
                return compile_it(signature)
        except numba.core.errors.ForceLiteralArg:
            raise  # asks numba to try again
        except Exception as error:
            reason = (_INNERMOST_REASON.findall(str(error)) or str(error).strip().splitlines() or [""])[-1]
            raise CannotCompile(
                f"numba cannot compile {_failed_rule(error)} for {name!r}: {type(error).__name__}: {reason}"
            ) from error

    compiled.compile = compile_or_explain
    return compiled  # type: ignore[no-any-return]


@contextmanager
def _own_symbols(key: str) -> Iterator[None]:
    """Give the functions of a loop names in machine code that no loop with another key uses.

    numba numbers functions and types in each process from 1. Two loops that were compiled in different processes could
    contain different functions with one name, and a process that loads both would run the first in place of the second.
    """
    first = int(hashlib.sha256(key.encode()).hexdigest()[:12], 16) << 12
    numbers, FunctionIdentity._unique_ids = FunctionIdentity._unique_ids, count(first)
    try:
        yield
    finally:
        FunctionIdentity._unique_ids = numbers


def _failed_rule(error: BaseException) -> str:
    """Return the place where numba failed: the one in its message, or else the function that it was compiling."""
    if (place := _INNERMOST_PLACE.search(str(error))) is not None:
        return f"line {place[2]} of {place[1]}"
    found = "a rule"
    trace = error.__traceback__
    while trace is not None:
        for value in trace.tb_frame.f_locals.values():
            function = getattr(value, "func_id", None)
            if (file := getattr(function, "filename", None)) is not None and "numba" not in Path(file).parts:
                found = f"{function.func_name} ({file}, line {function.firstlineno})"  # type: ignore[union-attr]
        trace = trace.tb_next
    return found


def is_compiled(loop: Callable[..., Any], name: str) -> bool:
    """Return whether a loop is in the cache. If not, its first call takes some seconds to compile it."""
    folder = cache_folder(loop) / name
    return folder.is_dir() and any(folder.rglob("*.nbc"))


def cache_folder(loop: Callable[..., Any]) -> Path:
    """Return the cache folder of a loop: a new one whenever the code that it reaches or a version changes."""
    import platformdirs

    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {numpy.__version__}".encode() + digest_of(loop))
    return Path(platformdirs.user_cache_dir("knockroll")) / "compiled" / digest.hexdigest()[:16]


def new_records(state: type[rule.State], count: int) -> Any:
    """Return an array of states with their initial values."""
    return copies(state(), count)


def copies(state: rule.State, count: int, small: bool = False) -> Any:
    """Return an array of copies of a state, as ``small`` records if there will be very many."""
    one = numpy.zeros(1, state.dtype(small))
    state.write(one)
    return numpy.repeat(one, count)  # whole records at a time, not field by field


def records_of(state: type[rule.State], states: Any) -> Any:
    """Return a new array with the states of an array or a list."""
    if isinstance(states, numpy.ndarray):
        return states.astype(state.dtype())
    records = numpy.zeros(len(states), state.dtype())
    for s, record in zip(states, records, strict=True):
        s.write(record)
    return records


def _teach_numba() -> None:
    """Register with numba every rule and lookup that was defined since the last call."""
    options: Any = {"no_cfunc_wrapper": True}  # no C calls a rule: a tenth less to compile
    for function in rule.RULES:
        if function not in _known:
            _known.add(function)
            register_jitable(**options)(function)
    for interpreted, compiled in rule.COMPILED_FOR.items():
        if interpreted not in _known:
            _known.add(interpreted)
            overload(interpreted, strict=False, jit_options=options)(lambda *_, compiled=compiled: compiled)
    for read, values in rule.TABLES.items():
        if read not in _known:
            _known.add(read)
            _teach_lookup(read, values)


def _teach_lookup(read: Callable[[int], int], values: Callable[[], Any]) -> None:
    @overload(read)
    def _typed(index):  # type: ignore[no-untyped-def]
        data = values()
        small = min(data) >= -(1 << 15) and max(data) < 1 << 15
        table = numpy.array(data, numpy.int16 if small else numpy.int64)  # small tables fit in the fastest cache

        def look_up(index):  # type: ignore[no-untyped-def]
            return numpy.int64(table[index])

        return look_up


def teach_memory(read: Callable[[int], int], values: Any) -> None:
    """Let compiled code read ``values``, an array of 64-bit numbers that may change, by calling ``read``.

    numba keeps what it was taught first: a function that it already knows would go on reading the old values.
    """
    if read in _known:
        raise RuntimeError("numba knows this table already: teach it in a new process, before anything is compiled")
    _known.add(read)
    address = values.ctypes.data

    @intrinsic
    def load(context, place):  # type: ignore[no-untyped-def]
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            first = context.get_constant(types.intp, address)
            word = context.get_value_type(types.int64)
            place_in_bytes = builder.mul(builder.sext(args[0], word), context.get_constant(types.intp, 8))
            return builder.load(builder.inttoptr(builder.add(first, place_in_bytes), word.as_pointer()))

        return types.int64(place), generate

    @overload(read)
    def _read(place):  # type: ignore[no-untyped-def]
        return lambda place: load(place)  # type: ignore[call-arg]


@intrinsic
def _borrow(context, arrays):  # type: ignore[no-untyped-def]
    """Return arrays, or tuples of arrays, without reference counts: the caller keeps them alive during the call.

    Each row taken from an array raises its reference count and later lowers it again. These atomic operations wait
    until the processor has written everything to memory: in a loop over many games they took a third of the time.
    """

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return _without_owner(context, builder, signature.args[0], args[0])

    return arrays(arrays), generate


borrowed: Any = _borrow


def _without_owner(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if not isinstance(kind, types.Array):
        items = cgutils.unpack_tuple(builder, value)  # type: ignore[no-untyped-call]
        parts = [_without_owner(context, builder, one, item) for one, item in zip(kind, items, strict=True)]
        return context.make_tuple(builder, kind, parts)
    array = make_array(kind)(context, builder, value)  # type: ignore[no-untyped-call]
    array.meminfo = cgutils.get_null_value(array.meminfo.type)  # type: ignore[no-untyped-call]
    array.parent = cgutils.get_null_value(array.parent.type)  # type: ignore[no-untyped-call]
    return array._getvalue()


@intrinsic
def _count_bits(context, bits):  # type: ignore[no-untyped-def]
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(context, bits):  # type: ignore[no-untyped-def]
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, 1))

    return types.int64(types.int64), generate


@intrinsic
def _significant_bits(context, bits):  # type: ignore[no-untyped-def]
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        zeros = builder.ctlz(args[0], context.get_constant(types.boolean, 0))
        return builder.sub(context.get_constant(types.int64, 64), zeros)

    return types.int64(types.int64), generate


@intrinsic
def _copy_record(context, target, source):  # type: ignore[no-untyped-def]
    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        size = context.get_constant(types.intp, signature.args[0].size)
        cgutils.raw_memcpy(builder, args[0], args[1], size, 1)  # type: ignore[no-untyped-call]
        return context.get_dummy_value()

    return types.void(target, source), generate


# numba compares the signatures of an overload and its implementation, annotations included: these have none.


@overload_method(types.Integer, "bit_count")
def _bit_count(bits):  # type: ignore[no-untyped-def]
    return lambda bits: _count_bits(bits)  # type: ignore[call-arg]


@overload_method(types.Integer, "bit_length")
def _bit_length(bits):  # type: ignore[no-untyped-def]
    return lambda bits: _significant_bits(bits)  # type: ignore[call-arg]


@overload(rule.lowest)
def _lowest(bits):  # type: ignore[no-untyped-def]
    return lambda bits: _trailing_zeros(bits)  # type: ignore[call-arg]


@overload(rule.assign)
def _assign(s, other):  # type: ignore[no-untyped-def]
    return lambda s, other: _copy_record(s, other)  # type: ignore[call-arg]
