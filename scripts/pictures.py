"""Make the pictures of the documentation: ``make pictures``, or ``python -m scripts.pictures plots``.

Plots are drawn from the results stored beside them; ``python -m scripts.ladder`` plays for new results.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from knockroll.lab.arena import MatchResult, Standing, read_match
from knockroll.lab.arena.plot import draw

DOCS = Path(__file__).parents[1] / "docs"
RESULTS = DOCS / "players"


def draw_plots(into: Path = RESULTS) -> None:
    """Draw a plot for each result of a ladder."""
    for kept in sorted(RESULTS.glob("*.json")):
        draw(read_result(json.loads(kept.read_text("utf-8"))), into / f"{kept.stem}.svg")


def read_result(document: dict[str, Any]) -> MatchResult:
    """Return a result that was stored as JSON."""
    result = dict(document["result"])
    standings = tuple(Standing(**standing) for standing in result.pop("standings"))
    games = document["match"]["games"]
    return MatchResult(read_match(document), games, standings=standings, run=document["run"], **result)


def draw_terminal() -> None:
    """Draw the terminal app in all games."""
    from tests.terminal.pictures import main

    main()


def photograph_page() -> None:
    """Photograph the page in Chromium."""
    from tests.web.pictures import main

    main()


def draw_icons() -> None:
    """Draw the icons of the page, and the picture that messengers show for a link."""
    from tests.web.share_pictures import main

    main()


def make_sheets() -> None:
    """Make contact sheets of every state of the page, to look at; they are not part of the documentation."""
    from tests.web.sheets import main

    main()


ON_DEMAND = {"sheets": make_sheets}
PARTS = {"plots": draw_plots, "terminal": draw_terminal, "page": photograph_page, "icons": draw_icons}


def main() -> None:
    """Make the pictures that are asked for."""
    parser = argparse.ArgumentParser(prog="python -m scripts.pictures", description=__doc__)
    parser.add_argument("parts", nargs="*", choices=[[], *PARTS, *ON_DEMAND], help="default: all but the sheets")
    for part in parser.parse_args().parts or PARTS:
        (PARTS | ON_DEMAND)[part]()
        print(f"made the pictures: {part}")


if __name__ == "__main__":
    main()
