"""Run the benchmarks, print the tables, keep them in bench/results.md: ``python -m bench``.

We and our peers are measured in one run on one machine, and ratios are printed: a number of seconds by itself says
more about the machine than about the code. Nothing else should be running.
"""

from __future__ import annotations

import argparse

from bench import arena, engine, page
from bench.report import Section, keep
from bench.server import run as server

SECTIONS = {"engine": engine.measure, "arena": arena.measure, "server": server.measure, "page": page.measure}


def main() -> None:
    """Run the sections asked for; bench/results.md keeps what it says of the others."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[[], *SECTIONS], help="default: all")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each thing is measured (default: 3)")
    arguments = parser.parse_args()
    for name in arguments.sections or SECTIONS:
        section: Section = SECTIONS[name](arguments.seconds)
        section.show()
        keep(section)


if __name__ == "__main__":
    main()
