"""Reliable cancellation of tasks that wait for Redis.

The Redis client waits with :func:`asyncio.wait_for`, which in Python 3.11 loses a cancellation that arrives together
with the answer: the task goes on as if it had not been cancelled, and whatever waits for its end waits forever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Collection
from typing import Any, TypeVar

T = TypeVar("T")
AGAIN_SECONDS = 1.0
"""Time a task has to clean up before it is cancelled again."""


async def cancellable(doing: Awaitable[T]) -> T:
    """Await something, and end if cancelled, even if the cancellation was lost on the way."""
    task = asyncio.current_task()
    assert task is not None
    before = task.cancelling()
    result = await doing
    if task.cancelling() > before:
        raise asyncio.CancelledError
    return result


async def end(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks repeatedly until all have ended."""
    running = set(tasks)
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=AGAIN_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)  # retrieve their exceptions
