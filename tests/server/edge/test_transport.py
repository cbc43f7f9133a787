"""The short cuts through uvicorn: what counts as one frame, and that messages survive any fragmentation."""

from __future__ import annotations

import gc
import json
import socket
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import httpx
import pytest

from knockroll.server.edge.transport import is_one_frame
from knockroll.server.tables.audience import TOO_SLOW, Listener, MessageBatch
from tests.server.helpers import PATIENCE, Served, Visitor, wait_until


def frame(text: bytes, first: int = 0x81, mask: bytes = b"abcd") -> bytes:
    head = bytes((first, 0x80 | len(text))) if len(text) < 126 else bytes((first, 0xFE)) + len(text).to_bytes(2, "big")
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(text))


@pytest.mark.parametrize(
    ("data", "whole"),
    [
        (frame(b""), True),
        (frame(b"x" * 125), True),
        (frame(b"x" * 126), True),
        (frame(b"x" * 5000), True),
        (frame(b"x", first=0x01), False),
        (frame(b"x")[:-1], False),
        (frame(b"x") + b"\x81", False),
        (frame(b"x") + frame(b"x"), False),
        (b"\x81\x01x", False),
        (b"", False),
    ],
)
def test_what_is_one_frame(data: bytes, whole: bool) -> None:
    assert is_one_frame(data) == whole


def _raw(served: Served, table: str) -> socket.socket:
    parts = urlsplit(served.url)
    assert parts.hostname and parts.port
    raw = socket.create_connection((parts.hostname, parts.port), PATIENCE)
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    raw.sendall(
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {parts.netloc}\r\n"
        "Upgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    return raw


def _read(raw: socket.socket, until: bytes, times: int) -> bytes:
    data = b""
    while data.count(until) < times:
        more = raw.recv(65536)
        assert more, data[-200:]
        data += more
    return data


PING = json.dumps({"type": "ping"}).encode()
LONG_PING = json.dumps({"type": "ping", "more": "x" * 300}).encode()


@pytest.mark.parametrize("size", [1, 2, 3, 6, 7, 50, 10_000])
def test_messages_survive_however_they_are_cut(sqlite_served: Served, size: int) -> None:
    """Six messages get six answers, whether they arrive whole, joined, fragmented, or in pieces of any size."""
    table = sqlite_served.open()
    data = (
        frame(PING)
        + frame(LONG_PING)
        + frame(PING[:5], 0x01)
        + frame(PING[5:], 0x80)
        + frame(b"hi", 0x89)
        + frame(PING)
    )
    with _raw(sqlite_served, table.id) as raw:
        _read(raw, b'"hello"', 1)
        raw.sendall(frame(PING))
        _read(raw, b'"pong"', 1)
        for at in range(0, len(data), size):
            raw.sendall(data[at : at + size])
            if size < 10:
                time.sleep(0.0005)
        raw.sendall(frame(PING))
        answers = _read(raw, b'"pong"', 5)
        assert answers.count(b"\x8a\x02hi") == 1  # the protocol's own ping


def test_an_unmasked_frame_is_refused(sqlite_served: Served) -> None:
    table = sqlite_served.open()
    with _raw(sqlite_served, table.id) as raw:
        _read(raw, b'"hello"', 1)
        raw.sendall(b"\x81" + bytes((len(PING),)) + PING)
        assert raw.recv(100)[:4] == b"\x88\x25\x03\xea" or not raw.recv(100)  # closed: protocol error


class Slow:
    """A transport whose client reads only when the test says so."""

    def __init__(self) -> None:
        self.on_writable: Callable[[], None] | None = None
        self.written: list[bytes] = []
        self.closed: tuple[int, str] | None = None
        self.unsent = 0
        self.keeps_up = False

    def write(self, message: bytes) -> None:
        self.written.append(message)

    def write_all(self, batch: MessageBatch) -> None:
        for message in batch.messages:
            self.write(message)

    def close(self, code: int, reason: str) -> None:
        self.closed = (code, reason)

    def read(self) -> None:
        assert self.on_writable is not None
        writable, self.on_writable = self.on_writable, None
        writable()


MISSED = [b"%d" % number for number in range(100)]


def test_what_was_missed_is_sent_as_fast_as_it_is_read_and_what_happens_follows() -> None:
    slow = Slow()
    listener = Listener(None, slow, 1000)
    listener.begin(iter(MISSED))
    assert slow.written == MISSED[:32]
    listener.send(b"now")
    listener.end(1000, "closed")
    slow.read()
    assert slow.written == MISSED[:64] and slow.closed is None
    slow.read()
    slow.read()
    assert slow.written == [*MISSED, b"now"] and slow.closed == (1000, "closed")


def test_who_is_too_far_behind_is_cut_off() -> None:
    slow = Slow()
    listener = Listener(None, slow, 1000)
    listener.begin(iter(MISSED))
    listener.send(b"x" * 1001)
    assert slow.closed is not None and slow.closed[0] == TOO_SLOW
    slow.read()
    assert slow.written == MISSED[:32]


def test_nothing_is_sent_to_who_has_gone() -> None:
    slow = Slow()
    listener = Listener(None, slow, 1000)
    listener.begin(iter(MISSED))
    listener.forget()
    slow.read()
    assert slow.written == MISSED[:32] and slow.closed is None


def _connection_objects() -> list[str]:
    """The objects that the server has in memory for connections, open or not."""
    rooms = ("knockroll.server.edge.", "knockroll.server.api.websocket", "uvicorn.protocols.", "websockets.server")
    kinds = (type(one) for one in gc.get_objects())
    return sorted(f"{kind.__module__}.{kind.__name__}" for kind in kinds if str(kind.__module__).startswith(rooms))


def _close(served: Served, table: str) -> None:
    with Visitor(served, table).live() as live:
        live.receive("hello")


def _vanish(served: Served, table: str) -> None:
    with _raw(served, table) as raw:
        _read(raw, b'"hello"', 1)


def _ask_for_an_unknown_table(served: Served, table: str) -> None:
    with _raw(served, "0" * 16) as raw:
        _read(raw, b"unknown_table", 1)


def _follow_a_stream(served: Served, table: str) -> None:
    with httpx.stream("GET", f"{served.url}/api/tables/{table}/events") as answer:
        next(answer.iter_lines())


def _send_requests(served: Served, table: str) -> None:
    with httpx.Client(base_url=served.url) as http:
        assert [http.get(f"/api/tables/{id}").status_code for id in (table, "x")] == [200, 404]


@pytest.mark.parametrize(
    "visit",
    [_close, _vanish, _ask_for_an_unknown_table, _follow_a_stream, _send_requests],
    ids=lambda one: one.__name__,
)
def test_a_connection_that_has_ended_leaves_nothing_for_the_garbage_collector(
    sqlite_served: Served, visit: Callable[[Served, str], None]
) -> None:
    """The collector would come late, and memory would grow with every visitor of the last hour."""
    table = sqlite_served.open().id
    visit(sqlite_served, table)
    sqlite_served.http.close()
    gc.collect()
    gc.disable()
    try:
        before = _connection_objects()
        for _ in range(3):
            visit(sqlite_served, table)
        wait_until(lambda: len(_connection_objects()) <= len(before))
    finally:
        gc.enable()
        sqlite_served.http = httpx.Client(base_url=sqlite_served.url, timeout=PATIENCE)
