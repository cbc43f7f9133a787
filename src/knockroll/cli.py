"""The command ``knockroll``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import knockroll
from knockroll.errors import InvalidOption, KnockrollError
from knockroll.game import Game

if TYPE_CHECKING:
    from knockroll.simulate import Simulation

EXAMPLES = """examples:
  knockroll play                                         a game of Thirty-One against three computer players
  knockroll play tonk --seats 3
  knockroll games gin_rummy                              its options and players
  knockroll simulate gin_rummy --variant standard --games 100000 --threads 2
  knockroll verify game.json                             was that game fair?
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; the exit status is 0 if it went well, 1 if it did not, 2 if it was not understood."""
    parser = _parser()
    options = parser.parse_args(arguments)
    try:
        return int(options.run(options))
    except KnockrollError as error:
        print(f"knockroll: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        return 1
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="knockroll",
        description="Knock & Roll: Tunk, Gin Rummy, Tonk, Thirty-One and Farkle.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"knockroll {knockroll.__version__}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _add_play(commands)
    _add_games(commands)
    _add_simulate(commands)
    _add_verify(commands)
    return parser


def _add_game_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seats", type=int, metavar="N", help="how many play (each game has a usual number)")
    parser.add_argument("--variant", metavar="NAME", help="a named set of options, such as 'standard' for gin_rummy")
    parser.add_argument(
        "--option",
        "-o",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option; see 'knockroll games GAME'",
    )
    parser.add_argument("--seed", type=_seed, metavar="S", help="a whole number; the same seed gives the same game")


def _seed(text: str) -> int:
    return int(text, 0)


def parse_options(game: Game, texts: Sequence[str]) -> dict[str, Any]:
    """Options given as ``name=value`` on the command line."""
    by_name = {option.name: option for option in game.options}
    values = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise InvalidOption(f"an option is written NAME=VALUE, not {text!r}")
        if name not in by_name:
            raise InvalidOption(f"{game.title} has no option {name!r}: there are {', '.join(sorted(by_name))}")
        values[name] = by_name[name].parse(value)
    return values


# --- knockroll games -----------------------------------------------------------------------------------------------


def _add_games(commands: Any) -> None:
    parser = commands.add_parser("games", help="list the games, or one with its options and players")
    parser.add_argument("game", nargs="?", metavar="GAME")
    parser.set_defaults(run=_games)


def _games(arguments: argparse.Namespace) -> int:
    if arguments.game is None:
        for name in knockroll.game_names():
            game = knockroll.get_game(name)
            print(f"{name:<12} {game.min_seats}-{game.max_seats} seats  {game.summary}")
        return 0
    game = knockroll.get_game(arguments.game)
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
    return 0


# --- knockroll play ------------------------------------------------------------------------------------------------


def _add_play(commands: Any) -> None:
    parser = commands.add_parser("play", help="play in the terminal against computer players")
    parser.add_argument("game", nargs="?", default="thirty_one", metavar="GAME", help="default: thirty_one")
    _add_game_arguments(parser)
    parser.set_defaults(run=_play)


def _play(arguments: argparse.Namespace) -> int:
    from knockroll.prompt import play_at_prompt

    game = knockroll.get_game(arguments.game)
    table = knockroll.Table(
        game,
        arguments.seats,
        seed=arguments.seed,
        variant=arguments.variant,
        **parse_options(game, arguments.option),
    )
    return play_at_prompt(table)


# --- knockroll simulate --------------------------------------------------------------------------------------------


def _add_simulate(commands: Any) -> None:
    parser = commands.add_parser("simulate", help="play many games at random, compiled, on all cores")
    parser.add_argument("game", metavar="GAME")
    _add_game_arguments(parser)
    parser.add_argument("--games", type=int, default=100_000, metavar="N", help="default: 100000")
    parser.add_argument("--players", default="random", metavar="NAME", help="'random'; see 'arena' for other players")
    parser.add_argument(
        "--threads", type=int, default=1, metavar="T", help="default: 1; changes the speed, not the result"
    )
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.set_defaults(run=_simulate)


def _simulate(arguments: argparse.Namespace) -> int:
    from rich.console import Console

    from knockroll.simulate import simulate

    if arguments.players != "random":
        raise InvalidOption(f"simulate plays with 'random' players only, not {arguments.players!r}")
    game = knockroll.get_game(arguments.game)
    errors = Console(stderr=True)
    with _progress(errors) as progress:
        task = progress.add_task(game.title, total=arguments.games)
        simulation = simulate(
            game,
            arguments.seats,
            arguments.games,
            arguments.seed,
            arguments.threads,
            arguments.variant,
            parse_options(game, arguments.option),
            progress=lambda done: progress.update(task, completed=done),
            note=lambda text: errors.print(text, style="dim"),
        )
    if simulation.games < arguments.games:
        errors.print(f"interrupted: these are the first {simulation.games:,} of {arguments.games:,} games")
    if arguments.json:
        print(json.dumps(simulation.to_dict()))
    else:
        _print_simulation(game, simulation)
    return 0


def _progress(console: Any) -> Any:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console
    )


def _print_simulation(game: Game, simulation: Simulation) -> None:
    from rich.console import Console
    from rich.table import Table

    seconds = max(simulation.seconds, 1e-9)
    games = max(simulation.games, 1)
    table = Table(title=f"{game.title}: {simulation.games:,} games at random, seed {simulation.seed}")
    table.add_column("seat", justify="right")
    table.add_column("win share", justify="right")
    table.add_column(f"mean {game.score_name}", justify="right")
    for seat in range(simulation.seats):
        table.add_row(str(seat), f"{simulation.wins[seat] / games:.2%}", f"{simulation.mean_scores[seat]:.2f}")
    console = Console()
    console.print(table)
    for ending, count in simulation.endings.items():
        console.print(f"  {ending:<12} {count:>12,}  {count / max(simulation.hands, 1):.2%}", highlight=False)
    console.print(
        f"{simulation.hands:,} hands, {simulation.moves:,} moves in {seconds:.2f} s:"
        f" {simulation.hands / seconds:,.0f} hands/s, {simulation.moves / seconds:,.0f} moves/s",
        highlight=False,
    )


# --- knockroll verify ----------------------------------------------------------------------------------------------


def _add_verify(commands: Any) -> None:
    parser = commands.add_parser("verify", help="compute every deal, throw and move of a record again")
    parser.add_argument("file", metavar="FILE", help="a knockroll/1 record")
    parser.set_defaults(run=_verify)


def _verify(arguments: argparse.Namespace) -> int:
    from knockroll.verify import read_file, verify

    for line in verify(read_file(arguments.file)):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
