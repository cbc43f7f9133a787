"""Tonk: spreads, and what can be laid and hit (tonk 8, 9, R4).

Every possible spread has a number. The books come first, rank by rank from the aces: of each rank s h d, s h c, s d c,
h d c, then all four. The runs follow, suit by suit (s h d c), in each by the lowest card and then by the length.
"""

from __future__ import annotations

from knockroll.engine.cards import ALL_CARDS, DECK_SIZE, RANK_MASK, SUIT_MASK
from knockroll.engine.melds import SHORTEST, run_starts, set_ranks
from knockroll.engine.rule import lookup, lowest, rule
from knockroll.engine.state import FIRST_OWN_MOVE, list_cards
from knockroll.games.tonk.state import MOST_SPREADS, Tonk, cards_of

BOOKS_OF_RANK = 5
BOOKS = 13 * BOOKS_OF_RANK
RUNS_OF_SUIT = 66
SPREADS = BOOKS + 4 * RUNS_OF_SUIT

# The numbers of moves: a contract.
DROP = FIRST_OWN_MOVE
SPREAD = DROP + 1
"""SPREAD + the number of a spread lays it."""
HIT = SPREAD + SPREADS
"""HIT + 52 * place + card hits with that card the spread at that place, counted from 0."""
ALL_MOVES = HIT + DECK_SIZE * MOST_SPREADS

_NO_ACES = ALL_CARDS ^ RANK_MASK
_NO_KINGS = ALL_CARDS ^ RANK_MASK << 12


def spread_masks() -> list[int]:
    """The cards of every possible spread, by its number."""
    books = []
    for rank in range(13):
        four = RANK_MASK << rank
        books += [four & ~(SUIT_MASK << 13 * missing) for missing in (3, 2, 1, 0)] + [four]
    runs = [
        ((1 << length) - 1) << 13 * suit + start
        for suit in range(4)
        for start in range(13)
        for length in range(SHORTEST, 13 - start + 1)
    ]
    return books + runs


spread_mask = lookup(spread_masks)
"""The cards of a spread, given its number."""


def _first_runs() -> list[int]:
    lengths = [13 - start - SHORTEST + 1 for start in range(13 - SHORTEST + 1)]
    return [sum(lengths[:start]) for start in range(len(lengths))]


first_run = lookup(_first_runs)
"""The number, within its suit, of the shortest run that begins at a rank."""


@rule
def list_spreads(hand: int, moves: list[int], n: int) -> int:
    """Add the spreads that a hand can lay to the ``n`` moves found so far; return the new number of moves (tonk 8)."""
    ranks = set_ranks(hand)
    while ranks:
        first = lowest(ranks) * BOOKS_OF_RANK
        ranks &= ranks - 1
        for book in range(first, first + BOOKS_OF_RANK):
            if spread_mask(book) & ~hand == 0:
                moves[n] = SPREAD + book
                n += 1
    starts = run_starts(hand)
    while starts:
        start = lowest(starts)
        starts &= starts - 1
        suit = start // 13
        run = BOOKS + RUNS_OF_SUIT * suit + first_run(start - 13 * suit)
        end = start + SHORTEST - 1
        while end < 13 * suit + 13 and hand >> end & 1:
            moves[n] = SPREAD + run
            n += 1
            run += 1
            end += 1
    return n


@rule
def list_hits(s: Tonk, hand: int, moves: list[int], n: int) -> int:
    """Add the hits that a hand can make to the ``n`` moves found so far; return the new number of moves (tonk 9)."""
    place = 0
    while s.spreads[place]:
        n = list_cards(fitting(cards_of(s.spreads[place])) & hand, HIT + DECK_SIZE * place, moves, n)
        place += 1
    return n


@rule
def fitting(spread: int) -> int:
    """The cards that can be added to a spread: the fourth of a book, either end of a run (tonk 9)."""
    of_rank = RANK_MASK << lowest(spread) % 13
    if spread & ~of_rank == 0:
        return of_rank & ~spread
    return (spread << 1 & _NO_ACES | spread >> 1 & _NO_KINGS) & ~spread


@rule
def on_table(s: Tonk) -> int:
    """The cards of all spreads."""
    cards = 0
    place = 0
    while s.spreads[place]:
        cards |= cards_of(s.spreads[place])
        place += 1
    return cards
