"""The command ``knockroll arena``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from knockroll.commands.arguments import (
    add_game_arguments,
    add_threads,
    check_writable,
    seconds,
    telling_progress,
    whole_number,
    writing,
)
from knockroll.engine.errors import InvalidOption, InvalidRecord
from knockroll.engine.game import Game, find_game
from knockroll.engine.names import clean
from knockroll.engine.options import read_options
from knockroll.engine.record import parse_json
from knockroll.engine.verify import read_file
from knockroll.players import player_names
from knockroll.players import split_players as read_players

if TYPE_CHECKING:
    from rich.console import Console

    from knockroll.lab.arena.result import MatchResult

ALL = "all"
DESCRIPTION = """Let computer players play against each other, and rate them.

Every deal is played once per rotation of the seats, so each player holds the
same cards and luck cancels out. By default there is one seat per player; if
there are fewer players than seats, they take turns. Bots that are rules are
compiled with the game, once per machine. Ctrl-C ends a match early and keeps
the games played so far.

The win share comes with a 95% interval over deals. Ratings are Elo: 400 points
more means ten to one odds, and 1500 is the mean. ms/move is the time for one
move at a table."""
EXAMPLES = """examples:
  knockroll arena thirty_one --players house,clueless --games 10000
  knockroll arena thirty_one --players all --seats 4 --round-robin \\
      --games 100000 --threads 2 --plot ladder.svg
  knockroll arena thirty_one --players "house,cmd:./mybot" --time-limit 1 \\
      --games 100 --json result.json
  knockroll arena --rerun result.json

Your own bot can be a program in any language. For each move it reads one line,
its seat's view as JSON, and answers with one line, such as
{"move": "draw stock"}; view["legal"] lists the legal moves. A program that
crashes, takes too long or makes an illegal move is replaced by a random player
for the rest of that game, and the result says so."""


def add_command(commands: Any) -> None:
    """Add ``arena`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "arena",
        help="let computer players play against each other, and rate them",
        description=DESCRIPTION,
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="'knockroll games' lists them and their players")
    parser.add_argument(
        "--players",
        action="append",
        default=[],
        metavar="A,B,…",
        help="players by name, 'cmd:COMMAND' for a program, 'module:function' for Python, 'learned:FILE' for a player"
        " from 'knockroll train', or 'all'; repeatable. A value that starts with 'cmd:' is one player: its commas"
        " belong to the command",
    )
    add_game_arguments(parser)
    parser.add_argument("--games", type=whole_number, default=10_000, metavar="N", help="default: 10000")
    add_threads(parser)
    parser.add_argument("--round-robin", action="store_true", help="with more players than seats: play every line-up")
    parser.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        help="time for each move of a program (default: 5; more for the first)",
    )
    parser.add_argument("--json", metavar="FILE", help="save the result, and what it takes to run it again")
    parser.add_argument("--plot", metavar="FILE", help="plot ratings and head-to-head results: .svg, .png or .pdf")
    parser.add_argument("--rerun", metavar="FILE", help="run the match of a saved result again and compare")
    parser.add_argument(
        "--allow-commands", action="store_true", help="with --rerun: start the programs in that file without asking"
    )
    parser.add_argument("--interpreted", action="store_true", help="do not compile: much slower, same result")
    parser.set_defaults(run=run_command)


def run_command(arguments: argparse.Namespace) -> int:
    """Run ``knockroll arena``."""
    from rich.console import Console

    from knockroll import arena
    from knockroll.lab.arena.plot import draw

    check_files(arguments.plot, arguments.json)
    kept = _read(arguments.rerun) if arguments.rerun else None
    if kept is None:
        match = _match(arguments)
    elif arguments.game is None and not arguments.players:
        match = arena.read_match(kept)
        if match.commands and not arguments.allow_commands:
            _ask_for_commands(arguments.rerun, match.commands)
    else:
        raise InvalidOption("--rerun takes the game and the players from the file: omit them")
    errors = Console(stderr=True)
    with telling_progress(_progress(errors), match.game.title) as tell:
        result = arena.run_match(
            match,
            arguments.threads,
            False if arguments.interpreted else None,
            tell,
            lambda text: errors.print(text, style="dim"),
            arguments.on,
        )
    if result.interrupted:
        errors.print(f"interrupted: these are the first {result.games:,} of {match.games:,} games")
    show(result, Console())
    if arguments.json:
        with writing(arguments.json) as file:
            file.write_text(json.dumps(result.to_dict(), indent=1) + "\n", encoding="utf-8")
    if arguments.plot:
        with writing(arguments.plot) as file:
            draw(result, file)
    if kept is not None:
        return _compare(kept, result, errors)
    return 0


def check_files(plot: str | None, *others: str | None) -> None:
    """Refuse a plot of an unknown kind, and files that cannot be written."""
    from knockroll.lab.arena.plot import FORMATS

    if plot and Path(plot).suffix.lower() not in FORMATS:
        raise InvalidOption(f"a plot ends in {' or '.join(FORMATS)}, not {plot!r}")
    check_writable(*others, plot)


def _ask_for_commands(file: str, commands: Sequence[str]) -> None:
    """Show which programs a file would start, and ask: the file may come from someone else."""
    told = f"{file} starts {'this program' if len(commands) == 1 else 'these programs'} on this machine:"
    shown = [told, *(f"  {command!r}" for command in commands)]
    if not sys.stdin.isatty():
        raise InvalidOption("\n".join([*shown, "If you trust it, add --allow-commands"]))
    print(*shown, sep="\n", file=sys.stderr)
    print("Start it? [y/N] ", end="", file=sys.stderr, flush=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise InvalidOption("nothing was started")


def _match(arguments: argparse.Namespace) -> Any:
    from knockroll import arena

    if arguments.game is None:
        raise InvalidOption("name a game: knockroll arena GAME --players A,B")
    game = find_game(arguments.game)
    limits = {} if arguments.time_limit is None else {"time_limit": arguments.time_limit}
    return arena.prepare(
        game,
        split_players(game, arguments.players),
        arguments.seats,
        arguments.games,
        arguments.seed,
        variant=arguments.variant,
        options=read_options(game.options, arguments.option),
        round_robin=arguments.round_robin,
        **limits,
    )


def split_players(game: Game, arguments: Sequence[str]) -> list[str]:
    """Return the players that the arguments name; ``all`` stands for all of them."""
    names: list[str] = []
    for argument in arguments:
        names += player_names(game) if argument.strip() == ALL else read_players(game, [argument])
    if not names:
        raise InvalidOption(
            f"name players with --players: {', '.join(player_names(game))}, 'cmd:COMMAND', 'module:function' or 'all'"
        )
    return names


def _read(file: str) -> dict[str, Any]:
    try:
        document = parse_json(read_file(file))
    except ValueError as error:
        raise InvalidOption(
            str(error) if isinstance(error, InvalidRecord) else f"{file} is not JSON: {error}"
        ) from error
    return document if isinstance(document, dict) else {}


def _compare(kept: dict[str, Any], result: MatchResult, console: Console) -> int:
    same = json.loads(json.dumps(result.to_dict()["result"])) == kept.get("result")
    console.print("the result is the same as the saved one" if same else "the result is NOT the same as the saved one")
    return 0 if same else 1


# --- Output --------------------------------------------------------------------------------------------------------


def _progress(console: Console) -> Any:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class Rate(ProgressColumn):
        """Games per second."""

        def render(self, task: Task) -> Text:
            """Return the speed over the last seconds."""
            speed = task.finished_speed or task.speed
            return Text(f"{speed:,.0f} games/s" if speed else "", style="progress.data.speed")

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Rate(),
        TimeElapsedColumn(),
        TextColumn("left"),
        TimeRemainingColumn(),
        console=console,
    )


def show(result: MatchResult, console: Console) -> None:
    """Print a result as tables."""
    from rich.table import Table

    match = result.match
    table = Table(title=f"{match.game.title}: {result.games:,} games, {match.seats} seats, seed {match.seed}")
    table.add_column("player")
    for heading in ("games", "win share", "95%", f"mean {match.game.score_name}", "rating", "95%", "ms/move"):
        table.add_column(heading, justify="right")
    for standing in result.standings:
        time = result.ms_per_move[standing.name]
        table.add_row(_shown(standing.name), *standing.figures(), "–" if time is None else f"{time:.3f}")
    console.print(table)
    if len(match.players) > 1:
        console.print(_head_to_head(result))
    for line in notes(result):
        console.print(_shown(line), highlight=False)


def _shown(text: str) -> str:
    """Return a text in a form that is safe to print; others may have written it, for example a program."""
    from rich.markup import escape

    return escape(clean(text))


def _head_to_head(result: MatchResult) -> Any:
    from rich.table import Table

    names = [standing.name for standing in result.standings]
    what = "share of games won" if result.match.seats == 2 else "row player's share of the games that either won"
    table = Table(title=f"head to head: {what}")
    table.add_column("")
    for name in names:
        table.add_column(_shown(name), justify="right")
    for name in names:
        shares = [result.head_to_head[name].get(other) for other in names]
        table.add_row(_shown(name), *("" if share is None else f"{share:.1%}" for share in shares))
    return table


def notes(result: MatchResult) -> list[str]:
    """Return the remarks below the tables: failures, unfinished games, speed."""
    lines = []
    for standing in result.standings:
        if standing.faults:
            kinds = ", ".join(f"{count} × {kind}" for kind, count in standing.faults.items())
            first = result.run["first_faults"].get(standing.name, "")
            told = f"; first: {first}" if first else ""
            lines.append(f"{standing.name} lost its seat to a random player: {kinds}{told}")
    if result.unfinished:
        lines.append(
            f"{result.unfinished:,} games reached the limit of {result.match.move_limit:,} moves and have no winner"
        )
    seconds = max(result.seconds, 1e-9)
    how = "compiled" if result.run["compiled"] else "interpreted"
    where = "thread(s)" if result.run.get("on", "threads") == "threads" else "processor(s) of a Ray cluster"
    lines.append(
        f"{result.hands:,} hands, {result.moves:,} moves in {seconds:.2f} s, {how}, {result.run['threads']} {where}:"
        f" {result.games / seconds:,.0f} games/s, {result.moves / seconds:,.0f} moves/s"
    )
    return lines
