"""A player that searches: who remembers, from hand to hand, who the other player seems to be."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from knockroll.engine.acts import act_move, act_seat
from knockroll.engine.cards import DECK_SIZE, parse_mask
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.options import NONE
from knockroll.engine.state import DISCARD, MOST_ACTS
from knockroll.engine.stream import CHOICE, open_stream
from knockroll.engine.views import read_options, read_view
from knockroll.games.gin_rummy.rules import HAND_SIZE, KNOCK, PASS
from knockroll.lab.search.preparation import MOST_OPTIONS, play_hands
from knockroll.players.player import Thinker

if TYPE_CHECKING:
    from knockroll.lab.search.searcher import Budget, Searcher

MOST_REMEMBERED = 64
"""Games that a player may be asked about in turn, as in a process that thinks for several tables."""
MOST_POINTS = 250
"""A game to more points is not searched: the table of chances to win would be too large."""


@dataclass
class Memory:
    """The last move in a hand, and who the other player seemed to be before it."""

    seat: int
    view: Any
    move: int
    shares: Any

    @property
    def discarded(self) -> int:
        """The card that was discarded with the move, as a set of one; empty if none was."""
        if self.move < DISCARD or self.move == PASS:
            return 0
        return 1 << (self.move - DISCARD if self.move < PASS else (self.move - KNOCK) % DECK_SIZE)

    def goes_on(self, v: Any, seat: int) -> bool:
        """Whether a view is of the same hand, later."""
        old = self.view
        act = v.acts[old.act_count]  # the own move was the next
        return (
            self.seat == seat
            and (old.hands_played, old.dealer, old.scores) == (v.hands_played, v.dealer, v.scores)
            and (act_seat(act), act_move(act)) == (seat, self.move)
            and v.act_count > old.act_count
            and v.acts[: old.act_count] == old.acts[: old.act_count]
            and (old.hands[seat] & v.hands[seat]).bit_count() >= HAND_SIZE - 1  # a card has gone since, at most
        )

    def ended(self, v: Any, seat: int, last_hand: dict[str, Any]) -> bool:
        """Whether a view is of the hand after it: what the seat showed in the end, if anything, is what it held."""
        if self.seat != seat or self.view.hands_played + 1 != v.hands_played:
            return False
        shown = last_hand["cards"][seat]
        if shown is None:  # a void hand
            return bool(self.view.scores == v.scores)
        return bool(parse_mask(shown) == self.view.hands[seat] & ~self.discarded)

    def learn(self, last_hand: dict[str, Any], searcher: Searcher, seed: int) -> Any:
        """Who the other player seems to be after the hand, of which it was the last move of the seat."""
        shown = last_hand["cards"][1 - self.seat]
        if shown is None or not self.discarded:
            return self.shares
        discarded = 0 if self.move > PASS else self.discarded  # nothing came after a knock
        return searcher.learn(self.shares, self.view, self.seat, parse_mask(shown), discarded, seed)


class SearchingPlayer:
    """Tries its moves in worlds that it believes in. One seed and the same views give the same moves."""

    slow = True

    def __init__(self, game: Game, thinker: Thinker, seed: int | None = None, budget: Budget | None = None) -> None:
        self.game = game
        self.name, self.character = thinker.name, thinker.character
        self._seed = os.urandom(32) if seed is None else str(seed).encode()
        self._budget = budget
        self._base = thinker.base_in(game)
        self._searchers: dict[tuple[Any, ...], Searcher] = {}
        self._memories: list[Memory] = []

    def prepare(self) -> Iterator[float]:
        """Compile and compute all that a choice needs, unless it is cached on this machine; yield the share done."""
        yield 0.0
        self._searcher(self.game.new_state(2, self.game.option_values(2, "standard", {})))
        yield 0.5
        yield from (0.5 + done / 2 for done in play_hands(self.game, self, 2, "standard"))
        self._memories.clear()

    def prepare_for(self, view: dict[str, Any]) -> None:
        """Compute what a choice needs at tables with the options of this one."""
        if self._can_search(v := read_view(self.game, view)):
            self._searcher(v)

    def is_prepared_for(self, view: dict[str, Any]) -> bool:
        """Whether nothing has to be computed before a choice at such a table."""
        v = read_view(self.game, view)
        return not self._can_search(v) or tuple(read_options(self.game, v).items()) in self._searchers

    def choose(self, view: dict[str, Any]) -> str:
        """The move that does best, as far as that can be told."""
        return self.choose_within(view, None)

    def choose_within(self, view: dict[str, Any], milliseconds: float | None) -> str:
        """The same, but the best move found by then when the time is up."""
        v = read_view(self.game, view)
        seat: int = view["seat"]
        seed = self._seed_of(view)
        if not self._can_search(v):
            legal = self.game.list_legal(v)
            return self.game.moves.format(self._base.choose(v, legal, len(legal), open_stream(seed, 0, CHOICE)))
        searcher = self._searcher(v)
        shares = self._remember(v, seat, view.get("last_hand"), searcher, seed)
        move = searcher.choose(v, seat, shares, seed, milliseconds)
        self._memories.append(Memory(seat, v, move, shares))
        del self._memories[:-MOST_REMEMBERED]
        return self.game.moves.format(move)

    def _can_search(self, v: Any) -> bool:
        """Whether it has learnt to search here: two seats, a knock limit, all acts of the hand at hand."""
        has_acts = v.act_count > 0 or v.turns == 0  # views of 0.1.0 have none
        fits = v.seats == 2 and v.knock_limit != NONE and v.target <= MOST_POINTS and v.act_count < MOST_ACTS
        return bool(fits and has_acts)

    def _searcher(self, v: Any) -> Searcher:
        from knockroll.lab.search.searcher import Searcher

        options = read_options(self.game, v)
        key = tuple(options.items())
        if key not in self._searchers:
            while len(self._searchers) >= MOST_OPTIONS:
                del self._searchers[next(iter(self._searchers))]
            self._searchers[key] = Searcher(self.game, options, self._budget)
        return self._searchers[key]

    def check(self, v: Any, seat: int) -> None:
        """Raise :class:`InvalidOption` if moves cannot be tried in such a position."""
        if v.seats != 2 or v.target > MOST_POINTS:
            raise InvalidOption(
                f"moves of {self.game.title} are evaluated with two seats, to {MOST_POINTS} points at most, not with"
                f" {v.seats} seats to {v.target}"
            )

    def searcher_for(self, v: Any, worlds: int) -> Searcher:
        """Who tries moves in batches of so many worlds."""
        from knockroll.lab.search.searcher import Budget, Searcher

        return Searcher(self.game, read_options(self.game, v), Budget(worlds=worlds, believed=8 * worlds))

    def _remember(self, v: Any, seat: int, last_hand: dict[str, Any] | None, searcher: Searcher, seed: int) -> Any:
        """Who the other player seems to be, from the hands before this one."""
        for memory in reversed(self._memories):
            if memory.goes_on(v, seat):
                self._memories.remove(memory)
                return memory.shares
            if last_hand is not None and memory.ended(v, seat, last_hand):
                self._memories.remove(memory)
                return memory.learn(last_hand, searcher, seed)
        return searcher.anybody()

    def _seed_of(self, view: dict[str, Any]) -> int:
        """A seed for this move, from what the seat sees."""
        seen = [view[part] for part in ("seat", "hands_played", "players", "hand", "acts", "phase") if part in view]
        return int.from_bytes(hashlib.blake2b(json.dumps(seen).encode(), digest_size=7, key=self._seed[:64]).digest())
