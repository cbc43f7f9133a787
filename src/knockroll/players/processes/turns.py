"""The order of questions, when only a few can be answered at a time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from knockroll.engine.errors import PlayerFailed

MOST_REMEMBERED = 1_000
"""Clients whose last turn is remembered."""


@dataclass(eq=False)
class Ticket:
    """One question, and who asks it."""

    client: str
    people: bool = True
    """Whether people are waiting for it; computers that play among themselves have time."""
    turn: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Turns:
    """Gives turns: first to questions that people wait for, then to the client whose last turn is longest ago.

    A client has one turn at a time, and at most half of the places in the queue.
    """

    def __init__(self, at_a_time: int, most: int) -> None:
        """``most`` questions may wait or be under way."""
        self.at_a_time, self.most = at_a_time, most
        self.waiting: list[Ticket] = []
        self.under_way: list[Ticket] = []
        self._served: dict[str, int] = {}
        """When each client had its last turn."""
        self._count = 0

    @asynccontextmanager
    async def take(self, ticket: Ticket) -> AsyncIterator[None]:
        """Wait for a turn and hold it; raise :class:`PlayerFailed` if too many are waiting already."""
        self._make_room(ticket)
        self.waiting.append(ticket)
        self._go_on()
        try:
            await ticket.turn
            yield
        finally:
            for tickets in (self.waiting, self.under_way):
                if ticket in tickets:
                    tickets.remove(ticket)
            self._go_on()

    def _make_room(self, ticket: Ticket) -> None:
        mine = sum(one.client == ticket.client for one in self.waiting)
        if mine > self.most // 2:
            raise PlayerFailed("busy", f"{mine} questions of this client wait for their turn")
        if len(self.waiting) + len(self.under_way) < self.most:
            return
        computers = [one for one in self.waiting if not one.people]
        if not ticket.people or not computers:
            raise PlayerFailed("busy", f"{self.most} background jobs are waiting already")
        self.waiting.remove(computers[-1])
        if not computers[-1].turn.done():
            computers[-1].turn.set_exception(PlayerFailed("busy", "people come first"))

    def _go_on(self) -> None:
        while len(self.under_way) < self.at_a_time:
            busy = {one.client for one in self.under_way}
            able = [one for one in self.waiting if one.client not in busy and not one.turn.done()]
            if not able:
                return
            ticket = min(able, key=lambda one: (not one.people, self._served.get(one.client, 0)))
            self.waiting.remove(ticket)
            self.under_way.append(ticket)
            self._count += 1
            self._served.pop(ticket.client, None)
            self._served[ticket.client] = self._count
            if len(self._served) > MOST_REMEMBERED:
                del self._served[next(iter(self._served))]
            ticket.turn.set_result(None)
