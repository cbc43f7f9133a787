"""Thirty-One: a seat's position, read for a person."""

from __future__ import annotations

from knockroll.engine.cards import RANK_MASK, SUIT_MASK, cards_in, texts_in
from knockroll.engine.game import Reading
from knockroll.games.thirty_one.rules import ThirtyOne, hand_value, has_three_of_a_kind, suit_total


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
        count_name="value",
        meanings={"knock": f"knock with {worth}"},
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
