"""Tasks that run as long as the server, and what happens when one fails."""

from __future__ import annotations

import asyncio
import logging

import pytest

from knockroll.server import metrics, supervisor
from knockroll.server.errors import Code, Refusal
from knockroll.server.supervisor import Supervisor


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "FIRST_WAIT", 0.001)


def test_a_task_that_fails_is_logged_restarted_and_shown(caplog: pytest.LogCaptureFixture) -> None:
    runs: list[int] = []
    again = asyncio.Event()

    async def run() -> None:
        runs.append(len(runs))
        if len(runs) < 3:
            raise ValueError("an odd entry")
        again.set()
        await asyncio.Event().wait()

    async def main() -> None:
        tasks = Supervisor()
        assert tasks.failing == []
        tasks.start("reading", run)
        await again.wait()
        assert tasks.failing == ["reading"] and metrics.TASK_FAILURES.values["reading"] == 2
        await tasks.close()

    asyncio.run(main())
    assert [record.getMessage() for record in caplog.records] == [
        "the task 'reading' failed and is restarted: an odd entry"
    ] * 2
    assert caplog.records[0].exc_info is not None


def test_a_task_that_ends_is_restarted_unless_it_was_meant_to() -> None:
    runs: dict[str, int] = {"forever": 0, "once": 0}
    twice = asyncio.Event()

    async def forever() -> None:
        runs["forever"] += 1
        if runs["forever"] == 2:
            twice.set()

    async def once() -> None:
        runs["once"] += 1

    async def main() -> None:
        tasks = Supervisor()
        tasks.start("once", once, ends=True)
        tasks.start("forever", forever)
        await twice.wait()
        assert runs["once"] == 1 and tasks.failing == ["forever"]
        await tasks.close()

    asyncio.run(main())


def test_without_a_database_tasks_try_again_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    """The store has logged the problem; and waits do not grow, because the database may be back at any time."""
    runs = 0
    often = asyncio.Event()

    async def run() -> None:
        nonlocal runs
        runs += 1
        if runs == 20:  # with a wait that doubles it would take a quarter of an hour
            often.set()
        raise Refusal(Code.UNAVAILABLE, "the database does not respond")

    async def main() -> None:
        tasks = Supervisor()
        tasks.start("polling", run)
        await often.wait()
        assert tasks.failing == []
        await tasks.close()

    with caplog.at_level(logging.WARNING):
        asyncio.run(main())
    assert caplog.records == []
