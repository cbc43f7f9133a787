"""Tonk: how the end of a hand is told: why it came out so, and who paid whom (tonk 6, 12, R1 to R3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from knockroll.engine.cards import cards_in, points_in
from knockroll.engine.showing import Account, Term
from knockroll.engine.views import seats_in
from knockroll.engine.words import counted, listed, players
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


class Payment(NamedTuple):
    """So many stakes go from one seat to another."""

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
    """Who dropped, and how a dealt 49 or 50 adds up."""
    if s.ending in (ENDED_BY_DROP, ENDED_BY_CATCH):
        return f"dropped with {seat_count(s, seat)}" if seat == _dropper(s) else ""
    if s.ending in (ENDED_BY_OPENING, ENDED_BY_DRAW) and opening_seats(s) >> seat & 1:
        points = sorted((points_in(1 << card) for card in cards_in(s.hands[seat])), reverse=True)
        return f"was dealt {' + '.join(map(str, points))} = {sum(points)}"
    return ""


def _terms(s: Tonk, seat: int, payments: Sequence[Payment]) -> Iterator[Term]:
    for payer, payee, stakes in payments:
        said = "a stake" if stakes == SINGLE else "two stakes"
        if payer == seat:
            yield Term(f"{said} to {{{payee}}}", -stakes * s.stake)
        elif payee == seat:
            yield Term(f"{said} from {{{payer}}}", stakes * s.stake)


Told = tuple[str, str, str, list[Payment]]
"""Title, detail, clause and payments."""


def _seats(s: Tonk) -> int:
    """Who was dealt in: all with cards left, and who got rid of them."""
    return sum(1 << i for i in range(s.seats) if s.hands[i]) | s.hand_winners


def _all_pay(s: Tonk, payees: int, stakes: int) -> list[Payment]:
    """Everybody else pays each of some seats."""
    payers = seats_in(_seats(s) & ~payees)
    return [Payment(payer, payee, stakes) for payee in seats_in(payees) for payer in payers]


def _by_opening(s: Tonk) -> Told:
    winner = seats_in(s.hand_winners)[0]
    title = f"{{{winner}}} declared a dealt {seat_count(s, winner)}"
    return title, "Everybody else paid two stakes, and there was no play.", "6", _all_pay(s, s.hand_winners, DOUBLE)


def _by_draw(s: Tonk) -> Told:
    declared = [f"{{{seat}}} had {seat_count(s, seat)}" for seat in seats_in(opening_seats(s))]
    title = "More than one declared a dealt 49 or 50"
    return title, f"{listed(declared)}. That was a draw: nobody paid, and there was no play.", "6", []


def _by_tonk(s: Tonk) -> Told:
    winner = players(seats_in(s.hand_winners))
    detail = f"{winner} got rid of every card and had none to discard, so everybody else paid two stakes."
    return f"{winner} made a tonk", detail, "12a", _all_pay(s, s.hand_winners, DOUBLE)


def _by_out(s: Tonk) -> Told:
    winner = players(seats_in(s.hand_winners))
    detail = "Everybody else paid a stake."
    return f"{winner} discarded the last card", detail, "12b", _all_pay(s, s.hand_winners, SINGLE)


def _by_drop(s: Tonk) -> Told:
    dropper = _dropper(s)
    detail = f"{{{dropper}}} dropped with {seat_count(s, dropper)}, and everybody else had more and paid a stake."
    return f"{{{dropper}}} dropped with the lowest count", detail, "12c", _all_pay(s, s.hand_winners, SINGLE)


def _by_catch(s: Tonk) -> Told:
    """The dropper pays all who caught it, and everyone else pays the lowest of them (tonk 12d, R1 to R3)."""
    dropper, caught_by = _dropper(s), s.hand_winners
    lowest_seated = lowest_seats(s, caught_by)
    caught = listed([f"{{{seat}}} had {seat_count(s, seat)}" for seat in seats_in(caught_by)])
    detail = f"{{{dropper}}} dropped with {seat_count(s, dropper)}, but {caught}"
    level = all(seat_count(s, seat) == seat_count(s, dropper) for seat in seats_in(caught_by))
    detail += ": an equal count is enough." if level else "."
    payments = [Payment(dropper, seat, DOUBLE) for seat in seats_in(caught_by)]
    stakes = _all_pay(s, lowest_seated, SINGLE)
    if s.caught_pays == CAUGHT_PAYS_DOUBLE:
        stakes = [payment for payment in stakes if payment.payer != dropper]
    detail += f" {{{dropper}}} paid two stakes to {players(seats_in(caught_by))}{' each' * (len(payments) > 1)}"
    if stakes:
        payers = players(sorted({payment.payer for payment in stakes}))
        detail += f", and for the lowest count {players(seats_in(lowest_seated))} got a stake from {payers}"
    return f"{{{dropper}}} dropped and got caught", f"{detail}.", "R3" if level else "12d", payments + stakes


def _dropper(s: Tonk) -> int:
    """Who dropped: the winner; or, where others have caught it, the lowest of the rest (tonk 12c, 12d)."""
    if s.ending == ENDED_BY_DROP:
        return seats_in(s.hand_winners)[0]
    return seats_in(lowest_seats(s, _seats(s) & ~s.hand_winners))[0]


def _by_counts(s: Tonk) -> Told:
    """The play stopped, and the lowest count is paid (tonk 12e)."""
    why = "The stock was empty."
    if s.ending == ENDED_BY_TURN_LIMIT:
        why = f"The hand was broken off after {counted(s.turn_limit, 'turn', 'turns')}."
    lowest_seated = lowest_seats(s, _seats(s))
    lowest_ones = seats_in(lowest_seated)
    fewest = seat_count(s, lowest_ones[0])
    if not s.hand_winners:
        return "Everybody tied for the lowest count", f"{why} Everybody had {fewest}, so nobody paid.", "R2", []
    payments = _all_pay(s, lowest_seated, SINGLE)
    if len(lowest_ones) == 1:
        detail = f"{why} The lowest count, {fewest}, got a stake from everybody else."
        return f"{players(lowest_ones)} had the lowest count", detail, "12e", payments
    detail = f"{why} Each had {fewest} and got a stake from everybody outside the tie."
    return f"{players(lowest_ones)} tied for the lowest count", detail, "R2", payments


_ENDINGS: dict[int, Callable[[Tonk], Told]] = {
    ENDED_BY_OPENING: _by_opening,
    ENDED_BY_DRAW: _by_draw,
    ENDED_BY_TONK: _by_tonk,
    ENDED_BY_OUT: _by_out,
    ENDED_BY_DROP: _by_drop,
    ENDED_BY_CATCH: _by_catch,
    ENDED_BY_STOCK: _by_counts,
    ENDED_BY_TURN_LIMIT: _by_counts,
}
