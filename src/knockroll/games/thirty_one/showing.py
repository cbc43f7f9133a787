"""Thirty-One: how it is told and shown."""

from __future__ import annotations

from knockroll.engine.cards import RANK_MASK, SUIT_MASK, cards_in, texts_in
from knockroll.engine.showing import Account, Happening, Holding, Mark, Reading, Score, Showing, Term, Verb
from knockroll.engine.state import FIRST_OWN_MOVE, NOBODY
from knockroll.engine.words import CARD_EVENTS, CARD_VERBS, DISCARDS, STOCK, refuse_card_move
from knockroll.games.thirty_one.rules import (
    DRAW,
    HAND_SIZE,
    ThirtyOne,
    hand_value,
    has_three_of_a_kind,
    may_knock,
    suit_total,
)

SHOWING = Showing(
    goal="The lowest hand gets a strike; whoever is left when all others are out wins.",
    score=Score(one="strike", many="strikes", best="low", style="marks", limit="strikes"),
    hand=Holding(size=HAND_SIZE, count="value"),
    middle=(STOCK, DISCARDS),
    verbs=(*CARD_VERBS, Verb(word="knock", label="Knock", phrase="knock", key="k", worth="with {n}")),
    marks=(Mark(field="knocker", text="knocked"),),
    events={
        **CARD_EVENTS,
        "knock": Happening(text="{who} knocked", short="knocked", cue="knock", stands_out=True),
        "reshuffle": Happening(text="The discards were shuffled: a new stock of {count}"),
    },
)


def read(v: ThirtyOne, seat: int) -> Reading:
    """The cards that count, and what they are worth."""
    hand = v.hands[seat]
    if not hand:
        return Reading()
    worth = hand_value(hand, v.three_of_a_kind)
    counting = _counting(hand, worth)
    return Reading(
        melds=(tuple(texts_in(counting)),),
        loose=tuple(texts_in(hand & ~counting)),
        count=worth,
        worth={"knock": worth} if v.turn == seat and v.phase == DRAW and may_knock(v) else {},
        prompt="Your last turn" if v.turn == seat and v.knocker != NOBODY else "",
    )


def _counting(hand: int, worth: int) -> int:
    """The cards that give the hand its value."""
    for suit in range(4):
        cards = hand & SUIT_MASK << 13 * suit
        if suit_total(hand, suit) == worth:
            for card in cards_in(cards):  # of four in one suit, the lowest does not count
                if suit_total(cards & ~(1 << card), suit) == worth:
                    cards &= ~(1 << card)
            return cards
    for rank in range(13):
        of_rank = hand & RANK_MASK << rank
        if has_three_of_a_kind(of_rank):
            return of_rank
    return 0


def refuse(v: ThirtyOne, move: int) -> str:
    """Why the seat to move may not make this move now."""
    if move < FIRST_OWN_MOVE:
        return refuse_card_move(v, move, must_draw=v.phase == DRAW)
    if v.phase != DRAW:
        return "You have drawn already: you can knock only as your turn begins."  # thirty_one 9
    if v.knocker != NOBODY:
        return f"{{{v.knocker}}} knocked already: this is your last turn."
    return "Nobody may knock in the first round."


def end(s: ThirtyOne) -> Account:
    """How the hand ended, and what each strike is for (thirty_one 8, 10, 13)."""
    values = [hand_value(s.hands[i], s.three_of_a_kind) if s.hands[i] else None for i in range(s.seats)]
    counting = tuple(
        () if value is None else tuple(texts_in(_counting(s.hands[i], value))) for i, value in enumerate(values)
    )
    sums = tuple((Term("strikes", s.points[i]),) if s.points[i] else () for i in range(s.seats))
    return Account(title="The hand is over", clause="10", sums=sums, counting=counting)
