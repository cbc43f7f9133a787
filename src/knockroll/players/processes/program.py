"""A player in any language: a program that reads views and answers with moves, one JSON object per line.

For every move the program gets one line on its standard input, the view of its seat (docs/bots.md has an example), and
answers with one line on its standard output: ``{"move": "draw stock"}``. What it writes to standard error is shown if
it fails. It needs no memory: the view has everything that the seat may know about the past.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import threading
import weakref
from collections import deque
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, Any

from knockroll.engine.errors import PlayerFailed
from knockroll.engine.names import clean

PREFIX = "cmd:"
TIME_LIMIT = 5.0
"""Seconds per move, by default."""
START_LIMIT = 10.0
"""Seconds for the first answer, because starting may take longer than a move."""
LONGEST_ANSWER = 65_536
LAST_WORDS = 5
LONGEST_COMPLAINT = 4096
MOST_UNASKED = 1000
"""Lines that a program may write without being asked."""
"""Lines of standard error that are kept for a report."""


class ProgramEnded(PlayerFailed):
    """The program has ended: it may have been killed, and another could answer."""


class Program:
    """A program that answers a line with a line. It starts when it is first asked, and again after a failure.

    It ends when it is closed, when nothing refers to it, or with the Python program.
    """

    longest_answer = LONGEST_ANSWER

    def __init__(self, command: str, time_limit: float = TIME_LIMIT) -> None:
        self.command = command
        self.time_limit = time_limit
        self._process: subprocess.Popen[str] | None = None
        self._starting_or_stopping = threading.Lock()
        self._is_over = False
        self._answers: SimpleQueue[str] = SimpleQueue()
        self._last_words: deque[str] = deque(maxlen=LAST_WORDS)
        self._listeners: list[threading.Thread] = []
        self._stop: weakref.finalize[..., Program] | None = None
        self._has_answered = False

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle or copy without the running program: the copy starts another one."""
        return type(self), (self.command, self.time_limit)

    @property
    def name(self) -> str:
        """``cmd:`` and the command."""
        return PREFIX + self.command

    def start(self) -> None:
        """Start the program, or raise :class:`PlayerFailed`."""
        try:
            arguments = shlex.split(self.command)
        except ValueError as error:
            raise PlayerFailed("crash", f"{self.name!r} does not start: {error}") from error
        if not arguments:
            raise PlayerFailed("crash", f"{self.name!r} does not start: there is no command behind {PREFIX!r}")
        with self._starting_or_stopping:
            if self._is_over:
                raise PlayerFailed("crash", f"{self.name!r} does not start: it is no longer wanted")
            try:
                self._begin(arguments)
            except OSError as error:
                text = f"{self.name!r} does not start: {error.strerror}: {arguments[0]!r}"
                raise PlayerFailed("crash", text) from error

    def _begin(self, arguments: list[str]) -> None:
        process = subprocess.Popen(  # noqa: S603  running a program is what was asked for
            arguments,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            start_new_session=True,  # Ctrl-C goes to the arena only, and what the program starts can be ended with it
        )
        assert process.stdout is not None
        assert process.stderr is not None
        self._has_answered = False
        self._answers = SimpleQueue()
        self._last_words = deque(maxlen=LAST_WORDS)
        self._listeners = [
            threading.Thread(target=_listen, args=(process, self._answers, self.longest_answer), daemon=True),
            threading.Thread(target=_remember, args=(process.stderr, self._last_words), daemon=True),
        ]
        for listener in self._listeners:
            listener.start()
        self._process = process
        self._stop = weakref.finalize(self, _stop, process, self._listeners)

    def answer(self, line: str) -> str:
        """Return the program's answer to a line; if there is none, stop it and raise :class:`PlayerFailed`."""
        if self._process is None:
            self.start()
        try:
            return self._ask(line)
        except PlayerFailed:
            self.close()
            raise

    def _ask(self, line: str) -> str:
        if (process := self._process) is None:  # closed meanwhile, from another thread
            raise self._ended()
        assert process.stdin is not None
        while not self._answers.empty():
            if not self._answers.get():  # a line that it wrote without being asked
                raise self._ended()
        try:
            process.stdin.write(line + "\n")
            process.stdin.flush()
        except (OSError, ValueError):
            pass  # it has ended or was closed: its last words are reported below
        answer = self._next_line(self.time_limit if self._has_answered else max(self.time_limit, START_LIMIT))
        self._has_answered = True
        return answer

    def _next_line(self, limit: float) -> str:
        try:
            answer = self._answers.get(timeout=limit)
        except Empty:
            raise PlayerFailed("timeout", f"{self.name!r} did not answer within {limit:g} s") from None
        if not answer:
            raise self._ended()
        return answer

    def _ended(self) -> PlayerFailed:
        return ProgramEnded("crash", f"{self.name!r} ended {self._epitaph()}")

    def _epitaph(self) -> str:
        if (process := self._process) is None:
            return "because it was stopped"
        try:
            status = f"with exit status {process.wait(1)}"
        except subprocess.TimeoutExpired:
            status = "its output"
        self._listeners[1].join(1)
        said = " / ".join(self._last_words)
        return f"{status}; it said: {said}" if said else status

    def kill(self) -> None:
        """End the program from any thread; the thread that waits for its answer notices and cleans up."""
        if (process := self._process) is not None:
            _kill(process)

    def close(self) -> None:
        """Stop the program and whatever it has started."""
        with self._starting_or_stopping:
            self._process = None
            if self._stop is not None:
                self._stop()

    def end(self) -> None:
        """Stop the program for good, from any thread: it will not start again."""
        self._is_over = True
        self.close()


class ProcessPlayer(Program):
    """A player that is a separate program."""

    character = "A separate program."

    def choose(self, view: dict[str, Any]) -> str:
        """Return the program's move; if there is none, stop it and raise :class:`PlayerFailed`."""
        answer = self.answer(json.dumps(view))
        try:
            move = json.loads(answer)["move"]
        except (ValueError, KeyError, TypeError, RecursionError):
            move = None
        if not isinstance(move, str):
            self.close()
            shown = answer.strip()[:80]
            raise PlayerFailed("illegal", f'{self.name!r} answered {shown!r}, not an object like {{"move": "knock"}}')
        return move


def _kill(process: subprocess.Popen[str]) -> None:
    with suppress(ProcessLookupError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


def _stop(process: subprocess.Popen[str], listeners: list[threading.Thread]) -> None:
    _kill(process)
    process.wait()
    for listener in listeners:
        listener.join(1)
    for pipe in (process.stdin, process.stdout, process.stderr):
        assert pipe is not None
        with suppress(OSError):  # if a line was still on its way
            pipe.close()


def _listen(process: subprocess.Popen[str], answers: SimpleQueue[str], longest: int) -> None:
    """Pass on what a program says, line by line, and an empty line when it has ended.

    A program that writes far more than it was asked for is stopped, because its lines are held in memory.
    """
    assert process.stdout is not None
    line = " "
    while line:
        line = process.stdout.readline(longest)
        if answers.qsize() < MOST_UNASKED:
            answers.put(line)
        else:
            _kill(process)
            line = ""
            answers.put(line)


def _remember(errors: IO[str], last_words: deque[str]) -> None:
    while line := errors.readline(LONGEST_COMPLAINT):
        last_words.append(clean(line)[:200])
