"""Counterfactual regret minimization for one hand between two seats, compiled, on the game's own rules.

What a seat can tell apart is up to a *spot*: a rule that gets what the seat to move may know, and finds a number for it
and the moves to choose among. With a number for each information set the hand itself is solved (:func:`recalling`, for
decks of a few cards), with fewer numbers an abstraction of it.

In each iteration one seat is looked at, in turn. The hand is dealt and played: by the other seat as regret matching has
it now, by the seat itself as on average so far and now and then at random. Where the seat decides, every choice is
tried, and the hand played to its end as regret matching has it now: from that its regrets are made (Monte Carlo CFR
with probes). Chance and the other seat are sampled as likely as they are, and the policy of the seat on its way changes
less and less, which scales the regrets of an information set, all by the same factor. So nothing is weighted but the
rounds, of which later ones count for more (linear CFR). The average of what regret matching had, taken where it moved
for the other seat, is the solution.

The other seat may now and then be a *stranger*, one of the game's players. Then the solution is that of a game in which
everybody is a stranger with that chance, and nobody can see who is: it gains more from the players that there are, and
a player who thinks gains more from it, than with the equilibrium of the game itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy

from knockroll.engine.cards import ALL_CARDS, DECK_SIZE
from knockroll.engine.game import Game
from knockroll.engine.rule import assign, rule
from knockroll.engine.state import NOBODY, CardState, top_discard
from knockroll.engine.stream import Stream, below, open_stream, reopen, shuffle_deck
from knockroll.lab.compiled import compile_loop, copies, new_records
from knockroll.lab.playout import any_of
from knockroll.players import RANDOM
from knockroll.players.player import Bot

SpotRule = Callable[[Any, list[int]], int]
"""Writes the moves to choose among into a row, and returns the number of the spot times COUNTS, and how many."""
COUNTS = 8
MOST_CHOICES = 4
EXPLORED = 0.1
"""How often the seat that is looked at moves at random on its way."""
TRIED = 6
"""So many of its first decisions are tried in each hand; of later ones fewer, the later the fewer."""
PARTS = 1 << 16
"""A chance of 1, where one is drawn."""
EMPTY = -1
TRAINING, MEASURING = range(2)
"""The purposes of the random streams."""


@cache
def recalling(game: Game) -> SpotRule:
    """The spots of a seat that recalls all it needs to: its cards, and what everybody did."""
    legal = game.legal

    @rule
    def recall(s: CardState, moves: list[int]) -> int:
        key = _mixed(_mixed(s.hands[s.turn], s.turn), top_discard(s))
        for i in range(s.act_count):
            key = _mixed(key, s.acts[i])
        return key * COUNTS + legal(s, moves)

    return recall


@rule
def _mixed(key: int, more: int) -> int:
    """A number of 60 bits that follows from two, and hardly ever from two others."""
    key = (key ^ more + 1) * 0x2545F4914F6CDD1D & (1 << 60) - 1
    return (key ^ key >> 29) * 0x369DEA0F31A53F85 & (1 << 60) - 1


@dataclass
class Regrets:
    """What is known of each spot: arrays with a place for each, found from its number by :meth:`place_of`."""

    keys: Any
    regrets: Any
    """For each choice."""
    sums: Any
    """How likely each choice was, summed up: in proportion the solution."""

    @classmethod
    def none(cls, spots: int) -> Regrets:
        """Of fewer than so many spots nothing is known yet. Places follow from the last bits of numbers."""
        size = 1 << spots.bit_length()
        return cls(numpy.full(size, EMPTY), numpy.zeros((size, MOST_CHOICES)), numpy.zeros((size, MOST_CHOICES)))

    def policy(self, spot: int) -> list[float]:
        """How likely each choice of a spot is; where nobody has come, all are equally likely."""
        key, count = divmod(spot, COUNTS)
        place = key & len(self.keys) - 1
        while self.keys[place] not in (key, EMPTY):
            place = place + 1 & len(self.keys) - 1
        sums = self.sums[place, :count]
        known = self.keys[place] == key and sums.any()
        return [float(share) for share in sums / sums.sum()] if known else [1 / count] * count


@dataclass
class Solver:
    """Solves a hand that begins at each of some positions in turn, in which chance is asked for a deck.

    ``worth`` is what a hand brings seat 0, and costs seat 1: an array by the score of seat 0, that of seat 1, and the
    dealer, as they are when the hand is over.
    """

    game: Game
    spot_rule: SpotRule
    starts: Sequence[Any]
    worth: Any
    known: Regrets
    cards: int = ALL_CARDS
    """The deck, one bit for each card."""
    strangers: tuple[Bot, ...] = ()
    stranger_share: float = 0.5
    seed: int = 1
    rounds: int = 0
    """That are done."""

    def __post_init__(self) -> None:
        self._train, self._measure = _loops(self.game, self.spot_rule, self.strangers)
        self._starts = _records(self.starts)
        states = new_records(self.game.state, 4)
        self.game.blank_view(self.starts[0]).write(states[2])
        rows = numpy.zeros((3, DECK_SIZE), numpy.int64)
        self._memory = (states, copies(open_stream(self.seed), 1)[0], rows, numpy.zeros((3, MOST_CHOICES)))

    def train(self, iterations: int) -> None:
        """One more round, of so many iterations. All rounds should have as many."""
        first = self.rounds * iterations
        self.rounds += 1
        numbers, share = (first, first + iterations, self.rounds), int(self.stranger_share * PARTS)
        self._train(numbers, share, self._starts, self.cards, self.worth, *self._arrays, *self._memory)

    def value(self, start: Any, hands: int) -> float:
        """What seat 0 has on average of so many hands from a position, if both seats go by what was found so far."""
        sums = self.known.keys, self.known.sums
        return float(self._measure(hands, _records([start]), self.cards, self.worth, *sums, *self._memory))

    @property
    def _arrays(self) -> tuple[Any, Any, Any]:
        return self.known.keys, self.known.regrets, self.known.sums


def _records(states: Sequence[Any]) -> Any:
    return numpy.concatenate([copies(state, 1) for state in states])


# --- Compiled -------------------------------------------------------------------------------------------------------


@rule
def place_of(keys: Any, key: int) -> int:
    """The place of a spot, which becomes its own if nobody has come there before."""
    place = key & len(keys) - 1
    while keys[place] != key:
        if keys[place] == EMPTY:
            keys[place] = key
        else:
            place = place + 1 & len(keys) - 1
    return place


@rule
def _share(weights: Any, n: int, shares: Any) -> None:
    """To each choice a share in proportion to its weight, if that is above 0; to all the same if none is."""
    total = 0.0
    for i in range(n):
        shares[i] = max(weights[i], 0.0)
        total += shares[i]
    for i in range(n):
        shares[i] = shares[i] / total if total > 0 else 1 / n


@rule
def _pick(r: Stream, shares: Any, n: int) -> int:
    left = (below(r, PARTS) + 0.5) / PARTS
    for i in range(n - 1):
        left -= shares[i]
        if left < 0:
            return i
    return n - 1


@cache
def _loops(game: Game, spot_rule: SpotRule, strangers: tuple[Bot, ...]) -> tuple[Callable[..., Any], ...]:
    """What trains, and what measures."""
    chance, legal, play, look = game.chance, game.legal, game.play, game.look
    choose = any_of(strangers or (RANDOM,))
    stranger_count = len(strangers)

    @rule
    def deal(s: Any, r: Stream, given: Any, cards: int) -> None:
        """Give a deck; the cards that it does not have lie at its end, and are not of the stock."""
        shuffle_deck(r, given)
        if s.act_count:  # the discards become the stock, which ends where the deck does
            s.stock_end = DECK_SIZE
            chance(s, given)
            return
        there = 0
        for i in range(DECK_SIZE):
            if cards >> given[i] & 1:
                given[i], given[there] = given[there], given[i]
                there += 1
        chance(s, given)
        s.stock_end -= DECK_SIZE - there

    @rule
    def stranger_move(stranger: int, s: Any, states: Any, r: Stream, moves: Any) -> int:
        v = states[3]
        assign(v, states[2])
        look(s, s.turn, v)
        return choose(stranger, v, moves, legal(v, moves), r)

    @rule
    def play_out(
        s: Any,
        hands: int,
        seat: int,
        stranger: int,
        keys: Any,
        weights: Any,
        cards: int,
        states: Any,
        r: Stream,
        rows: Any,
        shares: Any,
    ) -> None:
        """Play a hand to its end: a stranger at the other seat, if there is one, else each choice by its weight."""
        given, moves = rows[0], rows[1]
        while s.hands_played == hands:
            if s.wants:
                deal(s, r, given, cards)
            elif stranger != NOBODY and s.turn != seat:
                play(s, stranger_move(stranger, s, states, r, moves))
            else:
                spot = spot_rule(s, moves)
                choice, n = 0, spot % COUNTS
                if n > 1:
                    _share(weights[place_of(keys, spot // COUNTS)], n, shares)
                    choice = _pick(r, shares, n)
                play(s, moves[choice])

    def train(numbers, stranger_share, starts, cards, worth, keys, regrets, sums, states, r, rows, floats):  # type: ignore[no-untyped-def]
        first, last, weight = numbers
        s, tried = states[0], states[1]
        given, moves = rows[0], rows[2]
        found, shares, tried_shares = floats[0], floats[1], floats[2]
        for number in range(first, last):
            reopen(r, number, TRAINING)
            assign(s, starts[number % len(starts)])
            seat = number // len(starts) & 1
            stranger = below(r, PARTS) * stranger_count // stranger_share if stranger_count else NOBODY
            if stranger >= stranger_count:
                stranger = NOBODY
            decisions = 0
            hands = s.hands_played
            while s.hands_played == hands:
                if s.wants:
                    deal(s, r, given, cards)
                    continue
                if stranger != NOBODY and s.turn != seat:
                    play(s, stranger_move(stranger, s, states, r, moves))
                    continue
                spot = spot_rule(s, moves)
                n = spot % COUNTS
                if n == 1:
                    play(s, moves[0])
                    continue
                place = place_of(keys, spot // COUNTS)
                _share(regrets[place], n, shares)
                if s.turn == seat:
                    decisions += 1
                    if below(r, decisions) < TRIED:
                        mean = 0.0
                        for i in range(n):
                            assign(tried, s)
                            play(tried, moves[i])
                            play_out(tried, hands, seat, stranger, keys, regrets, cards, states, r, rows, tried_shares)
                            found[i] = worth[tried.scores[0], tried.scores[1], tried.dealer] * (1 - 2 * seat)
                            mean += shares[i] * found[i]
                        for i in range(n):
                            regrets[place, i] += weight * (found[i] - mean)
                    _share(sums[place], n, shares)
                    for i in range(n):
                        shares[i] += EXPLORED * (1 / n - shares[i])
                else:
                    for i in range(n):
                        sums[place, i] += weight * shares[i]
                play(s, moves[_pick(r, shares, n)])

    def measure(count, starts, cards, worth, keys, sums, states, r, rows, floats):  # type: ignore[no-untyped-def]
        s = states[0]
        total = 0.0
        for number in range(count):
            reopen(r, number, MEASURING)
            assign(s, starts[0])
            play_out(s, s.hands_played, 0, NOBODY, keys, sums, cards, states, r, rows, floats[0])
            total += worth[s.scores[0], s.scores[1], s.dealer]
        return total / count

    name = " ".join([game.name, "cfr", spot_rule.__name__, *(bot.compiled_as or bot.name for bot in strangers)])
    return compile_loop(train, name), compile_loop(measure, f"{name} value")
