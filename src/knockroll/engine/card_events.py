"""The events that all card games share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from knockroll.engine.cards import TEXTS, text_tuple
from knockroll.engine.events import Event
from knockroll.engine.grammar import CARD_MOVES
from knockroll.engine.state import DISCARD, DRAW_DISCARD, DRAW_STOCK, CardState, GameState, next_seat

NO_CHANGES: Mapping[str, Any] = {}


def tell_card_move(before: CardState, move: int, changes: Mapping[str, Any] = NO_CHANGES) -> Event:
    """Return the events of a draw or a discard."""
    seat = before.turn
    text = CARD_MOVES[move]
    if move == DRAW_STOCK:
        drawn = (TEXTS[before.deck[before.stock_next]],)
        return Event("draw", seat, text, drawn, 1, "stock", "hand", seen_by=(seat,), changes=changes)
    if move == DRAW_DISCARD:
        taken = (TEXTS[before.pile[before.pile_size - 1]],)
        return Event("draw", seat, text, taken, 1, "discard", "hand", changes=changes)
    return Event("discard", seat, text, (TEXTS[move - DISCARD],), 1, "hand", "discard", changes=changes)


def dealing_order(s: GameState) -> list[int]:
    """Return the seats in dealing order, the dealer last."""
    order = [next_seat(s, s.dealer)]
    while order[-1] != s.dealer:
        order.append(next_seat(s, order[-1]))
    return order


def tell_deal(after: CardState, order: Iterable[int], changes: Mapping[str, Any]) -> list[Event]:
    """Return the events of a deal: each seat's cards, which only that seat sees, then the upcard.

    ``changes`` are the fields of the view that a new hand resets. The first event carries them, and the dealer.
    """
    events: list[Event] = []
    changes = {"dealer": after.dealer, **changes}
    for seat in order:
        cards = text_tuple(after.hands[seat])
        events.append(Event("deal", seat, "", cards, len(cards), "stock", "hand", seen_by=(seat,), changes=changes))
        changes = NO_CHANGES
    return [*events, Event("upcard", None, "", (TEXTS[after.pile[0]],), 1, "stock", "discard")]
