"""Only connections on which nothing has arrived in time are closed without an answer."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.server.helpers import PATIENCE, Served, serving, wait_until

LONG = 60.0
"""Seconds, longer than any limit for a connection without a request."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(str(tmp_path / "db"), skipping=True) as one:
        yield one


def _connect(served: Served) -> socket.socket:
    parts = urlsplit(served.url)
    assert parts.hostname and parts.port
    return socket.create_connection((parts.hostname, parts.port), PATIENCE)


def _request(served: Served) -> bytes:
    return f"GET /api/health HTTP/1.1\r\nHost: {urlsplit(served.url).netloc}\r\n\r\n".encode()


def _answer(raw: socket.socket) -> bytes:
    answer = b""
    while not answer.endswith(b"}"):
        more = raw.recv(65_536)
        if not more:
            break
        answer += more
    return answer


def _begin(served: Served, raw: socket.socket, kept: bool) -> None:
    """Let the server accept the connection and, with ``kept``, answer a first request on it."""
    if kept:
        raw.sendall(_request(served))
        assert _answer(raw).startswith(b"HTTP/1.1 200")
    assert served.server is not None
    slots = served.server.slots
    wait_until(lambda: slots._idle)


@pytest.mark.parametrize("kept", [False, True], ids=["first", "kept alive"])
def test_a_request_that_arrives_in_time_is_answered_however_long_the_server_was_busy(
    served: Served, kept: bool
) -> None:
    """All time limits have passed when the server reads the request."""
    assert served.loop is not None
    with _connect(served) as raw:
        _begin(served, raw, kept)

        def be_busy() -> None:
            raw.sendall(_request(served))
            assert served.loop is not None
            served.loop.put_forward(LONG)

        served.loop.call_soon_threadsafe(be_busy)
        assert _answer(raw).startswith(b"HTTP/1.1 200")


@pytest.mark.parametrize("kept", [False, True], ids=["first", "kept alive"])
def test_a_connection_without_a_request_is_closed_and_a_new_one_is_answered(served: Served, kept: bool) -> None:
    """Without an answer, as HTTP allows: a client that sends late has to send again."""
    with _connect(served) as raw:
        _begin(served, raw, kept)
        served.skip(LONG)
        assert _answer(raw) == b""
    with _connect(served) as raw:
        raw.sendall(_request(served))
        assert _answer(raw).startswith(b"HTTP/1.1 200")
