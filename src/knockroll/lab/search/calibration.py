"""How true belief is: what a seat believes of the other player's hand, held against what that player holds.

Hands are played between The Archivist and an opponent, and before each of his draws he is asked what he believes, twice
and each time begun anew: what two answers have in common tells how many worlds drawn independently they are worth. What
he knows of the opponent then is a matter of its own (:class:`Known`).
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
from knockroll.engine.stream import CHOICE, open_stream
from knockroll.engine.table import Table
from knockroll.games.gin_rummy.rules import DRAW
from knockroll.lab.search.player import Memory
from knockroll.lab.search.searcher import Searcher
from knockroll.players.player import Bot

BINS = 10
LEARNT_FROM = 4
"""So many hands of a match come first, if something is learnt from them: it has about seven."""


@dataclass
class Calibration:
    """What was believed of an opponent, and what was true."""

    opponent: str
    deadwood: dict[int, list[tuple[float, float]]] = field(default_factory=lambda: defaultdict(list))
    """For each turn: what was believed on the average, and what it was."""
    cards: list[tuple[float, bool]] = field(default_factory=list)
    """For each card that could not be seen: how sure one was that they hold it, and whether they did."""
    uniform: list[tuple[float, bool]] = field(default_factory=list)
    """The same, if all hands were equally likely."""
    scatter: list[tuple[float, float]] = field(default_factory=list)
    """The variance of deadwood among worlds, and half the squared difference of two answers."""

    def bias(self, turn: int) -> tuple[float, float]:
        """By how much too much deadwood was believed in a turn, and the half of a 95% interval."""
        found = numpy.array([believed - true for believed, true in self.deadwood[turn]])
        return float(found.mean()), float(1.96 * found.std(ddof=1) / len(found) ** 0.5)

    def brier(self) -> tuple[float, float]:
        """The mean squared error of what was believed of cards; and that of the belief that all are alike."""
        mine, uniform = (numpy.array(found) for found in (self.cards, self.uniform))
        return float(((mine[:, 0] - mine[:, 1]) ** 2).mean()), float(((uniform[:, 0] - uniform[:, 1]) ** 2).mean())

    def reliability(self) -> Iterator[tuple[float, float, int]]:
        """For cards of which one was about equally sure: how sure, how many were held, how many cards."""
        cards = numpy.array(self.cards)
        places = numpy.minimum((cards[:, 0] * BINS).astype(int), BINS - 1)
        for place in range(BINS):
            found = cards[places == place]
            if len(found):
                yield float(found[:, 0].mean()), float(found[:, 1].mean()), len(found)

    def effective(self) -> float:
        """How many worlds drawn independently would say as much about deadwood as a batch does."""
        within, between = numpy.array(self.scatter).mean(axis=0)
        return float(within / between)


class Known(Enum):
    """What is known of an opponent before a hand."""

    NOTHING = "nothing"
    LEARNT = "what the first hands of a match have taught"
    NAME = "who it is"


def calibrate(game: Game, opponent: Bot, hands: int, seed: int, known: Known = Known.NOTHING) -> Calibration:
    """Play hands of the variant ``standard`` and ask."""
    searcher = Searcher(game, game.option_values(2, "standard", {}))
    begins_with = searcher.only(opponent.name) if known is Known.NAME else searcher.anybody()
    before = LEARNT_FROM if known is Known.LEARNT else 0
    found = Calibration(opponent.name)
    for number in range(hands):
        shares = begins_with
        for earlier in range(before):
            shares = _learn(searcher, opponent, shares, seed, 1 + earlier << 32 | number)
        for table, v, _ in _play(game, searcher.base, opponent, seed, number):
            if v.phase != DRAW or not v.act_count:
                continue
            answers = []
            for again in range(2):
                worlds = searcher.worlds(v, 0, shares, (number << 20) + 2 * v.act_count + again)
                answers.append([int(hand) for hand in worlds["hand"]])
            _compare(found, table.state, v, answers)
    return found


def _play(game: Game, base: Bot, opponent: Bot, seed: int, number: int) -> Iterator[tuple[Table, Any, int]]:
    """Play a hand, and stop before each move of seat 0: the table, the seat's view, and the move."""
    table = Table(game, 2, variant="standard", chance=Seeded(seed, number))
    streams = [open_stream(seed, number, CHOICE + seat) for seat in range(2)]
    while table.state.hands_played == 0:
        s = table.state
        v = game.view_of(s, s.turn)
        legal = game.list_legal(v)
        chosen = (base, opponent)[s.turn].choose(v, legal, len(legal), streams[s.turn])
        if s.turn == 0:
            yield table, v, chosen
        table.play(game.moves.format(chosen))


def _learn(searcher: Searcher, opponent: Bot, shares: Any, seed: int, number: int) -> Any:
    """Who the opponent seems to be after one more hand."""
    memory = None
    for table, v, move in _play(searcher.game, searcher.base, opponent, seed, number):  # noqa: B007
        memory = Memory(0, v, move, shares)
    if memory is None:  # the opponent has ended the hand before
        return shares
    return memory.learn(table.view(0)["last_hand"], searcher, seed + number)


def _compare(found: Calibration, s: Any, v: Any, answers: list[list[int]]) -> None:
    """Hold what was believed of seat 1 against what it holds."""
    believed = numpy.array([[lowest_deadwood(hand) for hand in hands] for hands in answers])
    found.deadwood[s.turns // 2].append((float(believed.mean()), lowest_deadwood(s.hands[1])))
    first, second = believed.mean(axis=1)
    found.scatter.append((float(believed.var(axis=1, ddof=1).mean()), float((first - second) ** 2 / 2)))
    hands = [hand for answer in answers for hand in answer]
    seen = v.hands[0] | v.known[1] | sum(1 << card for card in v.pile[: v.pile_size])
    unseen = [card for card in range(DECK_SIZE) if not seen >> card & 1]
    each = (v.held[1] - v.known[1].bit_count()) / len(unseen)
    for card in unseen:
        held = bool(s.hands[1] >> card & 1)
        found.cards.append((sum(hand >> card & 1 for hand in hands) / len(hands), held))
        found.uniform.append((each, held))
