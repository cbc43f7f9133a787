"""Tunk: the rules, clause by clause (docs/rules/tunk.md). What matches, and how a hand is arranged: matched.py.

Deliberate choices: the table arranges every spread (R3), so spreading and adding are no moves; cards added to a set
of the tunker's stay among the cards of the hand they come from, and are marked as added; a hand without tunk is void
and nobody shows anything.
"""

from __future__ import annotations

from knockroll.engine.acts import note_act
from knockroll.engine.cards import DECK_SIZE, points_in
from knockroll.engine.rule import lowest, row, rule
from knockroll.engine.state import (
    A_DECK,
    A_SEAT,
    DISCARD,
    FIRST_OWN_MOVE,
    FIRST_PHASE,
    MAX_SEATS,
    NO_CARD,
    NOBODY,
    NOTHING,
    CardState,
    ask_chance,
    deal,
    discardable,
    game_over,
    list_cards,
    list_draws,
    next_seat,
    put_discard,
    stock_size,
    take_card,
    take_dealer,
)
from knockroll.games.tunk.matched import TWOS, arrange, least_unmatched

TUNK = FIRST_OWN_MOVE
MOST_MOVES = 9
"""Discard one of eight cards, or tunk."""

DRAW = FIRST_PHASE
DISCARDING = FIRST_PHASE + 1

ENDED_BY_TUNK, ENDED_BY_STOCK, ENDED_BY_TURN_LIMIT = range(3)

HAND_SIZE = 7
MOST_TOTAL = 80
"""No hand total is higher: eight cards of 10 points."""


class Tunk(CardState):
    """A game of Tunk. Where two sets belong to each seat, those of seat i are at 2 * i and 2 * i + 1."""

    tunker: int = NOBODY
    tunker_sets: list[int] = row(2)  # the tunker's matched sets as they lie there now, added cards included
    spread: list[int] = row(MAX_SEATS)  # all cards of a seat that has spread its hand
    matched: list[int] = row(2 * MAX_SEATS)  # its own matched sets
    added: list[int] = row(2 * MAX_SEATS)  # what it has added to the tunker's first and second set
    # Options
    target: int = 100
    tunk_limit: int = 5
    tunk_limit_counts: int = 0
    twos_wild: int = 1


# --- A hand begins -------------------------------------------------------------------------------------------------


@rule
def chance(s: Tunk, given: list[int]) -> None:
    """Take the first dealer, or a deck to deal."""
    if s.wants == A_SEAT:
        take_dealer(s, given)
    else:
        s.wants = NOTHING
        _deal(s, given)


@rule
def _deal(s: Tunk, deck: list[int]) -> None:
    deal(s, deck, HAND_SIZE)  # tunk 3
    s.tunker = NOBODY
    s.tunker_sets[0] = 0
    s.tunker_sets[1] = 0
    for seat in range(s.seats):
        s.spread[seat] = 0
        for i in range(2 * seat, 2 * seat + 2):
            s.matched[i] = 0
            s.added[i] = 0
    _begin_turn(s, next_seat(s, s.dealer))  # tunk 3


# --- A turn --------------------------------------------------------------------------------------------------------


@rule
def legal(s: Tunk, moves: list[int]) -> int:
    """List the legal moves (tunk 5)."""
    if s.phase == DRAW:
        return list_draws(s, moves)  # tunk 5a; R6: with an empty stock only from the discard pile
    if s.phase == DISCARDING:
        n = list_cards(discardable(s), DISCARD, moves, 0)
        if may_tunk(s):
            moves[n] = TUNK
            n += 1
        return n
    return 0


@rule
def may_tunk(s: Tunk) -> bool:
    """Whether some arrangement leaves few enough unmatched (tunk 5bii, R8), and nobody has tunked before (6bii)."""
    if s.tunker != NOBODY:
        return False
    return least_unmatched(s.hands[s.turn], wild_cards(s), s.tunk_limit_counts, s.tunk_limit) <= s.tunk_limit


@rule
def wild_cards(s: Tunk) -> int:
    """The cards that are wild: the 2s, or none by option."""
    return TWOS if s.twos_wild else 0  # tunk 4c


@rule
def play(s: Tunk, move: int) -> None:
    """Make a legal move."""
    note_act(s, move, s.phase == DRAW)
    if s.phase == DRAW:
        take_card(s, move)  # tunk 5a
        s.phase = DISCARDING
    else:
        _discard_or_tunk(s, move)


@rule
def _discard_or_tunk(s: Tunk, move: int) -> None:
    if move == TUNK:
        call_tunk(s)  # tunk 5bii
    else:
        put_discard(s, move - DISCARD)  # tunk 5bi
        if s.tunker != NOBODY:
            spread_hand(s)  # tunk 6bii
    _end_turn(s)


@rule
def _begin_turn(s: Tunk, seat: int) -> None:
    s.turn = seat
    s.phase = DRAW


@rule
def _end_turn(s: Tunk) -> None:
    s.turns += 1
    following = next_seat(s, s.turn)
    if following == s.tunker:
        _score(s)  # tunk 6biv
    elif s.tunker != NOBODY:
        _begin_turn(s, following)  # tunk 6bii
    elif stock_size(s) == 0:
        _end_without_points(s, ENDED_BY_STOCK)  # tunk 6a, C3
    elif s.turns >= s.turn_limit:
        _end_without_points(s, ENDED_BY_TURN_LIMIT)  # C2
    else:
        _begin_turn(s, following)


# --- Spreading -----------------------------------------------------------------------------------------------------


@rule
def call_tunk(s: Tunk) -> None:
    """The tunker spreads all eight cards and does not discard (tunk 5bii, 6bi, R2)."""
    spread_hand(s)  # nothing lies there to be added to yet
    s.tunker = s.turn
    s.tunker_sets[0] = s.matched[2 * s.turn]
    s.tunker_sets[1] = s.matched[2 * s.turn + 1]
    s.just_taken = NO_CARD  # which else a discard would say


@rule
def spread_hand(s: Tunk) -> None:
    """The seat to move lays its hand open, arranged by the table (tunk 6bi, 6biii, R3)."""
    seat = s.turn
    cards = s.hands[seat]
    s.spread[seat] = cards
    s.known[seat] = cards
    first, second, to_first, to_second = arrange(cards, wild_cards(s), open_set(s, 0), open_set(s, 1))
    s.matched[2 * seat] = first
    s.matched[2 * seat + 1] = second
    s.added[2 * seat] = to_first
    s.added[2 * seat + 1] = to_second
    s.tunker_sets[0] |= to_first  # R3: that closes the set to those who follow
    s.tunker_sets[1] |= to_second


@rule
def open_set(s: Tunk, number: int) -> int:
    """One of the tunker's two sets if it can be added to, else 0: four cards are the most (tunk 4d).

    If all the tunker's cards were matched there are only sets of four, so that 6biii's exception holds by itself (R7).
    """
    cards = s.tunker_sets[number]
    return cards if cards.bit_count() == 3 else 0


@rule
def unmatched_cards(s: Tunk, seat: int) -> int:
    """The cards of a seat that has spread its hand, but for those in sets or added to the tunker's."""
    placed = s.matched[2 * seat] | s.matched[2 * seat + 1] | s.added[2 * seat] | s.added[2 * seat + 1]
    return s.spread[seat] & ~placed


@rule
def hand_total(s: Tunk, seat: int) -> int:
    """The points of the unmatched cards of a seat that has spread its hand (tunk 8)."""
    return points_in(unmatched_cards(s, seat))


# --- A hand ends ---------------------------------------------------------------------------------------------------


@rule
def _end_without_points(s: Tunk, ending: int) -> None:
    """Nobody gets points (tunk 6a, 7a)."""
    for seat in range(s.seats):
        s.points[seat] = 0
    _end_hand(s, ending, 0)


@rule
def _score(s: Tunk) -> None:
    """Everybody gets the hand total, a tunker who does not have the lowest twice of it (tunk 7, 8)."""
    lowest_total = MOST_TOTAL
    for seat in range(s.seats):
        s.points[seat] = 0
        if s.playing >> seat & 1:
            s.points[seat] = hand_total(s, seat)
            lowest_total = min(lowest_total, s.points[seat])
    winners = 0
    for seat in range(s.seats):
        if s.playing >> seat & 1 and s.points[seat] == lowest_total:
            winners |= 1 << seat
    if not winners >> s.tunker & 1:
        s.points[s.tunker] *= 2  # tunk 8d, R4
    _end_hand(s, ENDED_BY_TUNK, winners)


@rule
def _end_hand(s: Tunk, ending: int, hand_winners: int) -> None:
    """Add up the points, see who is dropped and whether the game is over, pass the deal (tunk 3, 7, 9)."""
    s.ending = ending
    s.hand_winners = hand_winners
    s.hands_played += 1
    still_in = 0
    for seat in range(s.seats):
        s.scores[seat] += s.points[seat]  # tunk 7
        if s.playing >> seat & 1 and s.scores[seat] < s.target:
            still_in |= 1 << seat
    if still_in == 0:
        game_over(s, _lowest_scores(s))  # tunk 9
        s.playing = 0
    else:
        s.playing = still_in
        if still_in.bit_count() == 1:
            game_over(s, still_in)  # tunk 2, 9
        else:
            s.dealer = next_seat(s, s.dealer)  # tunk 3: to the next player still in
            ask_chance(s, A_DECK, DECK_SIZE)


@rule
def _lowest_scores(s: Tunk) -> int:
    """All who were left are dropped together: those of them with the lowest game total (tunk 9, R5)."""
    lowest_score = s.scores[lowest(s.playing)]
    for seat in range(s.seats):
        if s.playing >> seat & 1:
            lowest_score = min(lowest_score, s.scores[seat])
    winners = 0
    for seat in range(s.seats):
        if s.playing >> seat & 1 and s.scores[seat] == lowest_score:
            winners |= 1 << seat
    return winners
