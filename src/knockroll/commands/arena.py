"""The command ``knockroll arena``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from knockroll.commands.arguments import add_game_arguments, add_threads, seconds, telling_progress, whole_number
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
DESCRIPTION = """Let computer players play against each other, and see who is better.

Every deal is played once for each rotation of the seats, so that each player holds the same cards and luck cancels.
There are as many seats as players, unless --seats says otherwise; fewer players than seats fill them in turn. Players
that are rules are compiled with the game (once on a machine). Ctrl-C ends a match early and keeps what is done.

The win share is what it says, with a 95% interval computed from the deals. The rating is Elo's: 400 points more is
ten times the chance to win, 1500 is the mean of those who play. The time for a move is that of one move at a table."""
EXAMPLES = """examples:
  knockroll arena thirty_one --players house,clueless --games 10000
  knockroll arena thirty_one --players all --seats 4 --round-robin --games 100000 --threads 2 --plot ladder.svg
  knockroll arena thirty_one --players "house,cmd:./mybot" --time-limit 1 --games 100 --json result.json
  knockroll arena --rerun result.json

A bot of your own, in any language, is a program: for each move it reads one line, the view of its seat as JSON, and
answers one line, such as {"move": "draw stock"}; view["legal"] lists what it may play. A program that crashes, takes
too long or plays an illegal move is replaced by a random player for the rest of that game, and the result tells."""


def add_command(commands: Any) -> None:
    """Add ``arena`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "arena",
        help="let computer players play against each other: win shares, ratings, plots",
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
        help="names of players, 'cmd:COMMAND' for a program, 'module:function' for Python, 'learned:FILE' for what"
        " 'knockroll train' made, or 'all'; may be given several times (an argument that begins with 'cmd:' is one"
        " player, commas and all)",
    )
    add_game_arguments(parser)
    parser.add_argument("--games", type=whole_number, default=10_000, metavar="N", help="default: 10000")
    add_threads(parser)
    parser.add_argument("--round-robin", action="store_true", help="with more players than seats: play all line-ups")
    parser.add_argument(
        "--time-limit",
        type=seconds,
        metavar="SECONDS",
        help="for each move of a program (default: 5; the first move more)",
    )
    parser.add_argument("--json", metavar="FILE", help="keep the result, and all it takes to run it again")
    parser.add_argument("--plot", metavar="FILE", help="draw ratings and head-to-head results: .svg, .png or .pdf")
    parser.add_argument("--rerun", metavar="FILE", help="play the match of a kept result again and compare")
    parser.add_argument(
        "--allow-commands", action="store_true", help="with --rerun: start the programs that the file names, unasked"
    )
    parser.add_argument("--interpreted", action="store_true", help="do not compile: slower by far, same result")
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
        raise InvalidOption("--rerun takes the game and the players from the file: do not name them")
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
    try:
        if arguments.json:
            Path(arguments.json).write_text(json.dumps(result.to_dict(), indent=1) + "\n", encoding="utf-8")
        if arguments.plot:
            draw(result, arguments.plot)
    except OSError as error:
        raise InvalidOption(f"{error.filename} cannot be written: {error.strerror}") from error
    if kept is not None:
        return _compare(kept, result, errors)
    return 0


def check_files(plot: str | None, *others: str | None) -> None:
    """Whether a plot and other files can be written."""
    from knockroll.lab.arena.plot import FORMATS

    if plot and Path(plot).suffix.lower() not in FORMATS:
        raise InvalidOption(f"a plot is a file that ends in {' or '.join(FORMATS)}, not {plot!r}")
    for file in filter(None, (*others, plot)):
        _check_writable(Path(file))


def _check_writable(file: Path) -> None:
    """A file that cannot be written is said before the work, not after it."""
    if file.is_dir():
        raise InvalidOption(f"{file} cannot be written: it is a folder")
    if not file.parent.is_dir():
        raise InvalidOption(f"{file} cannot be written: there is no folder {file.parent}")
    if not os.access(file if file.exists() else file.parent, os.W_OK):
        raise InvalidOption(f"{file} cannot be written: you may not write there")


def _ask_for_commands(file: str, commands: Sequence[str]) -> None:
    """The file may be somebody else's: what it would start is shown, and started only if the person says so."""
    told = f"{file} starts {'this program' if len(commands) == 1 else 'these programs'} on this machine:"
    shown = [told, *(f"  {command!r}" for command in commands)]
    if not sys.stdin.isatty():
        raise InvalidOption("\n".join([*shown, "If you know what that does, add --allow-commands"]))
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
        arguments.variant,
        read_options(game.options, arguments.option),
        arguments.round_robin,
        **limits,
    )


def split_players(game: Game, arguments: Sequence[str]) -> list[str]:
    """The players named by the arguments; ``all`` are all there are."""
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
    console.print("the result is the same as the one kept" if same else "the result is NOT the one that was kept")
    return 0 if same else 1


# --- What it shows -------------------------------------------------------------------------------------------------


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
        """Games a second."""

        def render(self, task: Task) -> Text:
            """The speed over the last seconds."""
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
    """A text that others may have written, such as what a program said, as it can be printed."""
    from rich.markup import escape

    return escape(clean(text))


def _head_to_head(result: MatchResult) -> Any:
    from rich.table import Table

    names = [standing.name for standing in result.standings]
    what = (
        "share of games won"
        if result.match.seats == 2
        else "of the games won by either, those won by the one at the left"
    )
    table = Table(title=f"head to head: {what}")
    table.add_column("")
    for name in names:
        table.add_column(_shown(name), justify="right")
    for name in names:
        shares = [result.head_to_head[name].get(other) for other in names]
        table.add_row(_shown(name), *("" if share is None else f"{share:.1%}" for share in shares))
    return table


def notes(result: MatchResult) -> list[str]:
    """What else is to be said of a match."""
    lines = []
    for standing in result.standings:
        if standing.faults:
            kinds = ", ".join(f"{count} × {kind}" for kind, count in standing.faults.items())
            first = result.run["first_faults"].get(standing.name, "")
            told = f"; first: {first}" if first else ""
            lines.append(f"{standing.name} lost its seat to a random player: {kinds}{told}")
    if result.unfinished:
        lines.append(
            f"{result.unfinished:,} games were given up after {result.match.move_limit:,} moves: nobody won them"
        )
    seconds = max(result.seconds, 1e-9)
    how = "compiled" if result.run["compiled"] else "interpreted"
    where = "thread(s)" if result.run.get("on", "threads") == "threads" else "processor(s) of a Ray cluster"
    lines.append(
        f"{result.hands:,} hands, {result.moves:,} moves in {seconds:.2f} s, {how}, {result.run['threads']} {where}:"
        f" {result.games / seconds:,.0f} games/s, {result.moves / seconds:,.0f} moves/s"
    )
    return lines
