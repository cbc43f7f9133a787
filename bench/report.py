"""Tables of measurements: what was measured, our figure, the peer's, the ratio, and the goal."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

RESULTS = Path(__file__).parent / "results.md"


@dataclass
class Row:
    """One measurement beside its peer."""

    what: str
    ours: float
    peer: float | None = None
    peer_name: str = ""
    goal: str = ""
    unit: str = "/s"

    def cells(self) -> list[str]:
        """Return the row as text."""
        ratio = "" if self.peer is None else f"{self.ours / self.peer:,.1f}×"
        peer = "" if self.peer is None else f"{_number(self.peer)}{self.unit} ({self.peer_name})"
        return [self.what, f"{_number(self.ours)}{self.unit}", peer, ratio, self.goal]


@dataclass
class Section:
    """A table of measurements with a title."""

    title: str
    rows: list[Row | list[str]] = field(default_factory=list)
    """Measurements beside their peers, or the cells of a table with a different head."""
    head: tuple[str, ...] = ("what", "ours", "peer", "ratio", "goal")
    notes: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The first word or words of the title, up to the colon."""
        return self.title.split(":")[0]

    def _cells(self) -> list[list[str]]:
        return [row.cells() if isinstance(row, Row) else row for row in self.rows]

    def show(self) -> None:
        """Print the table."""
        from rich.console import Console
        from rich.table import Table

        table = Table(*self.head, title=self.title)
        for cells in self._cells():
            table.add_row(*cells)
        console = Console(width=150)
        console.print(table)
        for note in self.notes:
            console.print(note)

    def markdown(self) -> str:
        """Return the table for bench/results.md."""
        machine = (
            f"{os.cpu_count()} cores, {platform.system()} {platform.machine()}, Python {platform.python_version()}"
        )
        lines = [f"## {self.title}", "", f"Measured on {date.today()}: {machine}.", ""]
        lines += ["| " + " | ".join(self.head) + " |", "|---" + "|---:" * (len(self.head) - 2) + "|---|"]
        lines += ["| " + " | ".join(cells) + " |" for cells in self._cells()]
        for note in self.notes:
            lines += ["", note]
        return "\n".join(lines) + "\n"


REMARKS = "\n### "
"""The beginning of remarks written by hand below a table: what limits a figure, or what was measured by hand."""


def keep(section: Section) -> None:
    """Replace the table of a section in bench/results.md; remarks and other sections stay."""
    parts = RESULTS.read_text().split("\n## ")[1:] if RESULTS.exists() else []
    kept = {part.split("\n", 1)[0].split(":")[0]: f"## {part.rstrip()}\n" for part in parts}
    _, heading, remarks = kept.get(section.name, "").partition(REMARKS)
    kept[section.name] = section.markdown() + heading + remarks
    RESULTS.write_text("# Benchmarks\n\n" + "\n".join(kept.values()))


def rate(work: Callable[[], int], seconds: float) -> float:
    """Return how many things per second ``work`` does; each call of it returns how many it did."""
    done = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        done += work()
    return done / spent


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
