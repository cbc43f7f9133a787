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
from bench.server.soak import run as soak

RESULTS = Path(__file__).parent / "results.md"
SECTIONS = {"engine": engine.measure, "arena": arena.measure, "server": server.measure, "page": page.measure}


ON_REQUEST = {"soak": soak.measure}
"""What takes long is measured only if it is asked for."""


def main() -> None:
    """Run the sections asked for; the others keep what bench/results.md says of them."""
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[[], *SECTIONS, *ON_REQUEST], help="default: all but the soak")
    parser.add_argument("--seconds", type=float, default=3.0, help="how long each thing is measured (default: 3)")
    parser.add_argument("--minutes", type=float, default=30.0, help="how long the soak takes (default: 30)")
    arguments = parser.parse_args()
    kept = _read()
    for name in arguments.sections or SECTIONS:
        section: Section = (
            SECTIONS[name](arguments.seconds) if name in SECTIONS else ON_REQUEST[name](arguments.minutes)
        )
        section.show()
        kept[name] = section.markdown()
    RESULTS.write_text("# Benchmarks\n\n" + "\n".join(kept[name] for name in (*SECTIONS, *ON_REQUEST) if name in kept))


def _read() -> dict[str, str]:
    """The sections of the results as they are, by name."""
    if not RESULTS.exists():
        return {}
    parts = RESULTS.read_text().split("\n## ")[1:]
    return {part.split("\n", 1)[0].split(":")[0].lower(): f"## {part.rstrip()}\n" for part in parts}


if __name__ == "__main__":
    main()
