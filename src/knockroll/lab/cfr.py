"""Counterfactual regret minimization for one hand between two seats, compiled, on the game's own rules.

A *spot rule* decides what a seat can tell apart: from what the seat to move may know, it finds a number, the *spot*,
and the moves to choose from. With one number for each information set the hand itself is solved (:func:`recalling`, for
decks of a few cards); with fewer numbers an abstraction of it.

Each iteration updates one seat, in turn. The hand is dealt and played: by the other seat according to the current
regret matching, by the seat itself according to its average policy, with some random moves. Where the seat decides,
every choice is tried, and the hand is played out by the current regret matching: that gives its regrets (Monte Carlo
CFR with probes). Chance and the other seat are sampled with their true probabilities, and the policy of the seat on its
way changes less and less, which scales all regrets of an information set by the same factor. So the only weights are
those of the rounds: later ones count more (linear CFR). The average of the regret-matching policies, taken where they
moved for the other seat, is the solution.

The other seat may sometimes be a *stranger*, one of the game's players. Then the solution is that of a game in which
everyone is a stranger with that probability, and no one can see who is: it gains more from the existing players, and
loses more to a player who adapts, than the equilibrium of the game itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

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
"""Writes the moves to choose from into a row, and returns the number of the spot times COUNTS, plus their count."""
COUNTS = 8
MOST_CHOICES = 4
EXPLORED = 0.1
"""The probability of a random move by the seat that is updated."""
TRIED = 6
"""The number of decisions of a hand that are always tried; after them, decision n with probability TRIED / n."""
PARTS = 1 << 16
"""A probability of 1, in the units in which probabilities are drawn."""
EMPTY = -1
TRAINING, MEASURING = range(2)
"""The purposes of the random streams."""


@cache
def recalling(game: Game) -> SpotRule:
    """Return the spot rule of a seat with perfect recall: its cards, and the whole history."""
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
    """Hash two numbers to one of 60 bits."""
    key = (key ^ more + 1) * 0x2545F4914F6CDD1D & (1 << 60) - 1
    return (key ^ key >> 29) * 0x369DEA0F31A53F85 & (1 << 60) - 1


class Regrets(NamedTuple):
    """What is known about each spot: a hash table of arrays, with open addressing (:func:`place_of`)."""

    keys: Any
    """The number of the spot in each place, or EMPTY."""
    regrets: Any
    """The regret of each choice."""
    sums: Any
    """The sum of each choice's probabilities: normalized, they are the solution."""

    @classmethod
    def none(cls, spots: int) -> Regrets:
        """Make an empty table with room for more than this number of spots."""
        size = 1 << spots.bit_length()
        return cls(numpy.full(size, EMPTY), numpy.zeros((size, MOST_CHOICES)), numpy.zeros((size, MOST_CHOICES)))

    def policy(self, spot: int) -> list[float]:
        """Return the probability of each choice of a spot; all are equal where none has been tried."""
        key, count = divmod(spot, COUNTS)
        place = key & len(self.keys) - 1
        while self.keys[place] not in (key, EMPTY):
            place = place + 1 & len(self.keys) - 1
        sums = self.sums[place, :count]
        known = self.keys[place] == key and sums.any()
        return [float(share) for share in sums / sums.sum()] if known else [1 / count] * count


class SolverWorkspace(NamedTuple):
    """The memory of compiled code, besides the table."""

    states: Any
    """The hand, one in which a choice is tried, a blank view, and the view of a stranger."""
    stream: Any
    rows: Any
    """What chance gave, and the moves of a playout and of the hand."""
    policies: Any
    """The worth of each choice, and the policies of the hand and of a playout."""


@dataclass
class Solver:
    """Solves a hand that starts from each of some positions in turn, where a deck is about to be dealt.

    ``worth`` is what a hand brings seat 0, and costs seat 1: an array [score of seat 0, score of seat 1, dealer], with
    their values when the hand is over.
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
    """Rounds done so far."""

    def __post_init__(self) -> None:
        self._train, self._measure = _loops(self.game, self.spot_rule, self.strangers)
        self._starts = _records(self.starts)
        states = new_records(self.game.state, 4)
        self.game.blank_view(self.starts[0]).write(states[2])
        rows = numpy.zeros((3, DECK_SIZE), numpy.int64)
        stream = copies(open_stream(self.seed), 1)[0]
        self._workspace = SolverWorkspace(states, stream, rows, numpy.zeros((3, MOST_CHOICES)))

    def train(self, iterations: int) -> None:
        """Run another round of iterations. All rounds should have the same length."""
        first = self.rounds * iterations
        self.rounds += 1
        numbers, share = (first, first + iterations, self.rounds), int(self.stranger_share * PARTS)
        self._train(numbers, share, self._starts, self.cards, self.worth, self.known, self._workspace)

    def value(self, start: Any, hands: int) -> float:
        """Return the mean worth of hands from a position for seat 0, if both seats play the solution so far."""
        starts = _records([start])
        return float(self._measure(hands, starts, self.cards, self.worth, self.known, self._workspace))


def _records(states: Sequence[Any]) -> Any:
    return numpy.concatenate([copies(state, 1) for state in states])


# --- Compiled -------------------------------------------------------------------------------------------------------


@rule
def place_of(keys: Any, key: int) -> int:
    """Return the place of a spot, and reserve it the first time."""
    place = key & len(keys) - 1
    while keys[place] != key:
        if keys[place] == EMPTY:
            keys[place] = key
        else:
            place = place + 1 & len(keys) - 1
    return place


@rule
def _normalize(weights: Any, n: int, policy: Any) -> None:
    """Make probabilities in proportion to the positive weights; equal ones if there are none."""
    total = 0.0
    for i in range(n):
        policy[i] = max(weights[i], 0.0)
        total += policy[i]
    for i in range(n):
        policy[i] = policy[i] / total if total > 0 else 1 / n


@rule
def _pick(r: Stream, policy: Any, n: int) -> int:
    left = (below(r, PARTS) + 0.5) / PARTS
    for i in range(n - 1):
        left -= policy[i]
        if left < 0:
            return i
    return n - 1


@cache
def _loops(game: Game, spot_rule: SpotRule, strangers: tuple[Bot, ...]) -> tuple[Callable[..., Any], ...]:
    """Return the compiled loops that train and measure."""
    chance, legal, play, look = game.chance, game.legal, game.play, game.look
    choose = any_of(strangers or (RANDOM,))
    stranger_count = len(strangers)

    @rule
    def deal(s: Any, r: Stream, given: Any, cards: int) -> None:
        """Deal a deck; cards that are not in play lie at its end, outside the stock."""
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
    def stranger_move(stranger: int, s: Any, moves: Any, workspace: SolverWorkspace) -> int:
        v = workspace.states[3]
        assign(v, workspace.states[2])
        look(s, s.turn, v)
        return choose(stranger, v, moves, legal(v, moves), workspace.stream)

    @rule
    def play_out(
        s: Any, hands: int, seat: int, stranger: int, keys: Any, weights: Any, cards: int, workspace: SolverWorkspace
    ) -> None:
        """Play a hand to its end: a stranger at the other seat, if there is one, else each choice by its weight."""
        given, moves, r, policy = workspace.rows[0], workspace.rows[1], workspace.stream, workspace.policies[2]
        while s.hands_played == hands:
            if s.wants:
                deal(s, r, given, cards)
            elif stranger != NOBODY and s.turn != seat:
                play(s, stranger_move(stranger, s, moves, workspace))
            else:
                spot = spot_rule(s, moves)
                choice, n = 0, spot % COUNTS
                if n > 1:
                    _normalize(weights[place_of(keys, spot // COUNTS)], n, policy)
                    choice = _pick(r, policy, n)
                play(s, moves[choice])

    def train(numbers, stranger_share, starts, cards, worth, known, workspace):  # type: ignore[no-untyped-def]
        first, last, weight = numbers
        keys, regrets, sums = known.keys, known.regrets, known.sums
        s, tried, r = workspace.states[0], workspace.states[1], workspace.stream
        given, moves = workspace.rows[0], workspace.rows[2]
        found, policy = workspace.policies[0], workspace.policies[1]
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
                    play(s, stranger_move(stranger, s, moves, workspace))
                    continue
                spot = spot_rule(s, moves)
                n = spot % COUNTS
                if n == 1:
                    play(s, moves[0])
                    continue
                place = place_of(keys, spot // COUNTS)
                _normalize(regrets[place], n, policy)
                if s.turn == seat:
                    decisions += 1
                    if below(r, decisions) < TRIED:
                        mean = 0.0
                        for i in range(n):
                            assign(tried, s)
                            play(tried, moves[i])
                            play_out(tried, hands, seat, stranger, keys, regrets, cards, workspace)
                            found[i] = worth[tried.scores[0], tried.scores[1], tried.dealer] * (1 - 2 * seat)
                            mean += policy[i] * found[i]
                        for i in range(n):
                            regrets[place, i] += weight * (found[i] - mean)
                    _normalize(sums[place], n, policy)
                    for i in range(n):
                        policy[i] += EXPLORED * (1 / n - policy[i])
                else:
                    for i in range(n):
                        sums[place, i] += weight * policy[i]
                play(s, moves[_pick(r, policy, n)])

    def measure(count, starts, cards, worth, known, workspace):  # type: ignore[no-untyped-def]
        s = workspace.states[0]
        total = 0.0
        for number in range(count):
            reopen(workspace.stream, number, MEASURING)
            assign(s, starts[0])
            play_out(s, s.hands_played, 0, NOBODY, known.keys, known.sums, cards, workspace)
            total += worth[s.scores[0], s.scores[1], s.dealer]
        return total / count

    name = " ".join([game.name, "cfr", spot_rule.__name__, *(bot.compiled_as or bot.name for bot in strangers)])
    return compile_loop(train, name), compile_loop(measure, f"{name} value")
