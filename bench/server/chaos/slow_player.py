"""A slow player in a separate package, so that servers have jobs for their workers."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

GAME = "thirty_one"
NAME = "Ponderer"
_MODULE = """
import time

class Ponderer:
    slow = True
    name = "Ponderer"
    character = "Takes its time, and never knocks."

    def __init__(self, game, seed):
        pass

    def choose(self, view):
        time.sleep(0.2)
        draws = [move for move in view["legal"] if move.startswith("draw")]
        return (draws or [move for move in view["legal"] if move != "knock"] or view["legal"])[0]
"""


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Install the player for programs that are started in this context."""
    info = folder / "ponderer-1.0.dist-info"
    info.mkdir(parents=True)
    (folder / "ponderer.py").write_text(_MODULE)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ponderer\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[knockroll.players]\n{GAME}.{NAME} = ponderer:Ponderer\n")
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join([str(folder), *filter(None, [before])])
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
