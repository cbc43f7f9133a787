"""The command ``knockroll train``."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from knockroll.commands.arena import check_files
from knockroll.commands.arguments import add_game_arguments, progress_bar, telling_progress, whole_number, writing
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import find_game
from knockroll.engine.options import read_options
from knockroll.engine.words import counted
from knockroll.lab.learning.course import prepare
from knockroll.players import split_players

if TYPE_CHECKING:
    from knockroll.lab.learning.training import Training

DESCRIPTION = """Train a small network to play a game, and save it as a player.

It first imitates the first opponent, then plays against itself and the
opponents, and learns from the results (PPO). A checkpoint beside the player is
saved after every update, so Ctrl-C loses one update at most. Training needs
knockroll[train]; playing the result does not."""
EXAMPLES = """examples:
  knockroll train thirty_one --seats 2 --minutes 15 --seed 1 --to mine.npz
  knockroll train thirty_one --seats 2 --seed 1 --to mine.npz --resume
  knockroll arena thirty_one --players learned:mine.npz,house

The same seed and --steps give the same player; with --minutes the result
depends on the speed of the machine."""


def add_command(commands: Any) -> None:
    """Add ``train`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "train",
        help="train a network to play a game",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", metavar="GAME", help="'knockroll games' lists them")
    add_game_arguments(parser)
    parser.add_argument(
        "--against",
        action="append",
        default=[],
        metavar="A,B,…",
        help="opponents; the network first imitates the first one (default: the game's strongest)",
    )
    parser.add_argument(
        "--ask", action="store_true", help="show the network the first opponent's choice at every move, in play as well"
    )
    parser.add_argument(
        "--steps",
        type=whole_number,
        default=5_000_000,
        metavar="N",
        help="moves, rounded up to whole updates (default: 5000000)",
    )
    parser.add_argument("--minutes", type=float, metavar="M", help="stop after M minutes if the steps take longer")
    parser.add_argument("--width", type=whole_number, default=128, metavar="N", help="units in a layer (default: 128)")
    parser.add_argument("--to", metavar="FILE", help="where to write the player (default: GAME.npz)")
    parser.add_argument("--resume", action="store_true", help="resume from the checkpoint beside that file")
    parser.add_argument("--json", metavar="FILE", help="save the learning curve")
    parser.add_argument("--plot", metavar="FILE", help="plot the learning curve: .svg, .png or .pdf")
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
            raise InvalidOption(f"{name} must be above 0, not {value}")
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
    errors.print("compiling the game (takes minutes the first time on this machine)", style="dim")
    with telling_progress(progress_bar(errors), game.title) as tell:
        training = run(course, file, arguments.steps, arguments.minutes, arguments.resume, tell)
    if training.interrupted:
        errors.print(f"interrupted after {training.steps:,} steps; continue with --resume")
    if arguments.json:
        with writing(arguments.json) as json_file:
            json_file.write_text(json.dumps(training.to_dict(), indent=1) + "\n", encoding="utf-8")
    if arguments.plot:
        with writing(arguments.plot) as plot_file:
            draw(training, str(plot_file))
    show(training)
    return 0


def show(training: Training) -> None:
    """Print the result of a training."""
    from rich.console import Console
    from rich.table import Table

    course = training.course
    console = Console()
    table = Table(title=f"{course.game.title}: learned from {counted(training.hands, 'hand', 'hands')}")
    table.add_column("against")
    table.add_column("reward per hand", justify="right")
    table.add_column("95%", justify="right")
    for exam in training.last_exams():
        table.add_row(exam.opponent, f"{exam.reward:+.3f}", f"± {1.96 * exam.error:.3f}")
    console.print(table)
    console.print(
        f"{training.steps:,} moves in {training.seconds / 60:.1f} minutes, seed {course.seed}", highlight=False
    )
    console.print(f"try it: knockroll arena {course.game.name} --players", end=" ", highlight=False)
    console.print(f"'learned:{training.player},{course.opponents[0]}'", highlight=False, soft_wrap=True)
