"""Spectators are told every entry at once here, so that a test can compare what they heard with the log."""

from __future__ import annotations

import pytest

from knockroll.server.tables import audience


@pytest.fixture(autouse=True)
def told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Gather nothing; tests/server/tables/test_audience.py says what gathering does."""
    monkeypatch.setattr(audience, "GATHER_SECONDS", 0.0)
