"""A player that searches in a game for two, and remembers from hand to hand who the other player seems to be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from knockroll.engine.acts import act_move, act_seat
from knockroll.engine.cards import parse_mask
from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.state import MOST_ACTS
from knockroll.engine.views import read_options, read_view
from knockroll.lab.search.player import SearchPlayer
from knockroll.lab.search.preparation import make_room, play_hands
from knockroll.players.player import SearchRules, Thinker

if TYPE_CHECKING:
    from knockroll.lab.search.two_seats.searcher import Budget, DuelSearcher

MOST_REMEMBERED = 64
"""Games that a player may be asked about in turn, as in a process that serves several tables."""


@dataclass(eq=False)  # two that are alike are still two, and arrays cannot be compared
class Memory:
    """The last move in a hand, and the prior over bots before it."""

    rules: SearchRules
    seat: int
    view: Any
    move: int
    prior: Any

    @property
    def discarded(self) -> int:
        """The card that was discarded with the move, as a set of one; empty if none was."""
        return self.rules.discarded(self.move)

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
            and (old.hands[seat] & v.hands[seat]).bit_count() >= self.rules.hand_size - 1  # one card gone at most
        )

    def ended(self, v: Any, seat: int, last_hand: dict[str, Any]) -> bool:
        """Whether a view is of the hand after it: what the seat showed in the end, if anything, is what it held."""
        if self.seat != seat or self.view.hands_played + 1 != v.hands_played:
            return False
        shown = last_hand["cards"][seat]
        if shown is None:  # a void hand
            return bool(self.view.scores == v.scores)
        return bool(parse_mask(shown) == self.view.hands[seat] & ~self.discarded)

    def learn(self, last_hand: dict[str, Any], searcher: DuelSearcher, seed: int) -> Any:
        """Return the prior over bots after the hand, in which this was the last move of the seat."""
        shown = last_hand["cards"][1 - self.seat]
        if shown is None or not self.discarded:
            return self.prior
        discarded = 0 if self.rules.ends_hand(self.move) else self.discarded  # nothing came after a knock
        return searcher.learn(self.prior, self.view, self.seat, parse_mask(shown), discarded, seed)


class DuelPlayer(SearchPlayer):
    """Searches at tables for two, and plays as its base player at others."""

    def __init__(self, game: Game, thinker: Thinker, seed: int | None = None, budget: Budget | None = None) -> None:
        super().__init__(game, thinker, seed)
        assert thinker.search is not None, "the game says what such a search has to know"
        self.rules = thinker.search
        self._budget = budget
        self._searchers: dict[tuple[Any, ...], DuelSearcher] = {}
        self._memories: list[Memory] = []

    def prepare(self) -> Iterator[float]:
        """Compile and compute everything a choice needs, unless this machine has it cached; yield the share done."""
        yield 0.0
        self._searcher(self.game.new_state(2, self.game.option_values(2, self.rules.variant, {})))
        yield 0.5
        yield from (0.5 + done / 2 for done in play_hands(self.game, self, 2, self.rules.variant))
        self._memories.clear()

    def prepare_for(self, view: dict[str, Any]) -> None:
        """Compute what a choice needs at tables with the options of this one."""
        if self._can_search(v := read_view(self.game, view)):
            self._searcher(v)

    def is_prepared_for(self, view: dict[str, Any]) -> bool:
        """Whether nothing has to be computed before a choice at such a table."""
        v = read_view(self.game, view)
        return not self._can_search(v) or tuple(read_options(self.game, v).items()) in self._searchers

    def choose_within(self, view: dict[str, Any], milliseconds: float | None) -> str:
        """Return the best move, as far as that can be told in the time."""
        v = read_view(self.game, view)
        seat: int = view["seat"]
        seed = self.seed_of(view)
        if not self._can_search(v):
            return self.move_of(self.base, v, seed)
        searcher = self._searcher(v)
        prior = self._remember(v, seat, view.get("last_hand"), searcher, seed)
        move = searcher.choose(v, seat, prior, seed, milliseconds)
        self._memories.append(Memory(self.rules, seat, v, move, prior))
        del self._memories[:-MOST_REMEMBERED]
        return self.game.moves.format(move)

    def _can_search(self, v: Any) -> bool:
        """Whether it can search here: two seats, options that the game's data fit, the whole history of the hand."""
        has_history = v.act_count > 0 or v.turns == 0  # views of 0.1.0 have none
        return bool(v.seats == 2 and self.rules.covers(v) and v.act_count < MOST_ACTS and has_history)

    def _searcher(self, v: Any) -> DuelSearcher:
        from knockroll.lab.search.two_seats.searcher import DuelSearcher

        options = read_options(self.game, v)
        key = tuple(options.items())
        if key not in self._searchers:
            make_room(self._searchers)
            self._searchers[key] = DuelSearcher(self.game, self.thinker, options, self._budget)
        return self._searchers[key]

    def check(self, v: Any, seat: int) -> None:
        """Raise :class:`InvalidOption` if moves cannot be tried in such a position."""
        if v.seats != 2 or v.target > self.rules.most_points:
            raise InvalidOption(
                f"moves of {self.game.title} can be evaluated with two seats and up to {self.rules.most_points} points,"
                f" not with {v.seats} seats and {v.target} points"
            )

    def evaluator(self, v: Any, worlds: int) -> DuelSearcher:
        """Return a searcher that tries moves in batches of ``worlds`` worlds."""
        from knockroll.lab.search.two_seats.searcher import Budget, DuelSearcher

        budget = Budget(worlds=worlds, particles=8 * worlds)
        return DuelSearcher(self.game, self.thinker, read_options(self.game, v), budget)

    def _remember(self, v: Any, seat: int, last_hand: dict[str, Any] | None, searcher: DuelSearcher, seed: int) -> Any:
        """Return the prior over bots at the other seat, from the hands before this one."""
        for memory in reversed(self._memories):
            if memory.goes_on(v, seat):
                self._memories.remove(memory)
                return memory.prior
            if last_hand is not None and memory.ended(v, seat, last_hand):
                self._memories.remove(memory)
                return memory.learn(last_hand, searcher, seed)
        return searcher.default_prior()
