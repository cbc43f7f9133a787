"""Does thinking time give a hand away? Matches against Madame Zora, timed over her opponent's WebSocket.

``python -m bench.server.thinking --minutes 10 --pace 0``. Each discard of hers is timed from the message before it, as
her opponent sees it. When a match is over, its record says at which discards she could have knocked and did not: then
she had more to think about. AUC is the probability that such a discard took longer than one where she could not knock:
one half, if time gives nothing away. ``--control`` makes the server send moves as soon as they are found, to check that
this program would notice.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import sys
import tempfile
import time
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import httpx
from scripts.serving import ServerProcess

import knockroll
from bench.report import Section
from knockroll.client import AsyncClient
from knockroll.engine.game import get_game
from knockroll.players import ask, known_player

GAME, VARIANT, THINKER, OPPONENT = "gin_rummy", "standard", "Madame Zora", "Simple"
PLACES = 4
"""Matches at a time: few, so that she is never late."""
CONTROL = (
    "import sys; from knockroll.server.tables import thinking_times as times; times.BEAT_SECONDS = 1e-6;"
    " times.MARGIN = 0; from knockroll.commands import main; sys.exit(main())"
)


@dataclass
class Times:
    """Seconds for each discard, by what her options were."""

    could_not: list[float] = field(default_factory=list)
    could: list[float] = field(default_factory=list)
    """Discards when she could have knocked."""
    matches: int = 0

    def add(self, record: dict[str, Any], seat: int, waits: Sequence[float]) -> None:
        """Add the times of the moves of a match, with its record, which shows her hands."""
        for table, move, wait in zip(knockroll.Table.replay_steps(record), record["moves"], waits, strict=False):
            if table.turn == seat and str(move).startswith("discard"):
                could = any(legal.startswith(("knock", "gin")) for legal in table.legal())
                (self.could if could else self.could_not).append(wait)
        self.matches += 1


def auc(low: Sequence[float], high: Sequence[float]) -> tuple[float, float]:
    """Return the share of pairs whose second is larger (ties count half), and its standard error (Hanley, McNeil)."""
    ordered = sorted(low)
    below = sum(bisect_left(ordered, one) + bisect_right(ordered, one) for one in high) / 2
    area, m, n = below / (len(low) * len(high)), len(high), len(low)
    q1, q2 = area / (2 - area), 2 * area**2 / (1 + area)
    variance = (area * (1 - area) + (m - 1) * (q1 - area**2) + (n - 1) * (q2 - area**2)) / (m * n)
    return area, math.sqrt(variance)


async def play_match(url: str, home: str, pace: int, times: Times) -> None:
    """Play one match; the opponent answers at once."""
    way = httpx.AsyncHTTPTransport(local_address=home)
    async with AsyncClient(url, transport=way, timeout=60) as client:
        table = await client.create(GAME, ["person", THINKER], variant=VARIANT, pace=pace, away=3600)
        seat = await table.sit("Ann")
        me, her = known_player(get_game(GAME), OPPONENT), 1
        last, waits = 0.0, []
        async for message in seat.messages():
            now = time.perf_counter()
            if message["type"] == "event" and message["kind"] == "move":
                waits.append(now - last)
            last = now
            if (view := seat.take(message)) is not None:
                await seat.play(ask(get_game(GAME), me, _with_acts(view)))
            if message.get("table", {}).get("status") in ("over", "closed"):
                break
        times.add(await table.record(), her, waits)


def _with_acts(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view with the fields that a player needs; this opponent does not look at the history."""
    return {"acts": [], **view}


async def run(url: str, minutes: float, pace: int) -> Times:
    """Play matches until the time is over."""
    times = Times()
    async with httpx.AsyncClient(base_url=url, timeout=60) as http:
        while not await _is_ready(http):
            await asyncio.sleep(1)
    end = time.monotonic() + minutes * 60

    async def keep_playing(place: int) -> None:
        while time.monotonic() < end:
            await play_match(url, f"127.0.7.{1 + place}", pace, times)
            print(f"{times.matches} matches, {len(times.could)} of {_count(times)}", file=sys.stderr, flush=True)

    await asyncio.gather(*map(keep_playing, range(PLACES)))
    return times


async def _is_ready(http: httpx.AsyncClient) -> bool:
    games = (await http.get("/api/games")).json()["games"]
    players = next(game["players"] for game in games if game["name"] == GAME)
    return any(one["name"] == THINKER and one.get("state", "ready") == "ready" for one in players)


def _count(times: Times) -> int:
    return len(times.could) + len(times.could_not)


def measure(minutes: float, pace: int, control: bool = False) -> Section:
    """Return times and AUC."""
    start = ["-c", CONTROL] if control else ["-m", "knockroll"]
    command = [sys.executable, *start, "serve", "--no-browser", "--no-limits"]  # it prepares the players from the start
    with tempfile.TemporaryDirectory() as folder, ServerProcess(Path(folder) / "db", command=command) as server:
        times = asyncio.run(run(server.url, minutes, pace))
    area, error = auc(times.could_not, times.could)
    interval = f"{area:.3f} ({area - 1.96 * error:.3f} to {area + 1.96 * error:.3f})"
    middle = [f"{median(group) * 1000:.1f} ms" for group in (times.could_not, times.could)]
    counts = [f"{len(times.could_not):,}", f"{len(times.could):,}"]
    title = "Thinking time: what it tells of Madame Zora's hand"
    return Section(
        title,
        head=("pace", "matches", "could not knock", "median", "could, did not", "median", "AUC (95%)"),
        rows=[[f"{pace} ms", str(times.matches), counts[0], middle[0], counts[1], middle[1], interval]],
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--pace", type=int, default=0, help="of the tables, in milliseconds")
    parser.add_argument("--control", action="store_true", help="tell moves as soon as they are found")
    asked = parser.parse_args()
    measure(asked.minutes, asked.pace, asked.control).show()


if __name__ == "__main__":
    main()
