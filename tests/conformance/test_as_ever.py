"""Players play as they always did, and so do the rules: the games of computer players, move for move.

A sentence about a player is tested where the player is; that everything else about it stays as it is, is held here. Who
means to change a player or a rule renews the vectors, and looks at which games they are: ``python -m
tests.conformance.test_as_ever``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

import knockroll
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from tests.conformance.positions import GAMES, line_ups

VECTORS = Path(__file__).parents[1] / "vectors" / "games_of_players.json"
MOST_MOVES = 80
"""Of each game: a long one says no more about its player."""


def games_of(game: Game) -> Iterator[tuple[str, str]]:
    """Each player of a game against itself, in every line-up of options: what it is, and its moves in short."""
    for bot in game.players:
        for seats, options in line_ups(game):
            what = ", ".join([bot.name, f"{seats} seats", *(f"{name} {value}" for name, value in options.items())])
            seed = int(sha256(what.encode()).hexdigest()[:8], 16)
            try:
                t = knockroll.Table(game, seats, seed=seed, **options)
            except InvalidOption:
                continue  # a combination that this game does not allow
            player = knockroll.player(game, bot.name, seed)
            while t.turn is not None and len(t.moves) < MOST_MOVES:
                t.play(player.choose(t.view(t.turn)))
            yield what, sha256("\n".join(t.moves).encode()).hexdigest()[:12]


@pytest.mark.parametrize("name", GAMES)
def test_players_play_as_ever(name: str) -> None:
    """What is new is not in the vectors, and may be added to them."""
    recorded, now = json.loads(VECTORS.read_text()).get(name, {}), dict(games_of(knockroll.get_game(name)))
    assert {what: now.get(what) for what in recorded} == recorded


def renew() -> None:
    """Write down what they do now."""
    games = [knockroll.get_game(name) for name in knockroll.game_names()]
    VECTORS.write_text(json.dumps({game.name: dict(games_of(game)) for game in games}, indent=1) + "\n")


if __name__ == "__main__":
    renew()
