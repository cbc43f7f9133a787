"""Arrays that are computed once on a machine, and cached on disk under a hash of everything they depend on."""

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


def cached(game: Game, bot: Bot, key: str, compute: Callable[[], Any]) -> Any:
    """Return what ``compute`` returns, from disk if it was computed before.

    The result depends on the code of playouts among the game's bots, on the sources of the search, and on ``key``,
    which names the rest, such as options.
    """
    file = _file_of(game, bot, key)
    try:
        return numpy.load(file)
    except (OSError, ValueError, EOFError):  # none yet, or an incomplete one
        found = compute()
    part = file.with_suffix(f".{os.getpid()}.part")
    try:  # all or nothing; if it cannot be written, it is computed again next time
        file.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as opened:
            numpy.save(opened, found)
        part.replace(file)
    except OSError:
        part.unlink(missing_ok=True)
    return found


def _file_of(game: Game, bot: Bot, key: str) -> Path:
    from knockroll.lab.compiled import cache_folder

    digest = hashlib.sha256(f"{game.name} {bot.name} {key}".encode())
    for file in sorted(Path(__file__).parent.rglob("*.py")):
        digest.update(file.name.encode() + b"\0" + file.read_bytes())
    folder = cache_folder(playout_rule(game, bots_together(game, [bot])))
    return folder / "arrays" / f"{digest.hexdigest()[:16]}.npy"
