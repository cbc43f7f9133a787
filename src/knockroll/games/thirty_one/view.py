"""Thirty-One: what a seat may know, and what it is told."""

from __future__ import annotations

from knockroll.cards import texts_in
from knockroll.events import Event
from knockroll.game import Showdown
from knockroll.games.thirty_one.rules import KNOCK, ThirtyOne, hand_value
from knockroll.rule import rule
from knockroll.state import A_SEAT, NOBODY, look_at_cards, look_at_pile, redeal_hidden, stock_size
from knockroll.telling import dealing_order, tell_card_move, tell_deal
from knockroll.views import CARD_FIELDS, per_seat, seat

SHOWN = (*CARD_FIELDS, seat("knocker"), per_seat("rounds"))


@rule
def look(s: ThirtyOne, seat: int, v: ThirtyOne) -> None:
    """Copy what a seat may know into a blank view."""
    look_at_cards(s, seat, v)
    look_at_pile(s, v)
    v.knocker = s.knocker
    v.three_of_a_kind = s.three_of_a_kind
    v.strikes = s.strikes
    v.knock_first_round = s.knock_first_round
    v.knocker_tied_is_safe = s.knocker_tied_is_safe
    for i in range(s.seats):
        v.rounds[i] = s.rounds[i]


@rule
def complete(v: ThirtyOne, seat: int, deck: list[int]) -> None:
    """Complete a view to a state that its seat cannot tell from the real one."""
    redeal_hidden(v, seat, 0, deck)


def tell(before: ThirtyOne, move: int | None, after: ThirtyOne) -> list[Event]:
    """The events of a move, or of chance."""
    if move == KNOCK:
        return [Event("knock", before.turn, "knock")]
    if move is not None:
        return [tell_card_move(before, move)]
    if before.wants == A_SEAT:
        return [Event("dealer", after.dealer)]
    if before.resumes != NOBODY:
        return [Event("reshuffle", None, "", (), stock_size(after), "discard", "stock")]
    return tell_deal(after, dealing_order(before))


def showdown(s: ThirtyOne) -> Showdown:
    """All hands are shown, with their values (thirty_one 10)."""
    dealt = [bool(s.hands[seat]) for seat in range(s.seats)]
    return Showdown(
        cards=tuple(tuple(texts_in(s.hands[i])) if dealt[i] else None for i in range(s.seats)),
        melds=((),) * s.seats,
        counts=tuple(hand_value(s.hands[i], s.three_of_a_kind) if dealt[i] else None for i in range(s.seats)),
    )
