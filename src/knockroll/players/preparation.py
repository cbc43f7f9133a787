"""Optional methods of players besides ``choose``: to prepare before they are asked, and to watch the clock.

Any player may have some of these methods:

``prepare()`` called once before the first question. It may take minutes, as compiling does, and may yield the share
done, from 0 to 1 ``prepare_for(view)`` called before the first question about tables with other options or seats
``is_prepared_for(view)`` whether ``prepare_for`` is not needed ``choose_within(view, ms)`` like ``choose``, but returns
the best move found when the time is up
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from knockroll.players.player import Player


def prepare(player: Player, view: dict[str, Any] | None = None) -> Iterator[float]:
    """Prepare a player, with a view for tables like that one; yield the share done, and finally 1."""
    name, arguments = ("prepare", ()) if view is None else ("prepare_for", (view,))
    if callable(method := getattr(player, name, None)):
        yield from method(*arguments) or ()
    yield 1.0


def is_prepared(player: Player, view: dict[str, Any]) -> bool:
    """Return whether a player is ready for a table like that of a view. Most players always are."""
    method = getattr(player, "is_prepared_for", None)
    return bool(method(view)) if callable(method) else True


class _Hurried:
    """A player with a time limit for each move."""

    def __init__(self, player: Player, milliseconds: float) -> None:
        self._player, self._milliseconds = player, milliseconds
        self.name, self.character = player.name, player.character

    def choose(self, view: dict[str, Any]) -> str:
        """Return the best move found in time."""
        move: str = self._player.choose_within(view, self._milliseconds)  # type: ignore[attr-defined]
        return move


def within(player: Player, milliseconds: float | None) -> Player:
    """Return the player with a time limit for each move, if it can watch the clock."""
    if milliseconds is None or not callable(getattr(player, "choose_within", None)):
        return player
    return _Hurried(player, milliseconds)
