"""Tunk: the view of a seat, and the events of a move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from knockroll.engine.card_events import dealing_order, tell_card_move, tell_deal
from knockroll.engine.cards import parse_mask, text_tuple, texts_in
from knockroll.engine.events import Event
from knockroll.engine.forms import CARDS, Form
from knockroll.engine.game import Showdown
from knockroll.engine.rule import rule
from knockroll.engine.state import A_SEAT, NOBODY, copy_seats, look_at_cards, look_at_pile, redeal_hidden
from knockroll.engine.views import CARD_FIELDS, Shown, cards_per_seat, seat
from knockroll.games.tunk.rules import TUNK, Tunk, hand_total


def _two_sets(field: str, note: str) -> Shown:
    """A row with two sets of cards."""
    return Shown(
        field,
        lambda value, _: [texts_in(cards) if cards else [] for cards in value],
        lambda value: [parse_mask(cards) if cards else 0 for cards in value],
        list[list[str]],
        note,
        Form(CARDS),
    )


def _two_sets_per_seat(field: str, note: str) -> Shown:
    """A row with two sets of cards for each seat."""
    return Shown(
        field,
        _write_two_sets_per_seat,
        lambda value: [parse_mask(cards) if cards else 0 for pair in value for cards in pair],
        list[list[list[str]]],
        note,
        Form(CARDS, 2),
    )


def _write_two_sets_per_seat(value: list[int], seats: int) -> list[list[list[str]]]:
    if not any(value):
        return [[[], []] for _ in range(seats)]  # until somebody spreads a hand
    return [[texts_in(value[2 * i]), texts_in(value[2 * i + 1])] for i in range(seats)]


SHOWN = (
    *CARD_FIELDS,
    seat("tunker", "The seat that has called tunk; null before."),
    _two_sets("tunker_sets", "The tunker's matched sets as they lie there now, added cards included."),
    cards_per_seat("spread", "All cards of each seat that has spread its hand."),
    _two_sets_per_seat("matched", "The matched sets of each seat that has spread its hand."),
    _two_sets_per_seat("added", "What each seat has added to the tunker's first and second set."),
)


_WRITERS = {shown.field: shown.write for shown in SHOWN}


@rule
def look(s: Tunk, seat: int, v: Tunk) -> None:
    """Copy what a seat may know into a blank view. What has been spread, everybody may know (tunk 6b)."""
    look_at_cards(s, seat, v)
    look_at_pile(s, v)
    v.tunker = s.tunker
    if s.tunker != NOBODY:  # before that, no cards are spread
        copy_seats(v.tunker_sets, s.tunker_sets, 2)
        copy_seats(v.spread, s.spread, s.seats)
        copy_seats(v.matched, s.matched, 2 * s.seats)
        copy_seats(v.added, s.added, 2 * s.seats)


@rule
def complete(v: Tunk, seat: int, deck: list[int]) -> None:
    """Complete a view to a state that its seat cannot tell from the real one. A spread hand is among the known."""
    redeal_hidden(v, seat, 0, deck)


def tell(before: Tunk, move: int | None, after: Tunk) -> list[Event]:
    """The events of a move, or of chance."""
    if move == TUNK:
        return [Event("tunk", before.turn, "tunk", changes={"tunker": before.turn}), *_tell_spread(after, before.turn)]
    if move is not None:
        has_spread = after.spread[before.turn] != 0
        return [tell_card_move(before, move), *(_tell_spread(after, before.turn) if has_spread else [])]
    if before.wants == A_SEAT:
        return [Event("dealer", after.dealer)]
    return tell_deal(after, dealing_order(before), _written(after, ("tunker", "spread", "matched", "added")))


def _tell_spread(after: Tunk, seat: int) -> list[Event]:
    """A hand is spread, with what it adds to the tunker's sets (tunk 6bi, 6biii)."""
    cards = text_tuple(after.spread[seat])
    changes = _written(after, ("spread", "matched"))
    events = [Event("show", seat, "", cards, len(cards), "hand", "table", melds=_melds(after, seat), changes=changes)]
    for number in (1, 2):
        added = text_tuple(after.added[2 * seat + number - 1])
        if added:
            changes = _written(after, ("added",))
            events.append(Event("add", seat, "", added, 1, "hand", f"spread {number}", changes=changes))
    return events


def _written(s: Tunk, fields: Iterable[str]) -> dict[str, Any]:
    """Fields that everybody may know, as the view writes them."""
    return {field: _WRITERS[field](getattr(s, field), s.seats) for field in fields}


def _melds(s: Tunk, seat: int) -> tuple[tuple[str, ...], ...]:
    """The own matched sets of a seat that has spread its hand."""
    return tuple(text_tuple(cards) for cards in s.matched[2 * seat : 2 * seat + 2] if cards)


def showdown(s: Tunk) -> Showdown:
    """After a tunk all hands are shown, with their totals before doubling; after a void hand none (tunk 6, 8)."""
    added = [text_tuple(s.added[2 * i] | s.added[2 * i + 1]) for i in range(s.seats)]
    return Showdown(
        added=tuple(added) if any(added) else (),
        onto=s.tunker if any(added) else None,
        cards=tuple(text_tuple(s.spread[i]) if s.spread[i] else None for i in range(s.seats)),
        melds=tuple(_melds(s, i) for i in range(s.seats)),
        counts=tuple(hand_total(s, i) if s.spread[i] else None for i in range(s.seats)),
    )
