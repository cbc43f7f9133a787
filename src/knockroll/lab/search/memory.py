"""Memory: who the other player at a table for two seems to be, from hand to hand.

A player may be asked about several games in turn, as in a process that serves several tables. So it remembers its last
move in each game, and recognizes the game by what has happened in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from knockroll.engine.acts import act_move, act_seat
from knockroll.engine.cards import parse_mask
from knockroll.engine.errors import KnockrollError
from knockroll.engine.game import Game
from knockroll.engine.state import FIRST_OWN_MOVE

if TYPE_CHECKING:
    from knockroll.lab.search.searcher import Searcher

MOST_REMEMBERED = 64
"""The most games that a player keeps in mind."""


@cache
def cards_put_down(game: Game, move: int) -> int:
    """The cards that the text of a move names, such as that of ``knock 7h``, as a set; empty if there are none."""
    try:
        return parse_mask(game.moves.format(move).partition(" ")[2])
    except KnockrollError:  # draw stock
        return 0


@dataclass(eq=False)  # two that are alike are still two, and arrays cannot be compared
class Memory:
    """The last move in a hand, and the prior over bots before it."""

    game: Game
    seat: int
    view: Any
    move: int
    prior: Any

    @property
    def discarded(self) -> int:
        """The card that was discarded with the move, as a set of one; empty if none was."""
        return cards_put_down(self.game, self.move)

    def goes_on(self, v: Any, seat: int) -> bool:
        """Return whether a view shows the same hand later on."""
        old = self.view
        act = v.acts[old.act_count]  # the seat's own move came next
        return (
            self.seat == seat
            and (old.hands_played, old.dealer, old.scores) == (v.hands_played, v.dealer, v.scores)
            and (act_seat(act), act_move(act)) == (seat, self.move)
            and v.act_count > old.act_count
            and v.acts[: old.act_count] == old.acts[: old.act_count]
            and (old.hands[seat] & ~v.hands[seat]).bit_count() <= 1  # one card gone at most
        )

    def ended(self, v: Any, seat: int, last_hand: dict[str, Any]) -> bool:
        """Return whether a view is of the next hand: if the seat showed its cards, they are those it held."""
        if self.seat != seat or self.view.hands_played + 1 != v.hands_played:
            return False
        shown = last_hand["cards"][seat]
        if shown is None:  # a void hand
            return bool(self.view.scores == v.scores)
        return bool(parse_mask(shown) == self.view.hands[seat] & ~self.discarded)

    def learn(self, last_hand: dict[str, Any], searcher: Searcher, seed: int) -> Any:
        """Return the prior over bots after the hand, in which this was the last move of the seat."""
        shown = last_hand["cards"][1 - self.seat]
        if shown is None or not self.discarded:
            return self.prior
        discarded = 0 if self.move >= FIRST_OWN_MOVE else self.discarded  # nothing came after a knock
        return searcher.learn(self.prior, self.view, self.seat, parse_mask(shown), discarded, seed)


class Memories:
    """The memories of the games that a player was last asked about."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._memories: list[Memory] = []

    def add(self, seat: int, v: Any, move: int, prior: Any) -> None:
        """Remember a move."""
        self._memories.append(Memory(self.game, seat, v, move, prior))
        del self._memories[:-MOST_REMEMBERED]

    def prior(self, v: Any, seat: int, last_hand: dict[str, Any] | None, searcher: Searcher, seed: int) -> Any:
        """Return the prior over bots at the other seat, from the hands before this one."""
        for memory in reversed(self._memories):
            if memory.goes_on(v, seat):
                self._memories.remove(memory)
                return memory.prior
            if last_hand is not None and memory.ended(v, seat, last_hand):
                self._memories.remove(memory)
                return memory.learn(last_hand, searcher, seed)
        return searcher.default_prior()
