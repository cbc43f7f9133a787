"""Every option reaches every view, whatever the game's ``look`` copies: players must know what they are playing."""

from __future__ import annotations

from typing import Any

import pytest

import knockroll
from knockroll.engine.game import Game
from knockroll.engine.options import Option
from knockroll.engine.state import NOBODY
from knockroll.engine.views import write_view
from knockroll.lab.compiled import records_of
from knockroll.lab.playout import Playout, Runner
from knockroll.players import RANDOM


def two_values(option: Option) -> list[Any]:
    """Return the default of an option, and another value."""
    if option.choices:
        return [option.default, next(choice for choice in option.choices if choice != option.default)]
    return [option.default, option.low if option.low != option.default else option.high]


def states(game: Game, option: Option) -> list[Any]:
    """Return states that differ only in one option."""
    defaults = {other.name: other.default for other in game.options}
    return [game.new_state(game.min_seats, {**defaults, option.name: value}) for value in two_values(option)]


def test_states_that_differ_in_one_option_give_views_that_differ_in_it(game: Game, option: Option) -> None:
    for seat in (NOBODY, 0):
        views = [game.view_of(s, seat) for s in states(game, option)]
        written = [write_view(game, v, seat)["options"][option.name] for v in views]
        assert written == two_values(option)


def test_the_views_of_a_table_tell_the_option(game: Game, option: Option) -> None:
    for value in two_values(option):
        try:
            t = knockroll.Table(game, seed=1, **{option.name: value})
        except knockroll.InvalidOption:
            continue  # does not go together with the usual number of seats
        for seat in (None, 0):
            assert t.view(seat)["options"][option.name] == value


@pytest.mark.parametrize(
    "compiled", [pytest.param(True, marks=pytest.mark.compiles), False], ids=["compiled", "interpreted"]
)
def test_players_are_shown_the_option(game: Game, option: Option, compiled: bool) -> None:
    """The option is in the view from which the playout let a player choose."""
    bot = next(iter(game.players), RANDOM)
    for s, value in zip(states(game, option), two_values(option), strict=True):
        runner = Runner(game, [bot] * game.min_seats, s, seed=1, compiled=compiled)
        playouts, positions = records_of(Playout, [Playout()]), records_of(game.state, [s])
        playouts["choosers"][:, : game.min_seats] = runner.choosers
        runner.play(playouts, positions, most_moves=1)
        assert playouts["moves"][0] == 1
        view = game.state.read(runner.views[1]) if compiled else runner.views[1]
        assert view.seats == game.min_seats
        assert option.decode(getattr(view, option.field)) == value
