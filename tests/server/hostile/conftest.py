"""Servers to attack."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.server.hostile.attacked import Attacked

Start = Callable[..., Attacked]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start servers, by default each on its own database, and stop them at the end."""
    with ExitStack() as running:

        def begin(database: str | Path = tmp_path / "tables.sqlite3", **how: Any) -> Attacked:
            server = Attacked(database, **how)
            running.callback(server.stop)
            return server

        yield begin


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    """A server with its usual settings, shared by the tests of a module."""
    server = Attacked(tmp_path_factory.mktemp("attacked") / "tables.sqlite3")
    try:
        yield server.wait()
    finally:
        server.stop()
