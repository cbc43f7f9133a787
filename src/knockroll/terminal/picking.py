"""What a person has chosen so far, key by key: cards or dice, a verb, until it is a move.

No game is known here and no screen: keys go in, and out comes a move, a list of moves to choose from, or a word about
what is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from knockroll.terminal.verbs import (
    CARD_KEYS,
    Move,
    Verb,
    by_default,
    choose_several,
    containing,
    fitting,
    usable_cards,
    verbs_in,
)


@dataclass(frozen=True)
class Play:
    """Make this move."""

    move: str


@dataclass(frozen=True)
class Ask:
    """Let the person choose one of these."""

    question: str
    moves: tuple[Move, ...]


@dataclass(frozen=True)
class Say:
    """Tell the person this."""

    text: str


Outcome = Play | Ask | Say | None


@dataclass
class Picking:
    """The state of choosing: begun anew whenever the legal moves change."""

    verbs: tuple[Verb, ...] = ()
    cards: tuple[str, ...] = ()
    """The hand in the order in which it is shown."""
    dice: tuple[int, ...] = ()
    chosen: list[int] = field(default_factory=list)
    """Places in the hand, or among the dice."""
    armed: Verb | None = None
    """A verb that waits for its card."""
    cursor: int | None = None

    @classmethod
    def begin(cls, legal: Sequence[str], cards: Sequence[str], dice: Sequence[int]) -> Picking:
        """Nothing is chosen yet."""
        verbs = verbs_in(legal)
        keeps = any(move.dice for verb in verbs for move in verb.moves)
        return cls(verbs, tuple(cards), tuple(dice) if keeps else ())

    def arrange(self, cards: Sequence[str]) -> None:
        """The hand is shown in another order: what was chosen stays chosen."""
        self.chosen = [cards.index(self.cards[i]) for i in self.chosen] if not self.dice else self.chosen
        self.cards = tuple(cards)
        self.cursor = None

    # --- Looking ---------------------------------------------------------------------------------------------------

    @property
    def values(self) -> list[str] | list[int]:
        """The cards or faces chosen."""
        return [self.dice[i] for i in self.chosen] if self.dice else [self.cards[i] for i in self.chosen]

    @property
    def words(self) -> list[str]:
        """What can be done."""
        return [verb.word for verb in self.verbs]

    def key_of(self, place: int) -> str:
        """The key of a card, or of a die."""
        if self.dice:
            return str(self.dice[place])
        return CARD_KEYS[place] if place < len(CARD_KEYS) else ""

    def usable(self, card: str) -> bool:
        """Whether something can be done with a card now."""
        verbs = (self.armed,) if self.armed is not None else self.verbs
        cards = usable_cards(verbs)
        return not cards or card in cards

    # --- Keys ------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> Outcome:
        """Take a key: a letter, a digit, or ``enter``, ``space``, ``left``, ``right``, ``escape``."""
        if not self.verbs:
            return None
        if key in ("left", "right"):
            return self._move_cursor(-1 if key == "left" else 1)
        if key == "escape":
            self.chosen, self.armed, self.cursor = [], None, None
            return None
        if key == "space":
            return self.touch(self.cursor) if self.cursor is not None else None
        if key == "enter":
            return self._enter()
        if self.dice and key in "123456":
            return self._touch_face(int(key))
        if not self.dice and key in CARD_KEYS:
            return self.touch(CARD_KEYS.index(key))
        verb = next((verb for verb in self.verbs if verb.key == key), None)
        return self.do(verb) if verb is not None else None

    def touch(self, place: int) -> Outcome:
        """Choose a card or die, or put it back."""
        if place >= len(self.dice or self.cards) or not self.verbs:
            return None
        if not self.dice and not usable_cards(self.verbs):
            return Say("First draw a card." if any(w.startswith("draw") for w in self.words) else "Not now.")
        if self.armed is not None:
            return self._finish(self.armed, self.cards[place])
        if not self.dice and not self.usable(self.cards[place]):
            return Say(f"{self.cards[place]} cannot be played now.")
        if place in self.chosen:
            self.chosen.remove(place)
        elif choose_several(self.verbs):
            self.chosen.append(place)
        else:
            self.chosen = [place]
        return None

    def _touch_face(self, face: int) -> Outcome:
        """Choose the next die with this face; when all are chosen, put them back."""
        places = [i for i, shown in enumerate(self.dice) if shown == face]
        if not places:
            return Say(f"No die shows {face}.")
        free = [i for i in places if i not in self.chosen]
        if free:
            self.chosen.append(free[0])
        else:
            self.chosen = [i for i in self.chosen if i not in places]
        return None

    def do(self, verb: Verb) -> Outcome:
        """A verb: make its move if only one fits, else ask for what is missing."""
        moves = fitting(verb, self.values)
        if not moves and not self.dice:
            moves = containing(verb, [self.cards[i] for i in self.chosen])
        if len(moves) == 1:
            return Play(moves[0].text)
        if not moves:
            shown = " ".join(map(str, self.values))
            return Say(f"You cannot {verb.word} {shown}." if shown else f"You cannot {verb.word} now.")
        if not self.chosen and verb.takes_cards and all(move.place is None for move in moves):
            self.armed = verb
            return None
        return Ask(verb.word, moves)

    def do_word(self, word: str) -> Outcome:
        """The same, by the verb's word: for clicks."""
        verb = next((verb for verb in self.verbs if verb.word == word), None)
        return self.do(verb) if verb is not None else None

    def _finish(self, verb: Verb, card: str) -> Outcome:
        moves = fitting(verb, [card])
        if not moves:
            return Say(f"You cannot {verb.word} {card}.")
        return Play(moves[0].text) if len(moves) == 1 else Ask(verb.word, moves)

    def _enter(self) -> Outcome:
        if self.armed is not None and self.cursor is not None:
            return self._finish(self.armed, self.cards[self.cursor])
        if not self.chosen and self.cursor is not None:
            self.touch(self.cursor)
        move = by_default(self.verbs, self.values)
        if move is not None:
            return Play(move.text)
        if self.chosen:
            return Say(f"There is no move with {' '.join(map(str, self.values))}.")
        return None

    def _move_cursor(self, by: int) -> Outcome:
        count = len(self.dice or self.cards)
        if count and (self.dice or usable_cards(self.verbs)):
            at = (0 if by > 0 else count - 1) if self.cursor is None else (self.cursor + by) % count
            self.cursor = at
        return None
