"""Work on a Ray cluster: the same chunks as on threads, with the same results in the same order.

The result of a chunk depends only on its number, so a worker that dies costs nothing but time: Ray gives its chunk to
another one, and each result is collected once.
"""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Generator, Iterable
from functools import cache
from itertools import islice
from typing import Any, TypeVar

import knockroll
from knockroll.engine.errors import InvalidOption, KnockrollError, MissingPackage

Task = TypeVar("Task")
Done = TypeVar("Done")


class CannotReachCluster(KnockrollError):
    """Raised for a Ray cluster that does not answer, asks for a token, or runs another version."""


def connect() -> int:
    """Connect to the Ray cluster of RAY_ADDRESS or of this machine, or start a temporary one.

    :return: its number of processors
    """
    try:
        import ray
    except ModuleNotFoundError as error:
        raise MissingPackage.of(error, "ray") from error
    if not ray.is_initialized():
        try:
            ray.init(log_to_driver=False, include_dashboard=False, logging_level=logging.ERROR)
        except (ConnectionError, RuntimeError, ray.exceptions.AuthenticationError) as error:
            raise CannotReachCluster(_why_not(ray, error)) from error
    resources: dict[str, float] = ray.cluster_resources()
    return max(1, int(resources.get("CPU", 1)))


def _why_not(ray: Any, error: Exception) -> str:
    """Say why there is no connection, and what would help."""
    where = os.environ.get("RAY_ADDRESS", "this machine")
    told = str(error).strip().splitlines()[0]
    if isinstance(error, ConnectionError | ray.exceptions.AuthenticationError):  # Ray does not always say which
        told += (
            ". If the cluster is running, it needs its token: set RAY_AUTH_MODE=token, and copy ~/.ray/auth_token from"
            " the machine where it was started (docs/lab.md, Many machines)"
        )
    return f"the Ray cluster of {where} cannot be used: {told}"


@cache
def _play(ray: Any) -> Any:
    return ray.remote(max_retries=-1)(_work)


_made: dict[bytes, Any] = {}
"""The last worker of this process, by its key, so that it is compiled only once."""
PLACES = ("threads", "ray")
"""Where work can run: here, or on a cluster."""
CHUNKS = 8
"""Chunks per task on Ray, where sending a task and its result costs more than on threads."""


def check_place(on: str) -> None:
    """Refuse an unknown place."""
    if on not in PLACES:
        raise InvalidOption(f"work runs on {' or '.join(PLACES)}, not on {on!r}")


def _work(version: str, make: Callable[[], Any], key: bytes, work: Callable[[Any, Any], Any], task: Any) -> Any:
    if version != knockroll.__version__:
        raise CannotReachCluster(f"a machine of the cluster has Knock & Roll {knockroll.__version__}, not {version}")
    if key not in _made:
        _made.clear()
        _made[key] = make()
    return work(_made[key], task)


def in_order_on_ray(
    make: Callable[[], Any], key: bytes, tasks: Iterable[Task], work: Callable[[Any, Task], Done]
) -> Generator[Done]:
    """Yield the result of each task, in order.

    ``make`` makes a worker, once in each process; ``key`` tells it from the workers of other matches.
    """
    ahead = 3 * connect()
    import ray

    play = _play(ray)
    shared = [knockroll.__version__, ray.put(make), key, ray.put(work)]
    left, waiting = iter(tasks), deque[Any]()
    try:
        while True:
            waiting.extend(play.remote(*shared, task) for task in islice(left, ahead - len(waiting)))
            if not waiting:
                return
            yield ray.get(waiting[0])
            waiting.popleft()
    except ray.exceptions.RayTaskError as error:
        raise error.cause if isinstance(error.cause, KnockrollError) else error from error
    finally:
        for one in waiting:
            ray.cancel(one)
