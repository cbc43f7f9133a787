"""Hints, found one after the other by a process that keeps the search loaded. A limited number of questions may wait.

A hint is made from a view and nothing else. The same view gets the same bytes, so the latest answers are cached.
"""

from __future__ import annotations

import asyncio
import hashlib
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress

import msgspec

from knockroll.review.hint_process import HintFound, HintQuestion
from knockroll.server import metrics
from knockroll.server.api.line_cache import LineCache
from knockroll.server.errors import Code, Refusal, shorten

MOST_WAITING = 32
"""Most questions that may wait for an answer."""
MOST_CACHED = 2**22
"""Most bytes of cached answers."""
SECONDS = 20.0
"""Seconds a client waits. If the search has to be compiled first, the client asks again and finds the answer cached."""
LONGEST_LINE = 2**24
COMMAND = (sys.executable, "-m", "knockroll.review.hint_process")


class Hinter:
    """The process that finds hints, and the questions that wait for it."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._starting = asyncio.Lock()
        self._number = 0
        self._waiting: dict[int, tuple[bytes, asyncio.Future[HintFound]]] = {}
        """The questions under way, by number: the key of each, and its future answer."""
        self._asked: dict[bytes, asyncio.Future[HintFound]] = {}
        self._cached = LineCache(MOST_CACHED)
        metrics.HINTS_WAITING.read = lambda: len(self._waiting)

    async def ask(self, question: HintQuestion, seconds: float | None = None) -> HintFound:
        """Return the answer to a question, without its number."""
        key = hashlib.sha256(msgspec.json.encode(question)).digest()
        if (line := self._cached.get(key)) is None:
            asked = self._asked.get(key) or await self._send(key, question)
            done, _ = await asyncio.wait((asked,), timeout=SECONDS if seconds is None else seconds)
            if not done:
                reason = "Hints are getting ready. The first one of a game takes a while: try again in a moment."
                raise Refusal(Code.UNAVAILABLE, "hints are getting ready; try again", 5, reason)
            found = asked.result()
        else:
            found = msgspec.json.decode(line, type=HintFound)
        if found.error is not None:
            raise Refusal(Code(found.code), shorten(found.error))
        return found

    async def warm(self, question: HintQuestion) -> None:
        """Get ready for questions like this one, without waiting for the answer."""
        with suppress(Refusal):
            await self.ask(question, 0)

    async def _send(self, key: bytes, question: HintQuestion) -> asyncio.Future[HintFound]:
        if len(self._waiting) >= MOST_WAITING:
            raise Refusal(Code.TOO_MANY, "too many hints are being looked for; try again in a moment", 2)
        process = await self._start()
        assert process.stdin is not None
        self._number = number = self._number + 1
        asked: asyncio.Future[HintFound] = asyncio.get_running_loop().create_future()
        asked.add_done_callback(_look)
        self._waiting[number], self._asked[key] = (key, asked), asked
        with suppress(ConnectionError):  # then the reader notices
            process.stdin.write(msgspec.json.encode(msgspec.structs.replace(question, number=number)) + b"\n")
        return asked

    async def _start(self) -> Process:
        async with self._starting:
            if self._process is None or self._reading is None or self._reading.done():
                self._process = await asyncio.create_subprocess_exec(
                    *COMMAND, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE, start_new_session=True
                )
                self._reading = asyncio.create_task(self._read(self._process))
            return self._process

    async def _read(self, process: Process) -> None:
        """Pass on answers until the process ends; then refuse the questions that still wait."""
        assert process.stdout is not None
        while line := await process.stdout.readline():
            found = msgspec.json.decode(line, type=HintFound)
            key, asked = self._waiting.pop(found.number)
            del self._asked[key]
            if found.error is None:
                metrics.HINTS.add()
            self._cached.put(key, line)
            asked.set_result(found)
        await process.wait()
        waiting, self._waiting, self._asked = self._waiting, {}, {}
        for _, asked in waiting.values():
            asked.set_exception(Refusal(Code.UNAVAILABLE, "the search for hints has stopped; try again", 5))

    async def close(self) -> None:
        """End the process."""
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
        if self._reading is not None:
            await self._reading


def _look(asked: asyncio.Future[HintFound]) -> None:
    """Retrieve a failure that no one waits for any longer; otherwise asyncio would log it."""
    if not asked.cancelled():
        asked.exception()
