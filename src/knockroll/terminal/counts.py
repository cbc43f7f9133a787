"""What a hand is worth and how it is best arranged, as the game reads it: nothing is counted here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from knockroll.engine.cards import RANKS, SUITS, mask_of, parse_cards
from knockroll.engine.game import Game
from knockroll.engine.state import CardState
from knockroll.engine.views import read_view

Cards = tuple[str, ...]


@dataclass(frozen=True)
class Count:
    """A hand in groups that belong together, the other cards, and what it all comes to."""

    groups: tuple[Cards, ...]
    rest: Cards
    words: str = ""
    """What the hand comes to: ``deadwood 24``."""

    @property
    def cards(self) -> Cards:
        """All cards in the order in which they are shown."""
        return tuple(card for group in (*self.groups, self.rest) for card in group)


def count_hand(view: dict[str, Any]) -> Count | None:
    """The person's hand as the game reads it; None if there is no hand."""
    hand = view.get("hand")
    if not hand:
        return None
    reading = view.get("reading")
    if not reading or not (reading["melds"] or reading["loose"]):
        return Count((), tuple(hand))
    groups = tuple(tuple(meld) for meld in reading["melds"] if meld)
    return Count(groups, tuple(reading["loose"]), _words(reading["count_name"], reading["count"]))


def count_without(game: Game, view: dict[str, Any], cards: Sequence[str]) -> str:
    """What the person's hand would come to without some cards, in words; nothing if the game does not say."""
    v = read_view(game, view)
    if not isinstance(v, CardState) or view["seat"] is None:
        return ""
    v.hands[view["seat"]] &= ~mask_of(parse_cards(cards))
    reading = game.read(v, view["seat"])
    return _words(reading.count_name, reading.count)


def _words(name: str, count: int | None) -> str:
    return f"{name} {count}" if name and count is not None else ""


def meaning(view: dict[str, Any], move: str) -> str:
    """What a legal move would mean, where the game says so: ``knock with 4``."""
    return str((view.get("reading") or {}).get("meanings", {}).get(move, ""))


def dice_score(view: dict[str, Any], dice: Sequence[int]) -> str:
    """What dice set aside together would score, where the game says so; nothing if they may not be."""
    return meaning(view, f"keep {' '.join(map(str, sorted(dice)))}")


# --- Orders --------------------------------------------------------------------------------------------------------


def by_rank(cards: Iterable[str]) -> Cards:
    """Cards sorted by rank, then by suit (s h d c)."""
    return tuple(sorted(cards, key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1]))))


def by_suit(cards: Iterable[str]) -> Cards:
    """Cards sorted by suit (s h d c), then by rank."""
    return tuple(sorted(cards, key=lambda card: (SUITS.index(card[1]), RANKS.index(card[0]))))
