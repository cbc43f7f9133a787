"""Compiled code of several loops in one process: each runs its own, wherever it was compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiles

PROGRAM = """
import sys
from knockroll.engine.rule import State, rule
from knockroll.lab.compiled import compile_loop, new_records

def adding(number):
    class Sum(State):
        total: int = 0

    @rule
    def add(s, times):
        for i in range(times):
            s.total += number if i % 3 else number * i
            for j in range(i):
                s.total -= j if (i + j) % 5 == 0 else 0
        return s.total

    def adding_loop(sums):
        for i in range(len(sums)):
            s = sums[i]
            if add(s, 1) + add(s, 2) * add(s, 3) - add(s, 4) > add(s, 5) + add(s, 6) * add(s, 7):
                add(s, 8)

    sums = new_records(Sum, 1)
    compile_loop(adding_loop, f"adding {number}")(sums)
    return int(sums["total"][0])

print(*(adding(int(text)) for text in sys.argv[1:]))
"""


def run(folder: Path, *numbers: str) -> str:
    script = folder / "sums.py"
    script.write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, str(script), *numbers],
        env=os.environ | {"XDG_CACHE_HOME": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def test_loops_compiled_in_different_processes_do_not_share_symbols(tmp_path: Path) -> None:
    """Numba numbers functions and types in each process from 1.

    So two games that were compiled apart had functions of one name, and a process that loaded both ran the first one's.
    """
    one, two = run(tmp_path, "1"), run(tmp_path, "2")
    assert one != two
    assert run(tmp_path, "1", "2") == f"{one} {two}"
    assert run(tmp_path, "2", "1") == f"{two} {one}"
