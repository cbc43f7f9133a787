"""A belief map as the replay shows it: for each card, how likely another player held it, and whether one did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from knockroll.engine.words import listed, sign
from knockroll.review.document import BeliefMap
from knockroll.review.sentences import percent

SUITS, RANKS = "shdc", "A23456789TJQK"
CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""The cards as the map shows them: a row for each suit, from the ace up."""
SHADES = ((0.7, "█"), (0.4, "▓"), (0.2, "▒"), (0.05, "░"))
"""A card held with at least this chance has this shade."""
LEAST_SHARE = 0.005
"""Smaller chances are not told."""


@dataclass(frozen=True)
class Belief:
    """What a seat knew about a card."""

    card: str
    seen: str
    """Where the seat had seen it: ``hand``, ``table``, or empty if it had not."""
    shares: tuple[float, ...]
    """The chance of each seat to hold it; 0 for the seat itself."""
    stock: float
    """The chance that it was in the stock."""
    really: int | None
    """The other seat that held it, if one did."""

    @property
    def held(self) -> float:
        """The chance that another player held it."""
        return sum(self.shares)

    @property
    def shade(self) -> str:
        """The block for that chance; a blank if it is small."""
        return next((shade for least, shade in SHADES if self.held >= least), " ")


def beliefs_of(known: BeliefMap, hands: Mapping[int, Sequence[str]]) -> list[Belief]:
    """All cards in the order of the map; ``hands`` are the hands that there really were."""
    holders = {card: seat for seat, cards in hands.items() for card in cards if seat != known.seat}
    found = {}
    for place, card in enumerate(known.cards):
        shares = tuple(0.0 if seat == known.seat else share for seat, share in enumerate(known.hands[place]))
        found[card] = Belief(card, known.seen[place], shares, known.stock[place], holders.get(card))
    return [found[card] for card in CARDS]


def belief_words(belief: Belief, names: Sequence[str]) -> str:
    """A belief in words: ``7♠: Ada 31%, stock 69%. Really: Ada.``."""
    if belief.seen:
        where = {"hand": "in the own hand", "table": "seen on the table"}[belief.seen]
        return f"{sign(belief.card)}: {where}."
    places = [(names[seat], share) for seat, share in enumerate(belief.shares)] + [("stock", belief.stock)]
    told = [f"{name} {percent(share)}" for name, share in places if share >= LEAST_SHARE]
    truth = "" if belief.really is None else f" Really: {names[belief.really]}."
    return f"{sign(belief.card)}: {listed(told) or 'stock'}.{truth}"
