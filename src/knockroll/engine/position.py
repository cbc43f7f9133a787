"""Positions: a table as it stands, without how it came about. It is enough to play on, and takes no replay.

A record is the truth of a game, a position a short cut to its end: it depends on how the rules keep their state, so it
is good for the same version of the rules only (``Game.rules_version``).
"""

from __future__ import annotations

from typing import Any

import msgspec

from knockroll.engine.errors import InvalidPosition
from knockroll.engine.game import Game, Hand


class Position(msgspec.Struct, frozen=True):
    """All that a table needs to play on, but for its options and its chance, which its keeper knows."""

    seats_at_start: int
    first_dealer: int | None
    state: dict[str, int | list[int]]
    """Every field of the game's state, hidden cards included."""
    moves: int
    """How many moves were made; so with the next two."""
    given: int
    hands: int
    last_hand: Hand | None
    chance_so_far: int
    """What the fingerprints of the table begin with."""


def write_state(s: Any) -> dict[str, int | list[int]]:
    """A state as plain data."""
    values = {name: getattr(s, name) for name in s.fields}
    return {name: value if isinstance(value, int) else list(value) for name, value in values.items()}


def read_state(game: Game, values: dict[str, int | list[int]]) -> Any:
    """The state that was written so; :class:`InvalidPosition` if it is not one of this game."""
    s = game.state()
    if values.keys() != s.fields.keys():
        odd = sorted(values.keys() ^ s.fields.keys())
        raise InvalidPosition(f"a position of {game.title} has other fields: {', '.join(odd)}")
    for name, value in values.items():
        first: int | list[int] = getattr(s, name)
        if isinstance(value, list) and not isinstance(first, int) and len(value) == len(first):
            first[:] = s.fields[name].hold(value)
        elif type(value) is type(first) is int:
            setattr(s, name, value)
        else:
            raise InvalidPosition(f"{name} of this position is {value!r}, but should be like {first!r}")
    return s
