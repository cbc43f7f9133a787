"""Thirty-One for two: the solution of an abstraction of a hand, and the player that uses it.

All that a seat may know is reduced to a number, its *spot*, and in each spot two or three moves are worth thinking
about. ``python -m scripts.solve_thirty_one`` finds the best choice for each spot by counterfactual regret minimization
(:mod:`knockroll.lab.cfr`) and writes ``two_players.xz``; docs/lab.md says how it is done, and how well that plays.

The *quality* of a hand of three cards tells good hands of the same value from bad ones: it is the chance to win a
showdown, in thousandths, after one, two or three cards from the stock, always with the best discard. That is computed
once for each of the 22,100 hands, as if all other cards were equally likely. The file has, one after the other,
little-endian:

* the qualities of all hands after two cards, and after three;
* for each hand three times its *hope* after two cards, and that after one: whether its quality is in the lowest, the
  middle or the highest third of all hands of its value;
* the choice in each spot, two bits each.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence
from functools import cache
from math import comb
from pathlib import Path
from zlib import crc32

from knockroll.engine.acts import act_move, act_seat, act_top
from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.rule import lookup, lowest, rule
from knockroll.engine.state import (
    DISCARD,
    DRAW_DISCARD,
    DRAW_STOCK,
    NO_CARD,
    NOBODY,
    top_discard,
)
from knockroll.engine.stream import Stream
from knockroll.games.thirty_one.players import house
from knockroll.games.thirty_one.rules import DRAW, HAND_SIZE, KNOCK, THIRTY_ONE, ThirtyOne, hand_value, suit_total
from knockroll.players.player import Bot, Solution

FILE = Path(__file__).with_name("two_players.xz")
COUNTS = 8
"""A spot is written as its number times this, plus the number of its choices."""
HANDS = comb(DECK_SIZE, HAND_SIZE)

# Levels of the abstraction
TURNS = 8  # turns that are over
VALUES = 18  # the value of a hand
HOPES = 3  # what may become of it
GAINS = 6  # what taking the discard gains
SIGNS = 5  # how strong the other seems to be
LIVES = 3  # lives left, at most three
ROUNDS, GAPS, FAR_GAPS, RISKS = 5, 4, 3, 3  # for discards

DRAWS = TURNS * VALUES * HOPES * GAINS * SIGNS
LAST_DRAWS = TURNS * VALUES * VALUES * HOPES * SIGNS
DISCARDS = ROUNDS * VALUES * GAPS * FAR_GAPS * 2 * RISKS * RISKS
HAND_SPOTS = DRAWS + LAST_DRAWS + DISCARDS
"""The spots of a hand, whatever the scores."""
SPOTS = HAND_SPOTS * LIVES * LIVES

LEAST_KNOCK = 15
"""A knock with less is never a choice."""
LEAST_GAIN = -60
"""Taking a discard is no choice if it brings this much less quality than the stock would."""
SURE_GAIN = 150
"""The stock is no choice if the discard brings this much more quality."""
PATIENCE = 30
"""Turns after which nobody waits any longer: two players who did so would wait forever."""


# --- What the file tells --------------------------------------------------------------------------------------------


@cache
def _tables() -> tuple[Sequence[int], Sequence[int], Sequence[int], Sequence[int]]:
    """The content of the file: two qualities and the hopes of each hand, and the choices, four spots to a number."""
    import lzma

    data = lzma.decompress(FILE.read_bytes())
    qualities = array("h")
    qualities.frombytes(data[: 4 * HANDS])
    if sys.byteorder == "big":
        qualities.byteswap()
    rest = array("B", data[4 * HANDS :])
    return qualities[:HANDS], qualities[HANDS:], rest[:HANDS], rest[HANDS:]


quality_after_two = lookup(lambda: _tables()[0])
quality_after_three = lookup(lambda: _tables()[1])
hopes = lookup(lambda: _tables()[2])
four_choices = lookup(lambda: _tables()[3])


# --- What is told apart ---------------------------------------------------------------------------------------------


@rule
def number_of(hand: int) -> int:
    """The number of a hand of three cards."""
    low = lowest(hand)
    hand &= hand - 1
    middle = lowest(hand)
    high = lowest(hand & hand - 1)
    return high * (high - 1) * (high - 2) // 6 + middle * (middle - 1) // 2 + low


@rule
def _turn_level(turns: int) -> int:
    if turns < 4:
        return turns
    if turns < 8:
        return 2 + turns // 2
    return 6 if turns < 12 else 7


@rule
def _value_level(value: int) -> int:
    if value >= 19:
        return value - 14
    if value >= 13:
        return (value - 9) // 2
    return 1 if value >= 10 else 0


@rule
def _gain_level(gain: int) -> int:
    if gain < -20:
        return 0 if gain < LEAST_GAIN else 1
    if gain < 70:
        return 2 if gain < 20 else 3
    return 4 if gain < SURE_GAIN else 5


@rule
def _points(card: int) -> int:
    return suit_total(1 << card, card // 13)


@rule
def _sign_of_strength(v: ThirtyOne, seat: int) -> int:
    """How strong a seat seems: one that takes discards and can do without high cards has a good hand."""
    taken = 0
    highest = 0
    total = 0
    count = 0
    for i in range(v.act_count):
        if act_seat(v.acts[i]) == seat:
            move = act_move(v.acts[i])
            if move == DRAW_DISCARD:
                taken += 1
            elif DISCARD <= move < KNOCK:
                highest = max(highest, _points(move - DISCARD))
                total += _points(move - DISCARD)
                count += 1
    if not count:
        return 0
    strength = 3 * taken + highest + total // count - count
    return min(max((strength - 5) // 3, 0), SIGNS - 1)


@rule
def _suits_left(v: ThirtyOne, seat: int) -> int:
    """The suits, one bit each, of which somebody has thrown a card or left one lying in the last eight acts."""
    suits = 0
    for i in range(max(v.act_count - 8, 0), v.act_count):
        if act_seat(v.acts[i]) == seat:
            move = act_move(v.acts[i])
            if move == DRAW_STOCK:
                suits |= 1 << act_top(v.acts[i]) // 13
            elif DISCARD <= move < KNOCK:
                suits |= 1 << (move - DISCARD) // 13
    return suits


@rule
def _danger(v: ThirtyOne, other: int, suits_left: int, card: int) -> int:
    """How much the other would like a card: most of all one of a suit that it has taken, and high ones."""
    danger = 2
    if suit_total(v.known[other], card // 13):
        danger = 4
    elif suits_left >> card // 13 & 1:
        danger = 0
    points = _points(card)
    if points >= 10:
        return danger + 1
    return danger - 1 if points <= 5 else danger


@rule
def _risk(danger: int, instead: int) -> int:
    """How dangerous a card is compared with another: 0 if clearly less, 1 if about as much, 2 if clearly more."""
    if danger >= instead + 2:
        return 2
    return 0 if danger <= instead - 2 else 1


# --- Spots ----------------------------------------------------------------------------------------------------------


@rule
def spot(v: ThirtyOne, moves: list[int]) -> int:
    """Write the moves worth thinking about into a row; return the number of the spot times COUNTS, and how many."""
    own = min(v.strikes - v.scores[v.turn], LIVES)
    others = min(v.strikes - v.scores[1 - v.turn], LIVES)
    return hand_spot(v, moves) + ((LIVES - own) * LIVES + LIVES - others) * HAND_SPOTS * COUNTS


@rule
def hand_spot(v: ThirtyOne, moves: list[int]) -> int:
    """Do the same as :func:`spot`, whatever the scores."""
    if v.phase == DRAW:
        return _spot_to_draw(v, moves, v.hands[v.turn], 1 - v.turn)
    if v.knocker == NOBODY:
        return _spot_to_discard(v, moves, v.hands[v.turn], 1 - v.turn)
    moves[0] = _discard_for_value(v, v.hands[v.turn])
    return 1


@rule
def _spot_to_draw(v: ThirtyOne, moves: list[int], hand: int, other: int) -> int:
    with_discard = hand | 1 << top_discard(v)
    best_value = hand_value(with_discard, v.three_of_a_kind)
    if best_value == THIRTY_ONE:
        moves[0] = DRAW_DISCARD
        return 1
    value = hand_value(hand, v.three_of_a_kind)
    number = number_of(hand)
    key = _turn_level(v.turns) * VALUES + _value_level(value)
    sign = _sign_of_strength(v, other)
    if v.knocker != NOBODY:  # the last turn: only the value counts
        moves[0] = DRAW_STOCK
        moves[1] = DRAW_DISCARD
        key = ((key * VALUES + _value_level(best_value)) * HOPES + hopes(number) % HOPES) * SIGNS + sign
        return (DRAWS + key) * COUNTS + (2 if best_value > value else 1)
    gain = _best_quality(with_discard) - quality_after_three(number)
    n = 0
    if gain < SURE_GAIN:
        moves[n] = DRAW_STOCK
        n += 1
    if gain >= LEAST_GAIN:
        moves[n] = DRAW_DISCARD
        n += 1
    if value >= LEAST_KNOCK:
        moves[n] = KNOCK
        n += 1
    return (((key * HOPES + hopes(number) // HOPES) * GAINS + _gain_level(gain)) * SIGNS + sign) * COUNTS + n


@rule
def _best_quality(four: int) -> int:
    """The quality of the best three of four cards."""
    best = 0
    left = four
    while left:
        best = max(best, quality_after_two(number_of(four & ~(left & -left))))
        left &= left - 1
    return best


@rule
def _spot_to_discard(v: ThirtyOne, moves: list[int], hand: int, other: int) -> int:
    """Three of the four discards are worth thinking about: those that leave the best qualities, the best one first."""
    first, second, third = NO_CARD, NO_CARD, NO_CARD
    best, next_best, third_best = -1, -1, -1
    left = hand
    while left:
        card = lowest(left)
        left &= left - 1
        merit = quality_after_two(number_of(hand & ~(1 << card))) * 16 + 11 - _points(card)  # of equals, the lowest
        if merit > best:
            first, second, third = card, first, second
            best, next_best, third_best = merit, best, next_best
        elif merit > next_best:
            second, third = card, second
            next_best, third_best = merit, next_best
        elif merit > third_best:
            third, third_best = card, merit
    moves[0] = DISCARD + first
    moves[1] = DISCARD + second
    moves[2] = DISCARD + third
    value = hand_value(hand & ~(1 << first), v.three_of_a_kind)
    worth_more = 1 if hand_value(hand & ~(1 << second), v.three_of_a_kind) > value else 0
    gap = (best - next_best) // 16
    gap_level = (0 if gap < 5 else 1) if gap < 25 else (2 if gap < 80 else 3)
    far_gap = (best - third_best) // 16
    far_level = 0 if far_gap < 20 else (1 if far_gap < 80 else 2)
    suits = _suits_left(v, other)
    danger = _danger(v, other, suits, first)
    key = (min(v.turns // 2, ROUNDS - 1) * VALUES + _value_level(value)) * GAPS + gap_level
    key = (key * FAR_GAPS + far_level) * 2 + worth_more
    key = key * RISKS + _risk(danger, _danger(v, other, suits, second))
    key = key * RISKS + _risk(danger, _danger(v, other, suits, third))
    return (DRAWS + LAST_DRAWS + key) * COUNTS + 3


@rule
def _discard_for_value(v: ThirtyOne, hand: int) -> int:
    """The discard that leaves the highest value."""
    best = -1
    choice = DISCARD
    left = hand
    while left:
        card = lowest(left)
        left &= left - 1
        value = hand_value(hand & ~(1 << card), v.three_of_a_kind)
        if value > best:
            best = value
            choice = DISCARD + card
    return choice


# --- The player -----------------------------------------------------------------------------------------------------


@rule
def covers(v: ThirtyOne) -> bool:
    """Whether this is the game that was solved, and the hand has not taken so long that both may be waiting."""
    if not v.three_of_a_kind or not v.knock_first_round or not v.may_return_discard or v.knocker_tied_is_safe:
        return False
    return v.seats == 2 and v.turns < PATIENCE


@rule
def solved(v: ThirtyOne, moves: list[int], n: int, r: Stream) -> int:
    """Makes the choice that was found for its spot. With a good hand it often waits for the other to knock in vain.

    Where the game is not the one that was solved, it plays as House does: with more than two seats, with other options
    for three of a kind, knocking or discarding; and when a hand has taken so long that both may be waiting.
    """
    if not covers(v):
        return house(v, moves, n, r)
    found = spot(v, moves)
    if found % COUNTS == 1:
        return moves[0]
    key = found // COUNTS
    return moves[four_choices(key // 4) >> 2 * (key % 4) & 3]


PLAYER = Bot(
    "Solved",
    "Has counted its regrets for two players, millions of times.",
    solved,
    compiled_as=f"solved {crc32(FILE.read_bytes()):08x}",  # the file is compiled into it, and may be made again
)
"""The player behind Doctor Perhaps, also available as ``knockroll.games.thirty_one.solved:PLAYER``."""
SOLUTION = Solution(covers, PLAYER)
