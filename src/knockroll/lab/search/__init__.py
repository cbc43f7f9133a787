"""Search: players that try their moves in worlds they believe in, and what every legal move is worth.

``past`` plays the history of a hand again, ``worlds`` has the steps of a particle filter over it, ``searcher`` tries
moves in worlds by playouts, and ``decision`` chooses. ``two_seats`` and ``any_seats`` are the two searches made of
them. No game is imported here: what search must know of a game comes with its ``Thinker``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knockroll.engine.game import Game
    from knockroll.lab.search.any_seats.player import SeatsPlayer
    from knockroll.lab.search.two_seats.player import DuelPlayer
    from knockroll.players.player import Thinker


def make_player(game: Game, thinker: Thinker, seed: int | None = None) -> SeatsPlayer | DuelPlayer:
    """Make the player that a thinker of a game describes."""
    if thinker.search is not None:
        from knockroll.lab.search.two_seats.player import DuelPlayer

        return DuelPlayer(game, thinker, seed)
    from knockroll.lab.search.any_seats.player import SeatsPlayer

    return SeatsPlayer(game, thinker, seed)
