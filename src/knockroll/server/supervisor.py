"""Tasks that run as long as the server: one that fails is logged, restarted, and shown by ``/api/ready``."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from knockroll.server import metrics
from knockroll.server.cancellation import end
from knockroll.server.errors import Refusal

logger = logging.getLogger("knockroll.server")
FIRST_WAIT = 0.25
"""Seconds before the first restart; the wait doubles with each further restart in a row."""
LONGEST_WAIT = 30.0
SHOWN_SECONDS = 60.0
"""Seconds for which a failed task is shown as failing. One that ran this long waits :data:`FIRST_WAIT` again."""


class Supervisor:
    """Runs tasks until it is closed."""

    def __init__(self) -> None:
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._failed_at: dict[str, float] = {}

    def start(self, name: str, run: Callable[[], Awaitable[None]], ends: bool = False) -> None:
        """Keep a task running; with ``ends``, until it has returned once."""
        metrics.TASK_FAILURES.add(0, name)
        self._tasks[name] = asyncio.create_task(self._keep_running(name, run, ends), name=name)

    @property
    def failing(self) -> list[str]:
        """The tasks that failed within the last minute."""
        since = asyncio.get_running_loop().time() - SHOWN_SECONDS
        return sorted(name for name, at in self._failed_at.items() if at > since)

    async def wait(self) -> None:
        """Wait until all tasks have ended, which most never do."""
        await asyncio.gather(*self._tasks.values())

    async def close(self) -> None:
        """End all tasks."""
        await end(self._tasks.values())
        self._tasks.clear()

    async def _keep_running(self, name: str, run: Callable[[], Awaitable[None]], ends: bool) -> None:
        loop, wait = asyncio.get_running_loop(), 0.0
        while True:
            begun, is_refused = loop.time(), False
            try:
                await run()
                if ends:
                    return
                self._note(name, "it ended")
            except Refusal:  # the database does not respond, and the store has logged it
                is_refused = True
            except Exception as error:
                self._note(name, str(error) or type(error).__name__, error)
            if is_refused or loop.time() - begun >= SHOWN_SECONDS:
                wait = 0.0
            wait = min(2 * wait or FIRST_WAIT, LONGEST_WAIT)
            await asyncio.sleep(wait)

    def _note(self, name: str, why: str, error: Exception | None = None) -> None:
        metrics.TASK_FAILURES.add(label=name)
        self._failed_at[name] = asyncio.get_running_loop().time()
        logger.error("the task %r failed and is restarted: %s", name, why, exc_info=error)
