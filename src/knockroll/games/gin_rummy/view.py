"""Gin Rummy: the view of a seat, and the events of a move."""

from __future__ import annotations

from typing import Any

from knockroll.engine.card_events import dealing_order, tell_card_move, tell_deal
from knockroll.engine.cards import cards_in, text_tuple
from knockroll.engine.events import Event
from knockroll.engine.game import Showdown
from knockroll.engine.melds import best_sets, melds_in, run_cards, stretches
from knockroll.engine.rule import rule
from knockroll.engine.state import A_SEAT, NOBODY, look_at_cards, look_at_pile, redeal_hidden
from knockroll.engine.views import CARD_FIELDS, Shown, seat, seat_set, seats_in
from knockroll.games.gin_rummy.lay_offs import best_lay_off, fitting
from knockroll.games.gin_rummy.moves import MOVES
from knockroll.games.gin_rummy.rules import ENDED_BY_GIN, NO_LIMIT, PASS, GinRummy


def _write_limit(value: int, _: int) -> int | None:
    """The knock limit of this hand, null for none."""
    return None if value == NO_LIMIT else value


SHOWN = (
    *CARD_FIELDS,
    Shown(
        "limit",
        _write_limit,
        lambda value: NO_LIMIT if value is None else value,
        int | None,
        "The highest deadwood that allows a knock in this hand; null if any does.",
    ),
    seat_set("passed", "The seats that have passed on the upcard."),
    seat("knocker", "The seat that has knocked or gone gin; null before."),
)


@rule
def look(s: GinRummy, seat: int, v: GinRummy) -> None:
    """Copy what a seat may know into a blank view."""
    look_at_cards(s, seat, v)
    look_at_pile(s, v)
    v.limit = s.limit
    v.passed = s.passed
    v.knocker = s.knocker


@rule
def complete(v: GinRummy, seat: int, deck: list[int]) -> None:
    """Complete a view to a state that its seat cannot tell from the real one."""
    redeal_hidden(v, seat, 0, deck)


def tell(before: GinRummy, move: int | None, after: GinRummy) -> list[Event]:
    """The events of a move, or of chance."""
    if move is None:
        if before.wants == A_SEAT:
            return [Event("dealer", after.dealer)]
        cleared: dict[str, Any] = {"knocker": None, "passed": [], "limit": _write_limit(after.limit, 0)}
        return tell_deal(after, dealing_order(before), cleared)
    if move < PASS:
        return [tell_card_move(before, move)]
    text = MOVES.format(move)
    if move == PASS:
        return [Event(text, before.turn, text, changes={"passed": list(seats_in(after.passed))})]
    verb, card = text.split()
    count, changes = (after.counts[before.turn],), {"knocker": before.turn}
    return [Event(verb, before.turn, text, (card,), 1, "hand", "discard", points=count, changes=changes)]


def showdown(s: GinRummy) -> Showdown:
    """After a knock or gin all hands are shown as the table has arranged them (R1, R4); a void hand is not shown."""
    if s.knocker == NOBODY:
        return Showdown((None,) * s.seats, ((),) * s.seats, (None,) * s.seats)
    added = [laid_off(s, i) for i in range(s.seats)]
    return Showdown(
        added=tuple(map(text_tuple, added)) if any(added) else (),
        onto=s.knocker if any(added) else None,
        cards=tuple([text_tuple(s.hands[i]) for i in range(s.seats)]),
        melds=tuple([tuple([text_tuple(meld) for meld in _shown_melds(s, i, off)]) for i, off in enumerate(added)]),
        counts=tuple(s.counts[: s.seats]),
    )


def _shown_melds(s: GinRummy, seat: int, off: int) -> list[int]:
    """A seat's melds, then the cards it has laid off (``off``), together those that lie side by side.

    So whatever is in none of them is the deadwood that was counted.
    """
    hand = s.hands[seat]
    if seat == s.knocker:
        return melds_in(hand, s.laid_sets)
    if not off:
        return melds_in(hand, best_sets(hand))
    on_runs = fitting(off, 0, run_cards(s.hands[s.knocker] & ~s.laid_sets))
    on_sets = off & ~on_runs
    kept = hand & ~off
    return [*melds_in(kept, best_sets(kept)), *stretches(on_runs), *(1 << card for card in cards_in(on_sets))]


def laid_off(s: GinRummy, seat: int) -> int:
    """The cards that a seat has laid off on the knocker's melds (gin_rummy R7); never against gin."""
    if not s.lay_off or s.ending == ENDED_BY_GIN or seat == s.knocker:
        return 0
    return best_lay_off(s.hands[seat], s.laid_sets, run_cards(s.hands[s.knocker] & ~s.laid_sets))
