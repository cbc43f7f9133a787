"""Large requests that never end: the memory they take is limited, for each client and in total."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.server.helpers import wait_until
from tests.server.hostile.conftest import Start
from tests.server.hostile.tools import connected, post, read_to_the_end, status_of

PART = 100_000
"""Bytes that are sent of each request."""


@contextmanager
def unfinished(port: int, count: int, source: str) -> Iterator[list[socket.socket]]:
    """Requests that are sent except for their end, which never comes."""
    whole = post("/api/replay", b" " * 1_000_000)
    with ExitStack() as stack:
        found = []
        for _ in range(count):
            one = stack.enter_context(connected(port, source))
            one.sendall(whole[:PART])
            found.append(one)
        yield found


def refused(sockets: list[socket.socket]) -> list[int | None]:
    """The statuses of the requests that were answered."""
    answers = []
    for one in sockets:
        one.setblocking(False)
        try:
            answers.append(status_of(one.recv(65_536, socket.MSG_PEEK)))
        except BlockingIOError:
            continue
    return answers


def test_a_client_that_dribbles_large_bodies_is_refused_and_others_are_not(start: Start) -> None:
    server = start(limits={"bodies_bytes_per_client": 500_000, "bodies_bytes": 1_000_000}).wait()
    with unfinished(server.port, 12, "127.0.0.9") as slow:
        wait_until(lambda: len(refused(slow)) >= 7)
        assert set(refused(slow)) == {429}, "five fit"
        with connected(server.port, "127.0.0.8") as other:
            other.sendall(post("/api/tables", b'{"game": "thirty_one"}', Connection="close"))
            assert status_of(read_to_the_end(other)[0]) == 201
        with unfinished(server.port, 12, "127.0.0.7") as more:
            wait_until(lambda: len(refused(more)) >= 7)
            with connected(server.port, "127.0.0.8") as other:
                other.sendall(post("/api/replay", json.dumps({"record": "x" * PART}).encode(), Connection="close"))
                assert status_of(read_to_the_end(other)[0]) == 503, "no more of that size"
            with connected(server.port, "127.0.0.8") as other:
                other.sendall(post("/api/tables", b'{"game": "thirty_one"}', Connection="close"))
                assert status_of(read_to_the_end(other)[0]) == 201, "but small ones"
    with connected(server.port, "127.0.0.8") as other:
        other.sendall(post("/api/replay", json.dumps({"record": "x" * PART}).encode(), Connection="close"))
        wait_until(lambda: server.answers())
        assert status_of(read_to_the_end(other)[0]) == 422, "they are gone, and with them what they held"
