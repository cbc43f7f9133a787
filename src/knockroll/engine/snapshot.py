"""Snapshots: the current state of a table, without its past: enough to continue without a replay.

The record is the truth of a game; a snapshot is a shortcut to its current position. It depends on how the rules store
their state, so it is valid only for the same version of the rules (``Game.rules_version``).
"""

from __future__ import annotations

from typing import Any

import msgspec

from knockroll.engine.errors import InvalidPosition
from knockroll.engine.game import Game, Hand


class TableSnapshot(msgspec.Struct, frozen=True):
    """Everything a table needs to continue, except its options and chance, which are stored elsewhere."""

    seats_at_start: int
    first_dealer: int | None
    state: dict[str, int | list[int]]
    """Every field of the game's state, hidden cards included."""
    moves: int
    """Moves made so far."""
    given: int
    """Requests for chance so far."""
    hands: int
    """Hands finished so far."""
    last_hand: Hand | None
    chance_so_far: int
    """The checksum of everything that chance gave: the start value of fingerprints."""


def write_state(s: Any) -> dict[str, int | list[int]]:
    """Return a state as plain data."""
    values = {name: getattr(s, name) for name in s.fields}
    return {name: value if isinstance(value, int) else list(value) for name, value in values.items()}


def read_state(game: Game, values: dict[str, int | list[int]]) -> Any:
    """Return the state from the data of :func:`write_state`; :class:`InvalidPosition` if it does not fit the game."""
    s = game.state()
    if values.keys() != s.fields.keys():
        odd = sorted(values.keys() ^ s.fields.keys())
        raise InvalidPosition(f"a snapshot of {game.title} has other fields: {', '.join(odd)}")
    for name, value in values.items():
        first: int | list[int] = getattr(s, name)
        if isinstance(value, list) and not isinstance(first, int) and len(value) == len(first):
            first[:] = s.fields[name].hold(value)
        elif type(value) is type(first) is int:
            setattr(s, name, value)
        else:
            raise InvalidPosition(f"{name} of this snapshot is {value!r}, but should be like {first!r}")
    return s
