"""uvicorn's HTTP protocol, with limits on what arrives before there is a request.

uvicorn's parser accepts headers of any size, waits for them forever, and does not count connections. Here the size of a
request's headers and the time until they are complete are limited, every connection takes a slot, and a client that
does not read its answer is cut off.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from knockroll.server.edge.slots import ConnectionSlots, Slot
from knockroll.server.edge.transport import Unread, WebSocketProtocol

_MOST_IN_THE_KERNEL = 128 * 1024
"""Bytes that the kernel buffers for a client that does not read; by default it would take megabytes."""


class _TooLarge(Exception):
    """The headers are larger than allowed."""


class EdgeProtocol(HttpToolsProtocol):
    """One connection, until it closes or becomes a WebSocket."""

    def __init__(self, slots: ConnectionSlots, **how: Any) -> None:
        super().__init__(**how)
        self._slots = slots
        self._limits = slots.limits
        self._slot: Slot | None = None
        self._unread: Unread | None = None
        self._timer: asyncio.TimerHandle | None = None
        """Runs while the server waits for headers."""
        self._in_head = True
        self._received = 0
        """The bytes of the headers received so far."""
        self._size = 0
        """The bytes of this request's headers parsed so far; several requests may arrive together."""
        self._too_large = False

    # --- A connection ----------------------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a slot for the connection, or turn it away."""
        super().connection_made(transport)
        self._slot = self._slots.take(self.client[0] if self.client else None, transport)
        self._unread = Unread(self.loop, transport, self._limits.unread_seconds)
        if self._slot is None:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "Too many connections.")
        else:
            self._wait_for_head()
        with suppress(OSError, AttributeError):  # not available on every system and kind of socket
            transport.get_extra_info("socket").setsockopt(
                socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, _MOST_IN_THE_KERNEL
            )

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the slot back."""
        self._stop_timers()
        if self._slot is not None:
            self._slots.leave(self._slot)
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection and its slot over to the WebSocket protocol."""
        self._stop_timers()
        super().handle_websocket_upgrade()
        self.parser = None  # type: ignore[assignment]  # a cycle of references would keep both in memory
        protocol = self.transport.get_protocol()
        slot = self._slot
        if slot is None:
            return
        if isinstance(protocol, WebSocketProtocol):
            protocol.on_lost = partial(self._slots.leave, slot)
            protocol.unread = Unread(self.loop, self.transport, self._limits.unread_seconds)
        else:  # another protocol would not free the slot
            self._slots.leave(slot)

    def pause_writing(self) -> None:
        """Start the time limit for a client that does not read."""
        super().pause_writing()
        if self._unread is not None:
            self._unread.begin()

    def resume_writing(self) -> None:
        """Stop the time limit: the client reads again."""
        super().resume_writing()
        if self._unread is not None:
            self._unread.end()

    # --- Requests --------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Read what has arrived.

        The time limit for headers starts here, because the unread rest of a body does not begin a message.
        """
        if self.transport.is_closing():
            return
        if self.cycle is None or self.cycle.response_complete:
            self._wait_for_head()
        if self._in_head:
            self._received += len(data)
        super().data_received(data)
        if self._in_head and self._received > self._limits.header_bytes and not self.transport.is_closing():
            self._refuse_headers()

    def on_message_begin(self) -> None:
        """Begin to count the headers of a request."""
        self._size = 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        """Count a part of the address."""
        super().on_url(url)
        self._count(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header."""
        super().on_header(name, value)
        self._count(len(name) + len(value))

    def on_headers_complete(self) -> None:
        """Stop the time limit for headers, and mark the connection as busy."""
        self._in_head = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._slot is not None:
            self._slots.work(self._slot)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Expect the headers of another request after this one."""
        super().on_message_complete()
        self._in_head, self._received = True, 0

    def on_response_complete(self) -> None:
        """Mark the connection as idle, unless it has sent another request already."""
        super().on_response_complete()
        if self._slot is not None and not self.pipeline:
            self._slots.rest(self._slot)

    def send_400_response(self, msg: str) -> None:
        """Answer a request that the parser does not understand."""
        if self._too_large:
            self._refuse_headers()
        else:
            super().send_400_response(msg)

    def _count(self, size: int) -> None:
        self._size += size
        if self._size > self._limits.header_bytes:
            self._too_large = True
            raise _TooLarge

    def _wait_for_head(self) -> None:
        if self._timer is None:
            self._timer = self.loop.call_later(self._limits.header_seconds, self._give_up)

    def _give_up(self) -> None:
        self._timer = None
        if self.transport.is_closing():
            return
        if self._received:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "The request did not arrive in time.")
        else:
            self.transport.close()

    def _refuse_headers(self) -> None:
        most = self._limits.header_bytes
        self._refuse(
            HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
            f"The address and headers can have at most {most} bytes together.",
        )

    def _refuse(self, status: HTTPStatus, message: str) -> None:
        head = f"content-type: text/plain\r\nconnection: close\r\ncontent-length: {len(message)}\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + (head + message).encode())
        self.transport.close()

    def _stop_timers(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._unread is not None:
            self._unread.end()
