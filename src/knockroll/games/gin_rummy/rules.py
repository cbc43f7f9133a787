"""Gin Rummy: the rules, clause by clause (docs/rules/gin_rummy.md).

Deliberate choices: a discard that leaves no deadwood is written ``gin``, never ``knock`` (R2), so a knock limit of 0
means gin only; the upcard under ``oklahoma`` overrides ``knock_limit``; the table arranges and lays off for everybody
as well as it can be done (R4), so there are no moves for it.
"""

from __future__ import annotations

from knockroll.engine.acts import note_act
from knockroll.engine.cards import DECK_SIZE, mask_of, parse_cards, points
from knockroll.engine.errors import InvalidCards
from knockroll.engine.melds import best_sets, lowest_deadwood, run_cards
from knockroll.engine.options import NONE
from knockroll.engine.rule import lowest, row, rule
from knockroll.engine.state import (
    A_DECK,
    A_SEAT,
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
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
from knockroll.games.gin_rummy.lay_offs import count_after_lay_off, knocker_sets

PASS = FIRST_OWN_MOVE
KNOCK = PASS + 1
"""KNOCK + card discards that card and knocks."""
GIN = KNOCK + DECK_SIZE
"""GIN + card discards that card and goes gin."""
MOST_MOVES = 22
"""Eleven discards, and with each either a knock or gin."""

DRAW = FIRST_PHASE
DISCARDING = FIRST_PHASE + 1
OFFER = FIRST_PHASE + 2

ENDED_BY_GIN, ENDED_BY_KNOCK, ENDED_BY_UNDERCUT, ENDED_BY_STOCK, ENDED_BY_TURN_LIMIT = range(5)

HAND_SIZE = 10
MOST_POINTS = 10
"""No card counts more."""
NO_LIMIT = HAND_SIZE * MOST_POINTS
"""A knock limit that no hand exceeds."""


class GinRummy(CardState):
    """A game of Gin Rummy."""

    limit: int = NO_LIMIT  # the highest deadwood that allows a knock in this hand
    passed: int = 0  # the seats that have passed on the upcard, one bit each
    knocker: int = NOBODY  # the seat that has knocked or gone gin
    laid_sets: int = 0  # the knocker's cards that lie in sets
    counts: list[int] = row(MAX_SEATS)  # what each seat counted after the knock or gin
    # Options
    target: int = 100
    knock_limit: int = NONE
    gin_bonus: int = 0
    undercut_bonus: int = 0
    lay_off: int = 0
    offer_upcard: int = 0
    must_declare_gin: int = 1
    void_at_stock: int = 0
    oklahoma: int = 0


def deadwood(cards: str | list[str]) -> int:
    """The lowest deadwood of up to eleven cards, such as ``"7s 8s 9s 7h 7d Kc"`` (24)."""
    parsed = parse_cards(cards)
    if len(parsed) > HAND_SIZE + 1:
        raise InvalidCards(f"a hand of Gin Rummy has at most eleven cards, not {len(parsed)}")
    return lowest_deadwood(mask_of(parsed))  # gin_rummy 9


# --- A hand begins -------------------------------------------------------------------------------------------------


@rule
def chance(s: GinRummy, given: list[int]) -> None:
    """Take the first dealer, or a deck to deal."""
    if s.wants == A_SEAT:
        take_dealer(s, given)
    else:
        s.wants = NOTHING
        _deal(s, given)


@rule
def _deal(s: GinRummy, deck: list[int]) -> None:
    deal(s, deck, HAND_SIZE)  # gin_rummy 3
    s.limit = knock_limit(s)
    s.passed = 0
    s.knocker = NOBODY
    s.turn = next_seat(s, s.dealer)  # gin_rummy 3
    s.phase = OFFER if s.offer_upcard else DRAW


@rule
def knock_limit(s: GinRummy) -> int:
    """The highest deadwood that allows a knock, after a deal."""
    if s.oklahoma:
        upcard = points(s.pile[0])
        return upcard if upcard > 1 else 0  # an ace: gin only
    return NO_LIMIT if s.knock_limit == NONE else s.knock_limit  # gin_rummy R1


# --- A turn --------------------------------------------------------------------------------------------------------


@rule
def legal(s: GinRummy, moves: list[int]) -> int:
    """List the legal moves (gin_rummy 5, 6, R1, R2, R7)."""
    if s.phase == DISCARDING:
        return _list_discards(s, moves)
    if s.phase == DRAW:
        if s.turns == 0 and s.passed == s.playing:
            moves[0] = DRAW_STOCK  # nobody wanted the upcard
            return 1
        return list_draws(s, moves)  # gin_rummy 5a
    if s.phase == OFFER:
        moves[0] = DRAW_DISCARD
        moves[1] = PASS
        return 2
    return 0


@rule
def _list_discards(s: GinRummy, moves: list[int]) -> int:
    cards = discardable(s)  # gin_rummy 5b, C1
    knocks, gins = finishing(s.hands[s.turn], cards, s.limit)
    n = list_cards(cards & ~gins if s.must_declare_gin else cards, DISCARD, moves, 0)  # gin_rummy R2
    n = list_cards(knocks, KNOCK, moves, n)  # gin_rummy 6b
    return list_cards(gins, GIN, moves, n)  # gin_rummy 6a


@rule
def finishing(hand: int, cards: int, limit: int) -> tuple[int, int]:
    """Of eleven cards, of which ``cards`` may be discarded: those to knock with, those to go gin with (R1, R2)."""
    knocks = 0
    gins = 0
    whole = lowest_deadwood(hand)
    if whole > limit + MOST_POINTS:
        return knocks, gins
    if whole > MOST_POINTS and limit == NO_LIMIT:
        return cards, gins  # no discard leaves nothing, and whatever is left allows a knock
    while cards:
        card = lowest(cards)
        left = whole - points(card)  # a discard takes away its own points at most, so no less than this is left
        if left <= 0 or (left <= limit and limit < NO_LIMIT):
            left = lowest_deadwood(hand ^ 1 << card)
        if left == 0:
            gins |= 1 << card
        elif left <= limit:
            knocks |= 1 << card
        cards &= cards - 1
    return knocks, gins


@rule
def play(s: GinRummy, move: int) -> None:
    """Make a legal move."""
    note_act(s, move, s.phase != DISCARDING)
    if s.phase == DISCARDING:
        _discard(s, move)
    elif s.phase == OFFER and move == PASS:
        _pass_upcard(s)
    else:
        take_card(s, move)  # gin_rummy 5a, R7
        s.phase = DISCARDING


@rule
def _discard(s: GinRummy, move: int) -> None:
    """Discard, and with it perhaps knock or go gin."""
    if move < PASS:
        put_discard(s, move - DISCARD)  # gin_rummy 5b
        _end_turn(s)
    elif move < GIN:
        put_discard(s, move - KNOCK)  # gin_rummy 6b
        _end_by_knock(s)
    else:
        put_discard(s, move - GIN)  # gin_rummy 6a
        _end_by_gin(s)


@rule
def _pass_upcard(s: GinRummy) -> None:
    """The next player is offered the upcard; when all have passed, the first turn begins (gin_rummy R7)."""
    s.passed |= 1 << s.turn
    s.turn = next_seat(s, s.turn)
    if s.passed == s.playing:
        s.phase = DRAW


@rule
def _end_turn(s: GinRummy) -> None:
    s.turns += 1
    if stock_size(s) <= s.void_at_stock:
        _end_void(s, ENDED_BY_STOCK)  # gin_rummy 6c, C3
    elif s.turns >= s.turn_limit:
        _end_void(s, ENDED_BY_TURN_LIMIT)  # C2
    else:
        s.turn = next_seat(s, s.turn)
        s.phase = DRAW


# --- A hand ends ---------------------------------------------------------------------------------------------------


@rule
def _end_by_gin(s: GinRummy) -> None:
    """Gin wins, whatever others hold, and nothing is laid off (gin_rummy R2)."""
    s.knocker = s.turn
    s.laid_sets = best_sets(s.hands[s.knocker])
    for seat in range(s.seats):
        s.counts[seat] = lowest_deadwood(s.hands[seat])
    _win(s, ENDED_BY_GIN, s.knocker, s.gin_bonus)


@rule
def _end_by_knock(s: GinRummy) -> None:
    """The smallest count wins (gin_rummy 7)."""
    s.knocker = s.turn
    _count_after_knock(s)
    winner = s.knocker
    seat = next_seat(s, s.knocker)
    while seat != s.knocker:
        lead = s.counts[winner] - s.counts[seat]
        if lead > 0 or (lead == 0 and winner == s.knocker):  # gin_rummy R3
            winner = seat
        seat = next_seat(s, seat)
    if winner == s.knocker:
        _win(s, ENDED_BY_KNOCK, winner, 0)
    else:
        _win(s, ENDED_BY_UNDERCUT, winner, s.undercut_bonus)  # gin_rummy R6


@rule
def _count_after_knock(s: GinRummy) -> None:
    hand = s.hands[s.knocker]
    s.laid_sets = knocker_sets(s, s.knocker) if s.lay_off else best_sets(hand)  # gin_rummy R4
    runs = run_cards(hand & ~s.laid_sets)
    for seat in range(s.seats):
        if s.lay_off and seat != s.knocker:
            s.counts[seat] = count_after_lay_off(s.hands[seat], s.laid_sets, runs)  # gin_rummy R7
        else:
            s.counts[seat] = lowest_deadwood(s.hands[seat])  # gin_rummy 9d


@rule
def _win(s: GinRummy, ending: int, winner: int, bonus: int) -> None:
    """The winner scores the deadwood of all others, less the winner's own once (gin_rummy 8), and a bonus once (R7)."""
    total = 0
    for seat in range(s.seats):
        s.points[seat] = 0
        total += s.counts[seat]
    s.points[winner] = total - 2 * s.counts[winner] + bonus
    _end_hand(s, ending, 1 << winner)


@rule
def _end_void(s: GinRummy, ending: int) -> None:
    """Nobody scores (gin_rummy 6c)."""
    for seat in range(s.seats):
        s.points[seat] = 0
    _end_hand(s, ending, 0)


@rule
def _end_hand(s: GinRummy, ending: int, hand_winners: int) -> None:
    """See whether the game is won (gin_rummy 2), else pass the deal (gin_rummy 3)."""
    s.ending = ending
    s.hand_winners = hand_winners
    s.hands_played += 1
    winners = 0
    for seat in range(s.seats):
        s.scores[seat] += s.points[seat]
        if s.scores[seat] >= s.target:
            winners |= 1 << seat
    if winners:
        game_over(s, winners)
    else:
        s.dealer = next_seat(s, s.dealer)
        ask_chance(s, A_DECK, DECK_SIZE)
