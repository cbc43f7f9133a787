"""A stream of random numbers that rules can draw from: ChaCha8, written as rules so that it runs both ways.

A seed is 256 bits (52! needs 226). One seed has as many independent streams as there are games, and for each game one
for chance and one for every purpose beside it, because game and purpose are part of ChaCha's nonce. So game number
123,456 of a simulation is the same whichever thread plays it, and can be played again at a table by itself.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.rule import State, row, rule

WORD = 0xFFFFFFFF
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
def _quarter(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    a = (a + b) & WORD
    d ^= a
    d = ((d << 16) | (d >> 16)) & WORD
    c = (c + d) & WORD
    b ^= c
    b = ((b << 12) | (b >> 20)) & WORD
    a = (a + b) & WORD
    d ^= a
    d = ((d << 8) | (d >> 24)) & WORD
    c = (c + d) & WORD
    b ^= c
    b = ((b << 7) | (b >> 25)) & WORD
    return a, b, c, d


@rule
def next_block(r: Stream) -> None:
    """Fill the block with the next 16 words of the key stream."""
    k = r.key
    a0, a1, a2, a3, b0, b1, b2, b3 = k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7]
    c0, c1, c2, c3, d0, d1, d2, d3 = k[8], k[9], k[10], k[11], k[12], k[13], k[14], k[15]
    for _ in range(4):  # eight rounds: columns, then diagonals
        a0, b0, c0, d0 = _quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = _quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = _quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = _quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = _quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = _quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = _quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = _quarter(a3, b0, c1, d2)
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
        half = (r.block[r.used >> 1] >> ((r.used & 1) << 4)) & HALF
        r.used += 1
        product = half * n
        # Multiplying spreads 65,536 values over n boxes; the few left over would favour some boxes: thrown away.
        if (product & HALF) >= n or (product & HALF) >= (HALF + 1) % n:
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
