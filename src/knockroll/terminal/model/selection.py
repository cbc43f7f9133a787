"""What a person has selected so far, key by key: cards or dice, then a verb, until it is a move.

It knows no game and no screen: keys go in, and out comes a move, a list of moves to choose from, a move that is
not allowed (the game says why), or a hint about what is missing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from knockroll.engine.showing import Verb
from knockroll.engine.words import signs
from knockroll.terminal.model.verbs import (
    CARD_KEYS,
    Action,
    MoveParts,
    actions_in,
    by_default,
    choose_several,
    containing,
    fitting,
    usable_cards,
)


@dataclass(frozen=True)
class Play:
    """Make these moves, one after the other; usually there is only one."""

    moves: tuple[str, ...]


@dataclass(frozen=True)
class Ask:
    """Let the person choose one of these moves."""

    verb: Verb
    moves: tuple[MoveParts, ...]


@dataclass(frozen=True)
class Refused:
    """The move that the person meant but that is not allowed: the game says why."""

    move: str
    verb: Verb


@dataclass(frozen=True)
class Say:
    """Show the person a text."""

    text: str


Outcome = Play | Ask | Refused | Say | None


@dataclass
class Selection:
    """The state of the selection; a new one begins whenever the legal moves change."""

    verbs: tuple[Verb, ...] = ()
    """All verbs of the game."""
    actions: tuple[Action, ...] = ()
    """The verbs that are possible now."""
    cards: tuple[str, ...] = ()
    """The hand in the order shown."""
    dice: tuple[int, ...] = ()
    then: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """The moves that may follow each move at once, and their worth then: see ``Reading.then``."""
    chosen: list[int] = field(default_factory=list)
    """The selected places in the hand, or among the dice."""
    armed: Action | None = None
    """The verb that waits for its card."""
    cursor: int | None = None

    @classmethod
    def begin(
        cls,
        legal: Sequence[str],
        verbs: Sequence[Verb],
        cards: Sequence[str] = (),
        dice: Sequence[int] = (),
        then: Mapping[str, Mapping[str, int]] | None = None,
    ) -> Selection:
        """Start with nothing selected."""
        actions = actions_in(legal, verbs)
        by_dice = any(action.verb.takes == "dice" for action in actions)
        return cls(tuple(verbs), actions, tuple(cards), tuple(dice) if by_dice else (), then or {})

    def arrange(self, cards: Sequence[str]) -> None:
        """Show the hand in another order; selected cards stay selected."""
        self.chosen = [cards.index(self.cards[i]) for i in self.chosen] if not self.dice else self.chosen
        self.cards = tuple(cards)
        self.cursor = None

    # --- Reading ---------------------------------------------------------------------------------------------------

    @property
    def values(self) -> list[str] | list[int]:
        """The selected cards or faces."""
        return [self.dice[i] for i in self.chosen] if self.dice else [self.cards[i] for i in self.chosen]

    def action(self, word: str) -> Action | None:
        """Return what a verb can do now."""
        return next((action for action in self.actions if action.verb.word == word), None)

    def only_move(self, action: Action) -> MoveParts | None:
        """Return the move that a verb would make with the selection, if only one is left."""
        moves = fitting(action, self.values)
        return moves[0] if len(moves) == 1 or (moves and action.verb.any_card) else None

    def following(self, verb: Verb) -> tuple[MoveParts, int] | None:
        """For a verb that can follow another at once: return the other's move as selected, and the worth then."""
        first = self.action(verb.follows) if verb.follows else None
        move = self.only_move(first) if first is not None else None
        if move is None or verb.word not in self.then.get(move.text, {}):
            return None
        return move, self.then[move.text][verb.word]

    def key_of(self, place: int) -> str:
        """Return the key of a card or a die."""
        if self.dice:
            return str(self.dice[place])
        return CARD_KEYS[place] if place < len(CARD_KEYS) else ""

    def usable(self, card: str) -> bool:
        """Whether some move uses a card now."""
        cards = usable_cards((self.armed,) if self.armed is not None else self.actions)
        return not cards or card in cards

    # --- Keys ------------------------------------------------------------------------------------------------------

    def press(self, key: str) -> Outcome:
        """Take a key: a letter, a digit, or ``enter``, ``space``, ``left``, ``right``, ``escape``."""
        if not self.actions:
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
        by_key = [verb for verb in self.verbs if verb.key == key]
        by_key.sort(key=lambda verb: self.action(verb.word) is None)
        return self.do(by_key[0]) if by_key else None

    def touch(self, place: int) -> Outcome:
        """Select a card or die, or put it back."""
        if place >= len(self.dice or self.cards) or not self.actions:
            return None
        if self.armed is not None:
            return self._finish(self.armed, self.cards[place])
        if not self.dice and self.cards[place] not in usable_cards(self.actions):
            return self._refuse_cards([self.cards[place]])
        if place in self.chosen:
            self.chosen.remove(place)
        elif choose_several(self.actions):
            self.chosen.append(place)
        else:
            self.chosen = [place]
        return None

    def _touch_face(self, face: int) -> Outcome:
        """Select the next die with this face; when all are selected, put them back."""
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
        """Use a verb: make its move if only one fits, otherwise ask what is missing, or let the game say why not."""
        action = self.action(verb.word)
        if action is None:
            return self._do_after(verb)
        moves = fitting(action, self.values)
        if not moves and not self.dice:
            moves = containing(action, [self.cards[i] for i in self.chosen])
        if not moves:
            return self._refuse(verb)
        if len(moves) == 1 or verb.any_card:
            return Play((moves[0].text,))
        if not self.chosen and verb.takes == "card":
            self.armed = action
            return None
        return Ask(verb, moves)

    def do_word(self, word: str) -> Outcome:
        """Use the verb with this word, after a click."""
        return next((self.do(verb) for verb in self.verbs if verb.word == word), None)

    def do_place(self, words: Sequence[str], place: int) -> Outcome:
        """Put the selection on a place with one of these verbs, after a click."""
        actions = [action for action in self.actions if action.verb.word in words]
        moves = [move for action in actions for move in fitting(action, self.values) if move.place == place]
        if len(moves) == 1:
            return Play((moves[0].text,))
        return Ask(actions[0].verb, tuple(moves)) if moves else None

    # --- Inside ----------------------------------------------------------------------------------------------------

    def _do_after(self, verb: Verb) -> Outcome:
        """Use a verb that is not allowed now, but may be after a move that the selection makes."""
        first = self.action(verb.follows) if verb.follows else None
        if first is None:
            return self._refuse(verb)
        found = self.following(verb)
        if found is not None:
            return Play((found[0].text, verb.word))
        if self.only_move(first) is None:
            return self._refuse(first.verb) if self.chosen else Say(f"{first.verb.asks or first.verb.label} first.")
        return Say(f"You can't {verb.phrase} after that.")

    def _refuse(self, verb: Verb) -> Outcome:
        """Refuse the move that the person most likely meant by a verb; the game gives the reason."""
        values = [str(value) for value in self.values]
        if verb.takes == "card" and not values:
            values = list(self.cards[:1])
        return Refused(" ".join([verb.word, *(sorted(values) if self.dice else values)]), verb)

    def _refuse_cards(self, cards: Sequence[str]) -> Outcome:
        """Refuse cards that no move uses; the person probably meant the usual move."""
        usual = next((verb for verb in self.verbs if verb.usual), None)
        if usual is None or len(cards) > 1:
            return Say(f"You can't use {signs(cards)} now.")
        return Refused(f"{usual.word} {cards[0]}", usual)

    def _finish(self, action: Action, card: str) -> Outcome:
        moves = fitting(action, [card])
        if not moves:
            return Refused(f"{action.verb.word} {card}", action.verb)
        return Play((moves[0].text,)) if len(moves) == 1 else Ask(action.verb, moves)

    def _enter(self) -> Outcome:
        if self.armed is not None and self.cursor is not None:
            return self._finish(self.armed, self.cards[self.cursor])
        if not self.chosen and self.cursor is not None:
            refused = self.touch(self.cursor)
            if refused is not None:
                return refused
        move = by_default(self.actions, self.values)
        if move is not None:
            return Play((move.text,))
        if self.chosen and self.dice:
            return self._refuse(next(action.verb for action in self.actions if action.verb.takes == "dice"))
        return self._refuse_cards([self.cards[i] for i in self.chosen]) if self.chosen else None

    def _move_cursor(self, by: int) -> Outcome:
        count = len(self.dice or self.cards)
        if count and (self.dice or usable_cards(self.actions)):
            at = (0 if by > 0 else count - 1) if self.cursor is None else (self.cursor + by) % count
            self.cursor = at
        return None
