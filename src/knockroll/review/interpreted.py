"""An evaluator that compiles nothing, for games whose solution plays fast enough without that.

Worlds fit what the seat sees, but are not weighted by what the others did: it is less exact than a search, and its
version says so.
"""

from __future__ import annotations

from typing import Any

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.game import Game
from knockroll.engine.review_rules import Worlds
from knockroll.engine.state import NOBODY, OVER
from knockroll.engine.stream import CHANCE, open_stream, shuffle_deck
from knockroll.lab.playout import Playout, Runner
from knockroll.review.evaluators import ANYBODY, SEED_MASK, Estimate, PositionEvaluator, winners_of
from knockroll.review.judgement import BatchMeans

MOST_PLAYOUTS = 8
"""Playouts for a position: interpreted, one takes a thousand times as long as compiled."""
MOST_WORLDS = 24


def can_interpret(game: Game, v: Any) -> bool:
    """Return whether a position can be evaluated without compiled code."""
    solution = game.thinkers[0].solution if game.thinkers else None
    return solution is not None and game.review.standing is not None and bool(solution.covers(v))


class InterpretedEvaluator(PositionEvaluator):
    """Plays out hands by the game's solution, interpreted."""

    def __init__(self, game: Game, v: Any, worlds: int, seed: int) -> None:
        super().__init__(game, v.seats)
        solution = game.thinkers[0].solution
        assert solution is not None
        self._runner = Runner(game, [solution.player] * v.seats, v, seed & SEED_MASK, compiled=False)
        self._worlds = min(worlds, MOST_WORLDS)

    @property
    def name(self) -> str:
        """What it is, for people who compare reviews."""
        return "solution, interpreted"

    def try_moves(self, v: Any, seat: int, moves: list[int], seed: int, opponent: str = ANYBODY) -> BatchMeans:
        """Try moves in worlds that fit the view."""
        chances, points = [0.0] * len(moves), [0.0] * len(moves)
        wins = [0.0] * len(moves)
        for number in range(self._worlds):
            world = v.copy()
            self.game.complete(world, seat, _deck((seed & SEED_MASK) << 12 | number))
            for i, move in enumerate(moves):
                s = world.copy()
                self.game.play(s, move)
                chances[i] += self._play_out(s, (seed & SEED_MASK) << 12 | number, v.hands_played)[seat]
                lead = self._lead(s, v, seat)
                points[i] += lead
                wins[i] += lead > 0
        n = self._worlds
        return BatchMeans([c / n for c in chances], [p / n for p in points], [w / n for w in wins], n)

    def position(self, s: Any, playouts: int, seed: int) -> Estimate:
        """Play out a position a few times."""
        samples = []
        for number in range(min(playouts, MOST_PLAYOUTS)):
            state = s.copy()
            if state.turn != NOBODY:
                _shuffle_stock(state, (seed & SEED_MASK) << 12 | number)
            samples.append(self._play_out(state, (seed & SEED_MASK) << 12 | number, s.hands_played))
        return _mean(samples)

    def draw(self, s: Any, move: int, card: int, playouts: int, seed: int) -> tuple[Estimate, Estimate]:
        """Play out the position after each card of the stock."""
        after: list[tuple[float, ...]] = []
        luck: list[tuple[float, ...]] = []
        for number in range(min(playouts, 2)):
            key = (seed & SEED_MASK) << 12 | number
            state = s.copy()
            _shuffle_stock(state, key)
            found = {}
            for place in range(s.stock_next, s.stock_end):
                one = state.copy()
                order = list(state.deck[s.stock_next : s.stock_end])
                top = order.pop(place - s.stock_next)
                for i, other in enumerate([top, *order]):
                    one.deck[s.stock_next + i] = other
                self.game.play(one, move)
                found[int(top)] = self._play_out(one, key, s.hands_played)
            means = [sum(values[i] for values in found.values()) / len(found) for i in range(self.seats)]
            after.append(found[card])
            luck.append(tuple(own - mean for own, mean in zip(found[card], means, strict=True)))
        return _mean(after), _mean(luck)

    def worlds(self, v: Any, seat: int, seed: int) -> Worlds:
        """Return hands of the others that fit the view."""
        found = []
        for number in range(self._worlds):
            world = v.copy()
            self.game.complete(world, seat, _deck((seed & SEED_MASK) << 12 | number))
            found.append([0 if other == seat else world.hands[other] for other in range(self.seats)])
        return found

    def _play_out(self, s: Any, number: int, hands_before: int) -> tuple[float, ...]:
        """Play a hand to its end, and return the chance of each seat to win then."""
        p = Playout()
        p.number = number
        p.hands = s.hands_played - hands_before  # a finished hand is not played on
        p.choosers[: self.seats] = self._runner.choosers
        self._runner.play_one(p, s, most_hands=1)
        if s.phase == OVER:
            return winners_of(s)
        assert self.game.review.standing is not None
        return self.game.review.standing(s)

    def _lead(self, s: Any, v: Any, seat: int) -> float:
        """Return the points of a hand minus the mean of the others; more is better."""
        points = [s.scores[i] - v.scores[i] for i in range(self.seats)]
        lead = (points[seat] * self.seats - sum(points)) / (self.seats - 1)
        return float(-lead if self.game.showing.score.best == "low" else lead)


def _deck(number: int) -> list[int]:
    deck = [0] * DECK_SIZE
    shuffle_deck(open_stream(number, 0, CHANCE), deck)
    return deck


def _shuffle_stock(s: Any, number: int) -> None:
    """Put the stock in a random order."""
    place = {card: i for i, card in enumerate(_deck(number))}
    cards = sorted(s.deck[s.stock_next : s.stock_end], key=lambda card: place[card])
    for i, card in enumerate(cards):
        s.deck[s.stock_next + i] = card


def _mean(samples: list[tuple[float, ...]]) -> Estimate:
    n, seats = len(samples), len(samples[0])
    means = tuple(sum(sample[i] for sample in samples) / n for i in range(seats))
    if n == 1:
        return Estimate(means, (0.0,) * seats)
    return Estimate(
        means, tuple(sum((sample[i] - means[i]) ** 2 for sample in samples) / (n - 1) / n for i in range(seats))
    )
