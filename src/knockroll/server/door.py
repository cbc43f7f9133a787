"""A lock for one event loop that can also be taken without waiting."""

from __future__ import annotations

import asyncio
from collections import deque


class Door:
    """One may be inside at a time; the others wait in the order in which they came."""

    __slots__ = ("_waiting", "shut")

    def __init__(self) -> None:
        self.shut = False
        """Whether somebody is inside."""
        self._waiting: deque[asyncio.Future[None]] = deque()

    def enter_now(self) -> bool:
        """Go in, if nobody is inside."""
        if self.shut:
            return False
        self.shut = True
        return True

    async def enter(self) -> None:
        """Go in, as soon as it is one's turn."""
        if self.enter_now():
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()  # it was our turn just when we gave up
            raise

    def leave(self) -> None:
        """Go out, and let the next one in."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)  # the door stays shut: the next one is inside
                return
        self.shut = False

    async def __aenter__(self) -> None:
        await self.enter()

    async def __aexit__(self, *error: object) -> None:
        self.leave()
