"""Replies of Redis that are read only up to a length: anyone who reaches Redis can leave anything there."""

from __future__ import annotations

from typing import Any

from redis._parsers import _AsyncHiredisParser
from redis.exceptions import InvalidResponse

LONGEST_REPLY = 1 << 20
"""Bytes of a reply to a worker. A job, the longest, has a view and the acts of a hand: some tens of kilobytes."""


class BoundedParser(_AsyncHiredisParser):
    """The usual parser, which gives up a reply that is too long, and with it the connection."""

    _reader: Any

    def __init__(self, socket_read_size: int) -> None:
        super().__init__(socket_read_size)
        self._received = 0
        """Bytes received for the reply that is being read."""

    async def read_response(self, disable_decoding: bool = False, push_request: bool = False) -> Any:
        """Read a reply."""
        self._received = 0
        return await super().read_response(disable_decoding, push_request)

    async def read_from_socket(self) -> bool:
        """Read some more of a reply."""
        before = self._reader.len()
        await super().read_from_socket()  # type: ignore[no-untyped-call]
        self._received += self._reader.len() - before
        if self._received > LONGEST_REPLY:
            raise InvalidResponse(f"a reply of Redis is longer than {LONGEST_REPLY:,} bytes, and is not read")
        return True
