"""``python -m tests.server.simulation SEED`` prints what happens; with ``FIRST LAST``, which of these seeds fail."""

from __future__ import annotations

import sys
import time

from tests.server.simulation.run import simulate


def main() -> int:
    """Run one seed, or all from one to another."""
    first, last = int(sys.argv[1]), int(sys.argv[-1])
    if first == last:
        found = simulate(first)
        print(found.story())
        print(f"{found.entries} entries, {found.acknowledged} acknowledged moves, {found.told} messages")
        return bool(found.broken)
    begun, failed, told, entries, seconds = time.perf_counter(), 0, 0, 0, 0.0
    for seed in range(first, last + 1):
        found = simulate(seed)
        told, entries, seconds = told + found.told, entries + found.entries, seconds + found.seconds
        if found.broken:
            failed += 1
            print(f"seed {seed}: {found.broken[0]}", flush=True)
    taken = time.perf_counter() - begun
    count = last - first + 1
    print(
        f"{count} seeds, {failed} failed, {entries:,} entries, {told:,} messages, {seconds:,.0f} virtual seconds"
        f" in {taken:.1f} s: {60 * count / taken:,.0f} a minute"
    )
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
