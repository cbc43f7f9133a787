"""Connections to clients: one interface, for uvicorn's WebSockets and for any ASGI server.

An ASGI application receives every message in a task and sends each in another step of one. At thousands of messages a
second, that costs more than the game. So the server runs uvicorn with a protocol class that offers two short cuts: text
is written at once, and can be read without waking a task. Everything else (handshake, pings, closing, messages that
have to wait) goes the usual way.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from contextlib import suppress
from struct import Struct
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode

from knockroll.server.tables.audience import MessageBatch

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

EXTENSION = "knockroll.transport"
_MOST_WAITING = 64 * 1024
"""Most bytes waiting for a client that counts as keeping up."""
_TEXT = 0x81
"""The first byte of a complete text message."""
_HEAD = 6
"""The bytes before the text of a short message from a client: two, plus the mask."""
_MASKED = 128
_EXTENDED = _MASKED + 126
"""The second byte of a client's frame is its length plus 128; from this value on, the length follows in more bytes."""
_HEAD_OF_SHORT, _HEAD_OF_LONG, _HEAD_OF_LONGEST = Struct("!BB"), Struct("!BBH"), Struct("!BBQ")
"""The bytes before the text of a message to a client."""


class AsgiTransport:
    """A transport over an ASGI ``send``. Messages wait in a queue, which a task sends."""

    def __init__(
        self,
        send: Send,
        wrap: Callable[[bytes], MutableMapping[str, Any]],
        closing: Callable[[int, str], MutableMapping[str, Any]],
        first: Iterable[MutableMapping[str, Any]] = (),
    ) -> None:
        """``wrap`` and ``closing`` make the ASGI events; ``first`` are sent before all others."""
        self.unsent = 0
        self.on_writable: Callable[[], None] | None = None
        self._send = send
        self._wrap = wrap
        self._closing = closing
        self._waiting: deque[tuple[int, MutableMapping[str, Any]]] = deque((0, event) for event in first)
        self._sender: asyncio.Task[None] | None = None

    @property
    def keeps_up(self) -> bool:
        """Whether the client reads as fast as the server writes."""
        return self.unsent <= _MOST_WAITING

    def write(self, message: bytes) -> None:
        """Send a message."""
        self._put(len(message), self._wrap(message))

    def write_all(self, batch: MessageBatch) -> None:
        """Send several messages."""
        for message in batch.messages:
            self.write(message)

    def close(self, code: int, reason: str) -> None:
        """Close the connection after all messages are sent."""
        self._put(0, self._closing(code, reason))

    def _put(self, size: int, event: MutableMapping[str, Any]) -> None:
        self._waiting.append((size, event))
        self.unsent += size
        if self._sender is None or self._sender.done():
            self._sender = asyncio.ensure_future(self._send_all())

    async def _send_all(self) -> None:
        with suppress(OSError):  # the client is gone, and its reader will notice
            while self._waiting:
                size, event = self._waiting.popleft()
                await self._send(event)
                self.unsent -= size
                if self.on_writable is not None and self.keeps_up:
                    writable, self.on_writable = self.on_writable, None
                    writable()

    async def finish(self) -> None:
        """Send what is waiting, if the client still reads it."""
        if self._sender is not None:
            await self._sender


def websocket_transport(send: Send) -> AsgiTransport:
    """A WebSocket of any ASGI server."""
    return AsgiTransport(
        send,
        lambda message: {"type": "websocket.send", "text": message.decode()},
        lambda code, reason: {"type": "websocket.close", "code": code, "reason": reason},
    )


CLOSE_SECONDS = 2.0
"""Seconds a client has to confirm that its WebSocket is closed."""


class Unread:
    """Cuts off a connection whose client has not read for too long. Closing it would wait for the client."""

    def __init__(self, loop: asyncio.AbstractEventLoop, transport: asyncio.Transport, seconds: float) -> None:
        self._loop = loop
        self._transport = transport
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Start the time limit: the client does not read."""
        if self._timer is None:
            self._timer = self._loop.call_later(self._seconds, self._transport.abort)

    def end(self) -> None:
        """Stop the time limit: the client reads again, or is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with the short cuts, as a transport that an application finds in its scope."""

    on_text: Callable[[bytes], bool] | None = None
    """Handles a message and returns True, or returns False if it has to go the usual way."""

    on_writable: Callable[[], None] | None = None
    on_lost: Callable[[], None] | None = None
    """Called when the connection has ended."""

    unread: Unread | None = None

    _plain = True
    """Whether everything since the handshake has arrived in complete frames."""

    _closer: asyncio.Task[None] | None = None

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.close_timeout = CLOSE_SECONDS

    def handle_connect(self, event: Any) -> None:
        """Offer the short cuts to the application."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after the connection, and break cycles of references to free its memory at once.

        The garbage collector would free it as well, but only rarely looks at objects that have lived for minutes.
        """
        if self.unread is not None:
            self.unread.end()
        if self.on_lost is not None:
            self.on_lost()
        super().connection_lost(exc)
        self.on_lost = self.unread = None
        if self.handshake_initiated:
            self.scope["extensions"].pop(EXTENSION, None)
        self.conn.parser.close()

    def pause_writing(self) -> None:
        """Start the time limit for a client that does not read."""
        super().pause_writing()
        if self.unread is not None:
            self.unread.begin()

    def resume_writing(self) -> None:
        """Stop the time limit: the client reads again."""
        super().resume_writing()
        if self.unread is not None:
            self.unread.end()
        if self.on_writable is not None:
            writable, self.on_writable = self.on_writable, None
            writable()

    def data_received(self, data: bytes) -> None:
        """Read what has arrived. One complete short text message, the usual case, skips the general parser."""
        if self._plain and self.on_text is not None:
            if not is_one_frame(data):
                self._plain = (
                    False  # the general parser may now be inside a message, so it gets everything that follows
                )
            elif data[0] == _TEXT and data[1] < _EXTENDED and self.queue.empty() and not self.close_sent:
                text = apply_mask(data[_HEAD:], data[2:_HEAD])
                if self.on_text(text):
                    return
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Hand over a complete message; text that is not UTF-8 ends the connection."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            message = b"".join(self.frames)
            if self.on_text is not None and self.queue.empty() and self.on_text(message):
                self.frames = []
                return
            try:
                message.decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    @property
    def unsent(self) -> int:
        """The number of bytes waiting to be sent."""
        return self.transport.get_write_buffer_size()

    @property
    def keeps_up(self) -> bool:
        """Whether the client reads as fast as the server writes."""
        return self.writable.is_set()

    def write(self, message: bytes) -> None:
        """Write a text message, which must be UTF-8, unless the connection is closing."""
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            self.transport.write(_head(len(message)) + message)

    def write_all(self, batch: MessageBatch) -> None:
        """Write several text messages, in frames that are made once for all connections."""
        if not (self.close_sent or self.disconnected or self.transport.is_closing()):
            if batch.framed is None:
                batch.framed = b"".join(part for message in batch.messages for part in (_head(len(message)), message))
            self.transport.write(batch.framed)

    def close(self, code: int, reason: str) -> None:
        """Close the connection, in the usual way."""
        if self._closer is None:
            self._closer = self.loop.create_task(self._close(code, reason))

    async def _close(self, code: int, reason: str) -> None:
        with suppress(OSError, RuntimeError):  # it is gone, or already closing
            await self.send({"type": "websocket.close", "code": code, "reason": reason})


def _head(size: int) -> bytes:
    """The bytes before a text message of this size."""
    if size < 126:
        return _HEAD_OF_SHORT.pack(_TEXT, size)
    if size < 65_536:
        return _HEAD_OF_LONG.pack(_TEXT, 126, size)
    return _HEAD_OF_LONGEST.pack(_TEXT, 127, size)


def is_one_frame(data: bytes) -> bool:
    """Whether these bytes are one complete frame of a client, and a complete message."""
    if len(data) < _HEAD or not data[0] & 128 or data[1] < _MASKED:
        return False
    if data[1] < _EXTENDED:
        return len(data) == _HEAD + data[1] - _MASKED
    return data[1] == _EXTENDED and len(data) == _HEAD + 2 + int.from_bytes(data[2:4], "big")
