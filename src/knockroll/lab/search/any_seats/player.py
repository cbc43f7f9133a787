"""A player that searches in any card game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.views import read_options, read_view
from knockroll.lab.search.past import Past, past_rule
from knockroll.lab.search.player import SearchPlayer
from knockroll.lab.search.preparation import make_room, play_hands
from knockroll.players.player import Bot, GainPrior, Thinker

if TYPE_CHECKING:
    from knockroll.lab.search.any_seats.searcher import Budget, SeatsSearcher


class SeatsPlayer(SearchPlayer):
    """Plays by a solution where the game has one, by search elsewhere, and as its base player where it cannot."""

    def __init__(self, game: Game, thinker: Thinker, seed: int | None = None, budget: Budget | None = None) -> None:
        super().__init__(game, thinker, seed)
        self._budget = budget
        self._searchers: dict[tuple[Any, ...], SeatsSearcher] = {}

    def prepare(self) -> Iterator[float]:
        """Compile and compute everything a choice needs, unless this machine has it cached; yield the share done."""
        yield 0.0
        occasions = sorted({self.game.default_seats, 2}, reverse=True)
        for number, seats in enumerate(occasions):
            position = self.game.new_state(seats, self.game.option_values(seats, None, {}))
            if self._solution(position) is None:
                self.searcher(position)
            yield 0.8 * (number + 1) / len(occasions)
        yield from (0.8 + 0.2 * done for done in play_hands(self.game, self, self.game.default_seats, None))

    def prepare_for(self, view: dict[str, Any]) -> None:
        """Compute what a choice needs at tables with the options and seats of this one."""
        v = read_view(self.game, view)
        if self._solution(v) is None:
            with suppress(InvalidOption):
                self.searcher(v)

    def is_prepared_for(self, view: dict[str, Any]) -> bool:
        """Whether nothing has to be computed before a choice at such a table."""
        v = read_view(self.game, view)
        return self._solution(v) is not None or self._key(v) in self._searchers

    def choose_within(self, view: dict[str, Any], milliseconds: float | None) -> str:
        """Return the best move, as far as that can be told in the time."""
        v, seed = read_view(self.game, view), self.seed_of(view)
        if (solution := self._solution(v)) is not None:
            return self.move_of(solution, v, seed)
        try:
            searcher = self.searcher(v)
        except InvalidOption:
            return self.move_of(self.base, v, seed)
        return self.game.moves.format(searcher.choose(v, view["seat"], searcher.default_prior(), seed, milliseconds))

    def _solution(self, v: Any) -> Bot | None:
        """Return the bot that plays the solution of such a position, if there is one."""
        solution = self.thinker.solution
        return solution.player if solution is not None and solution.covers(v) else None

    def searcher(self, v: Any) -> SeatsSearcher:
        """Return the searcher for a position; raise :class:`InvalidOption` if there is none (see :meth:`check`)."""
        from knockroll.lab.search.any_seats.priors import priors

        key = self._key(v)
        if key not in self._searchers:
            make_room(self._searchers)
            budget = self._budget or self._usual_budget()
            self._searchers[key] = self._make(v, budget, priors(self.game, self.base, budget))
        return self._searchers[key]

    def _key(self, v: Any) -> tuple[Any, ...]:
        """What tables have in common that share a searcher."""
        return (v.seats, *self._options(v).items())

    def check(self, v: Any, seat: int) -> None:
        """Raise :class:`InvalidOption` if moves cannot be tried in such a position."""
        options = self._options(v)
        past, views = Past(), [v.copy() for _ in range(v.act_count)]
        past_rule(self.game)(v, seat, v.copy(), self.game.blank_view(v), views, past, [0] * DECK_SIZE)
        if not past.is_whole:
            raise InvalidOption("the stock was reshuffled in this hand, so what came before it is not known")
        from knockroll.lab.search.any_seats.standings import MOST_HANDS, standings

        if standings(self.game, self.base, v.seats, tuple(sorted(options.items()))) is None:
            raise InvalidOption(f"moves can be evaluated in games of up to {MOST_HANDS} hands; these games are longer")

    def evaluator(self, v: Any, worlds: int) -> SeatsSearcher:
        """Return a searcher that tries moves in batches of ``worlds`` worlds."""
        return self._make(v, replace(self._usual_budget(), worlds=worlds, particles=4 * worlds), ())

    def _options(self, v: Any) -> dict[str, Any]:
        """The options of a game with as many seats as there have been; that may be more than a game can start with."""
        return self.game.option_values(v.seats, None, read_options(self.game, v))

    def _usual_budget(self) -> Budget:
        from knockroll.lab.search.any_seats.searcher import Budget

        return Budget(particles=self.thinker.particles, stronger=self.thinker.stronger)

    def _make(self, v: Any, budget: Budget, priors: Sequence[Sequence[GainPrior]]) -> SeatsSearcher:
        from knockroll.lab.search.any_seats.searcher import SeatsSearcher

        return SeatsSearcher(self.game, self.base, v.seats, self._options(v), priors, budget)
