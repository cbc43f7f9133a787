"""One grammar for moves everywhere: a canonical text for every move, and a lenient parser.

A game numbers its moves and lists the canonical text of each; a :class:`MoveBook` turns numbers into text and text
into numbers. Cards may be written ``7h``, ``7H``, ``7♥`` or ``10h``; the cards of a spread and dice in any order.
"""

from __future__ import annotations

from collections.abc import Sequence

from knockroll.engine.cards import TEXTS, find_card
from knockroll.engine.errors import IllegalMove, InvalidMove

CARD_MOVES = ("draw stock", "draw discard", *(f"discard {card}" for card in TEXTS))
"""The moves that all card games share, in the order of their numbers (see :mod:`knockroll.engine.state`)."""

LONGEST_MOVE = 120
"""Longer texts are not looked at: the longest move, a spread of 13 cards, has 45 characters."""


class MoveBook:
    """All moves of a game. The number of a move is its place in ``texts``: a contract, appended to, never changed."""

    def __init__(self, texts: Sequence[str], forms: Sequence[str]) -> None:
        self.texts = tuple(texts)
        self.forms = tuple(forms)
        """How moves look, for people: ``discard 7h``, ``keep 1 5 5``."""
        self._by_text = {text: number for number, text in enumerate(self.texts)}
        words = [text.split() for text in self.texts]
        self._numbers = {_key(move): number for number, move in enumerate(words)}
        self._verbs = sorted({move[0] for move in words})
        self._shapes = {_shape(move) for move in words}
        self._words = {(move[0], word) for move in words for word in move}

    def format(self, move: int) -> str:
        """Return the canonical text of a move."""
        return self.texts[move]

    def parse(self, text: str) -> int:
        """Return the number of the move that a text names.

        Raises :class:`InvalidMove` if the text is not of the game's grammar, and :class:`IllegalMove` if it is but
        the cards or dice can never be played together so.
        """
        if isinstance(text, str) and (number := self._by_text.get(text)) is not None:
            return number
        if not isinstance(text, str) or len(text) > LONGEST_MOVE or not text.strip():
            raise InvalidMove(f"{_quote(text)} is not a move: {self._help()}")
        words = [_canonical(word) for word in text.split()]
        if (number := self._numbers.get(_key(words))) is not None:
            return number
        verb = words[0]
        if verb not in self._verbs:
            import difflib

            near = difflib.get_close_matches(verb, self._verbs, 1)
            hint = f"did you mean {near[0]!r}? " if near else ""
            raise InvalidMove(f"{_quote(text)} is not a move: {hint}{self._help()}")
        strange = [word for word in words[1:] if (verb, word) not in self._words]
        if strange:
            raise InvalidMove(
                f"{_quote(text)} is not a move: {strange[0]!r} cannot follow {verb!r}; {self._help(verb)}"
            )
        if _shape(words) not in self._shapes:
            raise InvalidMove(f"{_quote(text)} is not a move: {self._help(verb)}")
        raise IllegalMove(
            f"{_quote(text)} is not allowed in any position: these do not go together", "These don't go together."
        )

    def _help(self, verb: str | None = None) -> str:
        forms = [form for form in self.forms if verb is None or form.split()[0] == verb]
        return f"write {', '.join(repr(form) for form in forms)}"


def _canonical(word: str) -> str:
    card = find_card(word)
    return TEXTS[card] if card is not None else word.lower()


def _kind(word: str) -> str:
    if word in _CARDS:
        return "card"
    return "number" if word.isdigit() else word


_CARDS = frozenset(TEXTS)


def _shape(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(_kind(word) for word in words)


def _key(words: Sequence[str]) -> tuple[str, ...]:
    """Return the words with each run of cards or numbers sorted, so that order does not matter."""
    key: list[str] = []
    start = 0
    for i in range(1, len(words) + 1):
        if i == len(words) or _kind(words[i]) != _kind(words[start]):
            key += sorted(words[start:i])
            start = i
    return tuple(key)


def _quote(text: object) -> str:
    shown = repr(text)
    return shown if len(shown) <= LONGEST_MOVE else shown[:LONGEST_MOVE] + "…"
