"""Runs the review process: it starts when it is first needed, and again if it has ended."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import suppress

import msgspec

from knockroll.engine.errors import KnockrollError
from knockroll.review.process import ReviewAnswer, ReviewJob

LONGEST_LINE = 2**26
COMMAND = (sys.executable, "-m", "knockroll.review.process")


class ReviewStopped(KnockrollError):
    """Raised when the review process has ended."""


class ReviewRunner:
    """Runs reviews in a separate process, one after the other: ask for the next one when the last is over."""

    def __init__(self, is_quiet: bool = False) -> None:
        """``is_quiet`` drops what the process writes to standard error, for programs that draw on the terminal."""
        self.process: Process | None = None
        self._number = 0
        self._is_quiet = is_quiet

    async def ask(
        self,
        record: msgspec.Raw,
        seat: int | None = None,
        hands: tuple[int, ...] | None = None,
        seconds: float | None = None,
    ) -> AsyncGenerator[ReviewAnswer]:
        """Yield the answers to one request. If it is closed early, the review is given up."""
        self._number = number = self._number + 1
        job = ReviewJob(number, record, seat, hands, seconds)
        process = await self._start()
        assert process.stdin is not None
        is_over = False
        try:
            process.stdin.write(msgspec.json.encode(job) + b"\n")
            while not is_over:
                answer = await self._next(process)
                if answer.number == number:  # other answers belong to a review that was given up
                    is_over = answer.is_last
                    yield answer
        finally:
            if not is_over and process.returncode is None:
                with suppress(ConnectionError):
                    process.stdin.write(msgspec.json.encode(ReviewJob(number, gives_up=True)) + b"\n")

    async def _next(self, process: Process) -> ReviewAnswer:
        assert process.stdout is not None
        line = await process.stdout.readline()
        if not line:
            await process.wait()
            raise ReviewStopped("the review has stopped; try again")
        return msgspec.json.decode(line, type=ReviewAnswer)

    async def _start(self) -> Process:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                *COMMAND,
                stdin=PIPE,
                stdout=PIPE,
                stderr=DEVNULL if self._is_quiet else None,
                limit=LONGEST_LINE,
                start_new_session=True,
            )
        return self.process

    async def close(self) -> None:
        """End the process."""
        if self.process is not None and self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
