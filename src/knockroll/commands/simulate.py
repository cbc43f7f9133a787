"""The command ``knockroll simulate``."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING, Any

from knockroll.commands.arguments import add_game_arguments, add_threads, progress_bar, telling_progress, whole_number
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game, find_game
from knockroll.engine.options import read_options
from knockroll.engine.words import counted

if TYPE_CHECKING:
    from knockroll.lab.simulate import Simulation


def add_command(commands: Any) -> None:
    """Add ``simulate`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "simulate",
        help="play many random games, compiled",
        description="Play many games with random moves, compiled to machine code, and show the results.",
    )
    parser.add_argument("game", metavar="GAME", help="'knockroll games' lists them")
    add_game_arguments(parser)
    parser.add_argument("--games", type=whole_number, default=100_000, metavar="N", help="default: 100000")
    parser.add_argument(
        "--players", default="random", metavar="NAME", help="only 'random'; for other players see 'knockroll arena'"
    )
    add_threads(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=_simulate)


def _simulate(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from knockroll.lab.simulate import simulate

    if arguments.players != "random":
        raise InvalidOption(f"simulate has 'random' players only, not {arguments.players!r}; see 'knockroll arena'")
    game = find_game(arguments.game)
    options = read_options(game.options, arguments.option)
    errors = Console(stderr=True)
    with telling_progress(progress_bar(errors), game.title) as tell:
        simulation = simulate(
            game,
            arguments.seats,
            arguments.games,
            arguments.seed,
            arguments.threads,
            variant=arguments.variant,
            options=options,
            progress=lambda done: tell(done, arguments.games),
            note=lambda text: errors.print(text, style="dim"),
            on=arguments.on,
        )
    if simulation.games < arguments.games:
        errors.print(f"interrupted: these are the first {simulation.games:,} of {arguments.games:,} games")
    if arguments.json:
        print(json.dumps(simulation.to_dict()))
    else:
        _print_simulation(game, simulation)
    return 0


def _print_simulation(game: Game, simulation: Simulation) -> None:
    from rich.console import Console
    from rich.table import Table

    seconds = max(simulation.seconds, 1e-9)
    games = max(simulation.games, 1)
    table = Table(title=f"{game.title}: {counted(simulation.games, 'game', 'games')} at random, seed {simulation.seed}")
    table.add_column("seat", justify="right")
    table.add_column("win share", justify="right")
    table.add_column(f"mean {game.score_name}", justify="right")
    for seat in range(simulation.seats):
        table.add_row(str(seat), f"{simulation.wins[seat] / games:.2%}", f"{simulation.mean_scores[seat]:.2f}")
    console = Console()
    console.print(table)
    for ending, count in simulation.endings.items():
        console.print(f"  {ending:<12} {count:>12,}  {count / max(simulation.hands, 1):.2%}", highlight=False)
    if simulation.unfinished:
        console.print(
            f"unfinished: {counted(simulation.unfinished, 'game', 'games')} hit the move limit",
            style="yellow",
        )
    played = f"{counted(simulation.hands, 'hand', 'hands')}, {counted(simulation.moves, 'move', 'moves')}"
    console.print(
        f"{played} in {seconds:.2f} s:"
        f" {simulation.hands / seconds:,.0f} hands/s, {simulation.moves / seconds:,.0f} moves/s",
        highlight=False,
    )
