"""The example that trains is as short as it says, learns, and gives the same for the same seed."""

from __future__ import annotations

import ast
from pathlib import Path
from statistics import mean

import pytest

SOURCE = Path(__file__).parents[2] / "examples" / "ppo.py"


def test_ppo_has_40_lines() -> None:
    """Docstrings, comments and blank lines are not counted."""
    text = SOURCE.read_text()
    described = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node) is not None
        for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }
    lines = enumerate(map(str.strip, text.splitlines()), start=1)
    assert len([line for number, line in lines if line and line[0] != "#" and number not in described]) == 40


def test_ppo_learns_to_beat_random() -> None:
    """Some 15,000 moves of 32 games, interpreted: at first it wins as often as it loses."""
    pytest.importorskip("torch")
    from examples.ppo import train

    means = train(updates=30, envs=32, steps=16, opponents="Random", compiled=False)
    assert mean(means[:6]) < 0.1 < 0.15 < mean(means[-10:])


def test_ppo_gives_the_same_again() -> None:
    pytest.importorskip("torch")
    from examples.ppo import train

    first, again = (train(updates=2, envs=4, steps=8, compiled=False) for _ in range(2))
    assert first == again and len(first) == 2
