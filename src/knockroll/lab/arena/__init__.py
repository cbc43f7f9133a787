"""The arena: matches and tournaments among computer players, with ratings.

>>> from knockroll import arena
>>> result = arena.run("thirty_one", ["House", "Mr. Clueless"], games=40, seed=1)
>>> result.standings[0].name
'House'

Deals are replayed with the players in each other's seats, so that luck cancels. The same seed gives the same result
on any number of threads. Bots are compiled with the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knockroll.lab.arena.api import Match, MatchResult, Standing, prepare, read_match, rerun, run, run_match

__all__ = ["Match", "MatchResult", "Standing", "prepare", "read_match", "rerun", "run", "run_match"]


def __getattr__(name: str) -> Any:
    """Import names on first use: every command knows the arena, but few run it."""
    if name in __all__:
        from knockroll.lab.arena import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
