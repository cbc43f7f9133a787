"""The state that all games share, and the one that all card games share.

The rules of each game extend :class:`GameState` or :class:`CardState` with their own fields.
"""

from __future__ import annotations

from knockroll.engine.cards import ALL_CARDS, DECK_SIZE
from knockroll.engine.rule import State, compiled_for, lowest, packed, packed_row, row, rule

# Phases that every game has; a game's own phases are numbered from FIRST_PHASE on.
WAITING = 0
"""Waiting for chance: see ``wants``."""
OVER = 1
FIRST_PHASE = 2

# What the rules ask of chance.
NOTHING = 0
A_SEAT = 1
"""A seat from 0 to ``wants_count`` - 1."""
A_DECK = 2
"""All 52 cards in some order."""
DICE = 3
"""The faces of ``wants_count`` dice."""

NOBODY = -1
NO_CARD = -1
MAX_SEATS = 10
MOST_ACTS = 128
"""The most acts of a hand that are stored: the latest ones. Hands of players who want to win have fewer."""


class GameState(State):
    """The fields of every game."""

    seats: int = 0
    dealer: int = NOBODY
    turn: int = NOBODY
    phase: int = WAITING
    wants: int = NOTHING
    wants_count: int = 0
    playing: int = 0  # the seats that are still in, one bit each
    scores: list[int] = row(MAX_SEATS)
    # What the last finished hand brought. It stays until the next one is finished.
    hands_played: int = 0
    ending: int = 0
    points: list[int] = row(MAX_SEATS)
    hand_winners: int = 0  # seats, one bit each
    winners: int = 0  # the seats that won the game, one bit each; 0 until it is over


@rule
def next_seat(s: GameState, seat: int) -> int:
    """The next seat clockwise that is still in: the "left" of the rule books."""
    later = s.playing >> (seat + 1)
    return seat + 1 + lowest(later) if later else lowest(s.playing)


@rule
def ask_chance(s: GameState, wants: int, count: int) -> None:
    """Ask for chance: no one moves until it has answered."""
    s.phase = WAITING
    s.turn = NOBODY
    s.wants = wants
    s.wants_count = count


@rule
def game_over(s: GameState, winners: int) -> None:
    """End the game, won by the seats of ``winners``."""
    s.phase = OVER
    s.turn = NOBODY
    s.wants = NOTHING
    s.winners = winners


@rule
def look_at_game(s: GameState, seat: int, v: GameState) -> None:
    """Copy into the view ``v`` what every game shows to everyone."""
    v.seats = s.seats
    v.dealer = s.dealer
    v.turn = s.turn
    v.phase = s.phase
    v.playing = s.playing
    v.hands_played = s.hands_played
    v.winners = s.winners
    copy_seats(v.scores, s.scores, s.seats)


def copy_seats(target: list[int], source: list[int], seats: int) -> None:
    """Copy a row with one number per seat. The interpreter copies the whole row: the rest of it is unused."""
    target[:] = source


@compiled_for(copy_seats)
def _copy_seats(target: list[int], source: list[int], seats: int) -> None:
    """Copy only the seats in play: faster in compiled code."""
    for i in range(seats):
        target[i] = source[i]


# The moves that all card games share have the same numbers in all of them.
DRAW_STOCK = 0
DRAW_DISCARD = 1
DISCARD = 2
"""DISCARD + card discards that card."""
FIRST_OWN_MOVE = DISCARD + DECK_SIZE


class CardState(GameState):
    """The fields of every card game."""

    hands: list[int] = row(MAX_SEATS)  # the cards each seat holds, one bit each
    held: list[int] = row(MAX_SEATS)  # how many cards each seat holds; only in views, which lack the cards of others
    deck: list[int] = packed_row(DECK_SIZE, NO_CARD)
    stock_next: int = 0  # the stock is deck[stock_next:stock_end], top first
    stock_end: int = 0
    pile: list[int] = packed_row(DECK_SIZE, NO_CARD)  # the discard pile, bottom first
    pile_size: int = 0
    turns: int = 0  # turns that are over in this hand
    # What everyone could see in this hand, so that players without a memory can use it.
    taken: list[int] = row(MAX_SEATS)  # cards that each seat has taken from the discard pile
    known: list[int] = row(MAX_SEATS)  # those of them that the seat still holds
    just_taken: int = NO_CARD  # the card taken from the pile in this turn
    acts: list[int] = packed_row(MOST_ACTS)  # the moves of the hand, in order: see knockroll.engine.acts
    act_count: int = 0
    # Options of every card game.
    may_return_discard: int = 1
    turn_limit: int = 300


@rule
def stock_size(s: CardState) -> int:
    """The number of cards in the stock."""
    return s.stock_end - s.stock_next


@rule
def top_discard(s: CardState) -> int:
    """The top card of the discard pile, or NO_CARD."""
    return s.pile[s.pile_size - 1] if s.pile_size else NO_CARD


@rule
def begin_with_dealer(s: CardState) -> None:
    """Ask for a first dealer, unless one is named (C4), or for a deck."""
    if s.dealer == NOBODY:
        ask_chance(s, A_SEAT, s.seats)
    else:
        ask_chance(s, A_DECK, DECK_SIZE)


@rule
def take_dealer(s: CardState, given: list[int]) -> None:
    """Set the first dealer (C4), and ask for a deck."""
    s.dealer = given[0]
    ask_chance(s, A_DECK, DECK_SIZE)


@rule
def deal(s: CardState, deck: list[int], each: int) -> None:
    """Deal ``each`` cards one at a time from the dealer's left, turn up the next card, and make the rest the stock."""
    players = s.playing.bit_count()
    lay_out(s, deck, each * players)
    seat = s.dealer
    for i in range(players):
        seat = next_seat(s, seat)
        s.hands[seat] = _every(players, deck, i, each)


def _every(step: int, deck: list[int], first: int, each: int) -> int:
    """Return a hand of ``each`` cards: every ``step``th card of a deck, beginning with card ``first``."""
    hand = 0
    for card in deck[first : each * step : step]:
        hand |= 1 << card
    return hand


@compiled_for(_every)
def _every_one_by_one(step: int, deck: list[int], first: int, each: int) -> int:
    """Do the same without a slice, which compiled code counts references to."""
    hand = 0
    for i in range(each):
        hand |= 1 << deck[i * step + first]
    return hand


@rule
def lay_out(s: CardState, deck: list[int], dealt: int) -> None:
    """Begin a hand with empty hands: the first ``dealt`` cards are for the players, the next is turned up."""
    _copy_deck(s, deck)
    for seat in range(s.seats):
        s.hands[seat] = 0
        s.taken[seat] = 0
        s.known[seat] = 0
    s.stock_next = dealt + 1
    s.stock_end = DECK_SIZE
    s.pile[0] = deck[dealt]
    s.pile_size = 1
    s.just_taken = NO_CARD
    for i in range(s.act_count):
        s.acts[i] = 0
    s.act_count = 0
    s.turns = 0


def _copy_deck(s: CardState, deck: list[int]) -> None:
    """Copy a deck into the state."""
    s.deck[:] = packed(deck)


@compiled_for(_copy_deck)
def _copy_deck_one_by_one(s: CardState, deck: list[int]) -> None:
    """Do the same card by card, which compiled code does faster."""
    for i in range(DECK_SIZE):
        s.deck[i] = deck[i]


@rule
def take_stock(s: CardState) -> int:
    """Move the top card of the stock to the hand of the seat to move, and return the card."""
    card = s.deck[s.stock_next]
    s.stock_next += 1
    s.hands[s.turn] |= 1 << card
    s.just_taken = NO_CARD
    return card


@rule
def take_discard(s: CardState) -> int:
    """Move the top discard to the hand of the seat to move, and return the card."""
    s.pile_size -= 1
    card = s.pile[s.pile_size]
    s.hands[s.turn] |= 1 << card
    s.taken[s.turn] |= 1 << card
    s.known[s.turn] |= 1 << card
    s.just_taken = card
    return card


@rule
def take_card(s: CardState, move: int) -> None:
    """Draw a card for the seat to move, from the stock or from the discard pile."""
    if move == DRAW_STOCK:
        take_stock(s)
    else:
        take_discard(s)


@rule
def put_discard(s: CardState, card: int) -> None:
    """Discard a card of the seat to move."""
    s.hands[s.turn] &= ~(1 << card)
    s.known[s.turn] &= ~(1 << card)
    s.pile[s.pile_size] = card
    s.pile_size += 1
    s.just_taken = NO_CARD


@rule
def list_draws(s: CardState, moves: list[int]) -> int:
    """Write the legal draws into ``moves``, and return how many there are."""
    n = 0
    if stock_size(s):
        moves[n] = DRAW_STOCK
        n += 1
    if s.pile_size:
        moves[n] = DRAW_DISCARD
        n += 1
    return n


@rule
def discardable(s: CardState) -> int:
    """The cards that the seat to move may discard: all it holds, except, under an option, the one just taken (C1)."""
    hand = s.hands[s.turn]
    if s.just_taken != NO_CARD and not s.may_return_discard:
        hand &= ~(1 << s.just_taken)
    return hand


@rule
def list_cards(cards: int, first: int, moves: list[int], n: int) -> int:
    """Append the move ``first`` + card for each card of a set to the ``n`` moves there, and return the new number."""
    first -= 1
    while cards:
        bit = cards & -cards
        moves[n] = first + bit.bit_length()
        cards ^= bit
        n += 1
    return n


@rule
def look_at_cards(s: CardState, seat: int, v: CardState) -> None:
    """Copy into the view ``v`` what every card game shows to a seat (NOBODY: to a spectator).

    Only what everyone can see and the seat's own hand are copied. The stock, the hands of others and the covered
    discards are not, so they cannot leak.
    """
    look_at_game(s, seat, v)
    for i in range(s.seats):
        v.held[i] = s.hands[i].bit_count()
    copy_seats(v.taken, s.taken, s.seats)
    copy_seats(v.known, s.known, s.seats)
    if seat != NOBODY:
        v.hands[seat] = s.hands[seat]
    v.stock_next = s.stock_next
    v.stock_end = s.stock_end
    v.pile_size = s.pile_size
    if s.pile_size:
        v.pile[s.pile_size - 1] = s.pile[s.pile_size - 1]
    v.turns = s.turns
    v.just_taken = s.just_taken
    v.act_count = s.act_count
    copy_first(s.acts, v.acts, s.act_count)


def copy_first(source: list[int], target: list[int], count: int) -> None:
    """Copy the first numbers of a row into another."""
    target[:count] = source[:count]


@compiled_for(copy_first)
def _copy_first_one_by_one(source: list[int], target: list[int], count: int) -> None:
    """Do the same in a loop: for a slice, numba would spend seconds on compiling checks of its shape."""
    for i in range(count):
        target[i] = source[i]


@rule
def look_at_pile(s: CardState, v: CardState) -> None:
    """Copy the covered discards too: everyone saw them being discarded. Not used in Tonk (tonk 10)."""
    copy_first(s.pile, v.pile, s.pile_size)


@rule
def unseen(v: CardState) -> int:
    """The cards that the seat to move has not seen, if the pile is open: not in its hand, on the pile, or known."""
    seen = v.hands[v.turn]
    for i in range(v.pile_size):
        seen |= 1 << v.pile[i]
    for seat in range(v.seats):
        seen |= v.known[seat]
    return ALL_CARDS & ~seen


@rule
def redeal_hidden(v: CardState, seat: int, on_table: int, deck: list[int]) -> None:
    """Complete a seat's view to a state that the seat cannot tell from the real one.

    Every card that the seat cannot see goes, in the order of ``deck``, to the places that it cannot look into: the
    others' hands, the stock, covered discards. ``on_table`` are cards that lie open beside the discard pile.
    """
    seen = on_table
    for i in range(v.pile_size):
        if v.pile[i] != NO_CARD:
            seen |= 1 << v.pile[i]
    for i in range(v.seats):
        if i != seat:
            v.hands[i] = v.known[i]
        seen |= v.hands[i]
    drawn = 0
    for i in range(v.seats):
        while v.hands[i].bit_count() < v.held[i]:
            if not seen >> deck[drawn] & 1:
                v.hands[i] |= 1 << deck[drawn]
            drawn += 1
    place = v.stock_next
    while place < v.stock_end:
        if not seen >> deck[drawn] & 1:
            v.deck[place] = deck[drawn]
            place += 1
        drawn += 1
    for i in range(v.pile_size):
        while v.pile[i] == NO_CARD:
            if not seen >> deck[drawn] & 1:
                v.pile[i] = deck[drawn]
            drawn += 1
