"""Evaluators: what moves are worth to a seat that sees its view, and what positions are worth with all cards open.

There are three kinds. A solved game has exact chances. In a game whose players search, moves are tried in worlds that
the seat believes in, and hands are played out by the base player of the search. In a game where nothing is hidden, the
game is played out from the position itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.review_rules import Worlds
from knockroll.engine.state import MOST_ACTS, OVER, WAITING, CardState
from knockroll.engine.views import read_options, seats_in
from knockroll.review.document import EVALUATOR_VERSION
from knockroll.review.judgement import BatchMeans

if TYPE_CHECKING:
    from knockroll.players.player import Bot

SEED_MASK = (1 << 31) - 1
ANYBODY = "anybody"
PARTICLES_PER_WORLD = 8
"""Particles of the filter for each world of a batch. Many small beliefs are better than a few large ones, because their
differences show how far to trust them."""
REASON_WORLDS = 256
_READ = ["scores", "playing", "dealer", "hands_played", "phase", "winners"]
"""The fields of a state that the chance to win after a hand depends on."""


class Estimate(NamedTuple):
    """A number for each seat, estimated."""

    means: tuple[float, ...]
    variances: tuple[float, ...]
    """The variance of each mean."""


class PositionEvaluator(ABC):
    """Evaluates positions of one game with the same options and seats."""

    exact = False
    """Whether chances are exact, so that one batch is enough."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game, self.seats = game, seats

    @property
    @abstractmethod
    def name(self) -> str:
        """What it is, for people who compare reviews."""

    @property
    def version(self) -> str:
        """The game, the name, and the versions of everything that the numbers depend on."""
        return f"{self.game.name} {self.game.rules_version}, {self.name}, evaluator {EVALUATOR_VERSION}"

    @property
    def second(self) -> str | None:
        """The opponent of a second opinion, if there is one."""
        return None

    def check(self, v: Any, seat: int) -> None:
        """Raise :class:`InvalidOption` if moves cannot be tried in such a position."""
        return

    @abstractmethod
    def try_moves(self, v: Any, seat: int, moves: list[int], seed: int, opponent: str = ANYBODY) -> BatchMeans:
        """Try moves of a view in one batch."""

    @abstractmethod
    def position(self, s: Any, playouts: int, seed: int) -> Estimate:
        """Return each seat's chance to win from a state with all cards open except the stock, which is shuffled.

        A state that waits for chance gets it at random, so its value is the mean of the values after it.
        """

    def draw(self, s: Any, move: int, card: int, playouts: int, seed: int) -> tuple[Estimate, Estimate]:
        """Return the chances after a card has been drawn, and its luck: these chances minus the mean over all cards.

        Every card of the stock is tried with the same orders of the rest.
        """
        raise NotImplementedError(f"nothing is drawn in {self.game.title}")

    def worlds(self, v: Any, seat: int, seed: int) -> Worlds:
        """Return hands of the others that the seat believes in; none if nothing is hidden."""
        return ()


class SolvedEvaluator(PositionEvaluator):
    """Gives the exact chances in a solved game."""

    exact = True

    @property
    def name(self) -> str:
        """What it is, for people who compare reviews."""
        return "exact solution"

    def _chances(self, s: Any) -> tuple[float, ...]:
        assert self.game.review.chances is not None
        found = self.game.review.chances(s)
        assert found is not None, "a game is solved as a whole"
        return found

    def try_moves(self, v: Any, seat: int, moves: list[int], seed: int, opponent: str = ANYBODY) -> BatchMeans:
        """Return the exact chance after each move."""
        chances = []
        for move in moves:
            s = v.copy()
            self.game.play(s, move)
            chances.append(self._chances(s)[seat])
        return BatchMeans(chances)

    def position(self, s: Any, playouts: int, seed: int) -> Estimate:
        """Return the exact chances."""
        return Estimate(self._chances(s), (0.0,) * self.seats)


class _Playouts(PositionEvaluator):
    """Plays out positions, compiled, with one bot at every seat."""

    hands = 1
    """Hands to play; 0 plays the game to its end."""

    def __init__(self, game: Game, v: Any, bot: Bot, seed: int) -> None:
        super().__init__(game, v.seats)
        from knockroll.lab.playout import Runner

        self.bot = bot
        self._runner = Runner(game, [bot] * v.seats, v, seed & SEED_MASK)

    @abstractmethod
    def chances_after(self, states: Any) -> Any:
        """Return the chance of every seat to win after playouts, an array [state, seat]."""

    def _play_out(self, states: Any, numbers: Any, hands_before: int) -> Any:
        from knockroll.lab.compiled import new_records
        from knockroll.lab.playout import MOST_MOVES, NO_LIMIT, Playout

        playouts = new_records(Playout, len(states))
        playouts["number"] = numbers
        playouts["choosers"][:, : self.seats] = self._runner.choosers
        playouts["hands"] = states["hands_played"] - hands_before  # a finished hand is not played on
        self._runner.play(playouts, states, MOST_MOVES, self.hands or NO_LIMIT)
        return self.chances_after(states)

    def position(self, s: Any, playouts: int, seed: int) -> Estimate:
        """Play out a position many times."""
        import numpy

        from knockroll.lab.compiled import copies

        states = copies(s, playouts)
        if isinstance(s, CardState) and s.phase not in (WAITING, OVER) and s.stock_end > s.stock_next:
            stock = states["deck"][:, s.stock_next : s.stock_end]
            states["deck"][:, s.stock_next : s.stock_end] = numpy.random.default_rng(seed).permuted(stock, axis=1)
        numbers = (seed & SEED_MASK) << 16 | numpy.arange(playouts)
        return _estimate(self._play_out(states, numbers, s.hands_played))

    def draw(self, s: Any, move: int, card: int, playouts: int, seed: int) -> tuple[Estimate, Estimate]:
        """Play out the position after each card of the stock many times, with the same orders of the rest."""
        import numpy

        from knockroll.lab.compiled import copies

        first, end = s.stock_next, s.stock_end
        cards = sorted(int(other) for other in s.deck[first:end])
        orders = numpy.random.default_rng(seed).permuted(numpy.tile(cards, (playouts, 1)), axis=1)
        parts = []
        for other in cards:
            after = s.copy()
            place = list(after.deck[first:end]).index(other)
            after.deck[first], after.deck[first + place] = after.deck[first + place], after.deck[first]
            self.game.play(after, move)
            states = copies(after, playouts)
            states["deck"][:, first + 1 : end] = orders[orders != other].reshape(playouts, -1)
            parts.append(states)
        numbers = (seed & SEED_MASK) << 16 | numpy.arange(playouts)
        found = self._play_out(numpy.concatenate(parts), numpy.tile(numbers, len(cards)), s.hands_played)
        found = found.reshape(len(cards), playouts, self.seats)
        drawn = found[cards.index(card)]
        return _estimate(drawn), _estimate(drawn - found.mean(axis=0))


def _estimate(samples: Any) -> Estimate:
    """Return the mean over samples, an array [sample, seat], and the variance of that mean."""
    variances = samples.var(axis=0, ddof=1) / len(samples)
    return Estimate(tuple(samples.mean(axis=0).tolist()), tuple(variances.tolist()))


class SearchEvaluator(_Playouts):
    """Tries moves in worlds that the seat believes in, and plays out the hand."""

    def __init__(self, game: Game, v: Any, worlds: int, seed: int) -> None:
        from knockroll.lab.search import make_player

        self.thinker = game.thinkers[0]
        self._player = make_player(game, self.thinker, 0)
        _check_length(game, self._player, v)
        self._searcher = self._player.evaluator(v, worlds, particles=PARTICLES_PER_WORLD * worlds)
        super().__init__(game, v, self.thinker.playouts_in(game), seed)

    @property
    def name(self) -> str:
        """What it is, for people who compare reviews."""
        return f"search of {self.thinker.name}"

    @property
    def second(self) -> str | None:
        """The opponent of a second opinion: the player of its playouts."""
        return self.thinker.playouts_in(self.game).name

    def check(self, v: Any, seat: int) -> None:
        """Raise :class:`InvalidOption` if moves cannot be tried in such a position."""
        if v.act_count == MOST_ACTS:
            raise InvalidOption("the hand is too long: its first actions are no longer known")
        self._player.check(v, seat)

    def try_moves(self, v: Any, seat: int, moves: list[int], seed: int, opponent: str = ANYBODY) -> BatchMeans:
        """Try moves in one batch of worlds."""
        outcomes = self._searcher.try_moves(v, seat, self._prior(opponent), seed & SEED_MASK, moves)
        if outcomes is None:
            raise InvalidOption("no world fits what this seat has seen")
        # With more than two seats, a lead over the others' average does not mean a win.
        has_winner = self.seats == 2 and self.game.showing.round.has_winner
        return BatchMeans(
            outcomes.chances.mean(axis=0).tolist(),
            outcomes.points.mean(axis=0).tolist(),
            (outcomes.points > 0).mean(axis=0).tolist() if has_winner else (),
            len(outcomes.chances),
        )

    def _prior(self, opponent: str) -> Any:
        if opponent == ANYBODY:
            return self._searcher.default_prior()
        return self._searcher.certain_prior(opponent)

    def worlds(self, v: Any, seat: int, seed: int) -> Worlds:
        """Return hands of the others that the seat believes in."""
        found: list[list[int]] = []
        batch = 0
        while len(found) < REASON_WORLDS:
            worlds = self._searcher.worlds(v, seat, self._searcher.default_prior(), (seed + batch) & SEED_MASK)
            if not len(worlds):
                break
            found += worlds["hands"][:, : self.seats].tolist()
            batch += 1
        return found

    def chances_after(self, states: Any) -> Any:
        """Return the chance of every seat to win from states after a hand."""
        import numpy
        from numpy.lib.recfunctions import repack_fields

        small = repack_fields(states[_READ])  # a few fields of large records
        return numpy.stack([self._searcher.chances(small, seat) for seat in range(self.seats)], axis=1)


def _check_length(game: Game, player: Any, v: Any) -> None:
    """Raise :class:`InvalidOption` if a game with such options is too long to tell who wins it."""
    s = game.new_state(v.seats, read_options(game, v), 0)
    game.start(s)
    if issubclass(game.state, CardState):
        game.chance(s, list(range(52)))
    while s.turn < 0 and s.wants:
        game.chance(s, list(range(52)))
    if s.turn >= 0:
        player.check(game.view_of(s, s.turn), s.turn)


class PlayoutEvaluator(_Playouts):
    """Plays games in which nothing is hidden to their end, with the best bot at every seat."""

    hands = 0

    def __init__(self, game: Game, v: Any, worlds: int, seed: int) -> None:
        fits = [bot for bot in game.players if bot.seats in (0, v.seats)]
        super().__init__(game, v, max(fits, key=lambda bot: bot.strength), seed)
        self._worlds = worlds

    @property
    def name(self) -> str:
        """What it is, for people who compare reviews."""
        return f"games of {self.bot.name}"

    def try_moves(self, v: Any, seat: int, moves: list[int], seed: int, opponent: str = ANYBODY) -> BatchMeans:
        """Play out the game after each move, with the same chance."""
        import numpy

        from knockroll.lab.compiled import copies

        parts = []
        for move in moves:
            s = v.copy()
            self.game.play(s, move)
            parts.append(copies(s, self._worlds))
        numbers = (seed & SEED_MASK) << 12 | numpy.arange(self._worlds)
        found = self._play_out(numpy.concatenate(parts), numpy.tile(numbers, len(moves)), v.hands_played)
        means: Sequence[float] = found[:, seat].reshape(len(moves), -1).mean(axis=1).tolist()
        return BatchMeans(means, worlds=self._worlds)

    def chances_after(self, states: Any) -> Any:
        """Return each seat's share of the win in finished games."""
        import numpy

        won = states["winners"][:, None] >> numpy.arange(self.seats) & 1
        return won / numpy.maximum(won.sum(axis=1, keepdims=True), 1)


def winners_of(s: Any) -> tuple[float, ...]:
    """Return each seat's share of the win in a finished game."""
    winners = seats_in(s.winners)
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(s.seats))
