"""The people online at a table, at this process or another, and the reactions they send.

None of this is in the log.
"""

from __future__ import annotations

import asyncio
import weakref
from typing import TYPE_CHECKING

from knockroll.server.errors import Code, Refusal
from knockroll.server.tables import messages, payloads
from knockroll.server.tables.reactions import REACTIONS
from knockroll.server.tables.room import Room
from knockroll.server.tables.seats import Seat, short_token
from knockroll.server.token_buckets import RateLimit

if TYPE_CHECKING:
    from knockroll.server.tables.live_room import LiveRoom

PRESENCE_SECONDS = 0.25
"""Shortest time between two messages about who is online."""
MOST_COUNTED = 64
"""Most people whose reactions are counted at a time; more than can sit at a table."""


class Attendance:
    """The people online at a room, and the messages about them."""

    def __init__(self, live: LiveRoom) -> None:
        # weak: a room that leaves memory is freed at once, without waiting for the garbage collector
        self._live_room = weakref.ref(live)
        self.online_at_peers: frozenset[str] = frozenset()
        """The people with a connection at other processes, by shortened token hash."""
        self._loop = live.loop
        self._timer: asyncio.TimerHandle | None = None
        self._announced = 0.0
        self._reactions = RateLimit(live.limits.reactions_per_second, live.limits.reactions_burst, MOST_COUNTED)

    @property
    def _live(self) -> LiveRoom:
        live = self._live_room()
        assert live is not None, "nobody attends a room that has left memory"
        return live

    # --- Connections -----------------------------------------------------------------------------------------------

    def is_online(self, seat: Seat) -> bool:
        """Whether the person at a seat has a live connection."""
        token = seat.token
        if token is None:
            return False
        here = any(one.seat is not None and one.seat.token == token for one in self._live.listeners.seated)
        return here or (bool(self.online_at_peers) and short_token(token) in self.online_at_peers)

    def online_seats(self, room: Room) -> set[int]:
        """The seats of people who are online."""
        return {number for number, seat in enumerate(room.seats) if self.is_online(seat)}

    def set_online_at_peers(self, listeners: frozenset[str], visitors: set[str]) -> None:
        """Note the people who listen to the room at other processes, or have looked at it there."""
        live = self._live
        for seat in live.room.seats:
            if seat.token is not None and short_token(seat.token) in listeners | visitors:
                live.scheduler.see(seat)
        if listeners != self.online_at_peers:
            self.online_at_peers = listeners
            self.announce()
            live.scheduler.arm()

    def announce(self) -> None:
        """Schedule a message about who is online; there are at least :data:`PRESENCE_SECONDS` between two of them."""
        if self._timer is None:
            wait = max(0.0, self._announced + PRESENCE_SECONDS - self._loop.time())
            self._timer = self._loop.call_later(wait, self._announce_now)

    def _announce_now(self) -> None:
        self._timer = None
        self._announced = self._loop.time()
        if (live := self._live_room()) is not None:  # None if its listeners left after the room had left memory
            self._send(payloads.presence(self.online_seats(live.room)))

    def stop(self) -> None:
        """Cancel the scheduled message."""
        if self._timer is not None:
            self._timer.cancel()

    # --- Reactions -------------------------------------------------------------------------------------------------

    def react(self, seat: Seat | None, reaction: str) -> None:
        """Send a reaction from someone at the table to all listeners."""
        live = self._live
        number = live.room.number(seat)
        if seat is None or number is None:
            raise Refusal(Code.NOT_SEATED, "you are watching; only people at the table can send reactions")
        if reaction not in REACTIONS:
            raise Refusal(Code.MALFORMED, f"the reaction has to be one of: {', '.join(REACTIONS)}")
        self._reactions.take(str(number), "reactions")  # not by token, which is new for each person who sits down
        self.tell_reaction(number, reaction)
        live.peers.reacted(live.room.id, number, reaction)

    def tell_reaction(self, number: int, reaction: str) -> None:
        """Send all listeners a reaction, from this process or another."""
        self._send(messages.encode(messages.Reacted(number, reaction)))

    def _send(self, message: bytes) -> None:
        listeners = self._live.listeners
        listeners.send([(receiver, message) for receiver in listeners.receivers])
