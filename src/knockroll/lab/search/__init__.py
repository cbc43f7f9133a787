"""Search: players that try their moves in worlds they believe in, and estimates of what every legal move is worth.

One search serves all card games. ``past`` plays the history of a hand again, ``worlds`` has the parts of a particle
filter over it and ``belief`` the filter, ``searcher`` tries moves in worlds by playouts, ``decision`` chooses among
them, and ``player`` puts it all together. No game is imported here: what search must know about a game comes with its
``Thinker``, as data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knockroll.engine.game import Game
    from knockroll.lab.search.player import SearchPlayer
    from knockroll.players.player import Thinker


def make_player(game: Game, thinker: Thinker, seed: int | None = None) -> SearchPlayer:
    """Make the player that a thinker of a game describes."""
    from knockroll.lab.search.player import SearchPlayer

    return SearchPlayer(game, thinker, seed)
