"""The player that searches. It plays a solution where there is one, and where it cannot search, as its base player."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.options import NONE
from knockroll.engine.state import MOST_ACTS
from knockroll.engine.stream import CHOICE, open_stream
from knockroll.engine.views import read_options, read_view
from knockroll.lab.search.memory import Memories
from knockroll.lab.search.past import Past, past_rule
from knockroll.lab.search.preparation import make_room, play_hands
from knockroll.players.player import Bot, Thinker

if TYPE_CHECKING:
    from knockroll.lab.search.searcher import Budget, Searcher

_SEEN = ("seat", "hands_played", "players", "hand", "acts", "phase")
"""The parts of a view that determine the seed of a decision."""


class SearchPlayer:
    """Tries its moves in worlds that it believes in. One seed and the same views give the same moves."""

    slow = True

    def __init__(self, game: Game, thinker: Thinker, seed: int | None = None, budget: Budget | None = None) -> None:
        self.game, self.thinker, self.rules = game, thinker, thinker.search
        self.name, self.character = thinker.name, thinker.character
        self.base = thinker.base_in(game)
        self._seed = os.urandom(32) if seed is None else str(seed).encode()
        self._budget = budget
        self._searchers: dict[tuple[Any, ...], Searcher] = {}
        self._memories = Memories(game)

    # --- Preparation -----------------------------------------------------------------------------------------------

    def prepare(self) -> Iterator[float]:
        """Compile and compute everything a choice needs, unless this machine has it cached; yield the share done."""
        yield 0.0
        usual = self.game.default_seats
        occasions = [self.rules.seats] if self.rules.seats else sorted({usual, 2}, reverse=True)
        for number, seats in enumerate(occasions):
            position = self.game.new_state(seats, self.game.option_values(seats, self.rules.variant, {}))
            if self._solution(position) is None:
                self.searcher(position)
            yield 0.7 * (number + 1) / len(occasions)
        yield from (0.7 + 0.3 * done for done in play_hands(self.game, self, occasions[0], self.rules.variant))
        self._memories = Memories(self.game)

    def prepare_for(self, view: dict[str, Any]) -> None:
        """Compute what a choice needs at tables with the options and seats of this one."""
        v = read_view(self.game, view)
        if self._solution(v) is None and self._searches_at(v):
            with suppress(InvalidOption):
                self.searcher(v)

    def is_prepared_for(self, view: dict[str, Any]) -> bool:
        """Return whether a choice at such a table can be made at once."""
        v = read_view(self.game, view)
        return self._solution(v) is not None or not self._searches_at(v) or self._key(v) in self._searchers

    # --- Choices ---------------------------------------------------------------------------------------------------

    def choose(self, view: dict[str, Any]) -> str:
        """Return the move that seems best."""
        return self.choose_within(view, None)

    def choose_within(self, view: dict[str, Any], milliseconds: float | None) -> str:
        """Return the move that seems best after this much time."""
        v, seat, seed = read_view(self.game, view), int(view["seat"]), self._seed_of(view)
        if (solution := self._solution(v)) is not None:
            return self._move_of(solution, v, seed)
        if not self._searches_at(v):
            return self._move_of(self.base, v, seed)
        try:
            searcher = self.searcher(v)
        except InvalidOption:
            return self._move_of(self.base, v, seed)
        if not (self.rules.learns and v.seats == 2):
            move = searcher.choose(v, seat, searcher.default_prior(), seed, milliseconds)
        else:
            prior = self._memories.prior(v, seat, view.get("last_hand"), searcher, seed)
            move = searcher.choose(v, seat, prior, seed, milliseconds)
            self._memories.add(seat, v, move, prior)
        return self.game.moves.format(move)

    def _searches_at(self, v: Any) -> bool:
        """Return whether it searches with this number of seats, these options and this history of the hand."""
        has_history = v.act_count < MOST_ACTS and (v.act_count > 0 or v.turns == 0)  # views of 0.1.0 have none
        fits = self.rules.seats in (0, v.seats) and all(getattr(v, name) != NONE for name in self.rules.needs)
        return bool(fits and has_history)

    def _solution(self, v: Any) -> Bot | None:
        """Return the bot that plays the solution of such a position, if there is one."""
        solution = self.thinker.solution
        return solution.player if solution is not None and solution.covers(v) else None

    def _move_of(self, bot: Bot, v: Any, seed: int) -> str:
        """Return the move that a bot makes, without search."""
        legal = self.game.list_legal(v)
        return self.game.moves.format(bot.choose(v, legal, len(legal), open_stream(seed, 0, CHOICE)))

    def _seed_of(self, view: dict[str, Any]) -> int:
        """Return a seed for this decision, from what the seat sees."""
        seen = [view[part] for part in _SEEN if part in view]
        return int.from_bytes(hashlib.blake2b(json.dumps(seen).encode(), digest_size=7, key=self._seed[:64]).digest())

    # --- Searchers -------------------------------------------------------------------------------------------------

    def searcher(self, v: Any) -> Searcher:
        """Return the searcher for tables such as this one; raise :class:`InvalidOption` if there can be none."""
        from knockroll.lab.search.priors import gain_priors
        from knockroll.lab.search.searcher import Budget, Searcher

        key = self._key(v)
        if key not in self._searchers:
            make_room(self._searchers)
            budget = self._budget or Budget.of(self.rules)
            gains = gain_priors(self.game, self.thinker, budget)
            self._searchers[key] = Searcher(self.game, self.thinker, v.seats, self._options(v), budget, gains)
        return self._searchers[key]

    def evaluator(self, v: Any, worlds: int, particles: int | None = None) -> Searcher:
        """Return a searcher that tries moves in batches of ``worlds`` worlds, each batch from a separate belief.

        By default a belief has as many particles as that of the player.
        """
        from knockroll.lab.search.searcher import Budget, Searcher

        usual = self._budget or Budget.of(self.rules)
        particles = max(particles or usual.particles, worlds)
        budget = replace(usual, worlds=worlds, particles=particles, batches=1, own_batches=1)
        return Searcher(self.game, self.thinker, v.seats, self._options(v), budget)

    def check(self, v: Any, seat: int) -> None:
        """Raise :class:`InvalidOption` if moves cannot be tried in such a position."""
        options = self._options(v)
        past, views = Past(), [v.copy() for _ in range(v.act_count)]
        past_rule(self.game)(v, seat, v.copy(), self.game.blank_view(v), views, past, [0] * DECK_SIZE)
        if not past.is_whole:
            raise InvalidOption("the stock was reshuffled in this hand, so what came before it is not known")
        from knockroll.lab.search.searcher import chances_model
        from knockroll.lab.search.standings import MOST_HANDS

        if chances_model(self.game, self.thinker, v.seats, options) is None:
            raise InvalidOption(f"moves can be evaluated in games of up to {MOST_HANDS} hands; these games are longer")

    def _key(self, v: Any) -> tuple[Any, ...]:
        """Return the key of a searcher: tables with the same seats and options share one."""
        return (v.seats, *self._options(v).items())

    def _options(self, v: Any) -> dict[str, Any]:
        """Return the options of a view, which may have more seats than a game can start with."""
        return self.game.option_values(v.seats, None, read_options(self.game, v))
