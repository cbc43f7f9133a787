"""Cancelling what waits for Redis, so that it really ends.

The client of Redis waits with :func:`asyncio.wait_for`, and that of Python 3.11 forgets a cancellation which comes
together with the answer: the task goes on as if nobody had cancelled it, and who waits for its end waits for ever.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Collection
from typing import Any, TypeVar

T = TypeVar("T")
AGAIN_SECONDS = 1.0
"""Who tidies up has so long before it is cancelled once more."""


async def cancellable(doing: Awaitable[T]) -> T:
    """The same, which ends if it is cancelled, whoever forgets it on the way."""
    task = asyncio.current_task()
    assert task is not None
    before = task.cancelling()
    result = await doing
    if task.cancelling() > before:
        raise asyncio.CancelledError
    return result


async def end(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks, again and again until all have ended."""
    running = set(tasks)
    while running:
        for task in running:
            task.cancel()
        _, running = await asyncio.wait(running, timeout=AGAIN_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)  # whatever they ended with has been looked at
