"""Calibration: what a seat believes about the other player's hand, compared with the real hand.

Hands are played between the base player and an opponent. Before each of its draws the base player is asked twice for
its belief, each time from scratch: how far the two answers agree shows how many independent worlds they are worth. What
is known of the opponent beforehand varies (:class:`Known`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import numpy

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.chance import Seeded
from knockroll.engine.game import Game
from knockroll.engine.melds import lowest_deadwood
from knockroll.engine.state import DRAW_STOCK
from knockroll.engine.stream import CHOICE, open_stream
from knockroll.engine.table import Table
from knockroll.lab.search.memory import Memory
from knockroll.lab.search.searcher import Searcher
from knockroll.players.player import Bot

BINS = 10
LEARNED_FROM = 4
"""Hands to learn from before the one that is measured: a match has about seven."""


@dataclass
class Calibration:
    """What was believed about an opponent, and what was true."""

    opponent: str
    deadwood: dict[int, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    """For each turn: the mean belief, and the truth."""
    cards: list[tuple[float, bool]] = field(default_factory=list)
    """For each unseen card: the believed probability that the opponent holds it, and whether they did."""
    uniform: list[tuple[float, bool]] = field(default_factory=list)
    """The same pairs, if all hands were equally likely."""
    variances: list[tuple[float, float]] = field(default_factory=list)
    """The variance of deadwood among worlds, and half the squared difference of two answers."""

    def bias(self, turn: int) -> tuple[float, float]:
        """Return by how much deadwood was overestimated in a turn, and half the width of the 95% interval."""
        found = numpy.array([believed - true for believed, true in self.deadwood[turn]])
        return float(found.mean()), float(1.96 * found.std(ddof=1) / len(found) ** 0.5)

    def brier(self) -> tuple[float, float]:
        """Return the Brier score of the belief about cards, and that of a uniform belief."""
        mine, uniform = (numpy.array(found) for found in (self.cards, self.uniform))
        return float(((mine[:, 0] - mine[:, 1]) ** 2).mean()), float(((uniform[:, 0] - uniform[:, 1]) ** 2).mean())

    def reliability(self) -> Iterator[tuple[float, float, int]]:
        """Yield for each bin of believed probability its mean, the frequency of held cards, and the number of cards."""
        cards = numpy.array(self.cards)
        places = numpy.minimum((cards[:, 0] * BINS).astype(int), BINS - 1)
        for place in range(BINS):
            found = cards[places == place]
            if len(found):
                yield float(found[:, 0].mean()), float(found[:, 1].mean()), len(found)

    def effective(self) -> float:
        """Return the number of independent worlds that would say as much about deadwood as a batch does."""
        within, between = numpy.array(self.variances).mean(axis=0)
        return float(within / between)


class Known(Enum):
    """What is known about an opponent before a hand."""

    NOTHING = "nothing"
    LEARNED = "what the first hands of a match show"
    NAME = "its name"


def calibrate(game: Game, opponent: Bot, hands: int, seed: int, known: Known = Known.NOTHING) -> Calibration:
    """Play hands of the variant that the search is prepared for, and compare."""
    thinker = game.thinkers[0]
    searcher = Searcher(game, thinker, 2, game.option_values(2, thinker.search.variant, {}))
    first_prior = searcher.certain_prior(opponent.name) if known is Known.NAME else searcher.default_prior()
    before = LEARNED_FROM if known is Known.LEARNED else 0
    found = Calibration(opponent.name)
    for number in range(hands):
        prior = first_prior
        for earlier in range(before):
            prior = _learn(searcher, opponent, prior, seed, 1 + earlier << 32 | number)
        for table, v, _ in _play(searcher, opponent, seed, number):
            if not v.act_count or DRAW_STOCK not in game.list_legal(v):
                continue
            answers = []
            for again in range(2):
                worlds = searcher.worlds(v, 0, prior, (number << 20) + 2 * v.act_count + again)
                answers.append([int(hand) for hand in worlds["hands"][:, 1]])
            _compare(found, table.state, v, answers)
    return found


def _play(searcher: Searcher, opponent: Bot, seed: int, number: int) -> Iterator[tuple[Table, Any, int]]:
    """Play a hand, and yield before each move of seat 0: the table, the seat's view, and the move."""
    game = searcher.game
    table = Table(game, 2, variant=searcher.rules.variant, chance=Seeded(seed, number))
    streams = [open_stream(seed, number, CHOICE + seat) for seat in range(2)]
    while table.state.hands_played == 0:
        s = table.state
        v = game.view_of(s, s.turn)
        legal = game.list_legal(v)
        chosen = (searcher.playouts, opponent)[s.turn].choose(v, legal, len(legal), streams[s.turn])
        if s.turn == 0:
            yield table, v, chosen
        table.play(game.moves.format(chosen))


def _learn(searcher: Searcher, opponent: Bot, prior: Any, seed: int, number: int) -> Any:
    """Return the prior over bots after another hand."""
    memory = None
    for table, v, move in _play(searcher, opponent, seed, number):  # noqa: B007
        memory = Memory(searcher.game, 0, v, move, prior)
    if memory is None:  # the opponent ended the hand first
        return prior
    return memory.learn(table.view(0)["last_hand"], searcher, seed + number)


def _compare(found: Calibration, s: Any, v: Any, answers: list[list[int]]) -> None:
    """Compare what was believed about seat 1 with what it holds."""
    believed = numpy.array([[lowest_deadwood(hand) for hand in hands] for hands in answers])
    found.deadwood[s.turns // 2].append((float(believed.mean()), lowest_deadwood(s.hands[1])))
    first, second = believed.mean(axis=1)
    found.variances.append((float(believed.var(axis=1, ddof=1).mean()), float((first - second) ** 2 / 2)))
    hands = [hand for answer in answers for hand in answer]
    seen = v.hands[0] | v.known[1] | sum(1 << card for card in v.pile[: v.pile_size])
    unseen = [card for card in range(DECK_SIZE) if not seen >> card & 1]
    each = (v.held[1] - v.known[1].bit_count()) / len(unseen)
    for card in unseen:
        held = bool(s.hands[1] >> card & 1)
        found.cards.append((sum(hand >> card & 1 for hand in hands) / len(hands), held))
        found.uniform.append((each, held))
