"""The edge of the network: requests that never end, silent connections, and listeners that do not read."""

from __future__ import annotations

import socket
import time
from contextlib import ExitStack, suppress

import pytest

from tests.server.helpers import wait_until
from tests.server.hostile.attacked import Attacked
from tests.server.hostile.conftest import Start
from tests.server.hostile.tools import SOON, connected, read_to_the_end, request, status_of, upgrade

MEGABYTE = 1 << 20
HEAD = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n"
OTHER = "127.0.0.2"
"""The address of somebody who does no harm."""


def flood(one: socket.socket, begin: bytes, again: bytes, size: int) -> bytes:
    """Send a repetitive request until it has this size or the server closes; return the server's answer."""
    with suppress(ConnectionError):
        one.sendall(begin)
        chunk = again * (65_536 // len(again))
        for _ in range(size // len(chunk)):
            one.sendall(chunk)
            one.settimeout(0.001)
            with suppress(TimeoutError):
                if found := one.recv(65_536):
                    return found
            one.settimeout(SOON)
    return read_to_the_end(one, 1.0)[0]


# --- 1. Headers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begin", "again"),
    [
        pytest.param(HEAD, b"X-a: b\r\n", id="many headers"),
        pytest.param(HEAD + b"X-a: ", b"b", id="one long header"),
        pytest.param(HEAD, b"a", id="the name of a header"),
        pytest.param(b"GET /", b"a", id="an address"),
    ],
)
def test_a_request_that_does_not_end_is_refused(attacked: Attacked, begin: bytes, again: bytes) -> None:
    with connected(attacked.port) as one:
        answer = flood(one, begin, again, 2 * MEGABYTE)
    assert status_of(answer) in (414, 431), answer[:200]


def test_headers_without_end_take_no_memory(attacked: Attacked) -> None:
    before = attacked.memory_mb
    with connected(attacked.port) as one:
        flood(one, HEAD, b"X-a: b\r\n", 6 * MEGABYTE)
        assert attacked.memory_mb - before < 30


def test_headers_must_come_in_time(start: Start) -> None:
    server = start(limits={"header_seconds": 1.0}).wait()
    with connected(server.port) as one:
        one.sendall(HEAD)
        end = time.monotonic() + SOON
        answer = b""
        with suppress(ConnectionError):
            while not answer and time.monotonic() < end:
                one.sendall(b"X-a: b\r\n")  # always something, never all
                answer, _ = read_to_the_end(one, 0.2)
    assert status_of(answer) == 408, answer[:200]


def test_headers_behind_a_request_that_is_still_answered_are_limited_too(attacked: Attacked) -> None:
    with connected(attacked.port) as one:
        one.sendall(request(f"/api/tables/{attacked.open().id}/events"))
        wait_until(lambda: b'"hello"' in one.recv(65_536, socket.MSG_PEEK))
        flood(one, HEAD + b"X-a: ", b"b", 2 * MEGABYTE)
        wait_until(lambda: not attacked.holds(one))


def test_many_requests_at_once_are_each_answered(attacked: Attacked) -> None:
    with connected(attacked.port) as one:
        head = f"X-a: {'b' * 1000}\r\n".encode()
        one.sendall((b"GET /api/games/none HTTP/1.1\r\nHost: 127.0.0.1\r\n" + head + b"\r\n") * 50)
        answers, _ = read_to_the_end(one, 2.0)
    assert answers.count(b"HTTP/1.1 404") == 50


def test_headers_of_a_usual_size_are_read(attacked: Attacked) -> None:
    headers = {f"X-Header-{number}": "x" * 200 for number in range(30)}
    assert attacked.http.get("/api/games", headers=headers).status_code == 200


# --- 2. Connections ------------------------------------------------------------------------------------------------


def test_a_connection_that_says_nothing_is_closed(start: Start) -> None:
    server = start(limits={"header_seconds": 1.0}).wait()
    with connected(server.port) as silent:
        _, closed = read_to_the_end(silent, SOON)
    assert closed


def test_one_address_cannot_take_all_connections(start: Start) -> None:
    server = start(files=120, limits={"sockets_per_client": 40}).wait()
    with ExitStack() as attack:
        for _ in range(140):
            attack.enter_context(connected(server.port))
        assert server.answers(source=OTHER, seconds=SOON)


def test_many_addresses_cannot_take_all_connections(start: Start) -> None:
    server = start(files=120, limits={"header_seconds": 1.0}).wait()
    with ExitStack() as attack:
        for number in range(140):
            attack.enter_context(connected(server.port, f"127.0.1.{number}"))
        wait_until(lambda: server.answers(source=OTHER))


def test_a_low_limit_of_files_is_said_at_the_start(start: Start) -> None:
    server = start(files=120).wait()
    assert "files" in server.said and "120" in server.said


# --- 12. Listeners that never read ---------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["WebSocket", "stream"])
def test_who_never_reads_is_dropped(start: Start, kind: str) -> None:
    server = start(limits={"unread_seconds": 1.0}).wait()
    computers = [{"kind": "computer", "player": "Random"}] * 10
    options = {"target": 100_000, "opening_minimum": 2000}
    plan = {"game": "farkle", "seats": computers, "options": options, "pace": 0}
    id = server.http.post("/api/tables", json=plan).raise_for_status().json()["table"]["id"]
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect(("127.0.0.1", server.port))
        path = f"/api/tables/{id}/"
        deaf.sendall(upgrade(path + "live") if kind == "WebSocket" else request(path + "events"))
        wait_until(lambda: server.holds(deaf))
        wait_until(lambda: not server.holds(deaf))
