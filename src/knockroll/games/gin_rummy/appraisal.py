"""Gin Rummy for two: what a move is worth, by three small networks that were fitted to playouts.

``python -m scripts.appraise gin_rummy`` makes ``appraisal.xz``: it plays out every move of many positions to the end of
the hand, all moves with the same cards, and fits the networks to what they brought. docs/lab.md says how, and how well
they play.

A network reads some numbers about the hand, the table and the discard, and returns the points that the hand brings,
less those it brings the other player.
"""

from __future__ import annotations

from pathlib import Path

from knockroll.engine.acts import act_move, act_seat, act_top
from knockroll.engine.cards import DECK_SIZE, RANK_MASK, SUIT_MASK, highest_points, points, points_in
from knockroll.engine.melds import best_sets, lowest_deadwood, pair_ranks, run_cards, set_ranks
from knockroll.engine.network import POINT, networks_in, size_of
from knockroll.engine.rule import lowest, rule
from knockroll.engine.state import DISCARD, DRAW_DISCARD, FIRST_OWN_MOVE, NO_CARD, next_seat, top_discard, unseen
from knockroll.games.gin_rummy.promise import chance_each, chance_to_help, loose_cards, outlook
from knockroll.games.gin_rummy.rules import KNOCK, GinRummy

FILE = Path(__file__).with_name("appraisal.xz")
OF_HAND, OF_TABLE, OF_DISCARD = 13, 7, 6
"""The inputs about a hand, the table and a discard."""
OF_MOVE = OF_HAND + OF_TABLE + OF_DISCARD
"""The inputs of the networks for a discard and for a knock."""
OF_TAKING = OF_MOVE + OF_HAND
"""The inputs of the network for taking the discard: also about the hand that it leads to."""
DISCARD_UNITS, KNOCK_UNITS, TAKING_UNITS = 32, 16, 24
"""The units of the networks for a discard, for a knock, and for taking the discard rather than a card of the stock."""
SURE = 48
"""What a card counts that the other player took and kept, in 64ths of certainty."""

_NOT_KING = RANK_MASK * (SUIT_MASK >> 1)
_NOT_KING_OR_QUEEN = RANK_MASK * (SUIT_MASK >> 2)
_TENS = RANK_MASK * (0b1111 << 9)


_KNOCKS_START = size_of(DISCARD_UNITS, OF_MOVE)
_TAKING_START = _KNOCKS_START + size_of(KNOCK_UNITS, OF_MOVE)

number, _run = networks_in(FILE)


# --- Inputs --------------------------------------------------------------------------------------------------------


@rule
def completing(loose: int) -> int:
    """The cards that would make a meld with two of some loose cards."""
    neighbours = loose & loose >> 1 & _NOT_KING
    across = loose & loose >> 2 & _NOT_KING_OR_QUEEN
    in_runs = across << 1 | (neighbours & _NOT_KING_OR_QUEEN) << 2 | (neighbours & ~RANK_MASK) >> 1
    return (in_runs | pair_ranks(loose) * RANK_MASK) & ~loose


@rule
def lengthening(hand: int, sets: int, runs: int) -> int:
    """The cards that would lengthen the melds of a hand."""
    return ((runs & _NOT_KING) << 1 | (runs & ~RANK_MASK) >> 1 | set_ranks(sets) * RANK_MASK) & ~hand


@rule
def _points_in_pairs(loose: int, live: int) -> int:
    """The points of the loose cards that a live card would turn into a meld together with another loose card."""
    total = 0
    left = loose
    while left:
        card = lowest(left)
        left &= left - 1
        one = 1 << card
        near = loose & SUIT_MASK << 13 * (card // 13) & (one << 1 | one << 2 | one >> 1 | one >> 2)
        alike = loose & RANK_MASK << card % 13 & ~one
        found = False
        mates = near | alike
        while mates:
            mate = mates & -mates
            mates ^= mate
            found |= completing(one | mate) & live != 0
        if found:
            total += points(card)
    return total


@rule
def _second_highest(loose: int) -> int:
    """The points of the second highest loose card."""
    first, second = 0, 0
    while loose:
        here = points(lowest(loose))
        loose &= loose - 1
        if here > first:
            first, second = here, first
        elif here > second:
            second = here
    return second


@rule
def hand_inputs(hand: int, live: int, limit: int) -> tuple[int, ...]:
    """The inputs about ten cards, where ``live`` are the cards that have not been seen."""
    sets = best_sets(hand)
    runs = run_cards(hand & ~sets)
    loose = hand & ~sets & ~runs
    deadwood = points_in(loose)
    highest = highest_points(loose)
    complete = completing(loose) & live
    lengthen = lengthening(hand, sets, runs) & live
    knocks, gins, gain = 0, 0, 0  # the live cards after which a knock or gin is allowed; what they all save
    cards = complete | lengthen
    while cards:
        card = cards & -cards
        cards ^= card
        rest = loose_cards(hand | card)
        left = points_in(rest) - highest_points(rest)
        knocks += left <= limit
        gins += left == 0
        gain += deadwood - left
    others = live & ~(complete | lengthen)  # each can only replace the highest loose card
    lower = 0
    enough = highest - (deadwood - limit)  # a card of at most this many points makes a knock
    for worth in range(1, 10):
        count = (others & RANK_MASK << worth - 1).bit_count()
        if worth < highest:
            lower += count
            gain += count * (highest - worth)
        if worth <= enough or deadwood <= limit:
            knocks += count
    if enough >= 10 or deadwood <= limit:
        knocks += (others & _TENS).bit_count()
    return (
        deadwood,
        loose.bit_count(),
        highest,
        _second_highest(loose),
        complete.bit_count(),
        _points_in_pairs(loose, live),
        (lengthen & ~complete).bit_count(),
        lower,
        outlook(loose, live) // 8,
        knocks,
        gins,
        gain,
        live.bit_count(),
    )


@rule
def table_inputs(v: GinRummy, taken: int) -> tuple[int, ...]:
    """The inputs about what both players have done; the seat to move has yet to take ``taken`` cards from the pile."""
    other = next_seat(v, v.turn)
    last, before = 0, 0
    for i in range(v.act_count):
        move = act_move(v.acts[i])
        if act_seat(v.acts[i]) == other and DISCARD <= move < FIRST_OWN_MOVE:
            last, before = points(move - DISCARD), last
    return (
        v.turns // 2,
        v.known[other].bit_count(),
        v.taken[other].bit_count(),
        last,
        before,
        points_in(v.known[other]),
        v.known[v.turn].bit_count() + taken,
    )


@rule
def unwanted(v: GinRummy) -> int:
    """The cards that the other player discarded or did not take."""
    other = next_seat(v, v.turn)
    found = 0
    for i in range(v.act_count):
        if act_seat(v.acts[i]) == other:
            move, top = act_move(v.acts[i]), act_top(v.acts[i])
            if DISCARD <= move < FIRST_OWN_MOVE:
                found |= 1 << move - DISCARD
            elif top != NO_CARD and move != DRAW_DISCARD:
                found |= 1 << top
    return found


@rule
def discard_inputs(v: GinRummy, card: int, live: int, each: int, left_alone: int) -> tuple[int, ...]:
    """The inputs about a discard: what the other player may want with it."""
    known = v.known[next_seat(v, v.turn)]
    one = 1 << card
    same = RANK_MASK << card % 13
    in_suit = SUIT_MASK << 13 * (card // 13)
    beside = (one << 1 | one >> 1) & in_suit
    near = beside | (one << 2 | one >> 2) & in_suit
    return (
        chance_to_help(card, live, each, known, SURE) // 8,
        points(card),
        (left_alone & same).bit_count(),
        (left_alone & near).bit_count(),
        (known & same).bit_count() * 4 + (known & near).bit_count(),
        (live & same).bit_count() * 4 + (live & beside).bit_count(),
    )


# --- Networks ------------------------------------------------------------------------------------------------------


@rule
def worth_of_discard(hand: tuple[int, ...], table: tuple[int, ...], discard: tuple[int, ...]) -> int:
    """What a discard that leaves this hand is worth."""
    return _run(0, DISCARD_UNITS, hand + table + discard)


@rule
def worth_of_knock(hand: tuple[int, ...], table: tuple[int, ...], discard: tuple[int, ...]) -> int:
    """What a knock is worth with this hand."""
    return _run(_KNOCKS_START, KNOCK_UNITS, hand + table + discard)


@rule
def worth_of_taking(
    hand: tuple[int, ...], table: tuple[int, ...], discard: tuple[int, ...], after: tuple[int, ...]
) -> int:
    """How much more the top discard is worth than a card from the stock, given the hand that it leads to."""
    return _run(_TAKING_START, TAKING_UNITS, hand + table + discard + after)


# --- Moves ---------------------------------------------------------------------------------------------------------


@rule
def prefers_discard(v: GinRummy) -> bool:
    """Whether taking the top discard is worth more than a card from the stock."""
    makes_gin, hand, table, discard, after = taking_inputs(v)
    return makes_gin or worth_of_taking(hand, table, discard, after) > 0


@rule
def taking_inputs(v: GinRummy) -> tuple[bool, tuple[int, ...], tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Whether taking the top discard makes gin; then the inputs about taking it.

    They are about the hand, the table, the best discard then, with whether it is a knock, and the hand after it.
    """
    hand, live = v.hands[v.turn], unseen(v)
    more = hand | 1 << top_discard(v)
    card, knocks = best_discard(v, more, hand, 1)
    kept = more ^ 1 << card
    given = discard_inputs(v, card, live, chance_each(v, live), unwanted(v))
    given = (given[0], given[1], given[2], given[3], given[4], knocks)
    after = hand_inputs(kept, live, v.limit)
    return after[0] == 0, hand_inputs(hand, live, v.limit), table_inputs(v, 0), given, after


@rule
def breaks_meld(hand: int, card: int, loose: int) -> bool:
    """Whether a discard breaks a meld although there are two loose cards to choose from."""
    may_break = loose & loose - 1 != 0 and not loose >> card & 1
    return may_break and lowest_deadwood(hand ^ 1 << card) > points_in(loose)


@rule
def best_discard(v: GinRummy, hand: int, cards: int, taken: int) -> tuple[int, int]:
    """The best of eleven cards to discard, and whether to knock with it.

    ``taken``: how many of them are yet to be taken from the pile.
    """
    live = unseen(v)
    table, each, left_alone = table_inputs(v, taken), chance_each(v, live), unwanted(v)
    choice, knocks, best = NO_CARD, 0, -(1 << 62)
    loose = loose_cards(hand)
    while cards:
        card = lowest(cards)
        cards &= cards - 1
        if breaks_meld(hand, card, loose):
            continue
        kept = hand_inputs(hand ^ 1 << card, live, v.limit)
        given = discard_inputs(v, card, live, each, left_alone)
        worth = worth_of_discard(kept, table, given)
        if worth > best:
            choice, knocks, best = card, 0, worth
        if kept[0] <= v.limit:
            worth = worth_of_knock(kept, table, given)
            if worth > best:
                choice, knocks, best = card, 1, worth
    return choice, knocks


def worths(v: GinRummy, moves: list[int]) -> dict[int, float]:
    """Return what the discards and knocks among some moves are worth, in points, unless they break a meld."""
    hand, live = v.hands[v.turn], unseen(v)
    table, each, left_alone = table_inputs(v, 0), chance_each(v, live), unwanted(v)
    loose = loose_cards(hand)
    found = {}
    for move in moves:
        worth, card = (worth_of_knock, move - KNOCK) if move >= KNOCK else (worth_of_discard, move - DISCARD)
        if 0 <= card < DECK_SIZE and not breaks_meld(hand, card, loose):
            kept, given = hand_inputs(hand ^ 1 << card, live, v.limit), discard_inputs(v, card, live, each, left_alone)
            found[move] = worth(kept, table, given) / POINT
    return found
