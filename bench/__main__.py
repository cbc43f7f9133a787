"""Run the benchmarks, print the tables, keep them in bench/results.md: ``python -m bench [--quick]``.

We and our peers are measured in one run on one machine, and ratios are printed: a number of seconds by itself says
more about the machine than about the code. Nothing else should be running.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from bench import arena, engine, page
from bench.report import Section
from bench.server import run as server

RESULTS = Path(__file__).parent / "results.md"
SECTIONS = {"engine": engine.measure, "arena": arena.measure, "server": server.measure, "page": page.measure}


def main() -> None:
    """Run the sections asked for; the others keep what bench/results.md says of them."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[[], *SECTIONS], help="default: all")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each thing is measured (default: 3)")
    arguments = parser.parse_args()
    kept = _read()
    for name in arguments.sections or SECTIONS:
        section: Section = SECTIONS[name](arguments.seconds)
        section.show()
        kept[name] = section.markdown()
    RESULTS.write_text("# Benchmarks\n\n" + "\n".join(kept[name] for name in SECTIONS if name in kept))


def _read() -> dict[str, str]:
    """The sections of the results as they are, by name."""
    if not RESULTS.exists():
        return {}
    parts = RESULTS.read_text().split("\n## ")[1:]
    return {part.split("\n", 1)[0].split(":")[0].lower(): f"## {part.rstrip()}\n" for part in parts}


if __name__ == "__main__":
    main()
