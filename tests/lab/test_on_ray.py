"""Ray: the same results as on threads, whatever happens to a worker. Skipped where Ray is not installed."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll import arena
from knockroll.engine.errors import MissingPackage
from knockroll.lab.on_ray import in_order_on_ray
from knockroll.lab.simulate import simulate


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two nodes on this machine, a processor each."""
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    nodes = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
    nodes.add_node(num_cpus=1)
    ray.init(address=nodes.address, log_to_driver=False)
    yield ray
    ray.shutdown()
    nodes.shutdown()  # type: ignore[no-untyped-call]


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


@pytest.mark.drives_other_programs("a Ray cluster of two nodes")
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


@pytest.mark.compiles
@pytest.mark.drives_other_programs("a Ray cluster of two nodes")
def test_simulations_too(cluster: Any) -> None:
    game = knockroll.get_game("thirty_one")
    here, there = (simulate(game, games=20_000, seed=1, on=on).to_dict() | {"seconds": 0} for on in ("threads", "ray"))
    assert here == there


def test_only_rules_that_have_a_name_play_on_ray() -> None:
    for player in ("cmd:true", lambda view: view["legal"][0]):
        with pytest.raises(knockroll.InvalidOption, match="on Ray only players play that are rules"):
            arena.run("thirty_one", ["House", player], games=4, on="ray")
    with pytest.raises(knockroll.InvalidOption, match="threads or ray, not on 'mars'"):
        arena.run("thirty_one", ["House"], games=4, on="mars")
    with pytest.raises(knockroll.InvalidOption, match="threads or ray, not on 'mars'"):
        simulate(knockroll.get_game("thirty_one"), games=4, on="mars")


def test_without_ray_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingPackage, match=r"pip install 'knockroll\[ray\]'"):
        arena.run("thirty_one", ["House", "Mr. Clueless"], games=4, on="ray")
