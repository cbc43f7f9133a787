"""Search: what the other players may hold, and which move does best against it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from knockroll.engine.game import Game
    from knockroll.lab.search.player import SearchingPlayer
    from knockroll.lab.search.seats.player import SeatsPlayer
    from knockroll.players.player import Thinker


def make_player(game: Game, thinker: Thinker, seed: int | None) -> SearchingPlayer | SeatsPlayer:
    """Make the player of a thinker; :data:`knockroll.players.registry.SEARCH` names this function."""
    if thinker.for_two:
        from knockroll.lab.search.player import SearchingPlayer

        return SearchingPlayer(game, thinker, seed)
    from knockroll.lab.search.seats.player import SeatsPlayer

    return SeatsPlayer(game, thinker, seed)
