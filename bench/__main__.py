"""Run the benchmarks, print the tables, keep them in bench/results.md: ``python -m bench``.

Knock & Roll and its peers are measured in one run on one machine, and ratios are printed, because seconds alone say
more about the machine than about the code. Nothing else should be running.
"""

from __future__ import annotations

import argparse
import shlex

from bench import arena, engine, interpreted, lab, long_games, page
from bench.report import Section, keep
from bench.server import processes
from bench.server import run as server
from bench.server.long_tables import COMMAND_HELP
from bench.server.soak import run as soak

SECTIONS = {
    "engine": engine.measure,
    "interpreted": interpreted.measure,
    "long_games": long_games.measure,
    "arena": arena.measure,
    "lab": lab.measure,
    "server": server.measure,
    "processes": processes.measure,
}
ON_REQUEST = {"soak": soak.measure}
"""Sections that take long and are measured only on request."""


def main() -> None:
    """Run the sections asked for; bench/results.md keeps the results of the others."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    names = [*SECTIONS, "page", *ON_REQUEST]
    parser.add_argument("sections", nargs="*", choices=[[], *names], help="default: all but the soak")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each thing is measured (default: 3)")
    parser.add_argument("--minutes", type=float, default=30.0, help="how long the soak takes (default: 30)")
    parser.add_argument("--beside", type=shlex.split, help=f"for the page: {COMMAND_HELP}")
    arguments = parser.parse_args()
    for name in arguments.sections or [*SECTIONS, "page"]:
        section = _measure(name, arguments)
        section.show()
        keep(section)


def _measure(name: str, arguments: argparse.Namespace) -> Section:
    if name == "page":
        return page.measure(arguments.beside)
    return SECTIONS[name](arguments.seconds) if name in SECTIONS else ON_REQUEST[name](arguments.minutes)


if __name__ == "__main__":
    main()
