"""Runs the processes that review and find hints: each starts when it is first needed, and again if it has ended."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import suppress

import msgspec

from knockroll.engine.errors import KnockrollError
from knockroll.review.hint_process import HintFound, HintQuestion
from knockroll.review.process import ReviewAnswer, ReviewJob

LONGEST_LINE = 2**26
COMMAND = (sys.executable, "-m", "knockroll.review.process")
HINT_COMMAND = (sys.executable, "-m", "knockroll.review.hint_process")


class ReviewStopped(KnockrollError):
    """Raised when the review process has ended."""


class _Runner:
    """Runs a process that answers requests, a line each."""

    def __init__(self, is_quiet: bool = False) -> None:
        """``is_quiet`` drops what the process writes to standard error, for programs that draw on the terminal."""
        self.process: Process | None = None
        self._number = 0
        self._is_quiet = is_quiet

    def _command(self) -> tuple[str, ...]:
        raise NotImplementedError

    async def _line(self, process: Process) -> bytes:
        """Return the next line of the process."""
        assert process.stdout is not None
        line = await process.stdout.readline()
        if not line:
            await process.wait()
            raise ReviewStopped("the review has stopped; try again")
        return line

    async def _start(self) -> Process:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                *self._command(),
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


class ReviewRunner(_Runner):
    """Runs reviews in a separate process, one after the other: ask for the next one when the last is over."""

    def _command(self) -> tuple[str, ...]:
        return COMMAND

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
                answer = msgspec.json.decode(await self._line(process), type=ReviewAnswer)
                if answer.number == number:  # other answers belong to a review that was given up
                    is_over = answer.is_last
                    yield answer
        finally:
            if not is_over and process.returncode is None:
                with suppress(ConnectionError):
                    process.stdin.write(msgspec.json.encode(ReviewJob(number, gives_up=True)) + b"\n")


class HintRunner(_Runner):
    """Answers questions about positions in a separate process, one after the other."""

    def _command(self) -> tuple[str, ...]:
        return HINT_COMMAND

    async def ask(self, question: HintQuestion) -> HintFound:
        """Return the answer to a question. Answers to questions that were given up are skipped."""
        self._number = number = self._number + 1
        process = await self._start()
        assert process.stdin is not None
        process.stdin.write(msgspec.json.encode(msgspec.structs.replace(question, number=number)) + b"\n")
        while True:
            found = msgspec.json.decode(await self._line(process), type=HintFound)
            if found.number == number:  # other answers belong to questions that were given up
                return found
