"""A stream of random numbers that rules can draw from: ChaCha8, written as rules so that it runs both ways.

A seed is 256 bits (52! needs 226). One seed has as many independent streams as there are games, and for each game one
for chance and one for every purpose beside it, because game and purpose are part of ChaCha's nonce. So game number
123,456 of a simulation is the same whichever thread plays it, and can be played again at a table by itself.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from operator import itemgetter
from typing import Any

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.rule import State, compiled_for, row, rule

WORD = 0xFFFFFFFF
HALF = 0xFFFF
BLOCK = 32
"""The halves of words in a block."""
CHANCE = 0
"""The purpose of the stream that deals and throws."""
CHOICE = 1
"""The purpose of the stream for a player's choices at random; in the lab that of seat 0, and so on from there."""


class Stream(State):
    """The current state of a stream: its key and counters, and a supply of numbers, which are halves of words."""

    key: list[int] = row(16)
    halves: list[int] = row(BLOCK)  # one block; where interpreted, AT_ONCE blocks
    used: int = BLOCK  # how many are used up: all, so that the first number makes a block

    def write(self, record: Any) -> None:
        """Copy the stream into a record, which has one block."""
        State.write(with_one_block(self), record)


def open_stream(seed: int, game: int = 0, purpose: int = CHANCE) -> Stream:
    """Return the stream of one game and purpose under a 256-bit seed."""
    stream = Stream()
    constants = [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in range(0, 16, 4)]
    seed_bytes = seed.to_bytes(32, "big")
    stream.key[:12] = [*constants, *(int.from_bytes(seed_bytes[i : i + 4], "little") for i in range(0, 32, 4))]
    reopen(stream, game, purpose)
    return stream


@rule
def reopen(r: Stream, game: int, purpose: int) -> None:
    """Turn a stream into that of another game and purpose under the same seed, at its first number."""
    r.key[12] = 0  # counts the blocks
    r.key[13] = purpose
    r.key[14] = game & WORD
    r.key[15] = game >> 32
    r.used = len(r.halves)


@rule
def _quarter(a: int, b: int, c: int, d: int, words: int) -> tuple[int, int, int, int]:
    """Return the result of a quarter round, on single words or on as many side by side as ``words`` has."""
    a = (a + b) & words
    d ^= a
    d = ((d << 16) | (d >> 16)) & words
    c = (c + d) & words
    b ^= c
    b = ((b << 12) | (b >> 20)) & words
    a = (a + b) & words
    d ^= a
    d = ((d << 8) | (d >> 24)) & words
    c = (c + d) & words
    b ^= c
    b = ((b << 7) | (b >> 25)) & words
    return a, b, c, d


AT_ONCE = 16
"""Blocks that the interpreter makes at once: many take hardly longer than one."""
COLUMN = 64 * AT_ONCE
"""The bits of one column of all blocks: a word of each, in 64 bits, so that what a sum or a shift carries has room."""
EVERY_BLOCK = sum(1 << 64 * block for block in range(AT_ONCE))
BLOCK_NUMBERS = sum(block << 64 * block for block in range(AT_ONCE))
WORDS = sum(WORD << 64 * i for i in range(4 * AT_ONCE))
halves_of_row = struct.Struct("<" + "HH4x" * 4 * AT_ONCE).unpack
block_by_block = itemgetter(
    *[
        2 * (4 * AT_ONCE * across + AT_ONCE * down + block) + half
        for block in range(AT_ONCE)
        for across in range(4)
        for down in range(4)
        for half in range(2)
    ]
)
"""Puts halves of words in the order of the stream: what comes from one row of all blocks lies apart in it."""


def next_blocks(r: Stream) -> None:
    """Compute the next words of the key stream, several blocks at once.

    A row of all blocks is one large number, so that one quarter round handles all columns.
    """
    k = r.key
    rows = [
        (k[i] | k[i + 1] << COLUMN | k[i + 2] << 2 * COLUMN | k[i + 3] << 3 * COLUMN) * EVERY_BLOCK
        for i in (0, 4, 8, 12)
    ]
    rows[3] += BLOCK_NUMBERS
    a, b, c, d = rows
    for turn in (COLUMN, 3 * COLUMN) * 4:  # eight rounds: columns, then diagonals, columns when the rows are turned
        a, b, c, d = _quarter(a, b, c, d, WORDS)
        b = (b >> turn | b << 4 * COLUMN - turn) & WORDS
        c = (c >> 2 * COLUMN | c << 2 * COLUMN) & WORDS
        d = (d << turn | d >> 4 * COLUMN - turn) & WORDS
    sums = [total & WORDS for total in map(int.__add__, rows, (a, b, c, d))]
    row_by_row = [half for total in sums for half in halves_of_row(total.to_bytes(COLUMN // 2, "little"))]
    r.halves = block_by_block(row_by_row)  # a tuple, which copies of the stream share
    k[12] = (k[12] + AT_ONCE) & WORD
    r.used = 0


def with_one_block(r: Stream) -> Stream:
    """Return the stream in the form of compiled code: at the same number, with only the block in use."""
    new = r.copy()
    begun = -(-r.used // BLOCK)  # blocks that are begun
    first = max(begun - 1, 0) * BLOCK
    new.halves = r.halves[first : first + BLOCK]
    new.used = r.used - first
    new.key[12] -= len(r.halves) // BLOCK - first // BLOCK - 1
    return new


@compiled_for(next_blocks)
def _next_block(r: Stream) -> None:
    """Compute the next block, one word at a time."""
    k = r.key
    a0, a1, a2, a3, b0, b1, b2, b3 = k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7]
    c0, c1, c2, c3, d0, d1, d2, d3 = k[8], k[9], k[10], k[11], k[12], k[13], k[14], k[15]
    for _ in range(4):
        a0, b0, c0, d0 = _quarter(a0, b0, c0, d0, WORD)
        a1, b1, c1, d1 = _quarter(a1, b1, c1, d1, WORD)
        a2, b2, c2, d2 = _quarter(a2, b2, c2, d2, WORD)
        a3, b3, c3, d3 = _quarter(a3, b3, c3, d3, WORD)
        a0, b1, c2, d3 = _quarter(a0, b1, c2, d3, WORD)
        a1, b2, c3, d0 = _quarter(a1, b2, c3, d0, WORD)
        a2, b3, c0, d1 = _quarter(a2, b3, c0, d1, WORD)
        a3, b0, c1, d2 = _quarter(a3, b0, c1, d2, WORD)
    w = r.halves
    w[0], w[2], w[4], w[6], w[8], w[10], w[12], w[14] = a0, a1, a2, a3, b0, b1, b2, b3
    w[16], w[18], w[20], w[22], w[24], w[26], w[28], w[30] = c0, c1, c2, c3, d0, d1, d2, d3
    for i in range(16):
        word = (w[2 * i] + k[i]) & WORD
        w[2 * i] = word & HALF
        w[2 * i + 1] = word >> 16
    k[12] = (k[12] + 1) & WORD
    r.used = 0


@rule
def below(r: Stream, n: int) -> int:
    """A number from 0 to n - 1, each equally likely; n is at most 65,536."""
    while True:
        if r.used == len(r.halves):
            next_blocks(r)
        used = r.used
        r.used = used + 1
        product = r.halves[used] * n
        # Multiplying spreads 65,536 values over n boxes. The few left over would favour some, so they are rejected.
        rest = product & HALF
        if rest >= n or rest >= (HALF + 1) % n:
            return product >> 16


def put_in_order(deck: list[int]) -> None:
    """Write the deck in canonical order."""
    deck[:] = range(DECK_SIZE)


@compiled_for(put_in_order)
def _put_in_order(deck: list[int]) -> None:
    """Do the same card by card."""
    for i in range(DECK_SIZE):
        deck[i] = i


def shuffling(draw: Callable[[Any, int], int]) -> Callable[[Any, list[int]], None]:
    """Return a rule that shuffles with the numbers of ``draw(source, n)``, from 0 to n - 1."""

    @rule
    def shuffle(source: Any, deck: list[int]) -> None:
        """Put a shuffled deck into ``deck``: Fisher-Yates from the canonical order."""
        put_in_order(deck)
        for i in range(DECK_SIZE - 1, 0, -1):
            j = draw(source, i + 1)
            deck[i], deck[j] = deck[j], deck[i]

    return shuffle


def shuffle_deck(r: Stream, deck: list[int]) -> None:
    """Shuffle as with :func:`below`, without a call for each number: most of the time of a deal is spent here."""
    put_in_order(deck)
    used = r.used
    for i, half in zip(_LAST_TO_SECOND, r.halves[used : used + DECK_SIZE - 1], strict=False):
        product = half * (i + 1)
        if product & HALF <= i:  # perhaps a number to be rejected
            break
        j = product >> 16
        deck[i], deck[j] = deck[j], deck[i]
        used += 1
    left = DECK_SIZE - 1 - (used - r.used)
    r.used = used
    _shuffle_first(r, deck, left)


_LAST_TO_SECOND = range(DECK_SIZE - 1, 0, -1)


@compiled_for(shuffle_deck)
def _shuffle_deck(r: Stream, deck: list[int]) -> None:
    """Do the same without a list of the remaining numbers."""
    put_in_order(deck)
    _shuffle_first(r, deck, DECK_SIZE - 1)


@rule
def _shuffle_first(r: Stream, deck: list[int], last: int) -> None:
    """Shuffle the cards up to place ``last`` of a deck; those behind it are already shuffled."""
    halves, used, end = r.halves, r.used, len(r.halves)
    for i in range(last, 0, -1):
        while True:
            if used == end:
                next_blocks(r)
                halves, used, end = r.halves, 0, len(r.halves)
            product = halves[used] * (i + 1)
            used += 1
            rest = product & HALF
            if rest > i or rest >= (HALF + 1) % (i + 1):
                break
        j = product >> 16
        deck[i], deck[j] = deck[j], deck[i]
    r.used = used
