"""A few hundred seeds, each a different run of the cluster. A failure names its seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from knockroll.server import metrics
from tests.server.simulation.run import simulate

SEEDS = 320
AT_ONCE = 40
REACHED = (
    metrics.OVERTAKEN,
    metrics.COMMIT_ERRORS,
    metrics.FOLLOWED,
    metrics.BUS_MESSAGES,
    metrics.TABLES_TAKEN_UP,
    metrics.MOVES,
    metrics.GAMES_FINISHED,
)
"""What has to happen in every few seeds, or they would prove little."""


@pytest.mark.parametrize("first", range(1, SEEDS, AT_ONCE))
def test_nothing_is_lost_doubled_shown_or_stuck(first: int, evidence: Path) -> None:
    told, before = 0, _counts()
    for seed in range(first, first + AT_ONCE):
        found = simulate(seed)
        told += found.told
        if found.broken:
            evidence.mkdir(parents=True, exist_ok=True)
            (evidence / f"seed-{seed}.txt").write_text(found.story())
        assert not found.broken, f"python -m tests.server.simulation {seed}"
    assert told > 10 * AT_ONCE
    assert [what for what, count in _counts().items() if count == before.get(what, 0)] == []


def _counts() -> dict[str, int]:
    """How often each kind of event has happened."""
    return {f"{one.name} {label}": count for one in REACHED for label, count in one.values.items()}


def test_a_seed_takes_the_same_steps_in_every_process() -> None:
    """The order of sets and addresses in memory differ between the two; nothing may depend on them."""
    script = "from tests.server.simulation.run import simulate; print(*(simulate(n).digest for n in range(1, 9)))"
    digests = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2")
    }
    assert len(digests) == 1
    assert digests == {" ".join(simulate(seed).digest for seed in range(1, 9)) + "\n"}
