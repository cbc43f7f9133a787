"""Interpreted and compiled, the same seeds give the same games: the same moves and the same last state."""

from __future__ import annotations

import random

import pytest

import knockroll
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.stream import CHOICE, below, open_stream
from knockroll.lab.playout import Runner, play_on
from knockroll.lab.simulate import play_chunk, simulate
from knockroll.players import RANDOM
from knockroll.testing.positions import line_ups

pytestmark = pytest.mark.compiles
GAMES_EACH = 6


def test_interpreted_and_compiled_games_are_the_same(game: Game) -> None:
    for seats, options in line_ups(game):
        try:
            first = game.new_state(seats, game.option_values(seats, None, options))
        except InvalidOption:
            continue  # a combination that this game does not allow
        numbers = range(2**33, 2**33 + GAMES_EACH)
        (states, playouts), (same_states, same_playouts) = (
            play_on(game, [first] * GAMES_EACH, [RANDOM] * seats, 31, numbers=numbers, most_hands=200, compiled=how)
            for how in (True, False)
        )
        assert (playouts == same_playouts).all(), (seats, options)
        assert (states == same_states).all(), (seats, options)


def test_a_simulated_game_can_be_played_again_at_a_table(game: Game) -> None:
    """The chance of game g of a simulation is Seeded(seed, g): replaying its moves at a table gives the same result."""
    first = game.new_state(game.default_seats, game.option_values(None, None, {}))
    states, playouts = play_chunk(Runner(game, (), first, 5), first, 3, 1)
    t = knockroll.Table(game, chance=knockroll.Seeded(5, 3))
    choices = open_stream(5, 3, CHOICE)
    while t.turn is not None:
        legal = t.legal()
        t.play(legal[below(choices, len(legal))])
    assert t.state == game.state.read(states[0])
    assert len(t.moves) == playouts["moves"][0]


def test_every_game_ends_and_threads_do_not_change_it(game: Game) -> None:
    one = simulate(game, games=2500, seed=9, threads=1)
    two = simulate(game, games=2500, seed=9, threads=2)
    one.seconds = two.seconds = 0.0
    assert one == two
    assert one.games == 2500
    assert sum(one.wins) == pytest.approx(2500)
    assert sum(one.endings.values()) == one.hands
    other = simulate(game, games=2500, seed=random.Random(1).getrandbits(256), threads=2)
    assert other.digest != one.digest
