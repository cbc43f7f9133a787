"""Positions of any game, for tests that apply to every game."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

import knockroll
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.options import Option


def values(option: Option) -> st.SearchStrategy[Any]:
    """Draw the default of an option, or a value that is likely to cause trouble."""
    if option.choices:
        return st.sampled_from(option.choices)
    numbers = {min(option.low + more, option.high) for more in (0, 1, 7)}
    return st.sampled_from([*sorted(numbers), option.default])


@st.composite
def fresh_tables(draw: st.DrawFn, game: Game) -> knockroll.Table:
    """Draw a table before its first move, with any number of seats and a few options changed."""
    seats = draw(st.integers(game.min_seats, game.max_seats))
    changed = draw(st.sets(st.sampled_from(game.options), max_size=3)) if game.options else set()
    options = {option.name: draw(values(option)) for option in changed}
    seed = draw(st.integers(0, 2**256 - 1))
    try:
        return knockroll.Table(game, seats, seed=seed, **options)
    except InvalidOption:
        assume(False)
        raise


@st.composite
def tables(draw: st.DrawFn, game: Game, most_moves: int = 150) -> knockroll.Table:
    """Draw a table after some random moves, perhaps at the end of its game."""
    table = draw(fresh_tables(game))
    choices = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, most_moves))):
        if table.turn is None:
            break
        table.play(choices.choice(table.legal()))
    return table


def play_out(table: knockroll.Table, choices: random.Random, most_moves: int) -> None:
    """Play at random until the game is over or ``most_moves`` moves have been made."""
    for _ in range(most_moves):
        if table.turn is None:
            return
        table.play(choices.choice(table.legal()))


def line_ups(game: Game) -> list[tuple[int, dict[str, Any]]]:
    """Return numbers of seats with options: all defaults, each option changed by itself, and all changed at once."""
    changed: dict[str, Any] = {}
    for option in game.options:
        others = [choice for choice in option.choices if choice != option.default]
        changed[option.name] = others[-1] if others else max(option.low, min(option.high, 9))
    seats = [game.min_seats, game.default_seats, game.max_seats]
    each = [(seats[i % 3], {name: value}) for i, (name, value) in enumerate(changed.items())]
    variants = [(game.min_seats, dict(variant.options)) for variant in game.variants.values()]
    return [*((n, {}) for n in seats), *each, *variants, (game.min_seats, changed)]
