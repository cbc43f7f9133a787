"""Tonk: who sits where: the cut for seats, and players who come and go (tonk 4, R5, R6).

Deliberate choices:

* In the cut the seats take the first cards of a deck, in the order of their numbers; the ace is low, as everywhere.
  All seats that are tied with another, for whichever place, cut again together, from a fresh deck.
* Players join and leave at the next deal. The deal passes first, to the left among those who stay; then newcomers
  sit down at the right of the player who deals them in, one after the other as they came. If nobody else is left, the
  first of the newcomers deals.
* Numbers of seats are not given out again, unless nobody was dealt in under them: a session has had at most 16 seats.
"""

from __future__ import annotations

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.rule import lowest, rule
from knockroll.engine.state import A_DECK, NO_CARD, NOBODY, OVER, ask_chance
from knockroll.games.tonk.state import MOST_SEATS, Tonk, left_of, most_seated

# --- The cut for seats ---------------------------------------------------------------------------------------------


@rule
def keep_seats(s: Tonk) -> None:
    """Everybody sits as numbered: a dealer was named, so there is no cut."""
    for seat in range(s.seats):
        s.order[seat] = seat


@rule
def cut_for_seats(s: Tonk, deck: list[int]) -> None:
    """Those who are tied, at first all, cut cards; when nobody is, the highest deals (tonk 4)."""
    tied = _tied(s)
    cards_cut = 0
    for seat in range(s.seats):
        s.cut[seat] = NO_CARD
        if tied >> seat & 1:
            s.cut[seat] = deck[cards_cut]
            cards_cut += 1
    _compare_cuts(s)
    if _tied(s) == 0:
        for seat in range(s.seats):
            s.order[s.higher[seat]] = seat  # tonk 4: the next highest sits at the left
        s.dealer = s.order[0]
    ask_chance(s, A_DECK, DECK_SIZE)  # to deal, or tonk R5: to cut again


@rule
def _tied(s: Tonk) -> int:
    """The seats whose place is not decided: others have cut as high."""
    tied = 0
    for seat in range(s.seats):
        for other in range(seat):
            if s.higher[other] == s.higher[seat]:
                tied |= 1 << seat | 1 << other
    return tied


@rule
def _compare_cuts(s: Tonk) -> None:
    """Count again how many have cut higher: a new cut decides only among those who were tied (tonk R5)."""
    counts = 0  # four bits per seat: the old counts are needed until all new ones are there
    for seat in range(s.seats):
        count = s.higher[seat]
        for other in range(s.seats):
            tied = other != seat and s.higher[other] == s.higher[seat]
            if tied and s.cut[other] % 13 > s.cut[seat] % 13:
                count += 1
        counts |= count << 4 * seat
    for seat in range(s.seats):
        s.higher[seat] = counts >> 4 * seat & 15


# --- Players come and go -------------------------------------------------------------------------------------------


@rule
def next_players(s: Tonk) -> int:
    """The seats that the next deal is for."""
    return s.playing & ~s.leaving | s.joining


@rule
def join(s: Tonk) -> int:
    """A new player gets a seat, if there is one, and is dealt in at the next deal (tonk R6)."""
    if s.phase == OVER or s.seats == MOST_SEATS or next_players(s).bit_count() >= most_seated(s.cards):
        return NOBODY
    seat = s.seats
    s.seats += 1
    s.joining |= 1 << seat
    return seat


@rule
def join_at(s: Tonk, seat: int) -> int:
    """Join a seat again that was left without being dealt in; the caller must know that."""
    here = (s.playing | s.joining) >> seat & 1 != 0
    if s.phase == OVER or here or next_players(s).bit_count() >= most_seated(s.cards):
        return 0
    s.joining |= 1 << seat
    return 1


@rule
def leave(s: Tonk, seat: int) -> int:
    """A player plays this hand to its end and is not dealt in at the next deal (tonk R6)."""
    if s.phase == OVER or not next_players(s) >> seat & 1:
        return 0
    if s.joining >> seat & 1:
        s.joining &= ~(1 << seat)
    else:
        s.leaving |= 1 << seat
    return 1


@rule
def change_players(s: Tonk) -> None:
    """The deal passes to the left (tonk 5), leavers get up, joiners sit down at the dealer's right (tonk 4, R6)."""
    staying = s.playing & ~s.leaving
    if staying:
        s.dealer = left_of(s, s.dealer)
        while not staying >> s.dealer & 1:
            s.dealer = left_of(s, s.dealer)
    else:
        s.dealer = lowest(s.joining)
    if s.leaving or s.joining:
        size = _get_up(s)
        for seat in range(s.seats):
            if s.joining >> seat & 1:
                _sit_down(s, seat, size)
                size += 1
        s.playing = next_players(s)
        s.joining = 0
        s.leaving = 0


@rule
def _get_up(s: Tonk) -> int:
    """Close the gaps that leavers make; return how many stay."""
    size = 0
    for place in range(s.playing.bit_count()):
        seat = s.order[place]
        s.order[place] = NOBODY
        if not s.leaving >> seat & 1:
            s.order[size] = seat
            size += 1
    return size


@rule
def _sit_down(s: Tonk, seat: int, size: int) -> None:
    """Put a seat before the dealer's in the order of ``size`` seats: at the end, if the dealer's is the first."""
    place = size
    if size and s.order[0] != s.dealer:
        while s.order[place] != s.dealer:
            s.order[place] = s.order[place - 1]
            place -= 1
    s.order[place] = seat
