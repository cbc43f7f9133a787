"""Search: a move is tried in many worlds that the seat believes in, and played on to the end of the hand.

The base player's move is the one to beat. All candidates are tried in the same worlds, with the same stock; the seat
itself goes on as its base player does, the others as who they are in the world. What the hand brings is counted as the
chance to win the game. Worlds come in batches, each begun anew, and what they say is believed only as far as their
scatter allows: a difference is shrunk towards what such differences were found to be (priors.py). Moves that fall
behind are dropped early, and who is ahead for certain is not tried further.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy

from knockroll.engine.acts import recall_discards
from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.game import Game
from knockroll.engine.rule import assign, lowest
from knockroll.engine.state import DISCARD, FIRST_OWN_MOVE, MOST_ACTS
from knockroll.engine.stream import CHANCE, CHOICE, below, open_stream, reopen
from knockroll.lab.compiled import compile_loop, copies, new_records
from knockroll.lab.playout import Playout, Runner
from knockroll.lab.search.seats.past import Past
from knockroll.lab.search.seats.standing import chances, standings
from knockroll.lab.search.seats.worlds import World, compiled_worlds
from knockroll.lab.search.thinking import Prior, Tried, batch_numbers, end_of
from knockroll.players.player import Bot

SURE = 1.5
"""So many times its scatter a difference has to be above 0 for no more batches to be tried."""
FEW = 4
"""If there are no more legal moves than these, all are candidates; else those that players of the game would make."""
KINDS_OF_MOVES = 3


@dataclass(frozen=True)
class Budget:
    """How long to think, and whom to expect."""

    batches: int = 4
    """Batches of worlds that moves are tried in, if it is not clear before which is the best."""
    worlds: int = 128
    """Worlds of a batch."""
    believed: int = 512
    """Worlds that live through the acts of the hand, of which those are chosen."""
    steps: int = 4
    """Steps of a Markov chain that each of the chosen takes then."""
    stronger: float = 1.0
    """How many times likelier somebody is one of the game's players than one whose strength is one less."""
    milliseconds: float | None = None
    """Think for so long instead, to the end of the batch in which the time is up. What comes of it then depends on the
    machine; by default, one seed gives one move."""


def kind_of(move: int) -> int:
    """What kind of move it is, as far as card games are alike: to draw, to discard, something else."""
    return 0 if move < DISCARD else 1 if move < FIRST_OWN_MOVE else 2


@cache
def _lay_out(game: Game) -> Callable[..., Any]:
    """What is compiled: positions in which each move was made in each world, with a stock for each world."""
    play = game.play

    def lay_out(view, seat, unseen, worlds, candidates, states, pool, streams):  # type: ignore[no-untyped-def]
        made = 0
        recall_discards(view[0])
        for number in range(len(worlds)):
            reopen(streams[0], number, CHANCE)
            left = unseen
            for i in range(view[0].seats):
                left &= ~worlds[number].hands[i]
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
                for i in range(s.seats):
                    if i != seat:
                        s.hands[i] = worlds[number].hands[i]
                for place in range(size):
                    s.deck[s.stock_next + place] = pool[place]
                play(s, move)
                made += 1

    return compile_loop(lay_out, f"{game.name} lay out worlds")


class Searching:
    """Thinks about positions of one game with the same options and seats, for one thread."""

    def __init__(
        self,
        game: Game,
        base: Bot,
        seats: int,
        options: Mapping[str, Any],
        priors: Sequence[Sequence[Prior]],
        budget: Budget | None = None,
    ) -> None:
        """``priors``: what is to be expected of a move of one kind in the place of the base player's, of another."""
        self.game, self.base, self.seats, self.budget = game, base, seats, budget or Budget()
        self.priors = priors
        first = game.new_state(seats, options)
        blank, believed = game.blank_view(first), self.budget.believed
        self._believe, self._lay_out = compiled_worlds(game), _lay_out(game)
        self._standings = standings(game, base, seats, tuple(sorted(options.items())))
        self._view, self._w, self._blank, self._views = (copies(blank, n) for n in (1, 1, 1, MOST_ACTS))
        self._past, self._worlds, self._spare = new_records(Past, 1), *(new_records(World, believed) for _ in "12")
        self._weights = numpy.zeros(believed)
        self._moves, self._pool = numpy.zeros(game.most_moves, numpy.int64), numpy.zeros(DECK_SIZE, numpy.int64)
        self._streams = copies(open_stream(0), 1)
        self._runner = Runner(game, game.players, first, 0)

    # --- Belief ----------------------------------------------------------------------------------------------------

    def anybody(self) -> Any:
        """How likely each seat is each of the bots of the game, if nothing is known: any, but for the random one."""
        likely = numpy.array([0.0] + [self.budget.stronger**bot.strength for bot in self.game.players])
        return numpy.tile(likely / likely.sum(), (self.seats, 1))

    def only(self, name: str) -> Any:
        """The same, if the others are known, and all the same player."""
        return numpy.tile([0.0] + [float(bot.name == name) for bot in self.game.players], (self.seats, 1))

    def worlds(self, v: Any, seat: int, shares: Any, seed: int) -> Any:
        """Worlds that the seat believes in, an array of :class:`~knockroll.lab.search.seats.worlds.World`.

        There are none if the view does not have all acts of the hand, or the stock was made anew in it.
        """
        v.write(self._view)
        open_stream(seed).write(self._streams[0])
        b = self.budget
        self._believe(
            *(self._view, seat, self._w, self._blank, self._views, self._past, self._worlds, self._spare),
            *(self._weights, shares, b.believed, b.worlds, b.steps, self._moves, self._pool, self._streams),
        )
        return self._worlds[: b.worlds if self._past["is_whole"][0] else 0]

    # --- Search ----------------------------------------------------------------------------------------------------

    def candidates(self, v: Any, seed: int) -> list[int]:
        """The base player's move, then others that are worth a try."""
        moves = self.game.list_legal(v)
        bots = (self.base, *self.game.players)
        found = [bot.choose(v, moves[:], len(moves), open_stream(seed, n, CHOICE)) for n, bot in enumerate(bots)]
        found += moves if len(moves) <= FEW else []
        return [move for move in dict.fromkeys(found) if move in moves]

    def try_moves(self, v: Any, seat: int, shares: Any, moves: list[int], seed: int) -> Tried | None:
        """Try moves in a batch of worlds; None if there are none."""
        worlds = self.worlds(v, seat, shares, seed)
        n = len(worlds) * len(moves)
        if not n:
            return None
        states, playouts = numpy.repeat(self._view, n), new_records(Playout, n)
        open_stream(seed, 0, CHOICE).write(self._streams[0])
        unseen = int(self._past["unseen"][0])
        self._lay_out(self._view, seat, unseen, worlds, numpy.array(moves), states, self._pool, self._streams)
        numbers = (seed & 0xFFFFFFFF) << 12 | numpy.arange(len(worlds))
        playouts["number"] = numpy.repeat(numbers, len(moves))  # the same chance for all moves
        playouts["choosers"][:, : self.seats] = numpy.repeat(worlds["kinds"][:, : self.seats], len(moves), axis=0)
        playouts["choosers"][:, seat] = 1 + self.game.players.index(self.base)
        playouts["hands"] = states["hands_played"] - v.hands_played  # what is over is not played on
        self._runner.play(playouts, states, most_hands=1)
        won = chances(self._standings, states, self.seats)[:, seat]
        points = (states["scores"] - numpy.array(v.scores))[:, : self.seats]
        lead = (points[:, seat] * self.seats - points.sum(axis=1)) / (self.seats - 1)
        lead = -lead if self.game.showing.score.best == "low" else lead
        return Tried(won.reshape(-1, len(moves)), lead.reshape(-1, len(moves)))

    def choose(self, v: Any, seat: int, shares: Any, seed: int, milliseconds: float | None = None) -> int:
        """The best move, as far as that can be told: the base player's, unless another is believed to be better.

        When the time is up, it is the best move found by then.
        """
        end = end_of(milliseconds)
        base, *left = self.candidates(v, seed)
        if v.act_count == MOST_ACTS or self._standings is None:
            return base
        priors = {move: self.priors[kind_of(base)][kind_of(move)] for move in left}
        sums = dict.fromkeys(left, 0.0)
        best, gain = base, 0.0
        for batch in batch_numbers(self.budget.batches, self.budget.milliseconds, end):
            tried = self.try_moves(v, seat, shares, [base, *left], seed + batch) if left else None
            if tried is None:
                return base
            values = tried.chances.mean(axis=0)
            for move, value in zip(left, values[1:] - values[0], strict=True):
                sums[move] += float(value)
            believed = {move: priors[move].believe(sums[move], batch) for move in left}
            best = max(left, key=lambda move: believed[move][0])
            gain, scatter = believed[best]
            left = [move for move in left if sum(believed[move]) > max(0, gain - scatter)]
            if left == [best] and gain > SURE * scatter:
                return best
        return best if gain > 0 else base
