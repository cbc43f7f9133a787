"""The command ``knockroll train``."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from knockroll.commands.arena import check_files
from knockroll.commands.arguments import add_game_arguments, progress_bar, telling_progress, whole_number
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import find_game
from knockroll.engine.options import read_options
from knockroll.engine.words import counted
from knockroll.lab.learning.course import prepare
from knockroll.players import split_players

if TYPE_CHECKING:
    from knockroll.lab.learning.training import Training

DESCRIPTION = """Train a small network to play a game, and write it to a file that plays wherever a player does.

At first it is shown what the first opponent would do; then it plays against itself and against the opponents, and
makes what went well more likely (PPO). The checkpoint lies beside the player and is written after every update: Ctrl-C
ends the training early and loses no more than one. Needs knockroll[train]; who plays it does not."""
EXAMPLES = """examples:
  knockroll train thirty_one --seats 2 --minutes 15 --seed 1 --to mine.npz --plot mine.svg
  knockroll train thirty_one --seats 2 --seed 1 --to mine.npz --resume
  knockroll arena thirty_one --players learned:mine.npz,house --games 10000

The same seed and the same steps make the same player; with --minutes it depends on the machine."""


def add_command(commands: Any) -> None:
    """Add ``train`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "train",
        help="train a network to play a game",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", metavar="GAME")
    add_game_arguments(parser)
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="A,B,…",
        help="players that it is to beat; the first shows it how to play (default: the strongest of the game)",
    )
    parser.add_argument(
        "--ask", action="store_true", help="tell it everywhere what the first opponent would do, in play, too"
    )
    parser.add_argument("--steps", type=whole_number, default=5_000_000, metavar="N", help="moves (default: 5000000)")
    parser.add_argument("--minutes", type=float, metavar="M", help="stop after so many, if the steps take longer")
    parser.add_argument("--width", type=whole_number, default=128, metavar="N", help="units in a layer (default: 128)")
    parser.add_argument("--to", metavar="FILE", help="where to write the player (default: GAME.npz)")
    parser.add_argument("--resume", action="store_true", help="go on from the checkpoint beside that file")
    parser.add_argument("--json", metavar="FILE", help="keep how it went")
    parser.add_argument("--plot", metavar="FILE", help="draw how it went: .svg, .png or .pdf")
    parser.set_defaults(run=run_command)


def run_command(arguments: argparse.Namespace) -> int:
    """Run ``knockroll train``."""
    from rich.console import Console

    from knockroll.lab.learning.plot import draw

    game = find_game(arguments.game)
    file = Path(arguments.to or f"{game.name}.npz")
    if file.suffix != ".npz":
        raise InvalidOption(f"a learned player is a file that ends in .npz, not {str(file)!r}")
    check_files(arguments.plot, str(file), arguments.json)
    for name, value in (("--steps", arguments.steps), ("--minutes", arguments.minutes)):
        if value is not None and value <= 0:
            raise InvalidOption(f"{name} is a number above 0, not {value}")
    course = prepare(
        game,
        split_players(game, arguments.against),
        arguments.seats,
        arguments.variant,
        read_options(game.options, arguments.option),
        arguments.ask,
        arguments.seed,
        width=arguments.width,
    )
    from knockroll.lab.learning.training import run

    errors = Console(stderr=True)
    errors.print("getting ready (the first time on this machine the game is compiled: some minutes)", style="dim")
    with telling_progress(progress_bar(errors), game.title) as tell:
        training = run(course, file, arguments.steps, arguments.minutes, arguments.resume, tell)
    if training.interrupted:
        errors.print(f"interrupted after {training.steps:,} steps: --resume goes on from there")
    if arguments.json:
        Path(arguments.json).write_text(json.dumps(training.to_dict(), indent=1) + "\n", encoding="utf-8")
    if arguments.plot:
        draw(training, arguments.plot)
    show(training)
    return 0


def show(training: Training) -> None:
    """Print what came of a training."""
    from rich.console import Console
    from rich.table import Table

    course = training.course
    console = Console()
    table = Table(title=f"{course.game.title}: learned from {counted(training.hands, 'hand', 'hands')}")
    table.add_column("against")
    table.add_column("reward of a hand", justify="right")
    table.add_column("95%", justify="right")
    for exam in training.last_exams():
        table.add_row(exam.opponent, f"{exam.reward:+.3f}", f"± {1.96 * exam.error:.3f}")
    console.print(table)
    console.print(
        f"{training.steps:,} moves in {training.seconds / 60:.1f} minutes, seed {course.seed}", highlight=False
    )
    console.print(f"see how it plays: knockroll arena {course.game.name} --players", end=" ", highlight=False)
    console.print(f"'learned:{training.player},{course.opponents[0]}'", highlight=False, soft_wrap=True)
