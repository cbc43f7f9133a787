"""A hash of everything that determines the machine code of a loop: the functions and constants that it reaches.

A function counts with its bytecode, its defaults, and the values of its globals and closure: numbers as such, other
functions in the same way. A function with a compiled twin (``@compiled_for``) also counts with the twin, and a lookup
with the function that computes its table. An object counts with its attributes and its class, and a class with its
whole source file. So do the files beside the functions that teach numba something or hold tables. So a change that
could change the machine code is always noticed, and a change elsewhere, such as to another player, makes no difference.
"""

from __future__ import annotations

import hashlib
import inspect
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy

from knockroll.engine import rule

_KNOWN_BY_VERSION = sys.stdlib_module_names | {"llvmlite", "numba", "numpy"}
"""Packages that change only together with the versions of Python and numba."""


_TEACHES_NUMBA = re.compile(rb"^\s*(from|import) (numba|llvmlite)", re.MULTILINE)


def digest_of(loop: Callable[..., Any]) -> bytes:
    """Return a hash of everything that determines the machine code of a loop, apart from versions."""
    reach = _Reach()
    reach.add(loop)
    folders = {file.parent for file in reach.files} | {Path(__file__).parent}
    beside = {file for folder in folders for file in folder.glob("*.py") if _TEACHES_NUMBA.search(file.read_bytes())}
    tables = {file for folder in folders for file in folder.glob("*.xz")}
    for file in sorted({Path(rule.__file__), *beside, *tables}):
        reach.note(file.name, file.read_bytes())
    return reach.digest.digest()


class _Reach:
    """Hashes everything that a function reaches, in a fixed order."""

    def __init__(self) -> None:
        self.digest = hashlib.sha256()
        self.files: set[Path] = set()
        """The files of the functions."""
        self._seen: dict[int, tuple[int, Any]] = {}

    def note(self, *parts: object) -> None:
        for part in parts:
            written = part if isinstance(part, bytes) else repr(part).encode()
            self.digest.update(b"%d " % len(written) + written)

    def add(self, value: Any) -> None:
        if value is None or isinstance(value, int | float | str | bytes):
            self.note(type(value).__name__, value)
        elif isinstance(value, tuple):
            self._add_all("tuple", value)
        elif isinstance(value, frozenset):
            self._add_all("frozenset", sorted(value, key=repr))
        elif isinstance(value, CodeType):
            self._add_code(value)
        elif isinstance(value, numpy.ndarray | numpy.generic):
            self.note(value.dtype, value.shape, value.tobytes())
        elif id(value) in self._seen:
            self.note("again", self._seen[id(value)][0])
        else:
            self._seen[id(value)] = len(self._seen), value  # kept, so that no other object gets its id
            self._add_new(value)

    def _add_new(self, value: Any) -> None:
        if isinstance(value, FunctionType) and not _is_known_by_version(value):
            self._add_function(value)
        elif isinstance(value, list | set):
            self._add_all(type(value).__name__, value if isinstance(value, list) else sorted(value, key=repr))
        elif isinstance(value, dict):
            self._add_all("dict", (part for pair in value.items() for part in pair))
        elif (inner := _inside(value)) is not None:
            self._add_twins(value)
            self._add_all("inside", inner)
        elif isinstance(value, ModuleType):
            self.note("module", value.__name__)
        elif _is_known_by_version(value):
            self.note(getattr(value, "__module__", ""), getattr(value, "__qualname__", ""), *_written(value))
        elif isinstance(value, type):
            self._add_class(value)
        else:
            slots = [name for kind in type(value).__mro__ for name in vars(kind).get("__slots__", ())]
            self._add_all("instance", (type(value), *(getattr(value, name, None) for name in slots)))
            self._add_all("attributes", getattr(value, "__dict__", {}).values())

    def _add_all(self, kind: str, values: Iterable[Any]) -> None:
        values = list(values)
        self.note(kind, len(values))
        for value in values:
            self.add(value)

    def _add_function(self, function: FunctionType) -> None:
        self.note("function")
        if (file := Path(function.__code__.co_filename)).is_file():  # code made from text has no file
            self.files.add(file)
        self._add_code(function.__code__)
        self._add_all("defaults", (function.__defaults__, function.__kwdefaults__))
        self._add_all("closure", (_content(cell) for cell in function.__closure__ or ()))
        names = list(_names(function.__code__))
        for name in names:
            if name in function.__globals__:
                value = function.__globals__[name]
                self.note(name)
                self.add(value)
                if isinstance(value, ModuleType) and not _is_known_by_version(value):
                    self._add_all(name, (getattr(value, other) for other in names if hasattr(value, other)))
        self._add_twins(function)

    def _add_code(self, code: CodeType) -> None:
        self.note(code.co_code, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars, code.co_flags)
        self._add_all("constants", code.co_consts)

    def _add_twins(self, function: Callable[..., Any]) -> None:
        """Add what compiled code calls instead of a function."""
        self._add_all("twins", [twins[function] for twins in (rule.COMPILED_FOR, rule.TABLES) if function in twins])

    def _add_class(self, kind: type) -> None:
        self.note("class", kind.__qualname__)
        if (file := getattr(sys.modules.get(kind.__module__), "__file__", None)) is not None:
            self.note(Path(file).name, Path(file).read_bytes())
        self._add_all("bases", kind.__bases__)
        members = {name: getattr(member, "fget", member) for name, member in vars(kind).items()}
        members = {name: getattr(member, "__func__", member) for name, member in members.items()}
        self._add_all("methods", (members[name] for name in sorted(members) if inspect.isfunction(members[name])))


def _names(code: CodeType) -> Iterable[str]:
    """Return the names of globals and attributes that a function and those inside it use."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _content(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:  # nothing has been assigned yet
        return None


def _inside(value: Any) -> tuple[Any, ...] | None:
    """Return the function that a wrapper, such as a cache, calls; for a method also its object."""
    if isinstance(value, MethodType):
        return value.__func__, value.__self__
    for name in ("__wrapped__", "py_func"):
        if not isinstance(value, type) and inspect.isfunction(inner := getattr(value, name, None)):
            return (inner,)
    return None


def _written(value: Any) -> list[str]:
    """Return an object as text, unless the text contains its address in memory."""
    return [text] if " at 0x" not in (text := repr(value)) else []


def _is_known_by_version(value: Any) -> bool:
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", type(value).__module__)
    return str(name).partition(".")[0] in _KNOWN_BY_VERSION
