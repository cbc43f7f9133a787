"""Tonk: the view of a seat, and the events of a move."""

from __future__ import annotations

from typing import Any

from knockroll.engine.acts import recall_discards
from knockroll.engine.card_events import tell_card_move, tell_deal
from knockroll.engine.cards import TEXTS, parse_mask, text_tuple, texts_in
from knockroll.engine.events import Event
from knockroll.engine.forms import OWNED_CARDS, SEAT, Form
from knockroll.engine.game import Showdown
from knockroll.engine.rule import rule
from knockroll.engine.state import (
    DRAW_STOCK,
    MAX_SEATS,
    NO_CARD,
    NOBODY,
    copy_seats,
    look_at_cards,
    redeal_hidden,
    stock_size,
)
from knockroll.engine.views import CARD_FIELDS, Shown, SpreadView, seat_set, seats_in
from knockroll.games.tonk.moves import MOVES
from knockroll.games.tonk.payments import opening_seats, seat_count
from knockroll.games.tonk.rules import ENDED_BY_DRAW, ENDED_BY_OPENING, ENDED_BY_OUT, ENDED_BY_TONK
from knockroll.games.tonk.spreads import DROP, HIT, on_table
from knockroll.games.tonk.state import Tonk, cards_of, left_of, owner_of, spread_of


def _write_spreads(spreads: list[int], seats: int) -> list[SpreadView]:
    return [
        {"number": number, "cards": texts_in(cards_of(spread)), "owner": owner_of(spread)}
        for number, spread in enumerate(spreads, start=1)
        if spread
    ]


def _read_spreads(spreads: list[SpreadView]) -> list[int]:
    return [spread_of(spread["owner"], parse_mask(spread["cards"])) for spread in spreads]


def _write_order(order: list[int], seats: int) -> list[int]:
    return [seat for seat in order if seat != NOBODY]


SHOWN = (
    *CARD_FIELDS,
    Shown(
        "spreads",
        _write_spreads,
        _read_spreads,
        list[SpreadView],
        "The spreads on the table, as they were laid.",
        Form(OWNED_CARDS),
    ),
    Shown("order", _write_order, list, list[int], "The seats that are dealt in, clockwise.", Form(SEAT)),
    seat_set("blocked", "The seats that may not drop at their next turn, because they were hit."),
    seat_set("joining", "The seats that will be dealt in at the next deal."),
    seat_set("leaving", "The seats that leave before the next deal."),
    seat_set("took_part", "The seats that have ever been dealt in."),
)


_NEW_HAND: dict[str, Any] = {"spreads": [], "blocked": [], "joining": [], "leaving": []}


@rule
def look(s: Tonk, seat: int, v: Tonk) -> None:
    """Copy what a seat may know into a blank view. Covered discards are not among it (tonk 10)."""
    look_at_cards(s, seat, v)
    place = 0
    while s.spreads[place]:
        v.spreads[place] = s.spreads[place]
        place += 1
    copy_seats(v.order, s.order, MAX_SEATS)
    v.blocked = s.blocked
    v.joining = s.joining
    v.leaving = s.leaving
    v.took_part = s.took_part


@rule
def complete(v: Tonk, seat: int, deck: list[int]) -> None:
    """Complete a view to a state that its seat cannot tell from the real one."""
    recall_discards(v)
    redeal_hidden(v, seat, on_table(v), deck)


def order(s: Tonk) -> tuple[int, ...]:
    """The seats that are dealt in, clockwise; after a cut from the first dealer on, while that seat is taken."""
    return tuple(_write_order(s.order, s.seats))


def tell(before: Tonk, move: int | None, after: Tonk) -> list[Event]:
    """The events of a move, or of chance."""
    if move is None:
        return _tell_cut(after) if before.dealer == NOBODY else tell_deal(after, _dealing_order(before), _NEW_HAND)
    seat, text = before.turn, MOVES.format(move)
    if move == DROP:
        return [Event("drop", seat, text)]
    if move == DRAW_STOCK and stock_size(before) == 0:
        return [Event("draw", seat, text, (), 0, "stock")]  # tonk 11: nothing to draw ends the play
    if move < DROP:
        changes: dict[str, Any] = {"blocked": list(seats_in(after.blocked))} if before.blocked != after.blocked else {}
        return [tell_card_move(before, move, changes)]
    changes = {"spreads": _write_spreads(after.spreads, after.seats), "blocked": list(seats_in(after.blocked))}
    if move < HIT:
        cards = tuple(text.split()[1:])
        number = 1 + len(_write_spreads(before.spreads, before.seats))
        return [Event("spread", seat, text, cards, len(cards), "hand", f"spread {number}", changes=changes)]
    _, card, _, place = text.split()
    return [Event("hit", seat, text, (card,), 1, "hand", f"spread {place}", changes=changes)]


def _tell_cut(after: Tonk) -> list[Event]:
    """The cards that seats cut and, if none are tied, the dealer."""
    cuts = [
        Event("cut", seat, "", (TEXTS[card],), 1, "stock", "table")
        for seat, card in enumerate(after.cut)
        if card != NO_CARD
    ]
    return cuts if after.dealer == NOBODY else [*cuts, Event("dealer", after.dealer)]


def _dealing_order(s: Tonk) -> list[int]:
    """The seats in the order in which they are dealt to, the dealer last."""
    seats = [left_of(s, s.dealer)]
    while seats[-1] != s.dealer:
        seats.append(left_of(s, seats[-1]))
    return seats


def showdown(s: Tonk) -> Showdown:
    """All hands are shown where counts are compared, a dealt 49 or 50 by itself; what was spread lies there anyway."""
    if s.ending in (ENDED_BY_TONK, ENDED_BY_OUT):
        showing = 0
    elif s.ending in (ENDED_BY_OPENING, ENDED_BY_DRAW):
        showing = opening_seats(s)
    else:
        showing = sum(1 << seat for seat in range(s.seats) if s.hands[seat])
    shown = [bool(showing >> seat & 1) for seat in range(s.seats)]
    spreads = [spread for spread in s.spreads if spread]
    return Showdown(
        cards=tuple(text_tuple(s.hands[i]) if shown[i] else None for i in range(s.seats)),
        melds=tuple(tuple(text_tuple(cards_of(x)) for x in spreads if owner_of(x) == i) for i in range(s.seats)),
        counts=tuple(seat_count(s, i) if shown[i] else None for i in range(s.seats)),
    )
