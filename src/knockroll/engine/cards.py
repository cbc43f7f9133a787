"""Cards and sets of cards.

A card is a number from 0 to 51: spades A to K, then hearts, diamonds, clubs. A set of cards is an int with one bit a
card. As text a card is its rank and suit: ``As``, ``Td``, ``7h``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache

from knockroll.engine.errors import InvalidCards
from knockroll.engine.rule import CACHE_SIZE, lookup, rule

RANKS = "A23456789TJQK"
SUITS = "shdc"
DECK_SIZE = 52
ALL_CARDS = (1 << DECK_SIZE) - 1
SUIT_MASK = (1 << 13) - 1
RANK_MASK = 1 | 1 << 13 | 1 << 26 | 1 << 39
"""The four aces; shifted left by r, the four cards of rank r."""

RANK_NAMES = ["ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king"]
SUIT_NAMES = ["spades", "hearts", "diamonds", "clubs"]
TEXTS = tuple(rank + suit for suit in SUITS for rank in RANKS)

_READ_SUITS = str.maketrans("♠♥♦♣♤♡♢♧", "shdcshdc")
_CARD_BY_TEXT = {spelling: card for card, text in enumerate(TEXTS) for spelling in (text, text.lower())}
_TEXT_OF_BIT = {1 << card: text for card, text in enumerate(TEXTS)}
_BIT_OF_TEXT = {text: bit for bit, text in _TEXT_OF_BIT.items()}


def card_text(card: int) -> str:
    """``7h`` for the seven of hearts."""
    return TEXTS[card]


def card_name(card: int) -> str:
    """``7 of hearts``, as a person would say it."""
    return f"{RANK_NAMES[card % 13]} of {SUIT_NAMES[card // 13]}"


def find_card(text: str) -> int | None:
    """The card that a text names (``7h``, ``10H``, ``7♥``), or None."""
    card = _CARD_BY_TEXT.get(text)
    return _CARD_BY_TEXT.get(text.translate(_READ_SUITS).lower().replace("10", "t")) if card is None else card


def parse_card(text: str) -> int:
    """The card that a text names; raises :class:`InvalidCards` if it names none."""
    card = find_card(text) if isinstance(text, str) else None
    if card is None:
        raise InvalidCards(f"{text!r} is not a card: write a rank (A 2..9 T J Q K) and a suit (s h d c), such as 7h")
    return card


def parse_cards(cards: str | Iterable[str]) -> list[int]:
    """Distinct cards from a text such as ``"As Td 7h"`` or a list such as ``["As", "Td"]``, in the order given."""
    if not isinstance(cards, str | Iterable):
        raise InvalidCards(f"{cards!r} is not a list of cards: write them as 'As Td 7h' or ['As', 'Td', '7h']")
    texts = cards.split() if isinstance(cards, str) else list(cards)
    parsed = [parse_card(text) for text in texts]
    if len(set(parsed)) != len(parsed):
        doubled = sorted({TEXTS[card] for card in parsed if parsed.count(card) > 1})
        raise InvalidCards(f"each card exists once, but {' '.join(doubled)} came more than once")
    return parsed


def parse_mask(cards: str | Iterable[str]) -> int:
    """The set of the cards that a text or list names."""
    if not isinstance(cards, list):
        return mask_of(parse_cards(cards))
    mask = 0
    for text in cards:
        bit = _BIT_OF_TEXT.get(text) if isinstance(text, str) else None
        if bit is None or mask & bit:
            return mask_of(parse_cards(cards))  # not as views write it, or no card at all: that is said there
        mask |= bit
    return mask


def mask_of(cards: Iterable[int]) -> int:
    """The set of some cards."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def cards_in(mask: int) -> list[int]:
    """The cards of a set, in card order."""
    cards = []
    while mask:
        lowest_bit = mask & -mask
        cards.append(lowest_bit.bit_length() - 1)
        mask ^= lowest_bit
    return cards


def texts_in(mask: int) -> list[str]:
    """The cards of a set as texts, in card order."""
    return list(text_tuple(mask))


@lru_cache(maxsize=CACHE_SIZE)
def text_tuple(mask: int) -> tuple[str, ...]:
    """Return the texts as a tuple. Cached, because the same sets appear in view after view."""
    return (
        *_texts_of_suit(mask & SUIT_MASK),
        *_texts_of_suit(mask & SUIT_MASK << 13),
        *_texts_of_suit(mask & SUIT_MASK << 26),
        *_texts_of_suit(mask & SUIT_MASK << 39),
    )


@cache
def _texts_of_suit(mask: int) -> tuple[str, ...]:
    """Return the texts of a set of one suit. Cached: there are only 8,192 such sets in each suit."""
    return tuple(text for bit, text in _TEXT_OF_BIT.items() if mask & bit)


def texts_of(cards: Sequence[int]) -> list[str]:
    """Cards as texts, in the order given."""
    return [TEXTS[card] for card in cards]


@rule
def points(card: int) -> int:
    """Ace 1, face cards 10, others their number: what a card counts in every rummy game here."""
    return min(card % 13 + 1, 10)


def _suit_points() -> list[int]:
    return [sum(min(rank + 1, 10) for rank in range(13) if bits >> rank & 1) for bits in range(1 << 13)]


suit_points = lookup(_suit_points)
"""The points of the cards of one suit, given its 13 bits."""


# The cards whose points have a certain binary digit: four counts of bits add up a whole hand.
_ONES, _TWOS, _FOURS, _EIGHTS = (
    sum(1 << card for card in range(DECK_SIZE) if min(card % 13 + 1, 10) & digit) for digit in (1, 2, 4, 8)
)


@rule
def points_in(mask: int) -> int:
    """The points of a set of cards."""
    return (
        (mask & _ONES).bit_count()
        + 2 * (mask & _TWOS).bit_count()
        + 4 * (mask & _FOURS).bit_count()
        + 8 * (mask & _EIGHTS).bit_count()
    )


@rule
def ranks_in(mask: int) -> int:
    """The ranks of a set of cards, as 13 bits."""
    return (mask | mask >> 13 | mask >> 26 | mask >> 39) & SUIT_MASK


def _highest_points() -> list[int]:
    return [min(ranks.bit_length(), 10) for ranks in range(1 << 13)]


_points_of_highest = lookup(_highest_points)


@rule
def highest_points(mask: int) -> int:
    """The points of the highest card of a set; 0 if it is empty."""
    return _points_of_highest(ranks_in(mask))
