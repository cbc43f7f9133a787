"""Observations as arrays: what a seat may know as one row of numbers, and the position of each field in it.

A row is made from the flat view of a seat and nothing else, so it cannot reveal more. Its fields and their encoding
follow from what every view has and from what the game shows in addition (``Game.shown``), so every game has rows,
including those of other packages. One rule writes the rows of all games, compiled and interpreted.

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

from collections.abc import Mapping, Sequence
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
"""Moves of the hand's history in a row."""
COLUMNS = 5
"""Numbers per field in a plan: its kind, its place in the view, its items, its items per seat, and their size."""


@dataclass(frozen=True)
class Field:
    """The position of a field in a row."""

    name: str
    start: int
    shape: tuple[int, ...]
    """() for a single number; otherwise the number of items, if there can be several, and the numbers of each."""
    note: str

    @property
    def stop(self) -> int:
        """The position after its last number."""
        return self.start + prod(self.shape)


@dataclass(frozen=True)
class _Part:
    """A field to write: its field in the view, its form, and its number of items if not all."""

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
    """The plan of a game's rows for a number of seats."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.plan: list[int] = []
        """The instructions for :func:`write_row`. Options come last, because they never change."""
        fields = []
        self.size = 0
        """The number of numbers in a row."""
        state: type[State] = game.state
        places = _places(state)
        for part in _parts(game):
            place, length = places[part.source]
            items = part.items or self._items(part.form, length)
            size = self._size(part)
            several = (items,) if items > 1 or (part.form.per_seat and not part.items) else ()
            shape = (LAST_ACTS, 2) if part.form.kind == forms.ACTS else (*several, *((size,) if size > 1 else ()))
            fields.append(Field(part.name, self.size, shape, part.note))
            self.plan += [part.form.kind, place, items, part.form.per_seat, size]
            self.size += items * size
        self.changing = self.plan[: -COLUMNS * len(game.options) or None]
        """The part of the plan that has to be written again after a move: everything but the options."""
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
        low, high = [], []
        for part in range(0, len(self.plan), COLUMNS):
            kind, _, items, _, size = self.plan[part : part + COLUMNS]
            is_number = kind in (forms.NUMBER, forms.CARDS_LEFT, forms.ACTS)
            low += [-MOST if is_number else 0] * items * size
            high += [MOST if is_number else MOST_DICE if kind == forms.DICE else 1] * items * size
        return low, high

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
        row, words = [0] * self.size, [0] * word_count(self.game.state)
        v = self.game.view_of(s, seat)
        spell_out(v, words)
        write_row(words, self.plan, seat, self.seats, row)
        return row


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


@rule
def write_row(words: list[int], plan: list[int], seat: int, seats: int, row: list[int]) -> None:
    """Write the view whose numbers are ``words``, as ``seat`` reads it, into ``row``."""
    at = 0
    for part in range(0, len(plan), COLUMNS):
        kind, source, items, per_seat, size = plan[part], plan[part + 1], plan[part + 2], plan[part + 3], plan[part + 4]
        place = source + seat * per_seat
        for _ in range(items):
            if kind == forms.NUMBER:
                row[at] = max(-MOST, min(MOST, words[place]))
            elif kind == forms.CARDS:
                write_cards(words[place], row, at)
            else:
                _write_other(kind, words, place, seat, seats, size, row, at)
            at += size
            place += 1
            if place == source + seats * per_seat:  # after the last seat comes the first
                place = source


@rule
def _write_other(
    kind: int, words: list[int], place: int, seat: int, seats: int, size: int, row: list[int], at: int
) -> None:
    value = words[place]
    if kind == forms.CHOICE:
        _write_one(value, size, row, at)
    elif kind == forms.SEAT:
        _write_one(_from(seat, value, seats) if value >= 0 else value, seats, row, at)
    elif kind == forms.SEATS:
        for i in range(seats):
            row[at + _from(seat, i, seats)] = value >> i & 1
    elif kind == forms.CARD:
        _write_card(value, row, at)
    elif kind == forms.CARDS_LEFT:
        row[at] = words[place + 1] - value
    elif kind == forms.TOP_CARD:
        count = words[place + DECK_SIZE]
        _write_card(words[place + count - 1] if count else NO_CARD, row, at)
    elif kind == forms.CARDS_OF_ROW:
        cards = 0
        for i in range(words[place + DECK_SIZE]):
            if words[place + i] != NO_CARD:
                cards |= 1 << words[place + i]
        write_cards(cards, row, at)
    elif kind == forms.OWNED_CARDS:
        write_cards(value & ALL_CARDS, row, at)
        owner = _from(seat, value >> DECK_SIZE, seats) if value else NOBODY
        _write_one(owner, seats, row, at + DECK_SIZE)
    elif kind == forms.DICE:
        for face in range(FACES):
            row[at + face] = value >> 3 * face & 7
    else:
        count = words[place + MOST_ACTS]
        told = min(count, LAST_ACTS)
        last = place + count - 1
        for i in range(told):
            act = words[last - i]
            row[at + 2 * i] = act_move(act) + 1
            row[at + 2 * i + 1] = _from(seat, act_seat(act), seats)
        for i in range(2 * told, 2 * LAST_ACTS):
            row[at + i] = 0


@rule
def _from(seat: int, other: int, seats: int) -> int:
    """Return how many seats further clockwise another one is."""
    return other - seat if other >= seat else other - seat + seats


def write_cards(cards: int, row: list[int], at: int) -> None:
    """Write a set of cards: 1 for each card in it, 0 for all others. Compiled: :mod:`.compiled`."""
    row[at : at + DECK_SIZE] = map(int, f"{cards:0{DECK_SIZE}b}"[::-1])


@rule
def _write_card(card: int, row: list[int], at: int) -> None:
    write_cards(0, row, at)
    if card != NO_CARD:
        row[at + card] = 1


@rule
def _write_one(value: int, size: int, row: list[int], at: int) -> None:
    """Write a value one-hot; all 0 if it is negative."""
    for i in range(size):
        row[at + i] = 0
    if value >= 0:
        row[at + value] = 1
