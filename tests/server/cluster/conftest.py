"""In these tests, spectators are sent every entry at once, to compare their messages with the log."""

from __future__ import annotations

import pytest

from knockroll.server.tables import audience


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gather no messages; tests/server/tables/test_audience.py tests gathering."""
    monkeypatch.setattr(audience, "GATHER_SECONDS", 0.0)
