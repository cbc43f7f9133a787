"""Stand-ins for everything in a simulation that is not a function of the seed: clocks, randomness and SQL.

Modules of the server say ``time.time()``, ``secrets.token_hex(4)``, ``queries.load_room(…)``. During a run, these names
refer to the simulation's versions.
"""

from __future__ import annotations

import os
import random
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any

from knockroll.server.storage import queries, store
from knockroll.server.tables import audience, scheduler, snapshots
from tests.server.simulation.loop import RUNNING, Chances, VirtualLoop
from tests.server.simulation.postgresql import QUERIES

EPOCH = 1_700_000_000.0
"""The beginning of all simulations, in seconds since 1970."""
_PARTS = ("knockroll.server", "knockroll.players")


@contextmanager
def stand_ins(loop: VirtualLoop, chances: Chances, snapshots_every: int) -> Iterator[None]:
    """Replace clocks, randomness and SQL in all modules of the server."""
    clocks = SimpleNamespace(
        time=lambda: EPOCH + loop.now + RUNNING.get().clock,
        monotonic=loop.time,
        perf_counter=loop.time,
    )
    replaced: dict[ModuleType, dict[str, Any]] = {
        queries: QUERIES,
        store: {"upgrade": lambda database: None},
        snapshots: {"EVERY": snapshots_every},
        audience: {"GATHER_SECONDS": 0.05},
        scheduler: {"_cost": {}},
    }
    by_module = {
        time: clocks,
        secrets: _secrets(chances),
        random: SimpleNamespace(uniform=lambda least, most: chances.here().uniform(least, most)),
        os: SimpleNamespace(urandom=lambda size: chances.here().randbytes(size)),
    }
    for module in _modules():
        for known, stand_in in by_module.items():
            there = vars(module).get(known.__name__)
            is_known = there is known or (known is secrets and isinstance(there, SimpleNamespace))  # tests/seeded.py
            if is_known and (known is not os or module.__name__ == "knockroll.players.player"):
                replaced.setdefault(module, {})[known.__name__] = stand_in
    before = {module: {name: vars(module)[name] for name in names} for module, names in replaced.items()}
    for module, names in replaced.items():
        vars(module).update(names)
    try:
        yield
    finally:
        for module, names in before.items():
            vars(module).update(names)


def _modules() -> list[ModuleType]:
    return [module for name, module in sorted(sys.modules.items()) if name.startswith(_PARTS)]


def _secrets(chances: Chances) -> SimpleNamespace:
    return SimpleNamespace(
        choice=lambda among: chances.here().choice(among),
        token_bytes=lambda size: chances.here().randbytes(size),
        token_hex=lambda size: chances.here().randbytes(size).hex(),
        token_urlsafe=lambda size: chances.here().randbytes(size).hex(),
    )
