"""Threads whose results come in order. Compiled code does not hold the interpreter lock."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from queue import SimpleQueue
from typing import TypeVar

Worker = TypeVar("Worker")
Task = TypeVar("Task")
Done = TypeVar("Done")


def in_order(
    workers: Sequence[Worker],
    tasks: Iterable[Task],
    work: Callable[[Worker, Task], Done],
    stop: Callable[[], None] | None = None,
) -> Generator[Done]:
    """Yield the result of each task, in order; the workers work ahead, each on its own thread.

    When the generator is closed, it calls ``stop``, so that busy workers can give up, and waits for them.
    """
    free: SimpleQueue[Worker] = SimpleQueue()
    for worker in workers:
        free.put(worker)

    def run(task: Task) -> Done:
        worker = free.get()
        try:
            return work(worker, task)
        finally:
            free.put(worker)

    left = iter(tasks)
    waiting: deque[Future[Done]] = deque()
    with ThreadPoolExecutor(len(workers)) as pool:
        try:
            while True:
                for task in islice(left, 2 * len(workers) - len(waiting)):
                    waiting.append(pool.submit(run, task))
                if not waiting:
                    return
                yield waiting.popleft().result()
        finally:
            if stop is not None:
                stop()
            pool.shutdown(cancel_futures=True)
