"""The command ``knockroll review``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from knockroll.commands.arguments import check_writable, progress_bar, telling_progress, whole_number, writing

EXAMPLES = """examples:
  knockroll review game.json                     judge every seat
  knockroll review game.json --seat 0            judge one seat
  knockroll review game.json --hands 3,5 --budget deep
  knockroll review game.json --html review.html  one page with graph and boards
"""


def add_command(commands: Any) -> None:
    """Add ``review`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "review",
        help="say what each decision of a recorded game was worth, and how lucky it was",
        description="Judge every decision of a finished game by what the player knew, and tell luck from skill."
        " Ctrl-C ends the work and shows what was done so far.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", metavar="RECORD", help="a knockroll/1 record; - for standard input")
    parser.add_argument("--seat", type=whole_number, metavar="N", help="judge only this seat (default: all)")
    parser.add_argument("--hands", type=_hands, metavar="3,5", help="review only these hands, numbered from 1")
    parser.add_argument(
        "--budget", choices=("quick", "standard", "deep"), default="standard", help="how exactly (default: standard)"
    )
    parser.add_argument("--seed", type=whole_number, default=0, metavar="S", help="default: 0")
    parser.add_argument("--json", metavar="FILE", help="write the review as JSON")
    parser.add_argument("--html", metavar="FILE", help="write the review as one self-contained page")
    parser.add_argument("--anonymous", action="store_true", help="leave out the players' names")
    parser.set_defaults(run=_review, extra="search")


def _hands(text: str) -> list[int]:
    """Read numbers of hands from 1 up, and return them from 0 up."""
    numbers = [whole_number(part) for part in text.split(",")]
    if min(numbers) < 1:
        raise argparse.ArgumentTypeError(f"{text!r}: hands are numbered from 1")
    return [number - 1 for number in numbers]


def _review(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from knockroll.engine.errors import InvalidOption
    from knockroll.engine.verify import read_file
    from knockroll.review.api import NoSuchHand, review
    from knockroll.review.text import review_lines

    check_writable(arguments.json, arguments.html)
    record = read_file(arguments.file)
    errors = Console(stderr=True)
    with telling_progress(progress_bar(errors), "reviewing") as tell:
        try:
            found = review(
                record,
                arguments.seat,
                arguments.hands,
                budget=arguments.budget,
                seed=arguments.seed,
                progress=tell,
            )
        except NoSuchHand as error:
            text = f"there is no hand {error.hand + 1}: hands are 1 to {error.played}"
            raise InvalidOption(text) from error
    if arguments.anonymous:
        found = found.anonymous()
    if arguments.json:
        with writing(arguments.json) as beside:
            Path(beside).write_bytes(found.to_json())
    if arguments.html:
        from knockroll.review.page import review_page

        with writing(arguments.html) as beside:
            Path(beside).write_text(review_page(found, record), encoding="utf-8")
    for line in review_lines(found):
        print(line)
    return 0 if found.complete else 130
