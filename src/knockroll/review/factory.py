"""Which evaluator a position gets: exact, by search, by playouts, or without anything compiled."""

from __future__ import annotations

from typing import Any

from knockroll.engine.errors import InvalidOption, MissingPackage
from knockroll.engine.game import Game
from knockroll.engine.state import CardState
from knockroll.review.evaluators import PlayoutEvaluator, PositionEvaluator, SearchEvaluator, SolvedEvaluator
from knockroll.review.interpreted import InterpretedEvaluator, can_interpret


def make_evaluator(game: Game, v: Any, worlds: int, seed: int) -> PositionEvaluator:
    """Return an evaluator for positions like this one; raise :class:`InvalidOption` if there is none."""
    if game.review.chances is not None and game.review.chances(v) is not None:
        return SolvedEvaluator(game, v.seats)
    try:
        if game.thinkers:
            return SearchEvaluator(game, v, worlds, seed)
        if not issubclass(game.state, CardState) and game.players:
            return PlayoutEvaluator(game, v, worlds, seed)
    except ModuleNotFoundError as error:
        if can_interpret(game, v):
            return InterpretedEvaluator(game, v, worlds, seed)
        if isinstance(error, MissingPackage):
            raise
        raise MissingPackage.of(error, "search") from error
    raise InvalidOption(f"games of {game.title} cannot be reviewed: it has no player that searches")
