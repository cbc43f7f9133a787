"""The acts of a hand: every move that all players could see, in order.

Every move of a card game is made in the open, so the acts are what an attentive player remembers: who drew from which
pile and which card they left lying, and which cards were discarded, shown or laid. Players that reason about others'
hands read the acts from the flat view, one number each; programs in other languages read them from JSON as text.
"""

from __future__ import annotations

from functools import cache

from knockroll.engine.cards import TEXTS, parse_card
from knockroll.engine.grammar import MoveBook
from knockroll.engine.rule import compiled_for, packed, rule
from knockroll.engine.state import DISCARD, DRAW_DISCARD, FIRST_OWN_MOVE, MOST_ACTS, NO_CARD, CardState

SEAT_BITS = 4
CARD_BITS = 6
_OVER = " over "


@rule
def note_act(s: CardState, move: int, could_take: bool) -> None:
    """Add the move that is about to be made to the acts of the hand. When they are full, the oldest act is dropped.

    ``could_take``: whether the seat could take the top discard now or has declined it. That card is then part of the
    act.
    """
    count = s.act_count
    if count == MOST_ACTS:
        count -= 1
        _forget_first(s.acts)
    top = s.pile[s.pile_size - 1] if could_take and s.pile_size else NO_CARD
    s.acts[count] = ((move + 1) << CARD_BITS | top + 1) << SEAT_BITS | s.turn
    s.act_count = count + 1


def _forget_first(acts: list[int]) -> None:
    """Move all acts but the first one place forward."""
    acts[:-1] = acts[1:]


@compiled_for(_forget_first)
def _forget_first_in_place(acts: list[int]) -> None:
    """Do the same in a loop: in compiled code, assigning a slice makes a copy first."""
    for i in range(MOST_ACTS - 1):
        acts[i] = acts[i + 1]


@rule
def act_seat(act: int) -> int:
    """Return the seat that acted."""
    return act & (1 << SEAT_BITS) - 1


@rule
def act_top(act: int) -> int:
    """Return the top discard that the seat took or left; NO_CARD if it could not take one."""
    return (act >> SEAT_BITS & (1 << CARD_BITS) - 1) - 1


@rule
def act_move(act: int) -> int:
    """Return the number of the move."""
    return (act >> SEAT_BITS + CARD_BITS) - 1


@rule
def recall_discards(v: CardState) -> None:
    """Fill in the covered discards of a view from the acts: a player who paid attention knows them."""
    size = v.pile_size
    untouched = size  # the discards that nobody has taken since
    for i in range(v.act_count - 1, -1, -1):
        move, top = act_move(v.acts[i]), act_top(v.acts[i])
        if move == DRAW_DISCARD:
            size += 1
        elif DISCARD <= move < FIRST_OWN_MOVE:
            size -= 1
            if size < untouched:
                v.pile[size] = move - DISCARD
        elif top != NO_CARD and size <= untouched:
            v.pile[size - 1] = top
        untouched = min(untouched, size)


class _Texts(dict[int, str]):
    """A cache from acts to their texts."""

    def __init__(self, moves: MoveBook) -> None:
        self.moves = moves

    def __missing__(self, act: int) -> str:
        top = act_top(act)
        over = "" if top == NO_CARD else _OVER + TEXTS[top]
        text = self[act] = f"{act_seat(act)} {self.moves.texts[act_move(act)]}{over}"
        return text


class _Numbers(dict[str, int]):
    """A cache from texts to acts."""

    def __init__(self, moves: MoveBook) -> None:
        self.moves = moves

    def __missing__(self, text: str) -> int:
        done, _, top = text.partition(_OVER)
        seat, _, move = done.partition(" ")
        card = parse_card(top) if top else NO_CARD
        act = ((self.moves.parse(move) + 1) << CARD_BITS | card + 1) << SEAT_BITS | int(seat)
        self[text] = act
        return act


@cache
def _texts(moves: MoveBook) -> _Texts:
    return _Texts(moves)


@cache
def _numbers(moves: MoveBook) -> _Numbers:
    return _Numbers(moves)


def write_acts(moves: MoveBook, v: CardState) -> list[str]:
    """Return the acts of a view as text: ``"1 draw stock over 7h"``, ``"1 discard Kc"``."""
    return list(map(_texts(moves).__getitem__, v.acts[: v.act_count]))


def read_acts(moves: MoveBook, texts: list[str], v: CardState) -> None:
    """Read acts from text, as :func:`write_acts` writes them, into a view."""
    v.act_count = len(texts)
    v.acts[: v.act_count] = packed(map(_numbers(moves).__getitem__, texts))
