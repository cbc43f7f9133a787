"""The command ``knockroll play``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from knockroll.commands.arguments import add_game_arguments, check_programs, is_link
from knockroll.commands.full_screen import add_display, need_terminal, run_app, terminal_settings
from knockroll.engine.errors import InvalidOption

if TYPE_CHECKING:
    from textual.screen import Screen

    from knockroll.terminal.model.session import Session

EXAMPLES = """examples:
  knockroll play                                choose a game from the menu
  knockroll play GAME                           play against the default players
  knockroll play GAME --seats 3 --players "Random,Random"
  knockroll play GAME --players "cmd:./mybot"   play against your own program
  knockroll play GAME -o OPTION=VALUE           see 'knockroll games GAME'
  knockroll play --resume                       resume the last game
  knockroll play GAME --plain                   plain text, line by line
  knockroll play http://127.0.0.1:8000          list a server's tables
  knockroll http://127.0.0.1:8000/table/TABLE   join a table by its link

Games are saved after every move. Press ? for the keys, and again for the rules;
the last line of the screen shows the keys you can use now.
"""


def add_command(commands: Any) -> None:
    """Add ``play`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "play",
        help="play in the terminal, against computer players or online",
        description="Play in the terminal, against computer players or online.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "game", nargs="?", metavar="GAME|LINK", help="a game, or a link to a server or table (default: a menu)"
    )
    add_game_arguments(parser)
    parser.add_argument(
        "--players",
        action="append",
        default=[],
        metavar="A,B,…",
        help="computer players; 'cmd:COMMAND' for a program, 'module:function' for Python; repeatable",
    )
    parser.add_argument("--watch", action="store_true", help="watch computer players in all seats")
    parser.add_argument("--no-save", action="store_true", help="do not save this game")
    parser.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="resume the last unfinished game, or this one"
    )
    parser.add_argument(
        "--allow-commands", action="store_true", help="with --resume: start the programs that play in that game"
    )
    online = parser.add_argument_group("online")
    online.add_argument("--server", metavar="URL", help="a table server")
    online.add_argument("--table", metavar="ID", help="a table there")
    online.add_argument("--name", metavar="NAME", help="your name at an online table")
    add_display(parser)
    parser.set_defaults(run=_play, extra="terminal")


def _play(arguments: argparse.Namespace) -> int:
    _check(arguments)
    session = _session(arguments)
    if arguments.plain:
        if session is None:
            raise InvalidOption("name a game: 'knockroll play --plain' has no menu. 'knockroll games' lists the games")
        from knockroll.terminal.plain import Prompt

        return Prompt(session, ascii=arguments.ascii).run()
    need_terminal()
    from knockroll.terminal.app import KnockrollApp
    from knockroll.terminal.screens.play import PlayScreen

    def opening() -> Screen[None]:
        if session is not None:
            return PlayScreen(session)
        from knockroll.terminal.screens.lobby import LobbyScreen

        return LobbyScreen(arguments.server.rstrip("/"), arguments.name)

    app = KnockrollApp(
        None if session is None and arguments.server is None else opening,
        terminal_settings(arguments),
        ascii=arguments.ascii,
        saving=not arguments.no_save,
    )
    return run_app(app)


def _check(arguments: argparse.Namespace) -> None:
    """Refuse options that exclude each other; read a link as --server and --table."""
    if arguments.game is not None and is_link(arguments.game):
        if arguments.server is not None or arguments.table is not None:
            raise InvalidOption("a link already names the table: omit --server and --table")
        from knockroll.client.requests import read_link

        arguments.server, arguments.table = read_link(arguments.game)
        arguments.game = None
    if arguments.server is None and arguments.table is not None:
        raise InvalidOption("an online table needs both --server URL and --table ID")
    if arguments.plain and arguments.server is not None and arguments.table is None:
        raise InvalidOption("name a table: --plain does not list them. Add --table ID, or give its link")
    if arguments.server is not None and (arguments.game is not None or arguments.resume is not None):
        raise InvalidOption("an online table already has its game: omit GAME and --resume")
    if arguments.resume is not None and arguments.game is not None:
        raise InvalidOption("--resume continues a saved game: omit GAME")


def _session(arguments: argparse.Namespace) -> Session | None:
    """Return the session to play; None for the menu."""
    if arguments.table is not None:
        from knockroll.terminal.model.online import open_online

        return open_online(arguments.server, arguments.table, arguments.name)
    if arguments.resume is not None:
        from knockroll.terminal.model.setup import resume_session

        return resume_session(Path(arguments.resume) if arguments.resume else None, arguments.allow_commands)
    if arguments.game is None:
        return None
    from knockroll.engine.game import find_game
    from knockroll.engine.options import read_options
    from knockroll.players import split_players
    from knockroll.terminal.model.setup import GameSetup

    game = find_game(arguments.game)
    players = tuple(split_players(game, arguments.players))
    check_programs(players)
    return GameSetup(
        game,
        arguments.seats,
        arguments.variant,
        read_options(game.options, arguments.option),
        players,
        arguments.seed,
        arguments.watch,
        saving=not arguments.no_save,
    ).open()
