"""Everything public is shown in an example: in its docstring, or in that of its class."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import knockroll

SEARCH = ("belief_map", "hint", "review")
"""These compile a search, which takes too long for an example that runs: docs/review.md shows them."""
PUBLIC = [name for name in knockroll.__all__ if name not in SEARCH]


def examples(thing: Any) -> str:
    return "\n".join(re.findall(r"^\s*(?:>>>|\.\.\.) (.*)$", thing.__doc__ or "", re.MULTILINE))


def methods(cls: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The public methods and properties that a class itself defines."""
    for name, value in vars(cls).items():
        if isinstance(value, classmethod | staticmethod):
            value = value.__func__
        function = value.fget if isinstance(value, property) else value
        if not name.startswith("_") and inspect.isfunction(function) and function.__qualname__.startswith(cls.__name__):
            yield name, function


@pytest.mark.parametrize("name", PUBLIC)
def test_it_is_shown_in_an_example(name: str) -> None:
    thing = getattr(knockroll, name)
    if inspect.isclass(thing) and issubclass(thing, Exception):
        return  # examples show where each is raised
    if inspect.isfunction(thing):
        assert examples(thing)
    else:
        shown = examples(thing)
        missing = [name for name, method in methods(thing) if not examples(method) and f".{name}" not in shown]
        assert missing == []
