"""Search: a move is tried in many worlds that the seat believes in, and played on to the end of the hand.

Candidates are the discards that the base player thinks about as good as his own, and what the other shipped players
would do here; the base player's move is the one to beat. All of them are tried in the same worlds, with the same stock,
and what the hand brings is counted as the chance to win the game. Worlds come in batches, each with some from every
part of one belief: worlds that stand together in it have much of their past in common. Two moves differ by little and
batches by much, so a difference is believed only as far as that allows: it is shrunk towards what such differences were
found to be (:class:`Prior`). Moves that fall behind are dropped early, and who is ahead for certain is not tried
further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import Any

import numpy

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.game import Game
from knockroll.engine.rule import assign, lowest
from knockroll.engine.state import DISCARD, MOST_ACTS
from knockroll.engine.stream import CHANCE, CHOICE, below, open_stream, reopen
from knockroll.games.gin_rummy.players import less_promising
from knockroll.games.gin_rummy.promise import ONE
from knockroll.games.gin_rummy.rules import DISCARDING, GIN, PASS
from knockroll.lab.compiled import compile_loop, copies, new_records
from knockroll.lab.playout import Playout, Runner
from knockroll.lab.search.belief import World, compiled_belief, compiled_showdown
from knockroll.lab.search.thinking import Prior, Tried, batch_numbers, end_of
from knockroll.lab.search.trace import Trace, retrace
from knockroll.lab.search.winning import winning_table

DOUBT = 0.03
"""However sure one seems to be who the other player is: so likely it is anybody."""
TIMES = 12
"""So many cards are tried for the one that was not shown with the others."""
NEAR = 5 * ONE
"""A discard is worth trying if the base player thinks it so much worse than his at most, in 4096ths of a point."""
SURE = 1.5
"""So many times its scatter a difference has to be above 0 for no more batches to be tried."""


@dataclass(frozen=True)
class Budget:
    """How long to think."""

    batches: int = 4
    """Batches of worlds that another discard is tried in, if it is not clear before."""
    to_end: int = 6
    """The same where the question is whether to end the hand."""
    worlds: int = 64
    """Worlds of a batch."""
    believed: int = 4096
    """Worlds that live through the acts of the hand, of which those of all batches are chosen."""
    within: int = 2
    """Steps of a Markov chain that each of them takes after a turn in which many fell behind."""
    steps: int = 4
    """Steps of a Markov chain that each of the chosen takes then."""
    orders: int = 128
    """Worlds in which the cards of a hand that was shown in the end come in one order or another."""
    milliseconds: float | None = None
    """Think for so long instead, to the end of the batch in which the time is up. What comes of it then depends on the
    machine; by default, one seed gives one move."""


# Fitted to some 2,000 discards of The Archivist against himself and Simple, the opponent told: what batches said of
# each legal move was held against what it brought with the hand that the opponent really had.
ANOTHER_DISCARD = Prior(-0.028, 0.024, 0.026)
TO_END = Prior(-0.035, 0.06, 0.054)
TO_END_LATE = Prior(-0.065, 0.02, 0.066)
NOT_TO_END = Prior(-0.02, 0.045, 0.035)
LATE = 7
"""The turn from which little is believed of what it brings to end the hand: who has not ended it by then is waiting
with a better hand than is believed."""


def prior_of(base: int, move: int, turn: int) -> Prior:
    """What is to be expected of another discard than the base player's."""
    if (base > PASS) == (move > PASS):
        return ANOTHER_DISCARD
    if move < PASS:
        return NOT_TO_END
    return TO_END if turn < LATE else TO_END_LATE


@cache
def _lay_out(game: Game) -> Callable[..., Any]:
    """What is compiled: positions in which each move was made in each world, with a stock for each world."""
    play = game.play

    def lay_out(view, other, unseen, worlds, candidates, states, pool, streams):  # type: ignore[no-untyped-def]
        made = 0
        for number in range(len(worlds)):
            reopen(streams[0], number, CHANCE)
            left = unseen & ~worlds[number].hand
            size = 0
            while left:
                place = below(streams[0], size + 1)
                pool[size] = pool[place]
                pool[place] = lowest(left)
                left &= left - 1
                size += 1
            for move in candidates:
                s = states[made]
                assign(s, view[0])
                s.hands[other] = worlds[number].hand
                for place in range(size):
                    s.deck[s.stock_next + place] = pool[place]
                play(s, move)
                made += 1

    return compile_loop(lay_out, f"{game.name} lay out")


class Searcher:
    """Thinks about positions of gin rummy for two with the same options, for one thread."""

    def __init__(self, game: Game, options: Mapping[str, Any], budget: Budget | None = None) -> None:
        self.game, self.budget = game, budget or Budget()
        self.base = game.thinkers[0].base_in(game)
        self.kinds = 1 + len(game.players)
        first = game.new_state(2, options)
        blank, b = game.blank_view(first), self.budget
        room = max(b.believed, b.orders, max(b.batches, b.to_end) * b.worlds)
        self._believe, self._weigh, self._lay_out = compiled_belief(game), compiled_showdown(game), _lay_out(game)
        self._table = winning_table(game, self.base, tuple(sorted(options.items())))
        self._view, self._w, self._views = copies(blank, 1), copies(blank, 1), copies(blank, MOST_ACTS)
        self._traces, self._worlds, self._spare = new_records(Trace, 1), *(new_records(World, room) for _ in "12")
        self._weights = numpy.zeros(room)
        self._moves, self._pool = numpy.zeros(game.most_moves, numpy.int64), numpy.zeros(DECK_SIZE, numpy.int64)
        self._streams = copies(open_stream(0), 1)
        self._runner = Runner(game, game.players, first, 0)

    # --- Belief ----------------------------------------------------------------------------------------------------

    def anybody(self) -> Any:
        """How likely the other player is each of the bots of the game, if nothing is known: as the rest, from here on.

        The first is the one that plays at random, which nobody is taken for.
        """
        return numpy.array([0.0] + [1 / (self.kinds - 1)] * (self.kinds - 1))

    def only(self, name: str) -> Any:
        """The same, if the other player is known."""
        return numpy.array([0.0] + [float(bot.name == name) for bot in self.game.players])

    def worlds(self, v: Any, seat: int, shares: Any, seed: int, batches: int = 1) -> Any:
        """Worlds that the seat believes in, for some batches: an array of :class:`~knockroll.lab.search.belief.World`.

        Those that have much of their past in common stand together.
        """
        v.write(self._view)
        open_stream(seed).write(self._streams[0])
        b = self.budget
        kept = batches * b.worlds
        self._believe(
            *(self._view, seat, self._w, self._views, self._traces, self._worlds, self._spare, self._weights),
            *(shares, b.believed, kept, b.within, b.steps, self._moves, self._pool, self._streams),
        )
        return self._worlds[:kept]

    def learn(self, shares: Any, v: Any, seat: int, shown: int, discarded: int, seed: int) -> Any:
        """A hand is over: who the other player is, as far as the cards that they showed tell.

        ``v`` is the last view of that hand in which the seat moved, ``discarded`` the card that it discarded then, as a
        set of one, if the other player ended the hand after that; empty, if the seat itself did.
        """
        trace = Trace()
        retrace(v, seat, v.copy(), [v.copy() for _ in range(v.act_count)], trace, self.game.play)
        cards = shown & ~v.known[1 - seat] & ~discarded | trace.shown
        hidden = trace.hidden + (1 if discarded and not discarded & shown else 0)  # with what they drew at last
        others = trace.unseen & ~cards if discarded and cards.bit_count() < hidden else 0
        if cards.bit_count() + (others != 0) != hidden:
            return shares
        v.write(self._view)
        open_stream(seed).write(self._streams[0])
        found = numpy.zeros((TIMES if others else 2, self.kinds))
        self._weigh(
            *(self._view, seat, self._w, self._views, self._traces, self._worlds, self._spare, self._weights),
            *(numpy.zeros(self.kinds), cards, others, hidden, found, self.budget.orders),
            *(self._moves, self._pool, self._streams),
        )
        found = shares * numpy.exp(found - found.max()).mean(axis=0)
        return (1 - DOUBT) * found / found.sum() + DOUBT * self.anybody()

    # --- Search ----------------------------------------------------------------------------------------------------

    def candidates(self, v: Any, seed: int) -> list[int]:
        """The base player's move first; then what the other players would do, and discards that he thinks near it."""
        moves = self.game.list_legal(v)
        bots = (self.base, *self.game.players)
        found = [bot.choose(v, moves[:], len(moves), open_stream(seed, n, CHOICE)) for n, bot in enumerate(bots)]
        if found[0] >= GIN or v.phase != DISCARDING:
            return found[:1]
        found += [move for move in moves if move < PASS and less_promising(v, move - DISCARD) <= NEAR]
        return [move for move in dict.fromkeys(found) if move in moves]

    def try_moves(self, v: Any, seat: int, shares: Any, moves: list[int], seed: int) -> Tried:
        """Try moves in a batch of worlds."""
        return self._try_in(self.worlds(v, seat, shares, seed), v, seat, moves, seed)

    def _try_in(self, worlds: Any, v: Any, seat: int, moves: list[int], seed: int) -> Tried:
        other, n = 1 - seat, len(worlds) * len(moves)
        states, playouts = numpy.repeat(self._view, n), new_records(Playout, n)
        open_stream(seed, 0, CHOICE).write(self._streams[0])
        unseen = int(self._traces["unseen"][0])
        self._lay_out(self._view, other, unseen, worlds, numpy.array(moves), states, self._pool, self._streams)
        numbers = (seed & 0xFFFFFFFF) << 12 | numpy.arange(len(worlds))
        playouts["number"] = numpy.repeat(numbers, len(moves))  # the same chance for all moves
        playouts["choosers"][:, seat] = 1 + self.game.players.index(self.base)
        playouts["choosers"][:, other] = numpy.repeat(worlds["kind"], len(moves))
        playouts["hands"] = states["hands_played"] - v.hands_played  # what is over is not played on
        self._runner.play(playouts, states, most_hands=1)
        scores = numpy.minimum(states["scores"], v.target)
        chances = self._table[scores[:, seat], scores[:, other], (states["dealer"] == seat).astype(int)]
        points = states["scores"][:, seat] - states["scores"][:, other] - v.scores[seat] + v.scores[other]
        return Tried(chances.reshape(-1, len(moves)), points.reshape(-1, len(moves)))

    def choose(self, v: Any, seat: int, shares: Any, seed: int, milliseconds: float | None = None) -> int:
        """The best move, as far as that can be told: the base player's, unless another is believed to be better.

        Draws are not searched: what that gained could not be told from nothing. When the time is up, it is the best
        move found by then.
        """
        end = end_of(milliseconds)
        base, *left = self.candidates(v, seed)
        if v.phase != DISCARDING or v.act_count == MOST_ACTS or not left:
            return base
        sums = dict.fromkeys(left, 0.0)
        best, gain = base, 0.0
        is_about_end = any((move > PASS) != (base > PASS) for move in left)
        most = self.budget.to_end if is_about_end else self.budget.batches
        for batch, worlds in self._batches(v, seat, shares, most, seed, end):
            values = self._try_in(worlds, v, seat, [base, *left], seed + batch).chances.mean(axis=0)
            for move, value in zip(left, values[1:] - values[0], strict=True):
                sums[move] += float(value)
            believed = {move: prior_of(base, move, v.turns // v.seats).believe(sums[move], batch) for move in left}
            best = max(left, key=lambda move: believed[move][0])
            gain, scatter = believed[best]
            left = [move for move in left if sum(believed[move]) > max(0, gain - scatter)]
            if not left:
                return base
            if left == [best] and gain > SURE * scatter:
                return best
        return best if gain > 0 else base

    def _batches(
        self, v: Any, seat: int, shares: Any, most: int, seed: int, end: float = inf
    ) -> Iterator[tuple[int, Any]]:
        """The numbers of the batches to try, with their worlds: so many are of one belief, and then of another."""
        for batch in batch_numbers(most, self.budget.milliseconds, end):
            place = (batch - 1) % most
            if place == 0:
                worlds = self.worlds(v, seat, shares, seed + batch, most)
            yield batch, numpy.ascontiguousarray(worlds[place::most])
