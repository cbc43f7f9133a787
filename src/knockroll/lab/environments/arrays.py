"""Observations as arrays: a row of numbers with everything a seat may know, and the position of each field in it.

A row is made only from the flat view of a seat, so it cannot reveal more. Its fields and their encoding follow from
what every view has and from what the game shows in addition (``Game.shown``), so every game has rows, including games
from other packages. The rule that writes a row combines one rule for each field, so that compiled code has nothing to
look up; it runs compiled or interpreted.

>>> import knockroll
>>> layout = Layout.of(knockroll.get_game("gin_rummy"), seats=2)
>>> layout.field("hand")
Field(name='hand', start=18, shape=(52,), note='The cards of the seat.')
>>> table = knockroll.Table("gin_rummy", seed=7)
>>> row = layout.observe(table.state, seat=0)
>>> len(row) == layout.size
True
>>> sum(layout.read(row)["hand"])
10
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import Any

from knockroll.engine import forms
from knockroll.engine.acts import act_move, act_seat
from knockroll.engine.cards import ALL_CARDS, DECK_SIZE
from knockroll.engine.dice import FACES, MOST_DICE
from knockroll.engine.errors import InvalidOption
from knockroll.engine.forms import Form
from knockroll.engine.game import Game
from knockroll.engine.names import tell_known
from knockroll.engine.rule import State, compiled_for, rule
from knockroll.engine.state import MOST_ACTS, NO_CARD, NOBODY, CardState

MOST = (1 << 15) - 1
"""Numbers are clipped to this, so that they fit in 16 bits."""
LAST_ACTS = 24
"""Moves of the hand's history that a row shows."""


@dataclass(frozen=True)
class Field:
    """The position of a field in a row."""

    name: str
    start: int
    shape: tuple[int, ...]
    """() for a single number; otherwise the number of items, if there can be several, and the size of each."""
    note: str

    @property
    def stop(self) -> int:
        """The position after its last number."""
        return self.start + prod(self.shape)


@dataclass(frozen=True)
class _Part:
    """A field of a row: the field of the view that it comes from, its form, and its number of items if not all."""

    name: str
    source: str
    form: Form
    note: str
    choices: int = 0
    items: int = 0


def _parts(game: Game) -> list[_Part]:
    """Return everything that a view of a game shows, in the order of a row."""
    seats, seat, numbers = Form(forms.SEATS), Form(forms.SEAT), Form(forms.NUMBER, 1)
    parts = [
        _Part("phase", "phase", Form(forms.CHOICE), "What the seat to move has to do.", choices=len(game.phases)),
        _Part("turn", "turn", seat, "The seat to move."),
        _Part("dealer", "dealer", seat, "The dealer of this hand."),
        _Part("playing", "playing", seats, "The seats that are still in."),
        _Part("winners", "winners", seats, "The winners of the game, when it is over."),
        _Part("scores", "scores", numbers, "The score of each seat."),
        _Part("hands_played", "hands_played", Form(), "The finished hands (in a dice game, turns)."),
    ]
    if issubclass(game.state, CardState):
        parts += [
            _Part("held", "held", numbers, "The number of cards each seat holds."),
            _Part("hand", "hands", Form(forms.CARDS, 1), "The cards of the seat.", items=1),
            _Part("stock", "stock_next", Form(forms.CARDS_LEFT), "The number of cards left to draw."),
            _Part("discard", "pile", Form(forms.TOP_CARD), "The top of the discard pile."),
            _Part("pile", "pile", Form(forms.CARDS_OF_ROW), "The discards that it may look at, including the top one."),
            _Part("acts", "acts", Form(forms.ACTS), "The last 24 moves of the hand: move and seat, latest first."),
        ]
    shown = [_Part(shown.field, shown.field, shown.form, shown.note) for shown in game.shown]
    options = [_Part(f"option {o.name}", o.field, Form(), f"{o.help[0].upper()}{o.help[1:]}.") for o in game.options]
    return [*parts, *shown, *options]


class Layout:
    """The rows of a game for a number of seats."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        fields, rules, bounds = [], [], []
        self.size = 0
        """The number of numbers in a row."""
        state: type[State] = game.state
        places = _places(state)
        for part in _parts(game):
            place, length = places[part.source]
            kind, per_seat = part.form.kind, part.form.per_seat
            items = part.items or self._items(part.form, length)
            size = self._size(part)
            several = (items,) if items > 1 or (per_seat and not part.items) else ()
            shape = (LAST_ACTS, 2) if kind == forms.ACTS else (*several, *((size,) if size > 1 else ()))
            fields.append(Field(part.name, self.size, shape, part.note))
            rules.append(_field_rule(kind, place, items, per_seat, size, seats, self.size))
            bounds += [_bounds(kind)] * items * size
            self.size += items * size
        options = len(game.options)
        self.write: Callable[[list[int], int, list[int]], None] = _one_after_another(rules[: len(rules) - options])
        """The rule that writes all fields except the options, which never change and come last in a row."""
        self._write_options = _one_after_another(rules[len(rules) - options :])
        self._bounds = bounds
        self.fields = tuple(fields)
        """The fields in order of position."""
        self._by_name = {field.name: field for field in fields}

    @staticmethod
    @cache
    def of(game: Game, seats: int) -> Layout:
        """Return the layout of a game's rows for a number of seats, made once."""
        return Layout(game, seats)

    def _items(self, form: Form, length: int) -> int:
        if form.kind in (forms.TOP_CARD, forms.CARDS_OF_ROW, forms.ACTS):
            return 1
        return self.seats * form.per_seat or length

    def _size(self, part: _Part) -> int:
        """Return the number of numbers per item."""
        kind = part.form.kind
        if kind in (forms.NUMBER, forms.CARDS_LEFT):
            return 1
        if kind in (forms.SEAT, forms.SEATS):
            return self.seats
        if kind == forms.DICE:
            return FACES
        if kind == forms.CHOICE:
            return part.choices
        if kind == forms.ACTS:
            return 2 * LAST_ACTS
        return DECK_SIZE + (self.seats if kind == forms.OWNED_CARDS else 0)

    def bounds(self) -> tuple[list[int], list[int]]:
        """Return the least and the greatest value of each number of a row."""
        return [low for low, _ in self._bounds], [high for _, high in self._bounds]

    def field(self, name: str) -> Field:
        """Return the position of a field."""
        if name not in self._by_name:
            known: Mapping[str, Sequence[str]] = {field: (field,) for field in self._by_name}
            raise InvalidOption(f"{self.game.title} has no field {name!r} in its rows: {tell_known(name, known)}")
        return self._by_name[name]

    def read(self, rows: Any) -> dict[str, Any]:
        """Return the fields of a row, or of an array of rows, by name; for an array without copying."""
        if len(rows.T if hasattr(rows, "T") else rows) != self.size:
            raise InvalidOption(f"a row of {self.game.title} with {self.seats} seats has {self.size} numbers")
        if not hasattr(rows, "reshape"):
            return {field.name: rows[field.start : field.stop] for field in self.fields}
        return {
            field.name: rows[..., field.start : field.stop].reshape((*rows.shape[:-1], *field.shape))
            for field in self.fields
        }

    def observe(self, s: Any, seat: int) -> list[int]:
        """Return the row of what a seat may know of a state, interpreted."""
        if type(seat) is not int or not 0 <= seat < self.seats:
            raise InvalidOption(f"there is no seat {seat!r}: seats are 0 to {self.seats - 1}")
        row = self.blank_row(s)
        words: list[int] = []
        spell_out(self.game.view_of(s, seat), words)
        self.write(words, seat, row)
        return row

    def blank_row(self, s: Any) -> list[int]:
        """Return a row with nothing in it but the options of a state."""
        row = [0] * self.size
        words: list[int] = []
        spell_out(self.game.common_blank(s), words)
        self._write_options(words, 0, row)
        return row


def _bounds(kind: int) -> tuple[int, int]:
    """Return the least and the greatest number that a field of a kind is written with."""
    if kind in (forms.NUMBER, forms.CARDS_LEFT, forms.ACTS):
        return -MOST, MOST
    return 0, MOST_DICE if kind == forms.DICE else 1


@cache
def _places(state: type[State]) -> dict[str, tuple[int, int]]:
    """Return for each field of a state the number of its first word, and its length."""
    places, place = {}, 0
    for name, first in state.fields.items():
        length = getattr(first, "length", 1)
        places[name] = place, length
        place += length
    return places


def word_count(state: type[State]) -> int:
    """Return the number of numbers in a state."""
    return sum(length for _, length in _places(state).values())


def spell_out(v: Any, words: list[int]) -> None:
    """Write all numbers of a view into a row."""
    words.clear()
    for name in v.fields:
        value = getattr(v, name)
        if type(value) is not int:
            words.extend(value)
        else:
            words.append(value)


@compiled_for(spell_out)
def _is_spelled_out(v: Any, words: list[int]) -> None:
    """Do nothing: compiled, the row is the memory of the view itself."""


# --- Writing rows ---------------------------------------------------------------------------------------------------


def _field_rule(
    kind: int, source: int, items: int, per_seat: int, size: int, seats: int, start: int
) -> Callable[[list[int], int, list[int]], None]:
    """Return the rule that writes a field, whose first number in a view is number ``source``, from ``start`` on."""
    write_item, all_seats = _ITEMS[kind], seats * per_seat

    @rule
    def write(words: list[int], seat: int, row: list[int]) -> None:
        for item in range(items):
            place = seat * per_seat + item
            if place >= all_seats:  # after the last seat comes the first
                place -= all_seats
            write_item(words, source + place, seat, seats, size, row, start + item * size)

    return write


def _one_after_another(rules: Sequence[Callable[..., None]]) -> Callable[..., None]:
    """Return one rule that applies all of these in turn."""
    if not rules:
        return _write_nothing
    if len(rules) == 1:
        return rules[0]
    first, second = _one_after_another(rules[: len(rules) // 2]), _one_after_another(rules[len(rules) // 2 :])

    @rule
    def write(words: list[int], seat: int, row: list[int]) -> None:
        first(words, seat, row)
        second(words, seat, row)

    return write


@rule
def _write_nothing(words: list[int], seat: int, row: list[int]) -> None:
    pass


# Each of these writes one item of its kind, as a seat sees it: from ``place`` in a view to ``at`` in a row.


@rule
def _write_number(words: list[int], place: int, seat: int, seats: int, size: int, row: list[int], at: int) -> None:
    row[at] = max(-MOST, min(MOST, words[place]))


@rule
def _write_choice(words: list[int], place: int, seat: int, seats: int, size: int, row: list[int], at: int) -> None:
    _write_one(words[place], size, row, at)


@rule
def _write_card(words: list[int], place: int, seat: int, seats: int, size: int, row: list[int], at: int) -> None:
    write_cards(_only(words[place]), row, at)


@rule
def _write_set(words: list[int], place: int, seat: int, seats: int, size: int, row: list[int], at: int) -> None:
    write_cards(words[place], row, at)


@rule
def _write_seat(words: list[int], place: int, seat: int, seats: int, size: int, row: list[int], at: int) -> None:
    _write_one(_from(seat, words[place], seats), seats, row, at)


@rule
def _write_seats(words: list[int], place: int, seat: int, seats: int, size: int, row: list[int], at: int) -> None:
    for other in range(seats):
        row[at + _from(seat, other, seats)] = words[place] >> other & 1


@rule
def _write_dice(words: list[int], place: int, seat: int, seats: int, size: int, row: list[int], at: int) -> None:
    for face in range(FACES):
        row[at + face] = words[place] >> 3 * face & 7


@rule
def _write_owned(words: list[int], place: int, seat: int, seats: int, size: int, row: list[int], at: int) -> None:
    value = words[place]
    write_cards(value & ALL_CARDS, row, at)
    owner = _from(seat, value >> DECK_SIZE, seats) if value else NOBODY
    _write_one(owner, seats, row, at + DECK_SIZE)


@rule
def _write_left(words: list[int], place: int, seat: int, seats: int, size: int, row: list[int], at: int) -> None:
    row[at] = words[place + 1] - words[place]


@rule
def _write_top(words: list[int], place: int, seat: int, seats: int, size: int, row: list[int], at: int) -> None:
    count = words[place + DECK_SIZE]
    write_cards(_only(words[place + count - 1]) if count else 0, row, at)


@rule
def _write_pile(words: list[int], place: int, seat: int, seats: int, size: int, row: list[int], at: int) -> None:
    cards = 0
    for i in range(words[place + DECK_SIZE]):
        cards |= _only(words[place + i])
    write_cards(cards, row, at)


@rule
def _write_acts(words: list[int], place: int, seat: int, seats: int, size: int, row: list[int], at: int) -> None:
    count = words[place + MOST_ACTS]
    told = min(count, LAST_ACTS)
    last = place + count - 1
    for i in range(told):
        act = words[last - i]
        row[at + 2 * i] = act_move(act) + 1
        row[at + 2 * i + 1] = _from(seat, act_seat(act), seats)
    for i in range(2 * told, 2 * LAST_ACTS):
        row[at + i] = 0


_ITEMS = {
    forms.NUMBER: _write_number,
    forms.CHOICE: _write_choice,
    forms.CARD: _write_card,
    forms.CARDS: _write_set,
    forms.SEAT: _write_seat,
    forms.SEATS: _write_seats,
    forms.DICE: _write_dice,
    forms.OWNED_CARDS: _write_owned,
    forms.CARDS_LEFT: _write_left,
    forms.TOP_CARD: _write_top,
    forms.CARDS_OF_ROW: _write_pile,
    forms.ACTS: _write_acts,
}


@rule
def _from(seat: int, other: int, seats: int) -> int:
    """Return how many seats clockwise of ``seat`` another one is; NOBODY stays NOBODY."""
    if other == NOBODY:
        return NOBODY
    return other - seat if other >= seat else other - seat + seats


@rule
def _only(card: int) -> int:
    """Return a card as a set, and NO_CARD as the empty set."""
    return 0 if card == NO_CARD else 1 << card


def write_cards(cards: int, row: list[int], at: int) -> None:
    """Write a set of cards: 1 for each card in it, 0 for all others. Compiled: :mod:`.compiled`."""
    row[at : at + DECK_SIZE] = map(int, f"{cards:0{DECK_SIZE}b}"[::-1])


@rule
def _write_one(value: int, size: int, row: list[int], at: int) -> None:
    """Write a value one-hot; all 0 if it is negative."""
    for i in range(size):
        row[at + i] = 1 if i == value else 0
