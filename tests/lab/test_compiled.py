"""Several processes that need the same loop compile it once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.compiles

MODULE = """
import numpy
from knockroll.lab.compiled import compile_loop


def loop(numbers):
    total = 0
    for number in numbers:
        total += number
    return total


compiled = compile_loop(loop, "two at once")
print("ready", flush=True)
input()
assert compiled(numpy.arange(4)) == 6
print(sum(compiled.stats.cache_hits.values()), sum(compiled.stats.cache_misses.values()))
"""


def test_of_two_processes_one_compiles_and_the_other_reads(tmp_path: Path) -> None:
    script = tmp_path / "loops.py"
    script.write_text(MODULE)
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "env": environment}
    both = [subprocess.Popen([sys.executable, str(script)], **pipes) for _ in range(2)]  # type: ignore[call-overload]
    for one in both:
        assert one.stdout.readline() == "ready\n"
    for one in both:
        one.stdin.write("\n")
        one.stdin.flush()
    counts = sorted(one.communicate()[0].split() for one in both)
    assert counts == [["0", "1"], ["1", "0"]], "hits and misses of each"


def test_a_table_that_numba_knows_cannot_become_an_array_in_memory() -> None:
    """Compiled code would go on reading the table, without a word."""
    import numpy

    from knockroll.lab.compiled import teach_memory

    def read(place: int) -> int:
        return place

    values = numpy.zeros(1, numpy.int64)
    teach_memory(read, values)
    with pytest.raises(RuntimeError, match="in a new process"):
        teach_memory(read, values)
