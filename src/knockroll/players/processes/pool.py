"""Pools of programs for many tables: a limited number runs at a time, and each answers one question at a time.

A program needs no memory (:mod:`knockroll.players.processes.program`), so any idle program can answer for any table.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, TypeVar

from knockroll.engine.errors import PlayerFailed
from knockroll.engine.game import Game
from knockroll.players.player import ask
from knockroll.players.processes.program import TIME_LIMIT, ProcessPlayer, Program

P = TypeVar("P", bound=Program)
T = TypeVar("T")


class Pool(Generic[P]):
    """Some programs, started when first asked and kept for the next question."""

    def __init__(self, most: int, make: Callable[[str], P]) -> None:
        """Run at most ``most`` programs at a time; further questions wait. ``make`` makes one from its command."""
        self.most = most
        self._make = make
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="program")
        self._lock = threading.Lock()
        self._idle: list[P] = []
        """The program that was idle longest comes first."""
        self._busy: dict[Future[Any], P] = {}
        """The program that answers each question."""
        self._closed = False

    def put(self, command: str, question: Callable[[P], T]) -> Future[T]:
        """Ask a program a question; the future of the answer may raise :class:`PlayerFailed`."""
        asked: Future[T] = Future()
        try:
            self._threads.submit(self._ask, asked, command, question)
        except RuntimeError:  # its threads have been told to end
            raise _ended() from None
        return asked

    def _ask(self, asked: Future[T], command: str, question: Callable[[P], T]) -> None:
        if not asked.set_running_or_notify_cancel():
            return
        try:
            program = self._take(asked, command)
            try:
                answer = question(program)
            finally:
                self._put_back(asked, program)
        except BaseException as error:
            asked.set_exception(error)
        else:
            asked.set_result(answer)

    def give_up(self, asked: Future[Any]) -> None:
        """Drop a question: it is not asked, or the program that is working on it is ended."""
        if not asked.cancel() and not asked.done():
            with self._lock:  # so that it cannot be working on another question by now
                if (program := self._busy.get(asked)) is not None:
                    program.kill()

    async def wait(self, asked: Future[T], seconds: float) -> T:
        """Return the answer, or raise :class:`PlayerFailed`. A late or cancelled question is dropped."""
        try:
            async with asyncio.timeout(seconds):
                return await asyncio.wrap_future(asked)
        except TimeoutError:
            raise PlayerFailed("busy", f"no program was free to answer within {seconds:g} s") from None
        finally:
            self.give_up(asked)

    def _take(self, asked: Future[Any], command: str) -> P:
        """Return an idle program of this command, or a new one, if necessary in the place of another idle one."""
        superfluous = None
        with self._lock:
            if self._closed:
                raise _ended()
            found = next((program for program in self._idle if program.command == command), None)
            if found is not None:
                self._idle.remove(found)
            elif len(self._idle) + len(self._busy) >= self.most:
                superfluous = self._idle.pop(0)  # there is one: at most ``most`` threads ask
            program = found or self._make(command)
            self._busy[asked] = program
        if superfluous is not None:
            superfluous.close()
        return program

    def _put_back(self, asked: Future[Any], program: P) -> None:
        with self._lock:
            del self._busy[asked]
            if not self._closed:
                self._idle.append(program)
                return
        program.close()

    def rest(self) -> None:
        """Stop the idle programs; they start again when they are asked."""
        with self._lock:
            idle, self._idle = self._idle, []
        for program in idle:
            self._threads.submit(program.close)

    def close(self) -> None:
        """Stop all programs. Waiting questions fail."""
        with self._lock:
            self._closed = True
            running = [*self._idle, *self._busy.values()]
            self._idle.clear()
        self._threads.shutdown(wait=False)  # waiting questions fail as soon as it is their turn
        for program in running:
            program.end()


class Programs(Pool[ProcessPlayer]):
    """Programs that choose moves."""

    def __init__(self, most: int, time_limit: float = TIME_LIMIT) -> None:
        """Run at most ``most`` programs at a time; further questions wait. ``time_limit``: seconds for a move."""
        super().__init__(most, lambda command: ProcessPlayer(command, time_limit))
        self.time_limit = time_limit

    def ask(self, game: Game, command: str, view: dict[str, Any]) -> Future[str]:
        """Return the future of a program's legal move, which may raise :class:`PlayerFailed` and nothing else."""
        return self.put(command, lambda program: ask(game, program, view))


def _ended() -> PlayerFailed:
    return PlayerFailed("crash", "programs are no longer asked")
