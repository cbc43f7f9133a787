"""Random play-outs: whole games played by seats that choose at random, one at a time or millions compiled.

Game number g of a simulation with seed S deals what ``Seeded(S, g)`` deals and is the same whichever way it runs, so
results do not depend on threads, and any single game can be looked at again at a table.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from functools import cache
from typing import Any

from knockroll.cards import DECK_SIZE
from knockroll.game import Game
from knockroll.options import Value
from knockroll.rule import State, row, rule
from knockroll.state import A_DECK, A_SEAT, OVER
from knockroll.stream import CHANCE, CHOICE, Stream, below, open_stream, shuffle_deck

CHUNK = 4096
"""Games that one thread plays before it reports: some tens of milliseconds of work."""
MOST_ENDINGS = 16
DIGEST_MASK = (1 << 61) - 1


class Tally(State):
    """What is counted while games are played."""

    moves: int = 0
    hands: int = 0
    digest: int = 0  # of all moves, to hold two runs against each other
    endings: list[int] = row(MOST_ENDINGS)


@rule
def give_chance(wants: int, count: int, luck: Stream, given: list[int]) -> None:
    """Answer from a stream what the rules ask for, as :class:`knockroll.chance.Seeded` does."""
    if wants == A_SEAT:
        given[0] = below(luck, count)
    elif wants == A_DECK:
        shuffle_deck(luck, given)
    else:
        for i in range(count):
            given[i] = below(luck, 6) + 1


@cache
def random_playout(game: Game) -> Callable[..., None]:
    """The rule that plays a game to its end, every choice at random."""
    start, chance, legal, play = game.start, game.chance, game.legal, game.play

    @rule
    def playout(s: Any, luck: Stream, whim: Stream, moves: list[int], given: list[int], tally: Tally) -> None:
        start(s)
        while s.phase != OVER:
            played = s.hands_played
            if s.wants:
                give_chance(s.wants, s.wants_count, luck, given)
                chance(s, given)
            else:
                move = moves[below(whim, legal(s, moves))]
                play(s, move)
                tally.moves += 1
                tally.digest = (tally.digest * 31 + move + 1) & DIGEST_MASK
            if s.hands_played > played:
                tally.hands += 1
                tally.endings[s.ending] += 1

    return playout


def play_one(game: Game, first: Any, seed: int, number: int) -> tuple[Any, Tally]:
    """Play one game interpreted, from a state before its beginning."""
    s = first.copy()
    tally = Tally()
    luck, whim = open_stream(seed, number), open_stream(seed, number, CHOICE)
    random_playout(game)(s, luck, whim, [0] * game.most_moves, [0] * DECK_SIZE, tally)
    return s, tally


@cache
def compiled_playouts(game: Game, note: Callable[[str], None] | None = None) -> Callable[..., None]:
    """The same for an array of states, compiled."""
    from knockroll.compiled import compile_loop

    playout = random_playout(game)

    def playouts(states, lucks, whims, moves, given, tallies):  # type: ignore[no-untyped-def]
        for i in range(len(states)):
            playout(states[i], lucks[i], whims[i], moves, given, tallies[i])

    return compile_loop(playouts, f"random {game.name}", note)
