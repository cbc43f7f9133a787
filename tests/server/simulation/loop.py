"""An event loop with virtual time: nothing really waits or runs in parallel, and the same seed takes the same steps.

Every step belongs to a process, found by the context that the step was scheduled in. The steps of a process that was
killed are dropped, without a ``finally`` or an ``except`` being run, as when the power is cut. Those of one that is
paused wait until it goes on.
"""

from __future__ import annotations

import asyncio
import heapq
import random
from collections import deque
from collections.abc import Callable, Coroutine
from contextvars import Context, ContextVar, copy_context
from typing import Any

MOST_STEPS = 2_000_000
"""Steps after which a run counts as one that never ends."""


class Process:
    """Something with its own memory and clock: a member of the cluster, or a client."""

    def __init__(self, name: str, clock: float = 0.0) -> None:
        self.name = name
        self.clock = clock
        """Seconds that its clock is ahead."""
        self.is_dead = False
        self.is_paused = False
        self.held: list[Step] = []
        """What it will do as soon as it is no longer paused."""

    def context(self) -> Context:
        """A context in which this process runs."""
        context = copy_context()
        context.run(RUNNING.set, self)
        return context


WORLD = Process("world")
"""What is outside all processes: network, database, Redis. It never dies."""
RUNNING: ContextVar[Process] = ContextVar("RUNNING", default=WORLD)


class Chances:
    """Random numbers for each thing by its name: the order of events changes nothing for other things."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._found: dict[str, random.Random] = {}

    def of(self, what: str) -> random.Random:
        """The random numbers of one thing."""
        if what not in self._found:
            self._found[what] = random.Random(f"{self._seed} {what}")
        return self._found[what]

    def here(self) -> random.Random:
        """The random numbers of the running process."""
        return self.of(RUNNING.get().name)


class Step(asyncio.TimerHandle):
    """A callback that waits for its turn."""

    __slots__ = ("args", "callback", "context", "is_cancelled", "process", "time")

    def __init__(self, time: float, callback: Callable[..., Any], args: tuple[Any, ...], context: Context) -> None:
        self.time, self.callback, self.args, self.context = time, callback, args, context
        self.process = context.get(RUNNING) or WORLD
        self.is_cancelled = False

    def cancel(self) -> None:
        self.is_cancelled = True
        self.args = ()

    def cancelled(self) -> bool:
        return self.is_cancelled

    def when(self) -> float:
        return self.time

    def __repr__(self) -> str:
        return f"<step of {self.process.name}: {self.callback!r}>"


class OneThread:
    """An executor that does one thing after the other, in virtual time."""

    def __init__(self) -> None:
        self.free_at = 0.0

    def shutdown(self) -> None:
        pass


class VirtualLoop(asyncio.AbstractEventLoop):
    """The loop. Threads are steps as well: their work is done at one moment, and the result comes later."""

    def __init__(self, thread_delay: Callable[[object], tuple[float, float]]) -> None:
        """``thread_delay`` returns the time until a thread begins its work, and the time until the result comes."""
        self.now = 0.0
        self.steps = 0
        self.tasks: list[asyncio.Task[Any]] = []
        self.trouble: list[str] = []
        """Exceptions that nothing has caught."""
        self._thread_delay = thread_delay
        self._ready: deque[Step] = deque()
        self._timers: list[tuple[float, int, Step]] = []
        self._numbers = 0
        self._dropped: list[Step] = []
        self._paused: set[Process] = set()
        self._is_over = False

    # --- What asyncio needs ----------------------------------------------------------------------------------------

    def time(self) -> float:
        return self.now

    def call_soon(  # type: ignore[override]
        self, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> Any:
        step = Step(self.now, callback, args, context or copy_context())
        self._ready.append(step)
        return step

    call_soon_threadsafe = call_soon  # type: ignore[assignment]

    def call_later(  # type: ignore[override]
        self, delay: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> Any:
        return self.call_at(self.now + delay, callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Callable[..., Any], *args: Any, context: Context | None = None
    ) -> Any:
        step = Step(when, callback, args, context or copy_context())
        self._numbers += 1
        heapq.heappush(self._timers, (when, self._numbers, step))
        return step

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(self, coro: Any, *, name: str | None = None, context: Context | None = None) -> asyncio.Task[Any]:
        task = asyncio.Task(coro, loop=self, name=name, context=context)
        self.tasks.append(task)  # a killed one is neither finished nor collected
        return task

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., Any], *args: Any
    ) -> asyncio.Future[Any]:
        answer = self.create_future()
        wait, last = self._thread_delay(executor)
        begin = self.now + wait
        if isinstance(executor, OneThread):
            begin = max(begin, executor.free_at)
            executor.free_at = begin + last

        def run() -> None:
            try:
                tell, what = answer.set_result, func(*args)
            except Exception as error:
                tell, what = answer.set_exception, error
            self.call_at(begin + last, _unless_done, answer, tell, what)

        self.call_at(begin, run)
        return answer

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self._is_over:
            error = context.get("exception")
            self.trouble.append(f"{context['message']}: {error!r}")

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return True

    def is_closed(self) -> bool:
        return False

    # --- The run ---------------------------------------------------------------------------------------------------

    def run(self, until: Callable[[], bool], end: float) -> bool:
        """Run until something is true, or until a time; return whether it became true."""
        before = asyncio._get_running_loop()
        asyncio._set_running_loop(self)
        try:
            while not until():
                if not self._step(end):
                    return False
            return True
        finally:
            asyncio._set_running_loop(before)

    def _step(self, end: float) -> bool:
        if self._ready:
            step = self._ready.popleft()
        elif self._timers and self._timers[0][0] <= end:
            when, _, step = heapq.heappop(self._timers)
            self.now = max(self.now, when)
        else:
            self.now = max(self.now, end)
            return False
        if step.is_cancelled:
            return True
        process = step.process
        if not self._is_over:
            if process.is_dead:
                self._dropped.append(step)
                return True
            if process.is_paused:
                process.held.append(step)
                self._paused.add(process)
                return True
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise RuntimeError("the run does not end")
        try:
            step.context.run(step.callback, *step.args)
        except Exception as error:
            self.call_exception_handler({"message": f"a step of {process.name} failed", "exception": error})
        return True

    def go_on(self, process: Process) -> None:
        """Let a paused process do the steps that waited meanwhile."""
        process.is_paused = False
        self._ready.extend(process.held)
        process.held.clear()

    def spawn(self, process: Process, doing: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task of a process."""
        return self.create_task(doing, context=process.context())

    def unwind(self) -> None:
        """End all tasks, including those of dead processes, and leave nothing for the garbage collector."""
        self._is_over = True
        self._ready.extend(self._dropped)
        for process in self._paused:
            self._ready.extend(process.held)
        while left := [task for task in self.tasks if not task.done()]:
            for task in left:
                task.cancel()
            self._timers.clear()
            self.run(lambda: not self._ready, self.now)


def _unless_done(answer: asyncio.Future[Any], tell: Callable[[Any], None], what: Any) -> None:
    if not answer.done():
        tell(what)
