"""A player that searches in any card game."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.stream import CHOICE, open_stream
from knockroll.engine.views import read_options, read_view
from knockroll.lab.search.preparation import MOST_OPTIONS, play_hands
from knockroll.lab.search.seats.past import Past, past_rule
from knockroll.lab.search.thinking import Prior
from knockroll.players.player import Bot, Thinker

if TYPE_CHECKING:
    from knockroll.lab.search.seats.searching import Budget, Searching


class SeatsPlayer:
    """Tries its moves in worlds that it believes in. One seed and the same views give the same moves."""

    slow = True

    def __init__(self, game: Game, thinker: Thinker, seed: int | None = None, budget: Budget | None = None) -> None:
        self.game = game
        self.name, self.character = thinker.name, thinker.character
        self._seed = os.urandom(32) if seed is None else str(seed).encode()
        self._thinker, self._budget = thinker, budget
        self._base = thinker.base_in(game)
        self._searchings: dict[tuple[Any, ...], Searching] = {}

    def prepare(self) -> Iterator[float]:
        """Compile and compute all that a choice needs, unless it is cached on this machine; yield the share done."""
        yield 0.0
        occasions = sorted({self.game.default_seats, 2}, reverse=True)
        for number, seats in enumerate(occasions):
            position = self.game.new_state(seats, self.game.option_values(seats, None, {}))
            if self._solution(position) is None:
                self.searching(position)
            yield 0.8 * (number + 1) / len(occasions)
        yield from (0.8 + 0.2 * done for done in play_hands(self.game, self, self.game.default_seats, None))

    def prepare_for(self, view: dict[str, Any]) -> None:
        """Compute what a choice needs at tables with the options and seats of this one."""
        v = read_view(self.game, view)
        if self._solution(v) is None:
            with suppress(InvalidOption):
                self.searching(v)

    def is_prepared_for(self, view: dict[str, Any]) -> bool:
        """Whether nothing has to be computed before a choice at such a table."""
        v = read_view(self.game, view)
        return self._solution(v) is not None or self._key(v) in self._searchings

    def choose(self, view: dict[str, Any]) -> str:
        """The move that does best, as far as that can be told."""
        return self.choose_within(view, None)

    def choose_within(self, view: dict[str, Any], milliseconds: float | None) -> str:
        """The same, but the best move found by then when the time is up."""
        v, seed = read_view(self.game, view), self._seed_of(view)
        if (solution := self._solution(v)) is not None:
            return self._move_of(solution, v, seed)
        try:
            searching = self.searching(v)
        except InvalidOption:
            return self._move_of(self._base, v, seed)
        return self.game.moves.format(searching.choose(v, view["seat"], searching.anybody(), seed, milliseconds))

    def _solution(self, v: Any) -> Bot | None:
        """Who knows what to do there without searching."""
        solution = self._thinker.solution
        return solution.player if solution is not None and solution.covers(v) else None

    def _move_of(self, bot: Bot, v: Any, seed: int) -> str:
        legal = self.game.list_legal(v)
        return self.game.moves.format(bot.choose(v, legal, len(legal), open_stream(seed, 0, CHOICE)))

    def searching(self, v: Any) -> Searching:
        """Who thinks about a position; :class:`InvalidOption` if nobody does (see :meth:`check`)."""
        from knockroll.lab.search.seats.priors import priors

        key = self._key(v)
        if key not in self._searchings:
            while len(self._searchings) >= MOST_OPTIONS:
                del self._searchings[next(iter(self._searchings))]
            budget = self._budget or self._usual_budget()
            self._searchings[key] = self._make(v, budget, priors(self.game, self._base, budget))
        return self._searchings[key]

    def _key(self, v: Any) -> tuple[Any, ...]:
        """What is computed once for all tables that are alike."""
        return (v.seats, *self._options(v).items())

    def check(self, v: Any, seat: int) -> None:
        """Raise :class:`InvalidOption` if moves cannot be tried in such a position."""
        options = self._options(v)
        past, views = Past(), [v.copy() for _ in range(v.act_count)]
        past_rule(self.game)(v, seat, v.copy(), self.game.blank_view(v), views, past, [0] * DECK_SIZE)
        if not past.is_whole:
            raise InvalidOption("the stock was made anew in this hand, and nothing can be believed of what was before")
        from knockroll.lab.search.seats.standing import MOST_HANDS, standings

        if standings(self.game, self._base, v.seats, tuple(sorted(options.items()))) is None:
            raise InvalidOption(f"moves are evaluated in games of {MOST_HANDS} hands or fewer, and these take more")

    def searcher_for(self, v: Any, worlds: int) -> Searching:
        """Who tries moves in batches of so many worlds."""
        return self._make(v, replace(self._usual_budget(), worlds=worlds, believed=4 * worlds), ())

    def _options(self, v: Any) -> dict[str, Any]:
        """Of a game that begins with as many seats as there have been; where some left and others came, none may."""
        return self.game.option_values(v.seats, None, read_options(self.game, v))

    def _usual_budget(self) -> Budget:
        from knockroll.lab.search.seats.searching import Budget

        return Budget(believed=self._thinker.believed, stronger=self._thinker.stronger)

    def _make(self, v: Any, budget: Budget, known: Sequence[Sequence[Prior]]) -> Searching:
        from knockroll.lab.search.seats.searching import Searching

        return Searching(self.game, self._base, v.seats, self._options(v), known, budget)

    def _seed_of(self, view: dict[str, Any]) -> int:
        """A seed for this move, from what the seat sees."""
        seen = [view[part] for part in ("seat", "hands_played", "players", "hand", "acts", "phase") if part in view]
        return int.from_bytes(hashlib.blake2b(json.dumps(seen).encode(), digest_size=7, key=self._seed[:64]).digest())
