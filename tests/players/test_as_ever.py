"""Players play as they always did, and so do the rules: the games of computer players, move for move.

What the docs say about a player is tested beside that player. This file checks that everything else stays the same.
After an intended change to a player or a rule, regenerate the vectors and look at which games changed: ``python -m
tests.players.test_as_ever``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.options import read_options
from knockroll.testing.positions import line_ups

VECTORS = Path(__file__).parents[1] / "vectors" / "games_of_players.json"
MOST_MOVES = 80
"""Of each game: a long one says no more about its player."""


def occasions(game: Game) -> Iterator[str]:
    """Each player of a game against itself, in every line-up of options, in words."""
    for bot in game.players:
        for seats, options in line_ups(game):
            yield ", ".join([bot.name, f"{seats} seats", *(f"{name} {value}" for name, value in options.items())])


def moves_of(game: Game, occasion: str) -> str | None:
    """The moves of such a game, in short; None for a combination that this game does not allow."""
    name, seats, *options = occasion.split(", ")
    seed = int(sha256(occasion.encode()).hexdigest()[:8], 16)
    values: dict[str, Any] = dict(read_options(game.options, [option.replace(" ", "=", 1) for option in options]))
    try:
        t = knockroll.Table(game, int(seats.removesuffix(" seats")), seed=seed, **values)
    except InvalidOption:
        return None
    player = knockroll.player(game, name, seed)
    while t.turn is not None and len(t.moves) < MOST_MOVES:
        t.play(player.choose(t.view(t.turn)))
    return sha256("\n".join(t.moves).encode()).hexdigest()[:12]


@pytest.mark.parametrize("name", json.loads(VECTORS.read_text()))
def test_players_play_as_ever(name: str) -> None:
    """What is new, a player or an option, is not in the vectors, and may be added to them."""
    recorded, game = json.loads(VECTORS.read_text())[name], knockroll.get_game(name)
    assert {occasion: moves_of(game, occasion) for occasion in recorded} == recorded


def renew() -> None:
    """Write down what they do now."""
    vectors = {}
    for game in map(knockroll.get_game, knockroll.game_names()):
        played = {occasion: moves_of(game, occasion) for occasion in occasions(game)}
        vectors[game.name] = {occasion: moves for occasion, moves in played.items() if moves is not None}
    VECTORS.write_text(json.dumps(vectors, indent=1) + "\n")


if __name__ == "__main__":
    renew()
