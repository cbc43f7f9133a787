"""From legal moves to keys: nothing in here knows a game, only the shape of its moves.

A move is a verb, perhaps with cards (``discard 7h``), with cards and a place (``hit 8c on 1``) or with dice
(``keep 1 5``). Each verb has a key. A move is made by its verb alone if that leaves no choice, or by choosing cards or
dice and then the verb, or by the verb and then a card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from knockroll.engine.cards import find_card

RESERVED = "colqvxz"
"""Letters that mean something else on the screen."""

CARD_KEYS = "1234567890-=*+"
"""The keys of the cards in a hand, from left to right."""

CHOICE_KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""The keys of a list to choose from."""


@dataclass(frozen=True)
class Move:
    """A legal move, taken apart."""

    text: str
    verb: str
    cards: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    place: int | None = None


def read_move(text: str) -> Move:
    """Take a move in canonical text apart."""
    words = text.split()
    verb: list[str] = []
    cards: list[str] = []
    numbers: list[int] = []
    place = None
    for i, word in enumerate(words):
        if find_card(word) is not None:
            cards.append(word)
        elif word.isdigit() and words[i - 1] == "on":
            place = int(word)
        elif word.isdigit():
            numbers.append(int(word))
        elif not cards and not numbers:
            verb.append(word)
    return Move(text, " ".join(verb), tuple(cards), tuple(numbers), place)


@dataclass(frozen=True)
class Verb:
    """Something that can be done now, the key that does it, and all the ways to do it."""

    key: str
    word: str
    moves: tuple[Move, ...]

    @property
    def takes_cards(self) -> bool:
        """Whether a card has to be named, and one only."""
        return all(len(move.cards) == 1 for move in self.moves)

    @property
    def takes_more(self) -> bool:
        """Whether several cards, or dice, can be named."""
        return any(len(move.cards) > 1 or move.dice for move in self.moves)


def verbs_in(legal: Iterable[str]) -> tuple[Verb, ...]:
    """What can be done, in the order of the legal moves, each with a key of its own."""
    by_word: dict[str, list[Move]] = {}
    for text in legal:
        move = read_move(text)
        by_word.setdefault(move.verb, []).append(move)
    verbs: list[Verb] = []
    for word, moves in by_word.items():
        verbs.append(Verb(_free_key(word, {verb.key for verb in verbs}), word, tuple(moves)))
    return tuple(verbs)


def _free_key(word: str, taken: set[str]) -> str:
    """The first letter of what tells the verb from others (``draw stock``: s), or the next that is free."""
    letters = word.split()[-1] + word + "abcdefghijklmnopqrstuvwxyz"
    return next(letter for letter in letters if letter.isalpha() and letter not in taken and letter not in RESERVED)


def fitting(verb: Verb, chosen: Sequence[str] | Sequence[int]) -> tuple[Move, ...]:
    """The moves of a verb that use exactly what was chosen; if nothing was, all of them."""
    if not chosen:
        return verb.moves
    wanted = Counter(map(str, chosen))
    return tuple(move for move in verb.moves if Counter(map(str, move.cards or move.dice)) == wanted)


def containing(verb: Verb, chosen: Sequence[str]) -> tuple[Move, ...]:
    """The moves of a verb that use all the cards chosen, and perhaps others."""
    return tuple(move for move in verb.moves if set(chosen) <= set(move.cards))


def by_default(verbs: Sequence[Verb], chosen: Sequence[str] | Sequence[int]) -> Move | None:
    """The move that Enter makes: the first that uses what was chosen, or the only one there is."""
    if chosen:
        return next((move for verb in verbs for move in fitting(verb, chosen)), None)
    moves = [move for verb in verbs for move in verb.moves]
    return moves[0] if len(moves) == 1 else None


def usable_cards(verbs: Sequence[Verb]) -> frozenset[str]:
    """The cards that some move uses."""
    return frozenset(card for verb in verbs for move in verb.moves for card in move.cards)


def choose_several(verbs: Sequence[Verb]) -> bool:
    """Whether more than one card or die can be chosen at a time."""
    return any(verb.takes_more for verb in verbs)
