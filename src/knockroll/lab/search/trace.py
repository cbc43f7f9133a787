"""What the acts of a hand of gin say about the other player, however their cards lie.

The hand is played again from its first act, with cards that nobody looks at, and what the other player could see at
each own act is kept. So any hand can be tried on them: would they have done with it what they did?
"""

from __future__ import annotations

from typing import Any

from knockroll.engine.acts import act_move, act_seat, act_top
from knockroll.engine.cards import ALL_CARDS, DECK_SIZE
from knockroll.engine.rule import State, assign, row, rule
from knockroll.engine.state import DISCARD, DRAW_STOCK, MOST_ACTS, NO_CARD, NOBODY, next_seat
from knockroll.games.gin_rummy.rules import DISCARDING, DRAW, HAND_SIZE, OFFER, PASS, GinRummy


class Trace(State):
    """What is known of the other player in this hand."""

    other: int = NOBODY
    acts: int = 0  # of the other player
    done: list[int] = row(MOST_ACTS)  # their moves
    top: list[int] = row(MOST_ACTS)  # the discard that was taken or left with it
    hidden: int = 0  # cards that came to the other player unseen
    shown: int = 0  # those of them that were discarded since, one bit each
    until: list[int] = row(DECK_SIZE)  # of each card: it was among so many that came first, if it came
    unseen: int = 0  # the cards that are in the stock or in the other hand, one bit each


@rule
def retrace(v: GinRummy, seat: int, w: GinRummy, views: list[GinRummy], trace: Trace, play: Any) -> None:
    """Go through the acts of a seat's view again, and keep what the other player could see at each own act.

    ``w`` is a state on which the moves are made again.
    """
    assign(w, v)
    other = next_seat(v, seat)
    _begin_again(w)
    trace.other = other
    trace.acts = 0
    trace.hidden = HAND_SIZE
    trace.shown = 0
    for card in range(DECK_SIZE):
        trace.until[card] = DECK_SIZE
    seen = v.hands[seat] | v.known[other]
    for i in range(v.pile_size):
        seen |= 1 << v.pile[i]
    trace.unseen = ALL_CARDS & ~seen
    for i in range(v.act_count):
        move = act_move(v.acts[i])
        if act_seat(v.acts[i]) == other:
            assign(views[trace.acts], w)
            views[trace.acts].held[other] = HAND_SIZE + (w.phase == DISCARDING)
            trace.done[trace.acts] = move
            trace.top[trace.acts] = act_top(v.acts[i])
            trace.acts += 1
            if move == DRAW_STOCK:
                trace.hidden += 1
            elif DISCARD <= move < PASS and not w.known[other] >> move - DISCARD & 1:
                trace.until[move - DISCARD] = trace.hidden
                trace.shown |= 1 << move - DISCARD
        play(w, move)


@rule
def _begin_again(w: GinRummy) -> None:
    """The position before the first act; the cards that nobody sees are all the same one."""
    for i in range(w.seats):
        w.hands[i] = 0
        w.known[i] = 0
        w.taken[i] = 0
        w.held[i] = HAND_SIZE
    for i in range(DECK_SIZE):
        w.deck[i] = 0
    if w.act_count:
        w.pile[0] = act_top(w.acts[0])
        w.pile_size = 1
        w.turn = act_seat(w.acts[0])
        w.phase = OFFER if w.offer_upcard else DRAW
    w.stock_next = HAND_SIZE * w.seats + 1
    w.stock_end = DECK_SIZE
    w.turns = 0
    w.passed = 0
    w.just_taken = NO_CARD
    w.act_count = 0
