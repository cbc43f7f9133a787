"""Thirty-One: the view of a seat, and the events of a move."""

from __future__ import annotations

from knockroll.engine.card_events import dealing_order, tell_card_move, tell_deal
from knockroll.engine.cards import text_tuple
from knockroll.engine.events import Event
from knockroll.engine.game import Showdown
from knockroll.engine.rule import lowest, rule
from knockroll.engine.state import (
    A_SEAT,
    NOBODY,
    OVER,
    copy_seats,
    look_at_cards,
    look_at_pile,
    redeal_hidden,
    stock_size,
)
from knockroll.engine.views import CARD_FIELDS, per_seat, seat
from knockroll.games.thirty_one.rules import KNOCK, THIRTY_ONE, ThirtyOne, hand_value, suit_total

ACE_AND_TENS = 1 | 0b1111 << 9
"""The cards of one suit that make 31."""

SHOWN = (
    *CARD_FIELDS,
    seat("knocker", "The seat that has knocked in this hand; null before."),
    per_seat("rounds", "The turns that each seat has begun in this hand."),
)


@rule
def look(s: ThirtyOne, seat: int, v: ThirtyOne) -> None:
    """Copy what a seat may know into a blank view."""
    look_at_cards(s, seat, v)
    look_at_pile(s, v)
    v.knocker = s.knocker
    copy_seats(v.rounds, s.rounds, s.seats)


@rule
def complete(v: ThirtyOne, seat: int, deck: list[int]) -> None:
    """Complete a view to a state that its seat cannot tell from the real one."""
    redeal_hidden(v, seat, 0, deck)
    if v.phase != OVER:
        for i in range(v.seats):
            if i != seat:
                _take_back_31(v, i)


@rule
def _take_back_31(v: ThirtyOne, seat: int) -> None:
    """Replace a card of a 31 with another hidden card: no one can hold 31, which would have ended the hand."""
    place = v.stock_next
    while place < v.stock_end and hand_value(v.hands[seat], 0) == THIRTY_ONE:
        suit = 0
        while suit_total(v.hands[seat], suit) < THIRTY_ONE:
            suit += 1
        card = lowest(v.hands[seat] & ~v.known[seat] & ACE_AND_TENS << 13 * suit)
        v.hands[seat] ^= 1 << card | 1 << v.deck[place]
        v.deck[place] = card
        place += 1


def tell(before: ThirtyOne, move: int | None, after: ThirtyOne) -> list[Event]:
    """The events of a move, or of chance."""
    if move == KNOCK:
        return [Event("knock", before.turn, "knock", changes={"knocker": before.turn})]
    if move is not None:
        return [tell_card_move(before, move)]
    if before.wants == A_SEAT:
        return [Event("dealer", after.dealer)]
    if before.resumes != NOBODY:
        return [Event("reshuffle", None, "", (), stock_size(after), "discard", "stock")]
    return tell_deal(after, dealing_order(before), {"knocker": None})


def showdown(s: ThirtyOne) -> Showdown:
    """All hands are shown, with their values (thirty_one 10)."""
    dealt = [bool(s.hands[seat]) for seat in range(s.seats)]
    return Showdown(
        cards=tuple(text_tuple(s.hands[i]) if dealt[i] else None for i in range(s.seats)),
        melds=((),) * s.seats,
        counts=tuple(hand_value(s.hands[i], s.three_of_a_kind) if dealt[i] else None for i in range(s.seats)),
    )
