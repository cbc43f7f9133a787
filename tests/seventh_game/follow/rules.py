"""Follow: the rules, clause by clause (rules.md)."""

from __future__ import annotations

from knockroll.engine.acts import note_act
from knockroll.engine.cards import DECK_SIZE, RANK_MASK, SUIT_MASK, points_in
from knockroll.engine.rule import rule
from knockroll.engine.state import (
    A_DECK,
    A_SEAT,
    FIRST_PHASE,
    NOTHING,
    CardState,
    ask_chance,
    deal,
    game_over,
    list_cards,
    look_at_cards,
    look_at_pile,
    next_seat,
    put_discard,
    redeal_hidden,
    stock_size,
    take_dealer,
    take_stock,
    top_discard,
)
from knockroll.engine.stream import Stream

DRAW, PASS, PLAY = range(3)
ENDED_BY_OUT, ENDED_BLOCKED = range(2)


class Follow(CardState):
    """A game of Follow."""

    passed: int = 0  # the seats that have passed since the last card was played
    target: int = 50
    cards: int = 5


@rule
def chance(s: Follow, given: list[int]) -> None:
    """Take the first dealer, or a deck to deal."""
    if s.wants == A_SEAT:
        take_dealer(s, given)
    else:
        s.wants = NOTHING
        deal(s, given, s.cards)  # 1
        s.passed = 0
        s.phase = FIRST_PHASE
        s.turn = next_seat(s, s.dealer)


@rule
def following(s: Follow) -> int:
    """The cards of the seat to move that follow the top one in suit or rank (2)."""
    top = top_discard(s)
    return s.hands[s.turn] & (SUIT_MASK << top - top % 13 | RANK_MASK << top % 13)


@rule
def legal(s: Follow, moves: list[int]) -> int:
    """Draw, or pass if there is nothing to draw; or play a card that follows."""
    if s.phase != FIRST_PHASE:
        return 0
    moves[0] = DRAW if stock_size(s) else PASS  # 3
    return list_cards(following(s), PLAY, moves, 1)


@rule
def play(s: Follow, move: int) -> None:
    """Make a legal move."""
    note_act(s, move, False)
    if move == DRAW:
        take_stock(s)
    elif move == PASS:
        s.passed |= 1 << s.turn
    else:
        put_discard(s, move - PLAY)
        s.passed = 0
    if s.hands[s.turn] == 0:
        _end_hand(s, ENDED_BY_OUT, 1 << s.turn)
    elif s.passed == s.playing:
        _end_hand(s, ENDED_BLOCKED, 0)
    else:
        s.turn = next_seat(s, s.turn)


@rule
def _end_hand(s: Follow, ending: int, hand_winners: int) -> None:
    """The winner gets what the others hold; the next one deals, or the game is won (4, 5, 6)."""
    s.ending = ending
    s.hand_winners = hand_winners
    s.hands_played += 1
    total = 0
    for seat in range(s.seats):
        total += points_in(s.hands[seat])
    winners = 0
    for seat in range(s.seats):
        s.points[seat] = total if hand_winners >> seat & 1 else 0
        s.scores[seat] += s.points[seat]
        if s.scores[seat] >= s.target:
            winners |= 1 << seat
    if winners:
        game_over(s, winners)
    else:
        s.dealer = next_seat(s, s.dealer)
        ask_chance(s, A_DECK, DECK_SIZE)


@rule
def look(s: Follow, seat: int, v: Follow) -> None:
    """Copy what a seat may know into a blank view."""
    look_at_cards(s, seat, v)
    look_at_pile(s, v)
    v.passed = s.passed


@rule
def complete(v: Follow, seat: int, deck: list[int]) -> None:
    """Complete a view to a state that its seat cannot tell from the real one."""
    redeal_hidden(v, seat, 0, deck)


@rule
def heaviest(v: Follow, moves: list[int], n: int, r: Stream) -> int:
    """Plays the last card that follows, and draws only if none does."""
    return moves[n - 1]
