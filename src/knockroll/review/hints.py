"""Hints: the best moves of a view, from what the seat knows."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game, find_game
from knockroll.engine.views import GameView, read_options, read_view
from knockroll.review.document import Blunder, Candidate, Hint
from knockroll.review.evaluators import PositionEvaluator
from knockroll.review.factory import make_evaluator
from knockroll.review.judgement import Loss, Trial, mean_and_error, t_quantile, verdict_of
from knockroll.review.sentences import blunder_sentence, hint_sentence, move_words

WORLDS = 64
BATCHES = 6
MOST_NAMED = 3
"""The most moves that a hint names."""


def hint(view: GameView, *, batches: int = BATCHES, seed: int = 0) -> Hint:
    """Return the best moves of a view in words, with their chances. Nothing but the view is used.

    The first hint of a game compiles its search, which takes a while; later ones take a fraction of a second.
    """
    if not view["legal"]:
        raise InvalidOption("there is nothing to choose: a hint needs the view of the seat to move")
    if type(batches) is not int or batches < 2:
        raise InvalidOption(f"batches must be a whole number of at least 2, not {batches!r}")
    game = find_game(view["game"])
    v, seat = read_view(game, view), view["seat"]
    evaluator = evaluator_for(game, v)
    evaluator.check(v, seat)
    moves = game.list_legal(v)
    trial = Trial(moves, moves[0])
    trial.run(partial(_try, evaluator, v, seat, seed), 1 if evaluator.exact else batches)
    candidates = candidates_of(game, v, trial, evaluator.exact)
    return Hint(
        seat=seat,
        candidates=candidates,
        sentences=_sentences(candidates),
        blunders=_blunders(game, v, trial, evaluator.exact),
        evaluator=evaluator.version,
    )


def evaluator_for(game: Game, v: Any) -> PositionEvaluator:
    """Return a cached evaluator for positions like this one."""
    return _cached(game, v.seats, tuple(read_options(game, v).items()), _State(v))


class _State:
    """A position in the key of a cache: equal to any other, because any with the same options will do."""

    def __init__(self, v: Any) -> None:
        self.v = v

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _State)


@lru_cache(maxsize=16)
def _cached(game: Game, seats: int, options: tuple[tuple[str, Any], ...], example: _State) -> PositionEvaluator:
    return make_evaluator(game, example.v, WORLDS, 0)


def _try(evaluator: PositionEvaluator, v: Any, seat: int, seed: int, moves: list[int], batch: int) -> Any:
    return evaluator.try_moves(v, seat, moves, seed * 8191 + batch)


def candidates_of(game: Game, v: Any, trial: Trial, exact: bool) -> tuple[Candidate, ...]:
    """Return all moves of a trial, the best first."""
    found = []
    for move in trial.moves:
        batches = trial.batches[move]
        mean, error = mean_and_error(trial.values(move))
        width = 0.0 if exact else t_quantile(len(batches) - 1) * error
        text = game.moves.format(move)
        wins, points = trial.hand_of(move)
        found.append(
            Candidate(
                move=text,
                words=move_words(game, text, v),
                chance=mean,
                low=max(0.0, mean - width),
                high=min(1.0, mean + width),
                points=points,
                wins_hand=wins,
                worlds=sum(batch.worlds for batch in batches),
            )
        )
    return tuple(sorted(found, key=lambda candidate: -candidate.chance))


def _blunders(game: Game, v: Any, trial: Trial, exact: bool) -> tuple[Blunder, ...]:
    """Return the moves that a review would call blunders."""
    found = []
    for move in trial.moves:
        loss = exact_loss(trial, move) if exact else trial.loss(move)
        if verdict_of(game.review, loss.mean, loss.low) == "blunder":
            text = game.moves.format(move)
            sentence = blunder_sentence(move_words(game, text, v), loss.mean)
            found.append(Blunder(move=text, loss=loss.mean, sentence=sentence))
    return tuple(sorted(found, key=lambda blunder: -blunder.loss))


def exact_loss(trial: Trial, played: int) -> Loss:
    """Return what a move gave away when all chances are exact."""
    best = max(trial.moves, key=lambda move: trial.values(move)[0])
    lost = trial.values(best)[0] - trial.values(played)[0]
    return Loss(best if lost else played, lost, 0.0, lost, lost)


def _sentences(candidates: tuple[Candidate, ...]) -> tuple[str, ...]:
    """Name the best moves; moves with the same chances, to the percent, are named together."""
    groups: list[list[Candidate]] = []
    for candidate in candidates:
        first = groups[-1][0] if groups else None
        if first is not None and _shown(first) == _shown(candidate):
            groups[-1].append(candidate)
        else:
            groups.append([candidate])
    return tuple(
        hint_sentence(group[0].words, group[0].wins_hand, group[0].chance, [one.words for one in group[1:]])
        for group in groups[:MOST_NAMED]
    )


def _shown(candidate: Candidate) -> tuple[int, int]:
    return round(100 * candidate.chance), round(100 * (candidate.wins_hand or 0))
