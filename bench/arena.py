"""The arena: a compiled match compared with the same match interpreted."""

from __future__ import annotations

from bench.report import Row, Section
from knockroll.lab import arena

FIVE = ["House", "Mr. Caution", "Ms. Aggressive", "The Card Counter", "Mr. Clueless"]
GAMES = 100_000
SEED = 1


def measure(seconds: float) -> Section:
    """Return games per second of the source's five players at four seats, all line-ups."""
    slow = _interpreted(seconds)
    section = Section("Arena: Thirty-One among the source's five, 4 seats, round robin")
    section.rows = [
        Row(f"{GAMES:,} games, 1 thread", _compiled(1), slow, "interpreted", ""),
        Row(f"{GAMES:,} games, 2 threads", _compiled(2), slow, "interpreted", "≥ 50×"),
    ]
    return section


def _compiled(threads: int) -> float:
    result = arena.run("thirty_one", FIVE, 4, GAMES, SEED, threads, round_robin=True, compiled=True)
    return result.games / result.seconds


def _interpreted(seconds: float) -> float:
    """Play the first games of the same match; a second thread would not help, as both would share one interpreter."""
    games = 20
    while True:
        result = arena.run("thirty_one", FIVE, 4, games, SEED, round_robin=True, compiled=False)
        if result.seconds > seconds:
            return result.games / result.seconds
        games *= 2


if __name__ == "__main__":
    measure(3.0).show()
