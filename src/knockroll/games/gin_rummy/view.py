"""Gin Rummy: what a seat may know, and what it is told."""

from __future__ import annotations

from knockroll.engine.cards import cards_in, texts_in
from knockroll.engine.events import Event
from knockroll.engine.game import Showdown
from knockroll.engine.melds import best_sets, melds_in, run_cards, stretches
from knockroll.engine.rule import rule
from knockroll.engine.state import A_SEAT, NOBODY, look_at_cards, look_at_pile, redeal_hidden
from knockroll.engine.telling import dealing_order, tell_card_move, tell_deal, tell_discard
from knockroll.engine.views import CARD_FIELDS, Shown, seat, seats_in
from knockroll.games.gin_rummy.laying_off import best_lay_off, fitting
from knockroll.games.gin_rummy.moves import MOVES
from knockroll.games.gin_rummy.rules import ENDED_BY_GIN, GIN, KNOCK, NO_LIMIT, PASS, GinRummy

_LIMIT = Shown(
    "limit",  # the knock limit of this hand, null for none
    write=lambda value, _: None if value == NO_LIMIT else value,
    read=lambda value: NO_LIMIT if value is None else value,
)
_PASSED = Shown(
    "passed",  # the seats that have passed on the upcard
    write=lambda value, _: list(seats_in(value)),
    read=lambda value: sum(1 << seat for seat in value),
)
SHOWN = (*CARD_FIELDS, _LIMIT, _PASSED, seat("knocker"))


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
        return tell_deal(after, dealing_order(before))
    if move < PASS:
        return [tell_card_move(before, move)]
    text = MOVES.format(move)
    if move == PASS:
        return [Event(text, before.turn, text)]
    return [tell_discard(before.turn, text, move - (GIN if move >= GIN else KNOCK))]


def showdown(s: GinRummy) -> Showdown:
    """After a knock or gin all hands are shown as the table has arranged them (R1, R4); a void hand is not shown."""
    if s.knocker == NOBODY:
        return Showdown((None,) * s.seats, ((),) * s.seats, (None,) * s.seats)
    return Showdown(
        cards=tuple(tuple(texts_in(s.hands[i])) for i in range(s.seats)),
        melds=tuple(tuple(tuple(texts_in(meld)) for meld in _shown_melds(s, i)) for i in range(s.seats)),
        counts=tuple(s.counts[: s.seats]),
    )


def _shown_melds(s: GinRummy, seat: int) -> list[int]:
    """A seat's melds, then the cards it has laid off, together those that lie side by side.

    So whatever is in none of them is the deadwood that was counted.
    """
    hand = s.hands[seat]
    if seat == s.knocker:
        return melds_in(hand, s.laid_sets)
    if not s.lay_off or s.ending == ENDED_BY_GIN:
        return melds_in(hand, best_sets(hand))
    runs = run_cards(s.hands[s.knocker] & ~s.laid_sets)
    laid_off = best_lay_off(hand, s.laid_sets, runs)
    on_runs = fitting(laid_off, 0, runs)
    on_sets = laid_off & ~on_runs
    kept = hand & ~laid_off
    return [*melds_in(kept, best_sets(kept)), *stretches(on_runs), *(1 << card for card in cards_in(on_sets))]
