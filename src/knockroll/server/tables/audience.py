"""The audience of a room: clients with a live connection, and how messages reach them.

Players are sent a message at once, and so are spectators, unless they were sent one just before: then their messages
are gathered for a moment and sent together, as the same bytes to all. If there are thousands of spectators, they are
served some at a time, and other tables get their turn in between.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Protocol

from knockroll.server.tables.seats import Seat

TOO_SLOW = 4408
_SENT_AT_ONCE = 32
"""Missed messages sent to a client before other clients get their turn."""
TOLD_AT_ONCE = 250
MOST_WAITING = 50_000
"""If more sends than this are pending, some are done at once."""
GATHER_SECONDS = 0.25
"""The least time between two sends to a spectator; writing to a socket costs more than everything else."""


class MessageBatch:
    """Messages for many listeners."""

    __slots__ = ("framed", "messages")

    def __init__(self, messages: Sequence[bytes]) -> None:
        self.messages = messages
        self.framed: bytes | None = None
        """The messages as WebSocket frames, made by the first connection that sends them."""


class Transport(Protocol):
    """The connection to one client. Nothing here blocks."""

    on_writable: Callable[[], None] | None
    """Called once, as soon as the client keeps up again."""

    @property
    def unsent(self) -> int:
        """The number of bytes waiting to be sent."""

    @property
    def keeps_up(self) -> bool:
        """Whether the client reads as fast as the server writes."""

    def write(self, message: bytes) -> None:
        """Send a message in JSON, unless the connection is closing."""

    def write_all(self, batch: MessageBatch) -> None:
        """Send a batch of messages, which is shared with other clients."""

    def close(self, code: int, reason: str) -> None:
        """Close the connection after all messages are sent."""


class Listener:
    """A client that is sent the events of a room, over a WebSocket or a stream."""

    def __init__(self, seat: Seat | None, transport: Transport, most_unsent: int) -> None:
        self.seat = seat
        self.acts = False
        """Whether every view should repeat all acts of the hand, for programs that do not keep them."""
        self.ended = False
        self._transport = transport
        self._most_unsent = most_unsent
        self._missed: Iterator[bytes] | None = None
        """Missed messages, still to be sent before new ones."""
        self._behind: list[bytes] = []
        """New messages that have to wait for the missed ones."""
        self._behind_bytes = 0
        self.group: SpectatorGroup | None = None
        """The group of a spectator; None for a player."""
        self._ending: tuple[int, str] | None = None

    def begin(self, missed: Iterator[bytes]) -> None:
        """Send missed messages as fast as the client reads, giving other clients their turn; then new ones."""
        self._missed = missed
        self._catch_up()

    def send(self, message: bytes) -> None:
        """Send a message. A client that does not keep up is cut off and can resume."""
        if self.ended:
            return
        if self._missed is not None:
            self._behind.append(message)
            self._behind_bytes += len(message)
            unsent = self._behind_bytes
        else:
            unsent = self._transport.unsent
            if unsent <= self._most_unsent:
                self._transport.write(message)
        if unsent > self._most_unsent:
            self._cut_off()

    def send_all(self, batch: MessageBatch) -> None:
        """Send a batch of messages at once; a client that does not keep up is cut off, as in :meth:`send`."""
        if self._missed is not None:
            for message in batch.messages:
                self.send(message)
        elif not self.ended:
            if self._transport.unsent <= self._most_unsent:
                self._transport.write_all(batch)
            else:
                self._cut_off()

    def _cut_off(self) -> None:
        self._missed = None
        self.end(TOO_SLOW, "too slow; resume with the number of the latest event you have")

    def end(self, code: int, reason: str) -> None:
        """End the connection after the messages that are waiting."""
        if self.ended:
            return
        self.ended = True
        if self._missed is None:
            self._transport.close(code, reason)
        else:
            self._ending = (code, reason)

    def forget(self) -> None:
        """The client is gone: send nothing more."""
        self.ended = True
        self._missed = self._ending = None

    def _catch_up(self) -> None:
        """Send some of the missed messages, and the rest later."""
        if self._missed is None:
            return
        some = list(islice(self._missed, _SENT_AT_ONCE))
        for message in some:
            self._transport.write(message)
        if len(some) == _SENT_AT_ONCE:
            if self._transport.keeps_up:
                asyncio.get_running_loop().call_soon(self._catch_up)
            else:
                self._transport.on_writable = self._catch_up
            return
        self._missed = None
        for message in self._behind:
            self._transport.write(message)
        self._behind.clear()
        if self._ending is not None:
            self._transport.close(*self._ending)


class SpectatorGroup:
    """Spectators who are sent the same messages. These are gathered once for all of them."""

    seat = None

    def __init__(self, acts: bool) -> None:
        self.acts = acts
        self.members: dict[Listener, None] = {}
        self.gathered: list[bytes] = []
        """Messages that will be sent together."""


Receiver = Listener | SpectatorGroup
"""One listener, or a group of spectators who are sent the same messages."""
Asker = tuple[Listener, int | str | None]
"""The listener that sent a request, and the id it gave the message."""


class Audience:
    """The listeners of a room."""

    def __init__(self) -> None:
        self._all: dict[Listener, None] = {}
        """All listeners, in order of arrival; they are sent messages in this order."""
        self.seated: dict[Listener, None] = {}
        """Listeners that had a seat when they came; they may have given it up."""
        self._groups: list[SpectatorGroup] = []
        """All other listeners, in groups."""
        self._waiting: deque[Callable[[], None]] = deque()
        """Pending sends to spectators, in order."""
        self._sent_at = -GATHER_SECONDS
        """When spectators were last sent something."""
        self._timer: asyncio.TimerHandle | None = None
        """Runs while messages for spectators are gathered."""

    def __len__(self) -> int:
        return len(self._all)

    def __iter__(self) -> Iterator[Listener]:
        return iter(self._all)

    @property
    def receivers(self) -> list[Receiver]:
        """All listeners; spectators in groups."""
        return [*self.seated, *self._groups]

    def add(self, listener: Listener) -> None:
        """Add a listener."""
        self._all[listener] = None
        if listener.seat is not None:
            self.seated[listener] = None
        else:
            self._join(listener)

    def _join(self, listener: Listener) -> None:
        """Put a spectator into a group for which nothing is gathered: a newcomer's state already includes that."""
        fitting = (group for group in self._groups if group.acts == listener.acts and not group.gathered)
        group = next(fitting, None)
        if group is None:
            self._groups.append(group := SpectatorGroup(listener.acts))
        group.members[listener] = None
        listener.group = group

    def discard(self, listener: Listener) -> None:
        """Remove a listener."""
        self._all.pop(listener, None)
        self.seated.pop(listener, None)
        if (group := listener.group) is not None:
            listener.group = None
            del group.members[listener]
            if not group.members:
                self._groups.remove(group)

    def send(self, messages: Sequence[tuple[Receiver, bytes]]) -> None:
        """Send each receiver a message: players at once, spectators soon."""
        spectators = False
        for receiver, message in messages:
            if isinstance(receiver, Listener):
                receiver.send(message)
            else:
                receiver.gathered.append(message)
                spectators = True
        if spectators and self._timer is None:
            wait = self._sent_at + GATHER_SECONDS - time.monotonic()
            if wait <= 0:
                self._send_gathered()
            else:
                self._timer = asyncio.get_running_loop().call_later(wait, self._send_gathered)

    def _send_gathered(self) -> None:
        """Send each group of spectators the messages gathered for it, as the same bytes."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._sent_at = time.monotonic()
        sends: list[tuple[Listener, MessageBatch]] = []
        for group in self._groups:
            if group.gathered:
                batch, group.gathered = MessageBatch(group.gathered), []
                sends += [(listener, batch) for listener in group.members]
        self._unite()
        if len(sends) <= TOLD_AT_ONCE and not self._waiting:
            for listener, batch in sends:
                listener.send_all(batch)
        else:
            self._do_in_turn([partial(listener.send_all, batch) for listener, batch in sends])

    def _unite(self) -> None:
        """Merge groups that came later into the first one: with nothing gathered, they no longer differ.

        Messages for both may be waiting for a commit. They are the same, so sending the first group's is enough.
        """
        for acts in (False, True):
            same = [group for group in self._groups if group.acts == acts]
            for group in same[1:]:
                for listener in group.members:
                    listener.group = same[0]
                same[0].members |= group.members
                self._groups.remove(group)

    def send_away(self, code: int, reason: str) -> None:
        """End all connections after everything pending is sent."""
        self._send_gathered()
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
