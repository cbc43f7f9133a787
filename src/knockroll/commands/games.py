"""The command ``knockroll games``."""

from __future__ import annotations

import argparse
from typing import Any

import knockroll
from knockroll.engine.game import find_game
from knockroll.engine.plugins import left_out


def add_command(commands: Any) -> None:
    """Add ``games`` to the commands of ``knockroll``."""
    parser = commands.add_parser(
        "games",
        help="list the games, or the options and players of one",
        description="List the games, or the options and players of one.",
    )
    parser.add_argument("game", nargs="?", metavar="GAME", help="a game to describe (default: list them all)")
    parser.set_defaults(run=_games, names_left_out=True)


def _games(arguments: argparse.Namespace) -> int:
    if arguments.game is None:
        for name in knockroll.game_names():
            game = knockroll.get_game(name)
            knockroll.player_names(game)  # loads the players; broken ones are named below
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
    """Name the broken plug-ins."""
    if left_out():
        print("\nleft out:", *left_out(), sep="\n  ")
