"""A stream of random numbers that rules can draw from: ChaCha8, written as rules so that it runs both ways.

A seed is 256 bits (52! needs 226). One seed has as many independent streams as there are games, and for each game one
for chance and one for every purpose beside it, because game and purpose are part of ChaCha's nonce. So game number
123,456 of a simulation is the same whichever thread plays it, and can be played again at a table by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.rule import State, compiled_for, row, rule

WORD = 0xFFFFFFFF
FOUR_WORDS = WORD << 192 | WORD << 128 | WORD << 64 | WORD
"""Four words side by side in one number, 64 bits each, so that what a sum or a shift carries over has room."""
HALF = 0xFFFF
CHANCE = 0
"""The purpose of the stream that deals and throws."""
CHOICE = 1
"""The purpose of the stream for a player's choices at random; in the lab that of seat 0, and so on from there."""


class Stream(State):
    """Where a stream stands: its key and counters, and the block of numbers being used up."""

    key: list[int] = row(16)
    block: list[int] = row(16)
    used: int = 32  # half-words of the block that are used up: all, so that the first number makes a block


def open_stream(seed: int, game: int = 0, purpose: int = CHANCE) -> Stream:
    """The stream of one game and purpose under a 256-bit seed."""
    stream = Stream()
    constants = [int.from_bytes(b"expand 32-byte k"[i : i + 4], "little") for i in range(0, 16, 4)]
    seed_bytes = seed.to_bytes(32, "big")
    stream.key[:12] = [*constants, *(int.from_bytes(seed_bytes[i : i + 4], "little") for i in range(0, 32, 4))]
    reopen(stream, game, purpose)
    return stream


@rule
def reopen(r: Stream, game: int, purpose: int) -> None:
    """Make an open stream that of another game and purpose under the same seed, from its first number on."""
    r.key[12] = 0  # counts the blocks
    r.key[13] = purpose
    r.key[14] = game & WORD
    r.key[15] = game >> 32
    r.used = 32


@rule
def _quarter(a: int, b: int, c: int, d: int, words: int) -> tuple[int, int, int, int]:
    """A quarter of a round, of one word each, or of as many side by side as ``words`` has."""
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


def next_block(r: Stream) -> None:
    """Fill the block with the next 16 words of the key stream.

    The interpreter takes as long for a large number as for a small one: all four columns are one quarter of a round.
    """
    k = r.key
    rows = [k[i] | k[i + 1] << 64 | k[i + 2] << 128 | k[i + 3] << 192 for i in (0, 4, 8, 12)]
    a, b, c, d = rows
    for turn in (64, 192) * 4:  # eight rounds: columns, then diagonals, which are columns when the rows are turned
        a, b, c, d = _quarter(a, b, c, d, FOUR_WORDS)
        b = (b >> turn | b << 256 - turn) & FOUR_WORDS
        c = (c >> 128 | c << 128) & FOUR_WORDS
        d = (d << turn | d >> 256 - turn) & FOUR_WORDS
    r.block = [total >> bits & WORD for total in map(int.__add__, rows, (a, b, c, d)) for bits in (0, 64, 128, 192)]
    k[12] = (k[12] + 1) & WORD
    r.used = 0


@compiled_for(next_block)
def _next_block_by_words(r: Stream) -> None:
    """The same, a word at a time."""
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
    w = r.block
    w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7] = a0, a1, a2, a3, b0, b1, b2, b3
    w[8], w[9], w[10], w[11], w[12], w[13], w[14], w[15] = c0, c1, c2, c3, d0, d1, d2, d3
    for i in range(16):
        w[i] = (w[i] + k[i]) & WORD
    k[12] = (k[12] + 1) & WORD
    r.used = 0


@rule
def below(r: Stream, n: int) -> int:
    """A number from 0 to n - 1, each equally likely; n is at most 65,536."""
    while True:
        if r.used == 32:
            next_block(r)
        used = r.used
        r.used = used + 1
        product = (r.block[used >> 1] >> ((used & 1) << 4) & HALF) * n
        # Multiplying spreads 65,536 values over n boxes; the few left over would favour some boxes: thrown away.
        rest = product & HALF
        if rest >= n or rest >= (HALF + 1) % n:
            return product >> 16


def shuffling(draw: Callable[[Any, int], int]) -> Callable[[Any, list[int]], None]:
    """The rule that shuffles with numbers from 0 to n - 1 that ``draw(source, n)`` gives."""

    @rule
    def shuffle(source: Any, deck: list[int]) -> None:
        """Put a shuffled deck into ``deck``: Fisher-Yates from the canonical order."""
        for i in range(DECK_SIZE):
            deck[i] = i
        for i in range(DECK_SIZE - 1, 0, -1):
            j = draw(source, i + 1)
            card = deck[i]
            deck[i] = deck[j]
            deck[j] = card

    return shuffle


shuffle_deck = shuffling(below)
