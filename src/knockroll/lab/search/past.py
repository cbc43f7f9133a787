"""The past of a hand: what its history says about the other players, whatever cards they hold.

The hand is dealt and played again from its first action, by the game's own rules and with dummy cards, and what each of
the others could see at each of their actions is stored. So any hands can be put to the test: would those players, with
those cards, have made these moves?
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from knockroll.engine.acts import act_move, act_seat, act_top
from knockroll.engine.cards import ALL_CARDS, DECK_SIZE
from knockroll.engine.game import Game
from knockroll.engine.rule import State, assign, lowest, row, rule
from knockroll.engine.state import DISCARD, DRAW_STOCK, MOST_ACTS, NOBODY, CardState, stock_size, top_discard

NONE = -1


class Past(State):
    """What is known of the other players in this hand.

    A *place* is a card that came to one of them unseen: first those that were dealt, then each that was drawn.
    """

    is_whole: int = 0  # whether the whole history of the hand is there, so that everything here is known
    actions: int = 0  # how often the others moved
    seat: list[int] = row(MOST_ACTS)  # the seat that moved
    move: list[int] = row(MOST_ACTS)
    gains: list[int] = row(MOST_ACTS)  # the cards that came to their hand in the open, one bit each
    loses: list[int] = row(MOST_ACTS)  # the cards that left it
    place: list[int] = row(MOST_ACTS)  # the place of the card that came unseen, or NONE
    dealt: int = 0  # places that were dealt
    places: int = 0
    owner: list[int] = row(DECK_SIZE)  # of each place
    giver: list[int] = row(DECK_SIZE)  # of each card: the seat that showed it after it had come unseen, or NOBODY
    until: list[int] = row(DECK_SIZE)  # of each such card: it came in a place before this one
    shown: list[int] = row(DECK_SIZE)  # these cards, in the order in which they were shown
    shown_count: int = 0
    unseen: int = 0  # the cards that are in the stock or in other hands, one bit each


@cache
def past_rule(game: Game) -> Callable[..., None]:
    """The rule that replays the history in a seat's view."""
    chance, play, look = game.chance, game.play, game.look

    @rule
    def retrace(
        v: CardState, seat: int, w: CardState, blank: CardState, views: list[CardState], past: Past, deck: list[int]
    ) -> None:
        """``w`` is a state for making the moves again, and ``deck`` a row to write on."""
        assign(w, v)
        for i in range(DECK_SIZE):
            deck[i] = 0
        chance(w, deck)
        upcard = act_top(v.acts[0]) if v.act_count else top_discard(v)
        deck[w.stock_next - 1] = upcard
        assign(w, v)
        chance(w, deck)
        _deal_places(v, seat, w, past, (w.stock_next - 1) // v.playing.bit_count())
        seen = 1 << upcard | v.hands[seat]
        for i in range(v.act_count):
            who, move = act_seat(v.acts[i]), act_move(v.acts[i])
            if w.wants or w.turn != who:  # the stock was reshuffled, or the first actions are missing
                past.is_whole = 0
                return
            a = past.actions
            if who != seat:
                assign(views[a], blank)
                look(w, who, views[a])
                for j in range(v.seats):
                    views[a].held[j] = w.held[j]
            before = 0  # a draw to an empty hand ends nothing
            if move >= DISCARD:
                before = ALL_CARDS
                if _lies_open(v, who):  # it may be arranged now
                    before = v.known[who] | (1 << move - DISCARD if move < DISCARD + DECK_SIZE else 0)
            w.hands[who] = before
            play(w, move)
            gains = act_top(v.acts[i]) if DRAW_STOCK < move < DISCARD else NONE
            loses = before & ~w.hands[who]
            w.hands[who] = 0
            w.held[who] += (move < DISCARD) - loses.bit_count()
            seen |= loses
            if who != seat:
                past.seat[a] = who
                past.move[a] = move
                past.loses[a] = loses
                past.gains[a] = 1 << gains if gains != NONE else 0
                past.place[a] = NONE
                if move == DRAW_STOCK:
                    past.place[a] = past.places
                    past.owner[past.places] = who
                    past.places += 1
                past.actions += 1
                _show(past, loses, who)
        hidden = stock_size(v)
        for i in range(v.seats):
            if i != seat:
                seen |= v.known[i]
                hidden += v.held[i] - v.known[i].bit_count()
                if _lies_open(v, i):
                    _show(past, v.known[i], i)
        past.unseen = ALL_CARDS & ~seen
        if past.unseen.bit_count() != hidden:  # the history is not what it seemed to be
            past.is_whole = 0

    return retrace


@rule
def _lies_open(v: CardState, seat: int) -> bool:
    """Whether a seat has laid its hand open: more of it is known than what it took in the open."""
    return v.known[seat] & ~v.taken[seat] != 0


@rule
def _deal_places(v: CardState, seat: int, w: CardState, past: Past, each: int) -> None:
    """Start the past with the cards that were dealt to the others, unseen."""
    past.is_whole = 1
    past.actions = 0
    past.places = 0
    past.shown_count = 0
    past.unseen = 0
    for card in range(DECK_SIZE):
        past.giver[card] = NOBODY
    for i in range(v.seats):
        w.hands[i] = 0
        w.held[i] = each if v.playing >> i & 1 else 0
        if i != seat:
            for _ in range(w.held[i]):
                past.owner[past.places] = i
                past.places += 1
    past.dealt = past.places


@rule
def _show(past: Past, cards: int, who: int) -> None:
    """Record cards that a seat shows: those that it did not take in the open must have come unseen, earlier."""
    for a in range(past.actions):
        if past.seat[a] == who:
            cards &= ~past.gains[a]
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if past.giver[card] == NOBODY:
            past.giver[card] = who
            past.until[card] = past.places
            past.shown[past.shown_count] = card
            past.shown_count += 1
