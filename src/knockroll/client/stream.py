"""A stream of messages that reconnects, and the back-off that all retries share."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from typing import TypeVar

import httpx

from knockroll.client.requests import Document, ServerError

T = TypeVar("T")

FIRST_WAIT, LONGEST_WAIT = 0.2, 5.0
BUSY = ("too_fast", "too_many", "unavailable", "internal")
"""Codes of errors that may pass."""


class Backoff:
    """Waits between attempts to reach a server, each twice as long as the one before."""

    seconds = FIRST_WAIT

    async def wait(self, error: Exception) -> None:
        """Wait before the next attempt; raise the error instead if it will not pass."""
        if not _may_pass(error):
            raise error
        await asyncio.sleep(self.seconds)
        self.seconds = min(self.seconds * 2, LONGEST_WAIT)


def _may_pass(error: Exception) -> bool:
    from websockets.exceptions import InvalidStatus, WebSocketException

    if isinstance(error, ServerError):
        return error.code in BUSY
    if isinstance(error, InvalidStatus):
        return error.response.status_code >= 500 or error.response.status_code == 429
    return isinstance(error, httpx.HTTPError | WebSocketException | OSError)


async def retrying(attempt: Callable[[], Awaitable[T]]) -> T:
    """Repeat an attempt until it succeeds or fails for good."""
    backoff = Backoff()
    while True:
        try:
            return await attempt()
        except Exception as error:
            await backoff.wait(error)


async def reconnecting(
    connect: Callable[[int | None], AsyncGenerator[Document, None]],
    after: int | None = None,
    lost: Callable[[Exception], None] = lambda error: None,
) -> AsyncGenerator[Document, None]:
    """Yield the messages of one connection after another; each resumes after the last number of the one before.

    When a connection ends normally, the stream ends. When one breaks, ``lost`` is called with the error.
    """
    backoff = Backoff()
    while True:
        try:
            async with aclosing(connect(after)) as messages:
                async for message in messages:
                    # After a refusal, wait longer.
                    backoff.seconds = LONGEST_WAIT if message["type"] == "error" else FIRST_WAIT
                    after = message.get("seq", after)
                    yield message
            return
        except Exception as error:
            lost(error)
            await backoff.wait(error)
