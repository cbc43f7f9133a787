"""Cancelled tasks end, even if the cancellation is lost on the way."""

from __future__ import annotations

import asyncio

import pytest

from knockroll.server import cancellation


async def forget_a_cancellation() -> str:
    """Lose a cancellation, as ``wait_for`` of Python 3.11 does if the answer comes at the same time."""
    try:
        await asyncio.sleep(3600)
    except asyncio.CancelledError:
        return "the answer"
    raise AssertionError("nobody has cancelled it")


def test_a_cancellation_that_was_forgotten_is_remembered() -> None:
    async def main() -> None:
        asking = asyncio.create_task(cancellation.cancellable(forget_a_cancellation()))
        await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking
        assert await cancellation.cancellable(asyncio.sleep(0, "the answer")) == "the answer"

    asyncio.run(main())


def test_a_time_limit_is_remembered_too() -> None:
    async def main() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.01):
                await cancellation.cancellable(forget_a_cancellation())

    asyncio.run(main())


def test_tasks_are_cancelled_until_they_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cancellation, "AGAIN_SECONDS", 0.01)

    async def go_on() -> None:
        await forget_a_cancellation()
        await asyncio.sleep(3600)

    async def fail() -> None:
        raise ValueError("no one waits for this now")

    async def main() -> None:
        tasks = [asyncio.create_task(go_on()), asyncio.create_task(fail())]
        await asyncio.sleep(0)
        await cancellation.end(tasks)
        assert all(task.done() for task in tasks)
        await cancellation.end([])

    asyncio.run(main())
