"""Tonk: counts, and who pays whom when a hand has ended (tonk 6, 12, R1 to R3, R7).

Everything here works on ``points``, the chips that the hand brings to each seat, and returns the seats that are paid:
the winners. Chips only go from one seat to another, so every hand adds up to 0. If all players tie for the lowest
count when the stock is out, nobody pays anybody (R2), and there is no winner.
"""

from __future__ import annotations

from knockroll.engine.cards import parse_mask, points_in
from knockroll.engine.rule import lowest, rule
from knockroll.games.tonk.state import CAUGHT_PAYS_DOUBLE, Tonk

SINGLE = 1
DOUBLE = 2


def count(cards: str | list[str]) -> int:
    """The points of cards left in a hand, such as ``"Ks 5h Ac"`` (16); spreads among them are not looked for."""
    return points_in(parse_mask(cards))


@rule
def seat_count(s: Tonk, seat: int) -> int:
    """The points that a seat holds, without its spreads (tonk R7)."""
    return points_in(s.hands[seat])


@rule
def lowest_seats(s: Tonk, seats: int) -> int:
    """The seats among these that tie for the lowest count."""
    found = 0
    fewest = 0
    while seats:
        seat = lowest(seats)
        seats &= seats - 1
        its_count = seat_count(s, seat)
        if found == 0 or its_count < fewest:
            fewest = its_count
            found = 0
        if its_count == fewest:
            found |= 1 << seat
    return found


@rule
def opening_seats(s: Tonk) -> int:
    """The seats that were dealt 49 or 50 points (tonk 6)."""
    found = 0
    for seat in range(s.seats):
        its_count = seat_count(s, seat)
        if its_count == 49 or its_count == 50:
            found |= 1 << seat
    return found


@rule
def _pay(s: Tonk, payers: int, payee: int, stakes: int) -> None:
    """Each of some seats pays another one these stakes."""
    while payers:
        s.points[lowest(payers)] -= stakes * s.stake
        s.points[payee] += stakes * s.stake
        payers &= payers - 1


@rule
def pay_nobody(s: Tonk) -> None:
    """Reset the payments: no seat has paid or got anything."""
    for seat in range(s.seats):
        s.points[seat] = 0


@rule
def pay_one(s: Tonk, winner: int, stakes: int) -> int:
    """Everybody else pays the winner (tonk 6, 12a, 12b, 12c)."""
    _pay(s, s.playing & ~(1 << winner), winner, stakes)
    return 1 << winner


@rule
def pay_lowest(s: Tonk) -> int:
    """Each seat that ties for the lowest count is paid the stake by each of the others (tonk 12e, R2)."""
    lowest_of_all = lowest_seats(s, s.playing)
    _pay_each(s, s.playing & ~lowest_of_all, lowest_of_all, SINGLE)
    return lowest_of_all if lowest_of_all != s.playing else 0


@rule
def _pay_each(s: Tonk, payers: int, payees: int, stakes: int) -> None:
    while payees:
        _pay(s, payers, lowest(payees), stakes)
        payees &= payees - 1


@rule
def catchers(s: Tonk, dropper: int) -> int:
    """The seats whose count is lower than the dropper's or equal to it (tonk 12d, R3)."""
    found = 0
    others = s.playing & ~(1 << dropper)
    while others:
        seat = lowest(others)
        others &= others - 1
        if seat_count(s, seat) <= seat_count(s, dropper):
            found |= 1 << seat
    return found


@rule
def pay_for_catch(s: Tonk, dropper: int, caught_by: int) -> int:
    """The dropper pays double to all who caught it, and everyone else pays the lowest (tonk 12d)."""
    _pay_each(s, 1 << dropper, caught_by, DOUBLE)
    lowest_of_others = lowest_seats(s, caught_by)  # nobody is lower than one who has caught the dropper
    everyone_else = s.playing & ~lowest_of_others  # tonk R1: the dropper too; R2: not those who tie
    if s.caught_pays == CAUGHT_PAYS_DOUBLE:
        everyone_else &= ~(1 << dropper)
    _pay_each(s, everyone_else, lowest_of_others, SINGLE)
    return caught_by
