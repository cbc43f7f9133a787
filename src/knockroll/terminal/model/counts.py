"""What a view means for the person. All counting is done by the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from knockroll.engine.cards import RANKS, SUITS, mask_of, parse_cards
from knockroll.engine.errors import KnockrollError
from knockroll.engine.game import Game
from knockroll.engine.showing import Verb
from knockroll.engine.state import CardState
from knockroll.engine.views import read_view
from knockroll.engine.words import fill

Cards = tuple[str, ...]


@dataclass(frozen=True)
class Count:
    """A hand in groups that belong together, the other cards, and what the hand counts."""

    groups: tuple[Cards, ...]
    rest: Cards
    words: str = ""
    """The count in words: ``deadwood 24``."""

    @property
    def cards(self) -> Cards:
        """All cards in the order shown."""
        return tuple(card for group in (*self.groups, self.rest) for card in group)


def count_hand(game: Game, view: dict[str, Any]) -> Count:
    """Return the person's hand as the game reads it."""
    reading = view.get("reading") or {}
    groups = tuple(tuple(meld) for meld in reading.get("melds", ()) if meld)
    rest = tuple(reading.get("loose", ()))
    words = count_words(game, reading.get("count"))
    return Count(groups, rest, words) if groups or rest else Count((), tuple(view.get("hand", ())), words)


def count_without(game: Game, view: dict[str, Any], cards: Sequence[str]) -> str:
    """Return what the hand would count without some cards, in words; nothing if the game has no count."""
    v = read_view(game, view)
    if not isinstance(v, CardState) or view["seat"] is None:
        return ""
    v.hands[view["seat"]] &= ~mask_of(parse_cards(cards))
    return count_words(game, game.read(v, view["seat"]).count)


def count_words(game: Game, count: int | None) -> str:
    """Return a count with its name: ``deadwood 24``."""
    name = game.showing.hand.count
    return f"{name} {count:,}" if name and count is not None else ""


# --- The worth of a move ---------------------------------------------------------------------------------------------


def worth_of(view: dict[str, Any], move: str) -> int | None:
    """Return the worth of a legal move, if the game gives it one."""
    found = (view.get("reading") or {}).get("worth", {}).get(move)
    return None if found is None else int(found)


def worth_words(verb: Verb, worth: int | None) -> str:
    """Return the worth of a move in the game's words: ``with 12``."""
    if worth is None:
        return ""
    text = (verb.worth_one if worth == 1 else "") or verb.worth or "{n}"
    return fill(text, (), {"n": f"{worth:,}"})


def warning_of(view: dict[str, Any], move: str) -> str:
    """Return the game's warning before a legal move; usually empty."""
    return str((view.get("reading") or {}).get("warnings", {}).get(move, ""))


def why_not(game: Game, view: dict[str, Any], move: str) -> str:
    """Return why a move is not allowed, with placeholders for names; nothing if it is not a move at all."""
    try:
        number = game.moves.parse(move)
    except KnockrollError:
        return ""
    return game.refuse(read_view(game, view), number)


def canonical(game: Game, move: str) -> str:
    """Return a move as the game writes it, or the text as it was typed if it is not a move."""
    try:
        return game.moves.format(game.moves.parse(move))
    except KnockrollError:
        return move


# --- Orders --------------------------------------------------------------------------------------------------------


def by_rank(cards: Iterable[str]) -> Cards:
    """Return cards sorted by rank, then by suit (s h d c)."""
    return tuple(sorted(cards, key=lambda card: (RANKS.index(card[0]), SUITS.index(card[1]))))


def by_suit(cards: Iterable[str]) -> Cards:
    """Return cards sorted by suit (s h d c), then by rank."""
    return tuple(sorted(cards, key=lambda card: (SUITS.index(card[1]), RANKS.index(card[0]))))
