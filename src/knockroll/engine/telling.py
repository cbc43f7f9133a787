"""Telling what happened: the events that all card games share."""

from __future__ import annotations

from collections.abc import Iterable

from knockroll.engine.cards import TEXTS, texts_in
from knockroll.engine.events import Event
from knockroll.engine.grammar import CARD_MOVES
from knockroll.engine.state import DISCARD, DRAW_DISCARD, DRAW_STOCK, CardState, GameState, next_seat


def tell_card_move(before: CardState, move: int) -> Event:
    """A draw or a discard."""
    seat = before.turn
    text = CARD_MOVES[move]
    if move == DRAW_STOCK:
        drawn = (TEXTS[before.deck[before.stock_next]],)
        return Event("draw", seat, text, drawn, 1, "stock", "hand", seen_by=(seat,))
    if move == DRAW_DISCARD:
        taken = (TEXTS[before.pile[before.pile_size - 1]],)
        return Event("draw", seat, text, taken, 1, "discard", "hand")
    return tell_discard(seat, text, move - DISCARD)


def tell_discard(seat: int, text: str, card: int) -> Event:
    """A card goes from a hand to the discard pile, by a plain discard or another move that discards."""
    return Event(text.split()[0], seat, text, (TEXTS[card],), 1, "hand", "discard")


def dealing_order(s: GameState) -> list[int]:
    """The seats in the order in which they are dealt to, the dealer last."""
    order = [next_seat(s, s.dealer)]
    while order[-1] != s.dealer:
        order.append(next_seat(s, order[-1]))
    return order


def tell_deal(after: CardState, order: Iterable[int]) -> list[Event]:
    """A deal: to each seat its cards, which only that seat sees, then the upcard."""
    events = []
    for seat in order:
        cards = tuple(texts_in(after.hands[seat]))
        events.append(Event("deal", seat, "", cards, len(cards), "stock", "hand", seen_by=(seat,)))
    return [*events, Event("upcard", None, "", (TEXTS[after.pile[0]],), 1, "stock", "discard")]
