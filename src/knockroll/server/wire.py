"""A short way through uvicorn for WebSockets: text is written at once, and may be read without waking a task.

An ASGI application hears of every message in a task of its own and sends each in another step of one. For thousands of
messages a second that costs more than the game. Here the protocol object offers two short cuts; everything else
(handshake, pings, closing, messages that must wait) goes the usual way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

EXTENSION = "knockroll.wire"
_TEXT = 0x81
"""The first byte of a whole text message."""
_HEAD = 6
"""The bytes before the text of a short message from a client: two, and the mask."""
_MASKED = 128
_EXTENDED = _MASKED + 126
"""The second byte of a frame from a client is its length, masked; from here on the length follows."""


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's WebSocket protocol with the short cuts; an application finds it in its scope's extensions."""

    on_text: Callable[[bytes], bool] | None = None
    """Takes a message and returns True; or returns False for a message that has to go the usual way."""

    _plain = True
    """Whether everything since the handshake has come in whole frames."""

    def handle_connect(self, event: Any) -> None:
        """Offer the short cuts to the application."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        """Read what has arrived; one whole short text message, the usual case, without the general parser."""
        if self._plain and self.on_text is not None:
            if not is_one_frame(data):
                self._plain = False  # the general parser may now be inside a message, so it gets all that follows
            elif data[0] == _TEXT and data[1] < _EXTENDED and self.queue.empty() and not self.close_sent:
                text = apply_mask(data[_HEAD:], data[2:_HEAD])
                if self.on_text(text):
                    return
        super().data_received(data)

    def send_receive_event_to_app(self) -> None:
        """Hand over a whole message."""
        if (
            self.on_text is not None
            and self.curr_msg_data_type == "text"
            and not self.close_sent
            and self.queue.empty()
        ):
            message = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
            if self.on_text(bytes(message)):
                self.frames = []
                return
        super().send_receive_event_to_app()

    @property
    def unsent(self) -> int:
        """How many bytes wait for the network."""
        return self.transport.get_write_buffer_size()

    def write_text(self, message: bytes) -> None:
        """Write a text message, which must be UTF-8, unless the connection is closing."""
        if self.close_sent or self.disconnected or self.transport.is_closing():
            return
        size = len(message)
        if size < 126:
            head = bytes((_TEXT, size))
        elif size < 65_536:
            head = bytes((_TEXT, 126)) + size.to_bytes(2, "big")
        else:
            head = bytes((_TEXT, 127)) + size.to_bytes(8, "big")
        self.transport.write(head + message)


def is_one_frame(data: bytes) -> bool:
    """Whether these bytes are one whole frame of a client, and a whole message."""
    if len(data) < _HEAD or not data[0] & 128 or data[1] < _MASKED:
        return False
    if data[1] < _EXTENDED:
        return len(data) == _HEAD + data[1] - _MASKED
    return data[1] == _EXTENDED and len(data) == _HEAD + 2 + int.from_bytes(data[2:4], "big")
