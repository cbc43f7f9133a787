"""The legal moves, sorted by the verbs that the game names.

A move is a verb, perhaps with cards (``discard 7h``), with a card and a place (``hit 8c on 1``) or with dice
(``keep 1 5``). A person makes it by its verb alone if that leaves no choice, by selecting cards or dice and then the
verb, or by the verb and then a card.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from knockroll.engine.cards import find_card
from knockroll.engine.showing import Verb

CARD_KEYS = "1234567890-=*+"
"""The keys of the cards in a hand, from left to right."""

CHOICE_KEYS = "123456789abcdefghijklmnopqrstuvwxyz"
"""The keys of a list to choose from."""


@dataclass(frozen=True)
class MoveParts:
    """A move and its parts."""

    text: str
    cards: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    place: int | None = None


def take_apart(text: str, verb: Verb) -> MoveParts:
    """Return the cards, dice and place in a move of a verb, from its canonical text."""
    words = text.removeprefix(verb.word).split()
    cards = tuple(word for word in words if find_card(word) is not None)
    numbers = tuple(int(word) for word in words if word.isdigit())
    if verb.takes == "place":
        return MoveParts(text, cards, place=numbers[-1])
    return MoveParts(text, cards, numbers)


@dataclass(frozen=True)
class Action:
    """A possible verb, and all legal moves that begin with its word."""

    verb: Verb
    moves: tuple[MoveParts, ...]


def actions_in(legal: Iterable[str], verbs: Sequence[Verb]) -> tuple[Action, ...]:
    """Return the possible verbs, in the game's order."""
    by_word: dict[str, list[MoveParts]] = {verb.word: [] for verb in verbs}
    for text in legal:
        verb = verb_of(text, verbs)
        if verb is not None:
            by_word[verb.word].append(take_apart(text, verb))
    return tuple(Action(verb, tuple(by_word[verb.word])) for verb in verbs if by_word[verb.word])


def verb_of(text: str, verbs: Iterable[Verb]) -> Verb | None:
    """Return the verb of a move: the one with the longest word that it begins with."""
    fitting = [verb for verb in verbs if f"{text} ".startswith(f"{verb.word} ")]
    return max(fitting, key=lambda verb: len(verb.word), default=None)


def fitting(action: Action, chosen: Sequence[str] | Sequence[int]) -> tuple[MoveParts, ...]:
    """Return the moves of an action that use exactly the selection; all of them if nothing is selected."""
    if not chosen:
        return action.moves
    wanted = Counter(map(str, chosen))
    return tuple(move for move in action.moves if Counter(map(str, move.cards or move.dice)) == wanted)


def containing(action: Action, chosen: Sequence[str]) -> tuple[MoveParts, ...]:
    """Return the moves of an action that use all selected cards, and perhaps others."""
    return tuple(move for move in action.moves if set(chosen) <= set(move.cards))


def by_default(actions: Sequence[Action], chosen: Sequence[str] | Sequence[int]) -> MoveParts | None:
    """Return the move that Enter makes: the usual one with the selection, otherwise the first; or the only one."""
    if chosen:
        usual_first = sorted(actions, key=lambda action: not action.verb.usual)
        return next((move for action in usual_first for move in fitting(action, chosen)), None)
    moves = [move for action in actions for move in action.moves]
    return moves[0] if len(moves) == 1 else None


def usable_cards(actions: Sequence[Action]) -> frozenset[str]:
    """Return the cards that some move uses."""
    return frozenset(card for action in actions for move in action.moves for card in move.cards)


def choose_several(actions: Sequence[Action]) -> bool:
    """Whether more than one card or die can be selected."""
    return any(action.verb.takes in ("cards", "dice") for action in actions)
