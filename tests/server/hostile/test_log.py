"""The server's log has enough to find a problem, and no secrets."""

from __future__ import annotations

import json

from tests.server.helpers import wait_until
from tests.server.hostile.attacked import Attacked
from tests.server.hostile.conftest import Start
from tests.server.hostile.tools import connected, post


def test_the_log_can_be_read_by_programs_and_says_why_a_commit_failed(start: Start) -> None:
    server = start(switches=["--log-format", "json", "--log-level", "info"]).wait()
    ann = server.open(people=1, computers=1).sit("Ann")
    wait_until(lambda: ann.get("/view")["view"]["legal"])  # the computer may be the first to move
    position = ann.get("/view")
    with server.full_disk():
        move = {"move": position["view"]["legal"][0], "seq": position["seq"]}
        assert ann.refused("/moves", move) == "unavailable"
    wait_until(lambda: ann.id in server.said)
    lines = [json.loads(line) for line in server.said.splitlines() if line.startswith("{")]
    assert all({"time", "level", "message"} <= line.keys() for line in lines)
    failed = [line for line in lines if line["level"] == "error"]
    assert [line["table"] for line in failed] == [ann.id]
    assert "I/O" in failed[0]["message"] or "full" in failed[0]["message"]
    assert ann.token is not None and ann.token not in server.said


def test_who_goes_away_in_the_middle_of_a_request_is_not_written_about(attacked: Attacked) -> None:
    """Otherwise anyone could fill the log."""
    for number in range(20):
        with connected(attacked.port) as one:
            one.sendall(post("/api/tables", b"{}")[:-1])
        wait_until(lambda: attacked.answers("/api/health"))
        assert "Traceback" not in attacked.said, f"after {number + 1} of them"
