"""The example that trains runs, and gives the same for the same seed."""

from __future__ import annotations

import pytest

pytest.importorskip("torch")


def test_ppo_runs() -> None:
    from examples.ppo import train

    means = train(updates=2, envs=4, steps=8, compiled=False)
    assert len(means) == 2 and all(-1 <= mean <= 1 for mean in means)
    assert means == train(updates=2, envs=4, steps=8, compiled=False)
