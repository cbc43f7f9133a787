"""Tools for attacks: raw connections, and a database that can be cut off."""

from __future__ import annotations

import base64
import os
import socket
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial

SOON = 5.0
"""Seconds in which something happens that is due after at most one; the machine may be busy."""


def connected(port: int, source: str = "127.0.0.1") -> socket.socket:
    """A TCP connection to a server, from one of the addresses 127.x.y.z."""
    return socket.create_connection(("127.0.0.1", port), SOON, (source, 0))


def request(path: str, **headers: str) -> bytes:
    """A request as bytes; names of headers are written with ``_`` for ``-``."""
    return _head(f"GET {path}", headers)


def post(path: str, body: bytes, **headers: str) -> bytes:
    """A request with a body, as bytes."""
    length = str(len(body))
    return _head(f"POST {path}", headers | {"Content-Type": "application/json", "Content-Length": length}) + body


def _head(first: str, headers: dict[str, str]) -> bytes:
    given = {"Host": "127.0.0.1", **{name.replace("_", "-"): value for name, value in headers.items()}}
    lines = [f"{first} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items()), "", ""]
    return "\r\n".join(lines).encode("latin-1")


def upgrade(path: str, **headers: str) -> bytes:
    """A request for a WebSocket."""
    key = base64.b64encode(os.urandom(16)).decode()
    return request(
        path, Upgrade="websocket", Connection="Upgrade", Sec_WebSocket_Key=key, Sec_WebSocket_Version="13", **headers
    )


def frame(payload: bytes, first: int = 0x81) -> bytes:
    """A short frame of a client, by default a whole text; the mask is zero."""
    return bytes((first, 0x80 | len(payload))) + b"\0\0\0\0" + payload


def read_to_the_end(one: socket.socket, seconds: float = SOON, most: int = 1 << 20) -> tuple[bytes, bool]:
    """Everything that arrives until the other side closes or goes silent, and whether it has closed."""
    one.settimeout(seconds)
    found = bytearray()
    with suppress(TimeoutError):
        while len(found) < most:
            try:
                more = one.recv(65_536)
            except ConnectionError:
                return bytes(found), True
            if not more:
                return bytes(found), True
            found += more
    return bytes(found), False


def status_of(answer: bytes) -> int | None:
    """The status of an answer; None if there is none."""
    return int(answer.split(b" ", 2)[1]) if answer.startswith(b"HTTP/1.1 ") else None


class Cable:
    """A connection to a database that can be cut, or go silent while it seems to be open."""

    def __init__(self, to_port: int) -> None:
        self._to_port = to_port
        self._ends: list[socket.socket] = []
        self._threads: list[threading.Thread] = []
        self._flows = threading.Event()
        self._flows.set()
        self._plugged = True
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._socket.getsockname()[1])
        self._run(self._accept)

    def cut(self) -> None:
        """Break all connections, and refuse others."""
        self._plugged = False
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def freeze(self) -> None:
        """Let nothing through from now on, without closing connections."""
        self._flows.clear()

    def mend(self) -> None:
        """Let everything through again."""
        self._plugged = True
        self._flows.set()

    def close(self) -> None:
        """Close the cable."""
        self.cut()
        self._flows.set()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()
        for end in (self._socket, *self._ends):
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                here, _ = self._socket.accept()
                if not self._plugged:
                    here.close()
                    continue
                there = socket.create_connection(("127.0.0.1", self._to_port))
                self._ends += [here, there]
                self._run(partial(self._pass_on, here, there))
                self._run(partial(self._pass_on, there, here))

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(65_536):
                self._flows.wait()
                other.sendall(data)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _run(self, what: Callable[[], None]) -> None:
        self._threads.append(threading.Thread(target=what, daemon=True))
        self._threads[-1].start()
