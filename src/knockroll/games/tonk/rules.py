"""Tonk: the rules, clause by clause (docs/rules/tonk.md).

The state is in state.py, the cut for seats and players who come and go in seats.py, spreads in spreads.py, payments
in payments.py. Deliberate choices:

* The discard pile is never empty when a turn begins, and drawing from an empty stock is a move (11): so both draws are
  always legal.
* A dealt 49 or 50 is declared by the table, not by a move (6). With seven cards it is also exactly 49 or 50 points.
* Hits by others block a drop (option) until the end of the spread owner's next turn.
* The most chips win among all who were ever dealt in, those who have left included, for their chips are part of the
  ledger (R6). If fewer than two players remain for the next deal, the session ends early.
"""

from __future__ import annotations

from knockroll.engine.acts import note_act
from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.rule import lowest, rule
from knockroll.engine.state import (
    A_DECK,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    NOBODY,
    NOTHING,
    ask_chance,
    discardable,
    game_over,
    lay_out,
    list_cards,
    put_discard,
    stock_size,
    take_card,
)
from knockroll.games.tonk.payments import (
    DOUBLE,
    SINGLE,
    catchers,
    opening_seats,
    pay_for_catch,
    pay_lowest,
    pay_nobody,
    pay_one,
)
from knockroll.games.tonk.seats import change_players, cut_for_seats, keep_seats, next_players
from knockroll.games.tonk.spreads import DROP, HIT, SPREAD, list_hits, list_spreads, spread_mask
from knockroll.games.tonk.state import DRAW, OPENING_49_50, PLAY, Tonk, left_of, owner_of, spread_of

(
    ENDED_BY_OPENING,
    ENDED_BY_TONK,
    ENDED_BY_OUT,
    ENDED_BY_DROP,
    ENDED_BY_CATCH,
    ENDED_BY_STOCK,
    ENDED_BY_TURN_LIMIT,
    ENDED_BY_DRAW,
) = range(8)

MOST_MOVES = 63
"""With eight cards in hand: 8 discards; at most 21 runs (all in one suit) and 10 books (two ranks); 24 hits, because a
card fits at most one book, one run below it and one above."""


# --- A hand begins -------------------------------------------------------------------------------------------------


@rule
def start(s: Tonk) -> None:
    """Cards are cut for seats and the first deal, unless a dealer is named (tonk 4, C4)."""
    if s.dealer != NOBODY:
        keep_seats(s)
    ask_chance(s, A_DECK, DECK_SIZE)


@rule
def chance(s: Tonk, given: list[int]) -> None:
    """Take a deck to cut for seats, or to deal."""
    s.wants = NOTHING
    if s.dealer == NOBODY:
        cut_for_seats(s, given)
    else:
        _deal(s, given)


@rule
def _deal(s: Tonk, deck: list[int]) -> None:
    players = s.playing.bit_count()
    lay_out(s, deck, s.cards * players)
    seat = s.dealer
    for i in range(players):
        seat = left_of(s, seat)
        for j in range(s.cards):  # tonk 5: one at a time
            s.hands[seat] |= 1 << deck[j * players + i]
    place = 0
    while s.spreads[place]:
        s.spreads[place] = 0
        place += 1
    s.blocked = 0
    s.took_part |= s.playing
    declared = opening_seats(s) if s.opening_tonk == OPENING_49_50 else 0
    if declared:
        _end_by_opening(s, declared)
    else:
        _begin_turn(s, left_of(s, s.dealer))


# --- A turn --------------------------------------------------------------------------------------------------------


@rule
def legal(s: Tonk, moves: list[int]) -> int:
    """List the legal moves (tonk 7, 11)."""
    if s.phase == DRAW:
        moves[0] = DRAW_STOCK  # tonk 11: even if it is empty
        moves[1] = DRAW_DISCARD
        moves[2] = DROP
        return 2 if s.blocked >> s.turn & 1 else 3
    if s.phase == PLAY:
        hand = s.hands[s.turn]
        cards = discardable(s)
        if cards == 0:
            cards = hand  # option may_return_discard: nothing else is left to discard
        n = list_cards(cards, DISCARD, moves, 0)
        n = list_spreads(hand, moves, n)
        return list_hits(s, hand, moves, n)
    return 0


@rule
def play(s: Tonk, move: int) -> None:
    """Make a legal move."""
    note_act(s, move, s.phase == DRAW)
    if s.phase == DRAW:
        _draw_or_drop(s, move)
    else:
        _put_down_or_discard(s, move)


@rule
def _draw_or_drop(s: Tonk, move: int) -> None:
    if move == DROP:
        _end_by_drop(s)  # tonk 7
    elif move == DRAW_STOCK and stock_size(s) == 0:
        _end_by_counts(s, ENDED_BY_STOCK)  # tonk 11
    else:
        take_card(s, move)  # tonk 7
        s.phase = PLAY


@rule
def _put_down_or_discard(s: Tonk, move: int) -> None:
    """Lay a spread or hit one, as often as one likes; a discard ends the turn (tonk 7)."""
    if move < DROP:
        put_discard(s, move - DISCARD)
        if s.hands[s.turn]:
            _end_turn(s)
        else:
            _end_by_empty_hand(s, ENDED_BY_OUT, SINGLE)  # tonk 12b
        return
    if move < HIT:
        _lay(s, spread_mask(move - SPREAD))
    else:
        _hit(s, (move - HIT) // DECK_SIZE, (move - HIT) % DECK_SIZE)
    if s.hands[s.turn] == 0:
        _end_by_empty_hand(s, ENDED_BY_TONK, DOUBLE)  # tonk 12a


@rule
def _lay(s: Tonk, cards: int) -> None:
    """Put down a spread (tonk 7, 8)."""
    _put_down(s, cards)
    place = 0
    while s.spreads[place]:
        place += 1
    s.spreads[place] = spread_of(s.turn, cards)


@rule
def _hit(s: Tonk, place: int, card: int) -> None:
    """Add a card to a spread on the table; it stays one spread whatever it touches (tonk 9, R4)."""
    _put_down(s, 1 << card)
    s.spreads[place] |= 1 << card
    owner = owner_of(s.spreads[place])
    if s.hit_blocks_drop and owner != s.turn:
        s.blocked |= 1 << owner


@rule
def _put_down(s: Tonk, cards: int) -> None:
    s.hands[s.turn] &= ~cards
    s.known[s.turn] &= ~cards


@rule
def _begin_turn(s: Tonk, seat: int) -> None:
    s.turn = seat
    s.phase = DRAW


@rule
def _end_turn(s: Tonk) -> None:
    s.turns += 1
    s.blocked &= ~(1 << s.turn)
    if s.turns >= s.turn_limit:
        _end_by_counts(s, ENDED_BY_TURN_LIMIT)  # C2
    else:
        _begin_turn(s, left_of(s, s.turn))


# --- A hand ends ---------------------------------------------------------------------------------------------------


@rule
def _end_by_opening(s: Tonk, declared: int) -> None:
    """One dealt 49 or 50 is paid double at once, several are a draw (tonk 6)."""
    pay_nobody(s)
    if declared.bit_count() == 1:
        _end_hand(s, ENDED_BY_OPENING, pay_one(s, lowest(declared), DOUBLE))
    else:
        _end_hand(s, ENDED_BY_DRAW, 0)


@rule
def _end_by_empty_hand(s: Tonk, ending: int, stakes: int) -> None:
    """The seat to move has no cards left (tonk 12a, 12b)."""
    pay_nobody(s)
    _end_hand(s, ending, pay_one(s, s.turn, stakes))


@rule
def _end_by_drop(s: Tonk) -> None:
    """The seat to move drops: either it has the lowest count alone, or it is caught (tonk 12c, 12d)."""
    pay_nobody(s)
    caught_by = catchers(s, s.turn)
    if caught_by:
        _end_hand(s, ENDED_BY_CATCH, pay_for_catch(s, s.turn, caught_by))
    else:
        _end_hand(s, ENDED_BY_DROP, pay_one(s, s.turn, SINGLE))


@rule
def _end_by_counts(s: Tonk, ending: int) -> None:
    """The play stops and nobody has won it: the lowest count is paid (tonk 12e)."""
    pay_nobody(s)
    _end_hand(s, ending, pay_lowest(s))


@rule
def _end_hand(s: Tonk, ending: int, paid: int) -> None:
    """Enter the payments, then deal again or end the session (tonk 5, R6, R8)."""
    s.ending = ending
    s.hand_winners = paid
    s.hands_played += 1
    for seat in range(s.seats):
        s.scores[seat] += s.points[seat]
    if s.hands_played >= s.session or next_players(s).bit_count() < 2:
        game_over(s, _most_chips(s))
    else:
        change_players(s)
        ask_chance(s, A_DECK, DECK_SIZE)


@rule
def _most_chips(s: Tonk) -> int:
    """Of all who have taken part, those with the most chips (tonk R6)."""
    best = 0
    for seat in range(s.seats):
        if s.took_part >> seat & 1:
            best = max(best, s.scores[seat])  # the ledger adds up to 0, so somebody has 0 or more
    winners = 0
    for seat in range(s.seats):
        if s.took_part >> seat & 1 and s.scores[seat] == best:
            winners |= 1 << seat
    return winners
