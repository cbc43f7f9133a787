"""What is asked of a Ray cluster. ``test_on_ray.py`` runs this in a separate process: Ray ends that if it is lost."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import knockroll
import knockroll.lab
from knockroll import arena
from knockroll.engine.errors import UnknownPlayer
from knockroll.lab.on_ray import CannotReachCluster, in_order_on_ray
from knockroll.lab.simulate import simulate
from knockroll.players import find_bot


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes on this machine, a processor each."""
    ray = pytest.importorskip("ray")
    from ray._common.utils import reset_ray_address
    from ray.cluster_utils import Cluster

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False)
    yield ray
    ray.shutdown()
    nodes.shutdown()
    reset_ray_address()  # otherwise the next user of Ray on this machine waits for these nodes


MATCH = ("thirty_one", ["House", "Mr. Clueless"])


def stop_after_the_first(done: int, to_do: int) -> None:
    """Somebody presses Ctrl-C when the first games are there."""
    if done:
        raise KeyboardInterrupt


def nothing() -> None:
    """A worker that needs nothing."""


def die_once(worker: None, task: int, folder: Path) -> int:
    """Kills the process that works at task 3, the first time."""
    done = folder / str(task)
    if task == 3 and not done.exists():
        done.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return task * task


pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning")  # Ray's own


def test_the_same_on_threads_and_on_a_cluster(cluster: Any, tmp_path: Path) -> None:
    def result(**how: Any) -> Any:
        match = arena.run(*MATCH, games=40, seed=3, compiled=False, **how)
        return match.to_dict()["result"]

    assert result(on="ray") == result() == result(threads=2)
    kept = arena.run(*MATCH, games=40, seed=3, compiled=False).to_dict()
    assert arena.rerun(kept, compiled=False, on="ray").to_dict()["result"] == kept["result"]
    interrupted = arena.run(*MATCH, games=40, seed=3, compiled=False, on="ray", progress=stop_after_the_first)
    assert interrupted.interrupted
    assert interrupted.games == 16, "eight deals are a task"
    work = partial(die_once, folder=tmp_path)
    assert list(in_order_on_ray(nothing, b"killed", range(8), work)) == [i * i for i in range(8)]
    assert (tmp_path / "3").exists(), "a worker was killed"


def test_search_is_the_same_there(cluster: Any) -> None:
    """Players that search, and what moves are worth: here first, so that the nodes find it compiled."""

    def result(on: str) -> Any:
        match = arena.run("gin_rummy", ["Madame Zora", "Simple"], games=2, seed=5, options={"target": 10}, on=on)
        return match.to_dict()["result"]

    table = knockroll.Table("gin_rummy", 2, variant="standard", seed=5)
    while table.view(table.turn)["phase"] != "discard":
        table.play(table.legal()[0])
    view = table.view(table.turn)
    told: list[tuple[int, int]] = []
    judged = knockroll.lab.evaluate(view, batches=2, worlds=8)
    assert knockroll.lab.evaluate(view, batches=2, worlds=8, threads=2) == judged
    there = knockroll.lab.evaluate(view, batches=2, worlds=8, on="ray", progress=lambda *done: told.append(done))
    assert there == judged
    assert told == [(number, 4) for number in range(5)]
    assert result("ray") == result("threads")


def test_simulations_too(cluster: Any) -> None:
    game = knockroll.get_game("thirty_one")
    here, there = (simulate(game, games=20_000, seed=1, on=on).to_dict() | {"seconds": 0} for on in ("threads", "ray"))
    assert here == there


def give_back(worker: None, task: int) -> int:
    """Work that is nothing."""
    return task


def test_errors_of_a_worker_are_told_as_they_are_here(cluster: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UnknownPlayer, match="has no player 'Nobody'"):
        list(in_order_on_ray(partial(find_bot, knockroll.get_game("tonk"), "Nobody"), b"wrong", [1], give_back))
    monkeypatch.setattr(knockroll, "__version__", "99")
    with pytest.raises(CannotReachCluster, match=r"a machine of the cluster has Knock & Roll .*, not 99"):
        list(in_order_on_ray(nothing, b"other", [1], give_back))
