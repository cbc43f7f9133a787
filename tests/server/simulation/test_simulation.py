"""A few hundred seeds, each of them another run of the cluster. A failure names its seed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.simulation.run import simulate

SEEDS = 320
AT_ONCE = 40


@pytest.mark.parametrize("first", range(1, SEEDS, AT_ONCE))
def test_nothing_is_lost_doubled_shown_or_stuck(first: int, evidence: Path) -> None:
    told = 0
    for seed in range(first, first + AT_ONCE):
        found = simulate(seed)
        told += found.told
        if found.broken:
            evidence.mkdir(parents=True, exist_ok=True)
            (evidence / f"seed-{seed}.txt").write_text(found.story())
        assert not found.broken, f"python -m tests.server.simulation {seed}"
    assert told > 10 * AT_ONCE


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
