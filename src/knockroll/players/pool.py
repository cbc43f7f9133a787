"""Programs that play at many tables at once: no more run at a time than are allowed, and each answers one at a time.

A program needs no memory (see :mod:`knockroll.players.process`), so any that is idle may answer for any table.
"""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

from knockroll.engine.errors import PlayerFailed
from knockroll.engine.game import Game
from knockroll.players.player import ask
from knockroll.players.process import TIME_LIMIT, ProcessPlayer


class Programs:
    """Some programs, started when they are first asked, and kept for the next who asks."""

    def __init__(self, most: int, time_limit: float = TIME_LIMIT) -> None:
        """``most`` programs run at a time; who asks for one more waits. ``time_limit``: seconds for a move."""
        self.most = most
        self.time_limit = time_limit
        self._threads = ThreadPoolExecutor(most, thread_name_prefix="program")
        self._lock = threading.Lock()
        self._idle: list[ProcessPlayer] = []
        """The one longest unused first."""
        self._busy: set[ProcessPlayer] = set()
        self._closed = False

    def ask(self, game: Game, command: str, view: dict[str, Any]) -> Future[str]:
        """The legal move that a program chooses; its future may raise :class:`PlayerFailed`, and nothing else."""
        try:
            return self._threads.submit(self._ask, game, command, view)
        except RuntimeError:  # its threads have been told to end
            raise _ended() from None

    def _ask(self, game: Game, command: str, view: dict[str, Any]) -> str:
        program = self._take(command)
        try:
            return ask(game, program, view)
        finally:
            self._put_back(program)

    def _take(self, command: str) -> ProcessPlayer:
        """An idle program that was started by this command, or one that takes the place of another idle one."""
        superfluous = None
        with self._lock:
            if self._closed:
                raise _ended()
            found = next((program for program in self._idle if program.command == command), None)
            if found is not None:
                self._idle.remove(found)
            elif len(self._idle) + len(self._busy) >= self.most:
                superfluous = self._idle.pop(0)  # there is one: at most so many threads ask
            program = found or ProcessPlayer(command, self.time_limit)
            self._busy.add(program)
        if superfluous is not None:
            superfluous.close()
        return program

    def _put_back(self, program: ProcessPlayer) -> None:
        with self._lock:
            self._busy.discard(program)
            if not self._closed:
                self._idle.append(program)
                return
        program.close()

    def close(self) -> None:
        """Stop all programs. Who waits for one is told that it failed."""
        with self._lock:
            self._closed = True
            running = [*self._idle, *self._busy]
            self._idle.clear()
        self._threads.shutdown(wait=False)  # what waits for its turn is told as soon as it has it
        for program in running:
            program.close()


def _ended() -> PlayerFailed:
    return PlayerFailed("crash", "programs are not asked any more")
