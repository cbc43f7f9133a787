"""A game of another package is at hand while these tests run, as if its package were installed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from knockroll.engine import game
from tests.sixth_game.high_die import GAME


@pytest.fixture(autouse=True, scope="module")
def sixth_game() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(game._sources(), GAME.name, lambda: GAME)
        yield
