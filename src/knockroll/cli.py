"""The command ``knockroll``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import knockroll
from knockroll import server_commands
from knockroll.engine.arguments import (
    add_game_arguments,
    add_threads,
    progress_bar,
    telling_progress,
    whole_number,
)
from knockroll.engine.errors import InvalidOption, KnockrollError
from knockroll.engine.game import Game, find_game
from knockroll.engine.options import read_options
from knockroll.engine.plugins import left_out
from knockroll.engine.words import counted
from knockroll.lab.arena import command as arena
from knockroll.lab.learning import command as learning
from knockroll.terminal import command as terminal

if TYPE_CHECKING:
    from knockroll.lab.simulate import Simulation

EXAMPLES = """examples:
  knockroll serve                                        play in the browser, alone or with friends
  knockroll play                                         play in the terminal
  knockroll play tonk --seats 3
  knockroll games gin_rummy                              its options and players
  knockroll simulate gin_rummy --variant standard --games 100000 --threads 2
  knockroll arena thirty_one --players house,clueless --games 10000
  knockroll train thirty_one --seats 2 --minutes 15       teach a network to play
  knockroll verify game.json                             was that game fair?
"""

_EXTRAS = {
    **dict.fromkeys(("gymnasium", "matplotlib", "numba", "numpy"), "lab"),
    **dict.fromkeys(("alembic", "fastapi", "httpx", "segno", "sqlalchemy", "uvicorn", "websockets"), "server"),
    "textual": "terminal",
    "torch": "train",
}
"""What the parts that not everybody needs are made of, and how to get it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status is 0 if it went well, 1 if it did not, 2 if it was not understood."""
    options = read_arguments(sys.argv[1:] if arguments is None else arguments)
    try:
        return int(options.run(options))
    except KnockrollError as error:
        print(f"knockroll: {error}", file=sys.stderr)
        return 1
    except ModuleNotFoundError as error:
        if (extra := _EXTRAS.get((error.name or "").split(".")[0])) is None:
            raise
        print(f"knockroll: this needs {error.name}. Install it: pip install 'knockroll[{extra}]'", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def read_arguments(given: Sequence[str]) -> argparse.Namespace:
    """What was typed behind ``knockroll``: a command with its options, or the link of a table where to play."""
    return make_parser().parse_args(["play", *given] if given and terminal.is_link(given[0]) else given)


def make_parser() -> argparse.ArgumentParser:
    """What the command understands, all its commands included."""
    parser = argparse.ArgumentParser(
        prog="knockroll",
        description="Knock & Roll: Tunk, Gin Rummy, Tonk, Thirty-One and Farkle.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"knockroll {knockroll.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    terminal.add_commands(commands)
    server_commands.add_commands(commands)
    _add_games(commands)
    _add_simulate(commands)
    arena.add_command(commands)
    learning.add_command(commands)
    _add_verify(commands)
    return parser


# --- knockroll games -----------------------------------------------------------------------------------------------


def _add_games(commands: Any) -> None:
    parser = commands.add_parser("games", help="list the games, or one with its options and players")
    parser.add_argument("game", nargs="?", metavar="GAME")
    parser.set_defaults(run=_games)


def _games(arguments: argparse.Namespace) -> int:
    if arguments.game is None:
        for name in knockroll.game_names():
            game = knockroll.get_game(name)
            knockroll.player_names(game)  # finds out whose players have to be left out
            print(f"{name:<12} {game.min_seats}-{game.max_seats} seats  {game.summary}")
        _tell_left_out()
        return 0
    game = find_game(arguments.game)
    print(f"{game.title}: {game.summary}\n{game.min_seats} to {game.max_seats} seats, usually {game.default_seats}")
    print("\noptions:")
    for option in game.options:
        default = str(option.default).lower()
        print(f"  {option.name:<22} {default:<18} {option.help} ({option.allowed})")
    for name, variant in game.variants.items():
        values = ", ".join(f"{key}={str(value).lower()}" for key, value in variant.options.items())
        print(f"\nvariant {name}: {variant.help}\n  {values}")
    print("\nplayers:")
    for name in knockroll.player_names(game):
        print(f"  {name:<22} {knockroll.player(game, name).character}")
    print(f"\nmoves: {', '.join(game.moves.forms)}")
    _tell_left_out()
    return 0


def _tell_left_out() -> None:
    """Name what other packages brought that cannot be used."""
    if left_out():
        print("\nleft out:", *left_out(), sep="\n  ")


# --- knockroll simulate --------------------------------------------------------------------------------------------


def _add_simulate(commands: Any) -> None:
    parser = commands.add_parser("simulate", help="play many games at random, compiled, on all cores")
    parser.add_argument("game", metavar="GAME")
    add_game_arguments(parser)
    parser.add_argument("--games", type=whole_number, default=100_000, metavar="N", help="default: 100000")
    parser.add_argument("--players", default="random", metavar="NAME", help="'random'; see 'arena' for other players")
    add_threads(parser)
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=_simulate)


def _simulate(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from knockroll.lab.simulate import simulate

    if arguments.players != "random":
        raise InvalidOption(f"simulate plays with 'random' players only, not {arguments.players!r}")
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
            arguments.variant,
            options,
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
            f"broken off: {counted(simulation.unfinished, 'game', 'games')}; chance alone does not end them",
            style="yellow",
        )
    played = f"{counted(simulation.hands, 'hand', 'hands')}, {counted(simulation.moves, 'move', 'moves')}"
    console.print(
        f"{played} in {seconds:.2f} s:"
        f" {simulation.hands / seconds:,.0f} hands/s, {simulation.moves / seconds:,.0f} moves/s",
        highlight=False,
    )


# --- knockroll verify ----------------------------------------------------------------------------------------------


def _add_verify(commands: Any) -> None:
    parser = commands.add_parser("verify", help="compute every deal, throw and move of a record again")
    parser.add_argument("file", metavar="FILE", help="a knockroll/1 record; - is standard input")
    parser.set_defaults(run=_verify)


def _verify(arguments: argparse.Namespace) -> int:
    from knockroll.engine.verify import read_file, verify

    for line in verify(read_file(arguments.file)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
