"""The command ``knockroll play``."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from knockroll.commands.arguments import add_game_arguments, is_link
from knockroll.commands.full_screen import add_display, need_terminal, run_app, terminal_settings
from knockroll.engine.errors import InvalidOption

if TYPE_CHECKING:
    from textual.screen import Screen

    from knockroll.terminal.model.session import Session

EXAMPLES = """examples:
  knockroll play                                     choose a game from the menu
  knockroll play GAME                                against the usual computer players
  knockroll play GAME --seats 3 --players "Random,Random"
  knockroll play GAME --players "cmd:./mybot"        against a program of your own
  knockroll play GAME -o OPTION=VALUE                see 'knockroll games GAME' for options and players
  knockroll play --resume                            go on with the last game
  knockroll play GAME --plain                        line by line, without a full screen
  knockroll play http://127.0.0.1:8000               the tables of a server, to join, to watch, to open
  knockroll play http://127.0.0.1:8000/table/TABLE   at an online table, by its link ('knockroll LINK' will do)

Games are saved after every move. Inside, ? shows what the keys do, and once more the rules of the game; the
last line of the screen always says which keys do something now.
"""


def add_command(commands: Any) -> None:
    """Add ``play`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "play",
        help="play in the terminal, against computer players or online",
        description="Play one of the games in the terminal.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "game", nargs="?", metavar="GAME|LINK", help="which game, or the link of an online table; without, a menu"
    )
    add_game_arguments(parser)
    parser.add_argument(
        "--players",
        action="append",
        default=[],
        metavar="A,B,…",
        help="the computer players, 'cmd:COMMAND' for a program, 'module:function' for Python; also several times",
    )
    parser.add_argument("--watch", action="store_true", help="let computer players have all seats")
    parser.add_argument("--no-save", action="store_true", help="do not keep this game")
    parser.add_argument(
        "--resume", nargs="?", const="", metavar="FILE", help="go on with the last unfinished game, or with this one"
    )
    parser.add_argument(
        "--allow-commands", action="store_true", help="with --resume: start the programs that play in that game"
    )
    online = parser.add_argument_group("online")
    online.add_argument("--server", metavar="URL", help="where the table server is")
    online.add_argument("--table", metavar="ID", help="which table there")
    online.add_argument("--name", metavar="NAME", help="what you are called at an online table")
    add_display(parser)
    parser.set_defaults(run=_play)


def _play(arguments: argparse.Namespace) -> int:
    _check(arguments)
    session = _session(arguments)
    if arguments.plain:
        if session is None:
            raise InvalidOption("name a game: 'knockroll play --plain' has no menu. See 'knockroll games'")
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
    """Refuse what does not go together; a link says where an online table is."""
    if arguments.game is not None and is_link(arguments.game):
        if arguments.server is not None or arguments.table is not None:
            raise InvalidOption("a link says where the table is: leave --server and --table away")
        from knockroll.client.requests import read_link

        arguments.server, arguments.table = read_link(arguments.game)
        arguments.game = None
    if arguments.server is None and arguments.table is not None:
        raise InvalidOption("an online table needs both --server URL and --table ID")
    if arguments.plain and arguments.server is not None and arguments.table is None:
        raise InvalidOption("name a table: line by line there is no list of them. Add --table ID, or give its link")
    if arguments.server is not None and (arguments.game is not None or arguments.resume is not None):
        raise InvalidOption("at an online table the game is decided already: leave GAME and --resume away")
    if arguments.resume is not None and arguments.game is not None:
        raise InvalidOption("--resume goes on with a game that has begun: leave GAME away")


def _session(arguments: argparse.Namespace) -> Session | None:
    """The session to play, None for the menu."""
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
    return GameSetup(
        game,
        arguments.seats,
        arguments.variant,
        read_options(game.options, arguments.option),
        tuple(split_players(game, arguments.players)),
        arguments.seed,
        arguments.watch,
        saving=not arguments.no_save,
    ).open()
