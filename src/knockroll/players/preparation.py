"""What players may have besides ``choose``: getting ready before they are asked, and an eye on the clock.

All of it is optional, and any object with these methods will do:

``prepare()``               called once before the first question. It may take minutes, as compiling does, and may yield
                            the share done, from 0 to 1
``prepare_for(view)``       called before the first question about tables with other options or seats
``is_prepared_for(view)``   whether that is not needed
``choose_within(view, ms)`` as ``choose``, but with the best move found by then when the milliseconds are over
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from knockroll.players.player import Player


def prepare(player: Player, view: dict[str, Any] | None = None) -> Iterator[float]:
    """Prepare a player, or for tables like that of a view; yield the share done, at last 1."""
    name, arguments = ("prepare", ()) if view is None else ("prepare_for", (view,))
    if callable(method := getattr(player, name, None)):
        yield from method(*arguments) or ()
    yield 1.0


def is_prepared(player: Player, view: dict[str, Any]) -> bool:
    """Whether a player need not prepare for a table like that of a view. Most never need to."""
    method = getattr(player, "is_prepared_for", None)
    return bool(method(view)) if callable(method) else True


class _Hurried:
    """A player that has only some time for each move."""

    def __init__(self, player: Player, milliseconds: float) -> None:
        self._player, self._milliseconds = player, milliseconds
        self.name, self.character = player.name, player.character

    def choose(self, view: dict[str, Any]) -> str:
        """The best move found in time."""
        move: str = self._player.choose_within(view, self._milliseconds)  # type: ignore[attr-defined]
        return move


def within(player: Player, milliseconds: float | None) -> Player:
    """The player with a limited time for each move, if it can look at the clock."""
    if milliseconds is None or not callable(getattr(player, "choose_within", None)):
        return player
    return _Hurried(player, milliseconds)
