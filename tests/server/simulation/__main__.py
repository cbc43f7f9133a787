"""``python -m tests.server.simulation SEED`` prints what happens; with ``FIRST LAST``, which of these seeds fail."""

from __future__ import annotations

import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace

from tests.server.simulation.run import Found, simulate


def main() -> int:
    """Run one seed, or all from one to another."""
    first, last = int(sys.argv[1]), int(sys.argv[-1])
    return _tell(first) if first == last else _try(range(first, last + 1))


def _tell(seed: int) -> int:
    found = simulate(seed)
    print(found.story())
    print(f"{found.entries} entries, {found.acknowledged} acknowledged moves, {found.told} messages")
    return bool(found.broken)


def _try(seeds: range) -> int:
    """Try seeds, with a process for each core."""
    begun, failed, told, seconds = time.perf_counter(), 0, 0, 0.0
    with ProcessPoolExecutor() as processes:
        for found in processes.map(_without_trace, seeds, chunksize=10):
            told, seconds = told + found.told, seconds + found.seconds
            if found.broken:
                failed += 1
                print(f"seed {found.seed}: {found.broken[0]}", flush=True)
    taken = time.perf_counter() - begun
    count = len(seeds)
    print(
        f"{count:,} seeds, {failed} failed: {told:,} messages in {seconds:,.0f} virtual seconds,"
        f" {taken:.1f} s on the clock, {60 * count / taken:,.0f} seeds a minute"
    )
    return bool(failed)


def _without_trace(seed: int) -> Found:
    return replace(simulate(seed), trace=[])


if __name__ == "__main__":
    sys.exit(main())
