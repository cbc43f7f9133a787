"""Who listens in a room.

A few are told at once. Spectators by the thousand are told some at a time, and other tables have their turn between.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from knockroll.server.tables.listeners import Listener

TOLD_AT_ONCE = 250
MOST_WAITING = 50_000
"""If more than this is still to be said, a room has to wait until it is."""


class Audience:
    """The listeners of a room."""

    def __init__(self) -> None:
        self._all: set[Listener] = set()
        self.seated: set[Listener] = set()
        """Those who came to a seat; they may have given it up."""
        self._waiting: deque[Callable[[], None]] = deque()
        """What spectators are still to be told, in order."""

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Listener]:
        return iter(self._all)

    def add(self, listener: Listener) -> None:
        """Somebody comes."""
        self._all.add(listener)
        if listener.seat is not None:
            self.seated.add(listener)

    def discard(self, listener: Listener) -> None:
        """Somebody goes."""
        self._all.discard(listener)
        self.seated.discard(listener)

    def send(self, messages: Sequence[tuple[Listener, bytes]]) -> None:
        """Send each listener a message: players at once, and spectators in their order."""
        if len(messages) <= TOLD_AT_ONCE and not self._waiting:
            for listener, message in messages:
                listener.send(message)
            return
        for listener, message in messages:
            if listener in self.seated:
                listener.send(message)
        self._do_in_turn(
            [partial(listener.send, message) for listener, message in messages if listener not in self.seated]
        )

    def send_away(self, code: int, reason: str) -> None:
        """End all connections, when everything has been said."""
        self._do_in_turn([partial(listener.end, code, reason) for listener in self._all])

    def _do_in_turn(self, things: list[Callable[[], None]]) -> None:
        is_under_way = bool(self._waiting)
        self._waiting.extend(things)
        if len(self._waiting) <= TOLD_AT_ONCE and not is_under_way:
            self._do(TOLD_AT_ONCE)
        elif len(self._waiting) > MOST_WAITING:
            self._do(len(self._waiting) - MOST_WAITING)
        if self._waiting and not is_under_way:
            asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        self._do(TOLD_AT_ONCE)
        if self._waiting:
            asyncio.get_running_loop().call_soon(self._go_on)

    def _do(self, most: int) -> None:
        for _ in range(min(most, len(self._waiting))):
            self._waiting.popleft()()
