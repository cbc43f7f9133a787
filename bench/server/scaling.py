"""The figures in docs/scaling.md: the table that was measured, and what a club, a town and a country need."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, NamedTuple

DOCUMENT = Path(__file__).parents[2] / "docs" / "scaling.md"
BEGIN, END = "<!-- measured by python -m bench processes -->", "<!-- until here -->"
MOVE_SECONDS = 3.0
"""Seconds between the moves of a table of two."""
BUSY = 0.5
"""The share of their capacity that processors should use."""
CONNECTIONS = 5_000
"""Live connections per process."""
BYTES = 86
"""Bytes that Redis sends to a process for a move."""
Figures = dict[tuple[int, bool], dict[str, Any]]


class Place(NamedTuple):
    """A place where people play."""

    name: str
    tables: int


PLACES = (Place("a club", 100), Place("a town", 5_000), Place("a country", 100_000))


def written(measured: dict[int, Figures]) -> str:
    """Return the part of docs/scaling.md that comes from figures."""
    lines = [
        "| tables | processes | people at a table | moves/s | p50 | p99 | µs of processor a move:"
        " servers | PostgreSQL | Redis | load generator |",
        "|---|---|---|---|---|---|---|---|---|---|",
    ]
    for tables, figures in measured.items():
        one = next(iter(figures.values()))["moves_per_second"]
        for (processes, apart), row in figures.items():
            cells = [
                f"{tables:,}",
                str(processes),
                "at different ones" if apart else "at one process",
                f"{row['moves_per_second']:,.0f} ({row['moves_per_second'] / one:.2f}×)",
                f"{row['p50_ms']:.0f} ms",
                f"{row['p99_ms']:.0f} ms",
                *(f"{row[f'{part}_us']:.0f}" for part in ("servers", "database", "redis", "driver")),
            ]
            lines.append("| " + " | ".join(cells) + " |")
    figures = next(iter(measured.values()))
    if (2, True) in figures:
        lines += ["", *_needs(figures[2, True])]
    return "\n".join(lines)


def _needs(apart: dict[str, Any]) -> list[str]:
    """Return what places need, if the people at every table use two processes."""
    server, database = apart["servers_us"] / 1e6, apart["database_us"] / 1e6
    lines = [
        f"What that means if a table of two makes a move every {MOVE_SECONDS:g} s and its people are at two processes,"
        f" which takes {apart['servers_us']:.0f} µs of the servers and {apart['database_us']:.0f} µs of PostgreSQL per"
        " move. This is computed, not measured, with processors half busy:",
        "",
        "| | tables in play | connections | moves/s | server processes | cores for them | cores for PostgreSQL"
        " | Redis sends | log a day |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for place in PLACES:
        moves = place.tables / MOVE_SECONDS
        cores, connections = moves * server / BUSY, place.tables * 2
        processes = max(math.ceil(cores), math.ceil(connections / CONNECTIONS))
        cells = [
            place.name,
            f"{place.tables:,}",
            f"{connections:,}",
            f"{moves:,.0f}",
            "1 (SQLite will do)" if processes == 1 else f"{processes:,}",
            f"{max(0.1, cores):.1f}",
            f"{max(0.1, moves * database / BUSY):.1f}",
            "–" if processes == 1 else f"{moves * BYTES / 1e6:.1f} MB/s",
            f"{moves * 86_400 / 1e6:,.0f} million rows",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def keep(text: str) -> None:
    """Replace the figures in the document."""
    before, _, rest = DOCUMENT.read_text().partition(BEGIN)
    after = rest.partition(END)[2]
    DOCUMENT.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}")
