"""What holds for every player of every game: it plays legal moves to the end, sees nothing hidden, compiles exactly."""

from __future__ import annotations

import json
import random

import pytest

import knockroll
from knockroll import arena
from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.game import Game
from knockroll.engine.state import NOBODY
from knockroll.engine.stream import CHOICE, open_stream
from knockroll.engine.views import read_view, write_view
from knockroll.players import find_bot, player_names
from knockroll.players.player import Bot

GAMES = [name for name in knockroll.game_names() if knockroll.get_game(name).players]
PLAYERS = [
    (game, player) for game in GAMES for player in player_names(game) if find_bot(knockroll.get_game(game), player)
]
GAMES_EACH = 1000


def bots_of(game: Game) -> list[Bot]:
    """All players of a game that are rules."""
    return [bot for bot in (find_bot(game, name) for name in player_names(game)) if bot is not None]


@pytest.mark.compiles
@pytest.mark.parametrize("name", GAMES)
def test_everybody_plays_everybody_without_an_illegal_move_or_an_endless_game(name: str) -> None:
    game = knockroll.get_game(name)
    names = [bot.name for bot in bots_of(game)]
    pairs = len(names) * (len(names) - 1) // 2
    for seats, games in ((game.min_seats, GAMES_EACH * pairs), (game.default_seats, GAMES_EACH)):
        many = len(names) > seats
        result = arena.run(game, names, seats, games, seed=17, threads=2, round_robin=many, compiled=True)
        assert result.games >= games
        assert result.unfinished == 0
        assert not any(standing.faults for standing in result.standings)
        assert sum(standing.wins for standing in result.standings) == pytest.approx(result.games, rel=1e-6)


@pytest.mark.compiles
@pytest.mark.parametrize("name", GAMES)
def test_choices_are_the_same_compiled_and_interpreted(name: str) -> None:
    game = knockroll.get_game(name)
    names = [bot.name for bot in bots_of(game)]
    for seats in sorted({game.min_seats, game.default_seats}):
        compiled, interpreted = (
            arena.run(game, names, seats, 30, seed=23, round_robin=len(names) > seats, compiled=how)
            for how in (True, False)
        )
        assert compiled.digest == interpreted.digest
        assert compiled.to_dict()["result"] == interpreted.to_dict()["result"]


@pytest.mark.parametrize(("name", "player"), PLAYERS)
def test_choices_do_not_depend_on_what_the_seat_cannot_see(name: str, player: str) -> None:
    game = knockroll.get_game(name)
    bot = find_bot(game, player)
    assert bot is not None
    only_what_is_seen_matters(game, bot, game.min_seats, game.default_seats)


def only_what_is_seen_matters(game: Game, bot: Bot, least_seats: int, most_seats: int) -> None:
    """The view of the real state, that of a state which differs in everything hidden, and its JSON: one choice."""
    others = bots_of(game)
    rng = random.Random(f"{game.name} {bot.name}")
    positions = 0
    for number in range(6):
        t = knockroll.Table(game, rng.randint(least_seats, most_seats), seed=number)
        for move in range(60):
            if t.turn is None:
                break
            seat = t.turn
            v = game.view_of(t.state, seat)
            choice = choose(game, bot, v, number)
            assert game.moves.format(choice) in t.legal()
            other = v.copy()
            game.complete(other, seat, rng.sample(range(DECK_SIZE), DECK_SIZE))
            seen = game.view_of(other, seat)
            assert choose(game, bot, seen, number) == choice
            written = json.loads(json.dumps(write_view(game, v, seat)))
            assert choose(game, bot, read_view(game, written), number) == choice
            positions += 1
            # The position is one that players get into: now this one moves, now another.
            mover = bot if move % 3 else rng.choice(others)
            t.play(game.moves.format(choose(game, mover, v, move)))
    assert positions > 50


def choose(game: Game, bot: Bot, v: object, seed: int) -> int:
    """The choice of a bot, which leaves the view alone."""
    before = v.copy()  # type: ignore[attr-defined]
    moves = [NOBODY] * game.most_moves
    n = game.legal(v, moves)
    listed = moves[:n]
    choice = bot.choose(v, moves, n, open_stream(seed, 0, CHOICE))
    assert choice in listed
    assert v == before, "a player does not write on its view"
    return choice


@pytest.mark.parametrize(("name", "player"), PLAYERS)
def test_a_player_says_who_it_is(name: str, player: str) -> None:
    bot = find_bot(knockroll.get_game(name), player)
    assert bot is not None
    assert bot.character.endswith((".", "!", "?"))
    assert "\n" not in bot.character
    assert bot.choose.__doc__
    assert knockroll.player(name, player.lower()).name == player
