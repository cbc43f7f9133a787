"""Tonk: the account of how a hand ended, and who paid whom (tonk 6, 12, R1 to R3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from knockroll.engine.cards import cards_in, points_in
from knockroll.engine.showing import Account, Term
from knockroll.engine.views import seats_in
from knockroll.engine.words import capital, counted, in_words, listed, players, the_others
from knockroll.games.tonk.payments import DOUBLE, SINGLE, lowest_seats, opening_seats, seat_count
from knockroll.games.tonk.rules import (
    ENDED_BY_CATCH,
    ENDED_BY_DRAW,
    ENDED_BY_DROP,
    ENDED_BY_OPENING,
    ENDED_BY_OUT,
    ENDED_BY_STOCK,
    ENDED_BY_TONK,
    ENDED_BY_TURN_LIMIT,
)
from knockroll.games.tonk.state import CAUGHT_PAYS_DOUBLE, Tonk

MOST_NAMED = 3
"""The most players that are named one by one."""


class Payment(NamedTuple):
    """Stakes that go from one seat to another."""

    payer: int
    payee: int
    stakes: int


def end(s: Tonk) -> Account:
    """How the hand ended, and who paid whom (tonk 6, 12)."""
    title, detail, clause, payments = _ENDINGS[s.ending](s)
    return Account(
        title=title,
        detail=detail,
        clause=clause,
        sums=tuple(tuple(_terms(s, i, payments)) for i in range(s.seats)),
        notes=tuple(_note(s, i) for i in range(s.seats)),
    )


def _note(s: Tonk, seat: int) -> str:
    """The drop of a seat, or how its dealt 49 or 50 adds up."""
    if s.ending in (ENDED_BY_DROP, ENDED_BY_CATCH):
        return f"dropped with {seat_count(s, seat)}" if seat == _dropper(s) else ""
    if s.ending in (ENDED_BY_OPENING, ENDED_BY_DRAW) and opening_seats(s) >> seat & 1:
        points = sorted((points_in(1 << card) for card in cards_in(s.hands[seat])), reverse=True)
        return f"dealt {' + '.join(map(str, points))} = {sum(points)}"
    return ""


def _terms(s: Tonk, seat: int, payments: Sequence[Payment]) -> Iterator[Term]:
    """What a seat paid, then what it got: one term for all payments of one size."""
    for stakes in (DOUBLE, SINGLE):
        payees = [payment.payee for payment in payments if payment.payer == seat and payment.stakes == stakes]
        payers = [payment.payer for payment in payments if payment.payee == seat and payment.stakes == stakes]
        for word, others, sign in (("to", payees, -1), ("from", payers, 1)):
            if others:
                yield Term(f"{_each(s, stakes, others)}{word} {_crowd(others)}", sign * stakes * s.stake * len(others))


def _each(s: Tonk, stakes: int, seats: Sequence[int]) -> str:
    """What each of several seats pays or gets; for a single one, the sum says it."""
    return f"{_chips(s, stakes)} each " if len(seats) > 1 else ""


def _chips(s: Tonk, stakes: int) -> str:
    return counted(stakes * s.stake, "chip", "chips")


def _crowd(seats: Sequence[int]) -> str:
    """Players by name, or only their number."""
    return players(seats) if len(seats) <= MOST_NAMED else f"{len(seats)} players"


Ending = tuple[str, str, str, list[Payment]]
"""Title, detail, clause and payments."""


def _seats(s: Tonk) -> int:
    """The seats that were dealt in: all with cards left, and any that got rid of theirs."""
    return sum(1 << i for i in range(s.seats) if s.hands[i]) | s.hand_winners


def _all_pay(s: Tonk, payees: int, stakes: int) -> list[Payment]:
    """Everybody else pays each of some seats."""
    payers = seats_in(_seats(s) & ~payees)
    return [Payment(payer, payee, stakes) for payee in seats_in(payees) for payer in payers]


def _others_paid(s: Tonk, stakes: int) -> str:
    others = seats_in(_seats(s) & ~s.hand_winners)
    return f"{capital(the_others(others))} paid {_chips(s, stakes)}"


def _by_opening(s: Tonk) -> Ending:
    winner = seats_in(s.hand_winners)[0]
    title = f"{{{winner}}} won on the deal with {seat_count(s, winner)}"
    return title, f"{_others_paid(s, DOUBLE)}, and there was no play.", "6", _all_pay(s, s.hand_winners, DOUBLE)


def _by_draw(s: Tonk) -> Ending:
    seats = seats_in(opening_seats(s))
    declared = [f"{{{seat}}} had {seat_count(s, seat)}" for seat in seats]
    title = f"{capital(in_words(len(seats)))} players were dealt 49 or 50"
    return title, f"{listed(declared)}. That was a draw: no one paid, and there was no play.", "6", []


def _by_tonk(s: Tonk) -> Ending:
    winner = players(seats_in(s.hand_winners))
    detail = f"{winner} got rid of every card without a discard. {_others_paid(s, DOUBLE)}."
    return f"{winner} tonked out", detail, "12a", _all_pay(s, s.hand_winners, DOUBLE)


def _by_out(s: Tonk) -> Ending:
    winner = players(seats_in(s.hand_winners))
    detail = f"{winner} discarded the last card. {_others_paid(s, SINGLE)}."
    return f"{winner} went out", detail, "12b", _all_pay(s, s.hand_winners, SINGLE)


def _by_drop(s: Tonk) -> Ending:
    dropper = _dropper(s)
    others = seats_in(_seats(s) & ~s.hand_winners)
    more = f"had {seat_count(s, others[0])}" if len(others) == 1 else "had more"
    detail = f"{{{dropper}}} dropped with {seat_count(s, dropper)}."
    detail += f" {capital(the_others(others))} {more} and paid {_chips(s, SINGLE)}."
    return f"{{{dropper}}} dropped with the lowest count", detail, "12c", _all_pay(s, s.hand_winners, SINGLE)


def _by_catch(s: Tonk) -> Ending:
    """The dropper pays all who caught it, and everyone else pays the lowest of them (tonk 12d, R1 to R3)."""
    dropper, catchers = _dropper(s), seats_in(s.hand_winners)
    lowest_seated = lowest_seats(s, s.hand_winners)
    payments = [Payment(dropper, seat, DOUBLE) for seat in catchers]
    stakes = _all_pay(s, lowest_seated, SINGLE)
    if s.caught_pays == CAUGHT_PAYS_DOUBLE:
        stakes = [payment for payment in stakes if payment.payer != dropper]
    level = all(seat_count(s, seat) == seat_count(s, dropper) for seat in catchers)
    detail = f"{{{dropper}}} dropped with {seat_count(s, dropper)}, but {_caught_by(s, catchers)}."
    detail += " A tie is enough to catch." if level else ""
    detail += f" {{{dropper}}} paid {_each(s, DOUBLE, catchers) or f'{_chips(s, DOUBLE)} '}to {_crowd(catchers)}"
    if stakes:
        payers = _crowd(sorted({payment.payer for payment in stakes}))
        detail += f", and {players(seats_in(lowest_seated))} got {_chips(s, SINGLE)} from {payers} for the lowest count"
    return f"{{{dropper}}} dropped and got caught", f"{detail}.", "R3" if level else "12d", payments + stakes


def _caught_by(s: Tonk, seats: Sequence[int]) -> str:
    if len(seats) > MOST_NAMED:
        return f"{len(seats)} players had no more than that"
    return listed([f"{{{seat}}} had {seat_count(s, seat)}" for seat in seats])


def _dropper(s: Tonk) -> int:
    """The seat that dropped: the winner; or, if it was caught, the lowest of the rest (tonk 12c, 12d)."""
    if s.ending == ENDED_BY_DROP:
        return seats_in(s.hand_winners)[0]
    return seats_in(lowest_seats(s, _seats(s) & ~s.hand_winners))[0]


def _by_counts(s: Tonk) -> Ending:
    """The play stopped, and the lowest count is paid (tonk 12e)."""
    why = "The stock was empty."
    if s.ending == ENDED_BY_TURN_LIMIT:
        why = f"The hand ended after {counted(s.turn_limit, 'turn', 'turns')}."
    lowest_seated = lowest_seats(s, _seats(s))
    lowest_ones = seats_in(lowest_seated)
    fewest = seat_count(s, lowest_ones[0])
    if not s.hand_winners:
        return "Everyone tied for the lowest count", f"{why} Everyone had {fewest}, so no one paid.", "R2", []
    payments = _all_pay(s, lowest_seated, SINGLE)
    if len(lowest_ones) == 1:
        others = the_others(seats_in(_seats(s) & ~lowest_seated))
        detail = f"{why} {{{lowest_ones[0]}}} had {fewest} and got {_chips(s, SINGLE)} from {others}."
        return f"{players(lowest_ones)} had the lowest count", detail, "12e", payments
    detail = f"{why} Each had {fewest} and got {_chips(s, SINGLE)} from everyone outside the tie."
    return f"{players(lowest_ones)} tied for the lowest count", detail, "R2", payments


_ENDINGS: dict[int, Callable[[Tonk], Ending]] = {
    ENDED_BY_OPENING: _by_opening,
    ENDED_BY_DRAW: _by_draw,
    ENDED_BY_TONK: _by_tonk,
    ENDED_BY_OUT: _by_out,
    ENDED_BY_DROP: _by_drop,
    ENDED_BY_CATCH: _by_catch,
    ENDED_BY_STOCK: _by_counts,
    ENDED_BY_TURN_LIMIT: _by_counts,
}
