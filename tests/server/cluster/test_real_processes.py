"""Real servers with PostgreSQL and Redis, which die, hang and are restarted while people play."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from bench.server.chaos.run import go


def test_nothing_is_lost_doubled_or_shown_to_others_whatever_happens_to_the_processes(
    postgresql: str, evidence: Path
) -> None:
    """A kill, a pause longer than any timeout, and a restart show that real processes behave like simulated ones.

    ``tests/server/simulation`` tries thousands of other courses; ``python -m bench.server.chaos.run`` goes on longer.
    """
    if shutil.which("redis-server") is None:
        pytest.skip("no Redis here: scripts/ensure-packages installs it")
    found = go(troubles=3, tables=3, seed=1, pause=6.0, rolling=False, least=41, evidence=evidence)
    assert found.acknowledged > 40
    assert (found.lost, found.wrong, found.seats_lost, found.stuck, found.tracebacks) == (0, [], 0, 0, 0)
