"""Work spread over a Ray cluster: the same chunks as threads play, and the same results, in the same order.

What a chunk comes to depends on nothing but its number, so a worker that dies costs time only: Ray gives its chunk to
another one, and whoever collects the results takes each once.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from knockroll.engine.errors import InvalidOption, MissingPackage

Task = TypeVar("Task")
Done = TypeVar("Done")


def connect() -> Any:
    """Ray, connected: to the cluster of RAY_ADDRESS or of this machine, or to one that is started for now."""
    try:
        import ray
    except ModuleNotFoundError as error:
        raise MissingPackage.of(error, "ray") from error
    if not ray.is_initialized():
        ray.init(log_to_driver=False, include_dashboard=False)
    return ray


@cache
def _play(ray: Any) -> Any:
    return ray.remote(max_retries=-1)(_work)


_made: dict[bytes, Any] = {}
"""The worker that this process made last, by what it was made from: it is compiled once."""
PLACES = ("threads", "ray")
"""Where work is done: here, or on a cluster."""
CHUNKS = 8
"""Chunks of a thread that are one task on Ray, where a task costs more to hand out and its result to bring back."""


def check_place(on: str) -> None:
    """Refuse a place that there is not."""
    if on not in PLACES:
        raise InvalidOption(f"work is done on {' or '.join(PLACES)}, not on {on!r}")


def _work(make: Callable[[], Any], key: bytes, work: Callable[[Any, Any], Any], task: Any) -> Any:
    if key not in _made:
        _made.clear()
        _made[key] = make()
    return work(_made[key], task)


def in_order_on_ray(
    make: Callable[[], Any], key: bytes, tasks: Iterable[Task], work: Callable[[Any, Task], Done]
) -> Generator[Done]:
    """What comes of each task, in their order.

    ``make`` makes a worker, once in each process; ``key`` tells it from those of other matches.
    """
    ray = connect()
    play = _play(ray)
    ahead = 3 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    shared = [ray.put(make), key, ray.put(work)]
    left, waiting = iter(tasks), deque[Any]()
    try:
        while True:
            waiting.extend(play.remote(*shared, task) for task in islice(left, ahead - len(waiting)))
            if not waiting:
                return
            yield ray.get(waiting.popleft())
    finally:
        for one in waiting:
            ray.cancel(one)
