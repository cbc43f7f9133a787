"""Arrays that are computed once on a machine, and kept on disk under a hash of what they follow from."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy

from knockroll.engine.game import Game
from knockroll.lab.playout import bots_together, playout_rule
from knockroll.players.player import Bot


def keep(game: Game, bot: Bot, said: str, source: str, compute: Callable[[], Any]) -> Any:
    """What ``compute`` returns, from disk if it was computed before.

    It follows from the sources of playouts among the game's bots, from what is ``said``, such as options, and from the
    file that computes it, ``source``, with those beside it.
    """
    file = _file_of(game, bot, said, source)
    try:
        return numpy.load(file)
    except (OSError, ValueError, EOFError):  # none yet, or one that was not written to its end
        found = compute()
    part = file.with_suffix(f".{os.getpid()}.part")
    try:  # the whole of it or nothing; where nothing can be written, it is computed again next time
        file.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as opened:
            numpy.save(opened, found)
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
    return found


def _file_of(game: Game, bot: Bot, said: str, source: str) -> Path:
    from knockroll.lab.compiled import cache_folder

    digest = hashlib.sha256(f"{game.name} {bot.name} {said}".encode())
    for file in sorted(Path(source).parent.glob("*.py")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    folder = cache_folder(playout_rule(game, bots_together(game, [bot])))
    return folder / "kept" / f"{digest.hexdigest()[:16]}.npy"
