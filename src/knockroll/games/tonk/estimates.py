"""Tonk: how computer players judge cards, and what they make of what everybody could see.

Nothing here is a rule of the game. Every function works on a view: the seat to move is the one that judges.
"""

from __future__ import annotations

from math import erf, sqrt

from knockroll.engine.cards import ALL_CARDS, DECK_SIZE, RANK_MASK, SUIT_MASK, points_in
from knockroll.engine.melds import best_sets, run_cards, set_ranks
from knockroll.engine.rule import lookup, rule
from knockroll.engine.state import top_discard
from knockroll.games.tonk.spreads import HIT, SPREAD, fitting, on_table, spread_mask
from knockroll.games.tonk.state import Tonk, cards_of, left_of

NO_MOVE = -1

TONK, OUT = -2, -1
"""What is left in a hand that can be emptied at once, with no card or with one to discard: better than 0 points."""

_NO_KING = ALL_CARDS ^ RANK_MASK << 12
_NO_ACE = ALL_CARDS ^ RANK_MASK
_BELOW_QUEEN = _NO_KING ^ RANK_MASK << 11
_ABOVE_TWO = _NO_ACE ^ RANK_MASK << 1

# --- What can be laid ----------------------------------------------------------------------------------------------


@rule
def _without_hits(hand: int, spread: int) -> int:
    """The cards left in a hand after all that fit have been added to a spread, one after the other."""
    hits = fitting(spread) & hand
    while hits:
        hand &= ~hits
        spread |= hits
        hits = fitting(spread) & hand
    return hand


@rule
def left_over(v: Tonk, hand: int) -> int:
    """The cards left in a hand after all its spreads have been laid, and then all hits made."""
    if set_ranks(hand):
        hand &= ~best_sets(hand)
    hand &= ~run_cards(hand)
    place = 0
    while v.spreads[place]:
        hand = _without_hits(hand, cards_of(v.spreads[place]))
        place += 1
    return hand


@rule
def count_after(left: int) -> int:
    """The count after the turn, if these cards are left before the dearest of them is discarded: TONK, OUT or points.

    With one card left, discarding it wins as well.
    """
    if left == 0:
        return TONK
    if left & left - 1 == 0:
        return OUT
    return points_in(left) - dearest_points(left)


@rule
def dearest_points(cards: int) -> int:
    """The points of the dearest of some cards."""
    most = 0
    while cards:
        most = max(most, points_in(cards & -cards))
        cards &= cards - 1
    return most


@rule
def best_lay(v: Tonk, moves: list[int], n: int) -> int:
    """The spread or hit after which the fewest points can be left at the end of this turn; NO_MOVE if there is none.

    Among equals it is the one that lays the most cards at once.
    """
    hand = v.hands[v.turn]
    choice = NO_MOVE
    best = 0
    for i in range(n):
        move = moves[i]
        if move < SPREAD:
            continue
        if move < HIT:
            spread = spread_mask(move - SPREAD)
        else:
            spread = cards_of(v.spreads[(move - HIT) // DECK_SIZE]) | 1 << (move - HIT) % DECK_SIZE
        left = _without_hits(left_over(v, hand & ~spread), spread)
        merit = (spread & hand).bit_count() - DECK_SIZE * count_after(left)
        if choice == NO_MOVE or merit > best:
            choice = move
            best = merit
    return choice


# --- What may come -------------------------------------------------------------------------------------------------


@rule
def seen_cards(v: Tonk) -> int:
    """The cards whose place is known: one's own, those on the table, the top discard, what others took and hold."""
    seen = on_table(v) | v.hands[v.turn]
    if v.pile_size:
        seen |= 1 << top_discard(v)
    for seat in range(v.seats):
        seen |= v.known[seat]
    return seen


@rule
def _paired_ranks(cards: int) -> int:
    """The ranks, one bit each, of which there are at least two cards."""
    hearts = cards >> 13
    diamonds = cards >> 26
    clubs = cards >> 39
    return (cards & hearts | (cards | hearts) & (diamonds | clubs) | diamonds & clubs) & SUIT_MASK


@rule
def paired(hand: int) -> int:
    """The cards of a hand that are of one rank with another."""
    return _paired_ranks(hand) * RANK_MASK & hand


@rule
def spread_makers(hand: int) -> int:
    """The cards that would make a spread with two in the hand: a pair, neighbours, or two with one missing between."""
    neighbours = hand & hand >> 1 & _NO_KING  # the lower of each two
    gaps = hand & hand >> 2 & _BELOW_QUEEN
    run_makers = neighbours >> 1 & _NO_KING | neighbours << 2 & _ABOVE_TWO | gaps << 1
    return (run_makers | _paired_ranks(hand) * RANK_MASK) & ~hand


@rule
def partners(card: int) -> int:
    """The cards that can be in a spread of three with a card."""
    one = 1 << card
    near = one << 1 & _NO_ACE | one << 2 & _ABOVE_TWO | one >> 1 & _NO_KING | one >> 2 & _BELOW_QUEEN
    return (RANK_MASK << card % 13 | near) & ~one


@rule
def next_collects(v: Tonk) -> int:
    """The cards that the next player has taken from the pile and holds."""
    return v.known[left_of(v, v.turn)]


# --- What the others hold ------------------------------------------------------------------------------------------

CERTAIN = 10_000
"""A chance is a number from 0 to this."""

_LATEST = 10
"""Hands do not get much lower after this many turns."""
_FULL_HAND = 4
"""A player with fewer cards has laid a spread, and kept the lowest of the rest."""


def _card_points() -> list[int]:
    full = [65, 60, 55, 50, 45, 41, 38, 36, 34, 32, 30]
    after_a_spread = [65, 52, 45, 41, 37, 34, 31, 29, 27, 26, 25]
    return after_a_spread + full


_mean_points = lookup(_card_points)
"""Tenths of points that an unknown card of another player counts on average after 0, 1, 2, … turns of that player:
first for players who have laid a spread, then for others. Measured in 60,000 hands of an early Bookmaker against
himself."""


def _deviations() -> list[int]:
    of_one_card = [30, 28, 27, 26, 24, 22, 20, 18, 17, 16, 15]
    return [max(1, round(tenths * sqrt(cards))) for tenths in of_one_card for cards in range(8)]


_deviation = lookup(_deviations)
"""The standard deviation of those counts, in tenths of points: by turns, then by the number of unknown cards."""

_WIDEST = 400
"""Hundredths of standard deviations beyond which an outcome counts as certain."""


def _normal() -> list[int]:
    return [round(CERTAIN * (1 + erf(z / 100 / sqrt(2))) / 2) for z in range(-_WIDEST, _WIDEST + 1)]


_normal_chance = lookup(_normal)


@rule
def mean_count(v: Tonk, seat: int, turns: int) -> int:
    """The mean count of another seat after this many of its turns, in tenths of points."""
    known = v.known[seat]
    table = _LATEST + 1 if v.held[seat] >= _FULL_HAND else 0
    unknown = v.held[seat] - known.bit_count()
    return 10 * points_in(known) + unknown * _mean_points(table + min(turns, _LATEST))


@rule
def _chance_of_more(v: Tonk, seat: int, turns: int, count: int) -> int:
    """The chance that a seat counts more than ``count`` after this many of its turns."""
    above = mean_count(v, seat, turns) - 10 * count - 5
    unknown = v.held[seat] - v.known[seat].bit_count()
    deviation = _deviation(8 * min(turns, _LATEST) + min(unknown, 7))
    if above > deviation * _WIDEST // 100:
        return CERTAIN
    if above < -(deviation * _WIDEST // 100):
        return 0
    return _normal_chance((100 * above + _WIDEST * deviation) // deviation)


@rule
def _turns_of(v: Tonk, steps: int) -> int:
    """The turns that the seat ``steps`` to the left of the mover has had."""
    players = v.playing.bit_count()
    return (v.turns + steps) // players  # a seat before the mover in this round is one turn ahead


@rule
def lowest_mean_count(v: Tonk) -> int:
    """The lowest mean count of the others, in tenths of points."""
    fewest = 0
    seat = v.turn
    for steps in range(1, v.playing.bit_count()):
        seat = left_of(v, seat)
        its_mean = mean_count(v, seat, _turns_of(v, steps))
        if steps == 1 or its_mean < fewest:
            fewest = its_mean
    return fewest


@rule
def chance_of_lowest(v: Tonk, count: int) -> int:
    """The chance that every other seat counts more than ``count``."""
    chance = CERTAIN
    seat = v.turn
    for steps in range(1, v.playing.bit_count()):
        seat = left_of(v, seat)
        chance = chance * _chance_of_more(v, seat, _turns_of(v, steps), count) // CERTAIN
    return chance
