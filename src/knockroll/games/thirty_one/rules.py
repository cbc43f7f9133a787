"""Thirty-One: the rules, clause by clause (docs/rules/thirty_one.md).

Deliberate choices: a draw that makes 31 ends the hand at once, discard or no discard (R2); the turn limit is looked at
only while nobody has knocked (C2); strikes are the score.
"""

from __future__ import annotations

from knockroll.engine.acts import note_act
from knockroll.engine.cards import DECK_SIZE, SUIT_MASK, mask_of, parse_cards
from knockroll.engine.errors import InvalidCards
from knockroll.engine.melds import set_ranks
from knockroll.engine.rule import lookup, row, rule
from knockroll.engine.state import (
    A_DECK,
    A_SEAT,
    DISCARD,
    FIRST_OWN_MOVE,
    FIRST_PHASE,
    MAX_SEATS,
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

KNOCK = FIRST_OWN_MOVE
MOST_MOVES = 4

DRAW = FIRST_PHASE
DISCARDING = FIRST_PHASE + 1

ENDED_BY_31, ENDED_BY_KNOCK, ENDED_BY_TURN_LIMIT = range(3)

HAND_SIZE = 3
THIRTY_ONE = 31


class ThirtyOne(CardState):
    """A game of Thirty-One. ``scores`` are strikes."""

    knocker: int = NOBODY
    rounds: list[int] = row(MAX_SEATS)  # turns that each seat has begun in this hand (R4)
    resumes: int = NOBODY  # the seat to move after a reshuffle
    # Options
    three_of_a_kind: int = 30
    strikes: int = 3
    knock_first_round: int = 1
    knocker_tied_is_safe: int = 0
    turn_limit: int = 1000


# --- The value of a hand -------------------------------------------------------------------------------------------


def _best_three_of_suit() -> list[int]:
    totals = []
    for bits in range(1 << 13):
        worths = [11 if rank == 0 else min(rank + 1, 10) for rank in range(13) if bits >> rank & 1]
        totals.append(sum(sorted(worths)[-HAND_SIZE:]))
    return totals


best_three_of_suit = lookup(_best_three_of_suit)
"""The best total of at most three cards of one suit, given its 13 bits (thirty_one 6)."""


@rule
def suit_total(cards: int, suit: int) -> int:
    """What the best three cards of a suit are worth."""
    return best_three_of_suit(cards >> 13 * suit & SUIT_MASK)


@rule
def hand_value(cards: int, three_of_a_kind: int) -> int:
    """The value of a hand: the best that three of its cards give (thirty_one 6, 7)."""
    best = max(max(suit_total(cards, 0), suit_total(cards, 1)), max(suit_total(cards, 2), suit_total(cards, 3)))
    if three_of_a_kind > best and set_ranks(cards):
        return three_of_a_kind
    return best


def value(cards: str | list[str]) -> int:
    """The value of a hand of up to four cards, such as ``"Ks 2s 4h"`` (12)."""
    parsed = parse_cards(cards)
    if len(parsed) > HAND_SIZE + 1:
        raise InvalidCards(f"a hand of Thirty-One has at most four cards, not {len(parsed)}")
    return hand_value(mask_of(parsed), 30)


# --- A hand begins -------------------------------------------------------------------------------------------------


@rule
def chance(s: ThirtyOne, given: list[int]) -> None:
    """Take the first dealer, a deck to deal, or an order in which to reshuffle."""
    if s.wants == A_SEAT:
        take_dealer(s, given)  # thirty_one 3
    elif s.resumes != NOBODY:
        s.wants = NOTHING
        _reshuffle(s, given)
        _begin_turn(s, s.resumes)
        s.resumes = NOBODY
    else:
        s.wants = NOTHING
        _deal(s, given)


@rule
def _deal(s: ThirtyOne, deck: list[int]) -> None:
    deal(s, deck, HAND_SIZE)  # thirty_one 2
    s.knocker = NOBODY
    with_31 = 0
    for seat in range(s.seats):
        s.rounds[seat] = 0
        if s.playing >> seat & 1 and hand_value(s.hands[seat], 0) == THIRTY_ONE:
            with_31 |= 1 << seat
    if with_31:
        _end_by_31(s, with_31)  # thirty_one R1
    else:
        _begin_turn(s, next_seat(s, s.dealer))  # thirty_one 3


@rule
def _reshuffle(s: ThirtyOne, order: list[int]) -> None:
    """The discards below the top card become the stock, in the order given (thirty_one R3)."""
    below_top = 0
    for i in range(s.pile_size - 1):
        below_top |= 1 << s.pile[i]
    place = DECK_SIZE - below_top.bit_count()  # the stock ends where the deck ends, as after a deal: views count on it
    s.stock_next = place
    s.pile[0] = s.pile[s.pile_size - 1]
    s.pile_size = 1
    for i in range(DECK_SIZE):
        if below_top >> order[i] & 1:
            s.deck[place] = order[i]
            place += 1


# --- A turn --------------------------------------------------------------------------------------------------------


@rule
def legal(s: ThirtyOne, moves: list[int]) -> int:
    """List the legal moves (thirty_one 4, 5, 9)."""
    if s.phase == DRAW:
        n = list_draws(s, moves)
        if _may_knock(s):
            moves[n] = KNOCK
            n += 1
        return n
    if s.phase == DISCARDING:
        return list_cards(discardable(s), DISCARD, moves, 0)
    return 0


@rule
def _may_knock(s: ThirtyOne) -> bool:
    return s.knocker == NOBODY and (s.knock_first_round == 1 or s.rounds[s.turn] > 1)  # thirty_one 9


@rule
def play(s: ThirtyOne, move: int) -> None:
    """Make a legal move."""
    note_act(s, move, s.phase == DRAW)
    if s.phase == DRAW:
        _draw_or_knock(s, move)
    else:
        put_discard(s, move - DISCARD)  # thirty_one 4
        _end_turn(s)


@rule
def _draw_or_knock(s: ThirtyOne, move: int) -> None:
    if move == KNOCK:
        s.knocker = s.turn  # thirty_one 9: a knocking player draws nothing
        _end_turn(s)
        return
    take_card(s, move)  # thirty_one 4, 5
    if hand_value(s.hands[s.turn], 0) == THIRTY_ONE:
        _end_by_31(s, 1 << s.turn)  # thirty_one 8, R2
    else:
        s.phase = DISCARDING


@rule
def _begin_turn(s: ThirtyOne, seat: int) -> None:
    s.turn = seat
    s.phase = DRAW
    s.rounds[seat] += 1


@rule
def _end_turn(s: ThirtyOne) -> None:
    s.turns += 1
    following = next_seat(s, s.turn)
    if following == s.knocker:
        _showdown(s, ENDED_BY_KNOCK)  # thirty_one 9
    elif s.knocker == NOBODY and s.turns >= s.turn_limit:
        _showdown(s, ENDED_BY_TURN_LIMIT)  # C2
    elif stock_size(s) == 0:
        s.resumes = following  # thirty_one R3
        ask_chance(s, A_DECK, DECK_SIZE)
    else:
        _begin_turn(s, following)


# --- A hand ends ---------------------------------------------------------------------------------------------------


@rule
def _end_by_31(s: ThirtyOne, with_31: int) -> None:
    """Everyone still in without 31 gets a strike (thirty_one 8)."""
    for seat in range(s.seats):
        s.points[seat] = 1 if s.playing & ~with_31 & 1 << seat else 0
    _end_hand(s, ENDED_BY_31, with_31)


@rule
def _showdown(s: ThirtyOne, ending: int) -> None:
    """Everyone tied for the lowest value gets a strike, a knocker among them two (thirty_one 10)."""
    lowest_value = THIRTY_ONE
    highest_value = 0
    for seat in range(s.seats):
        if s.playing >> seat & 1:
            its_value = hand_value(s.hands[seat], s.three_of_a_kind)
            lowest_value = min(lowest_value, its_value)
            highest_value = max(highest_value, its_value)
    losers = 0
    winners = 0
    for seat in range(s.seats):
        if s.playing >> seat & 1:
            its_value = hand_value(s.hands[seat], s.three_of_a_kind)
            if its_value == lowest_value:
                losers |= 1 << seat
            if its_value == highest_value:
                winners |= 1 << seat
    for seat in range(s.seats):
        s.points[seat] = losers >> seat & 1
    if s.knocker != NOBODY and losers >> s.knocker & 1:
        tied = losers.bit_count() > 1
        s.points[s.knocker] = 0 if tied and s.knocker_tied_is_safe else 2
    _end_hand(s, ending, winners)


@rule
def _end_hand(s: ThirtyOne, ending: int, hand_winners: int) -> None:
    """Count the strikes, see who is out and whether the game is, pass the deal (thirty_one 3, 11, 12, 13)."""
    s.ending = ending
    s.hand_winners = hand_winners
    s.hands_played += 1
    still_in = 0
    for seat in range(s.seats):
        s.points[seat] = min(s.points[seat], s.strikes - s.scores[seat])  # thirty_one 11
        s.scores[seat] += s.points[seat]
        if s.scores[seat] < s.strikes:
            still_in |= 1 << seat
    if still_in == 0:
        still_in = _everyone_comes_back(s)
    s.playing = still_in
    if still_in.bit_count() == 1:
        game_over(s, still_in)  # thirty_one 12
    else:
        s.dealer = next_seat(s, s.dealer)  # thirty_one 3: to the next player still in
        ask_chance(s, A_DECK, DECK_SIZE)


@rule
def _everyone_comes_back(s: ThirtyOne) -> int:
    """The last players went out together: everyone is in again with one life left (thirty_one 13, R5)."""
    for seat in range(s.seats):
        change = s.strikes - 1 - s.scores[seat]
        s.scores[seat] += change
        s.points[seat] += change
    return (1 << s.seats) - 1
