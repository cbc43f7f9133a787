"""Ray: a match on two local workers against the same match on two threads."""

from __future__ import annotations

from bench.arena import FIVE, SEED
from bench.report import Row, Section
from knockroll.lab import arena

GAMES = 400_000


def measure(seconds: float) -> Section:
    """Games a second, each after a round that loads and compiles."""
    threads, ray = _rate("threads"), _rate("ray")
    section = Section("Cluster: Thirty-One among the source's five, 4 seats, round robin, Ray on this machine")
    section.rows = [Row(f"{GAMES:,} games, 2 workers of Ray", ray, threads, "2 threads", "≥ 0.85×")]
    return section


def _rate(on: str) -> float:
    for _ in range(2):
        result = arena.run("thirty_one", FIVE, 4, GAMES, SEED, 2, round_robin=True, compiled=True, on=on)
    return result.games / result.seconds


if __name__ == "__main__":
    measure(3.0).show()
