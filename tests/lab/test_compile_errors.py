"""A rule that numba cannot compile is named, with its file and the game that it was compiled for."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

from knockroll.engine.errors import KnockrollError
from knockroll.engine.rule import rule
from knockroll.lab.compiled import compile_loop

pytestmark = pytest.mark.compiles


@rule
def shows_itself(state: Any) -> bool:
    return str(state) != "?"


@rule
def has_no_such_field(state: Any) -> int:
    found: int = state.turn.nonsense
    return found


def loop_over(play: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def loop(states: Any) -> Any:
        return play(states[0])

    return loop


@pytest.mark.parametrize(
    ("play", "message"),
    [
        (
            shows_itself,
            rf"numba cannot compile shows_itself \(.*{Path(__file__).name}, line \d+\) for 'pig playouts': ",
        ),
        (
            has_no_such_field,
            rf"numba cannot compile line \d+ of .*{Path(__file__).name} for 'pig playouts': TypingError: .*'nonsense'",
        ),
    ],
)
def test_the_rule_is_named(
    play: Callable[[Any], Any], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(KnockrollError, match=message):
        compile_loop(loop_over(play), "pig playouts")(numpy.zeros(1, [("turn", "i8")]))
