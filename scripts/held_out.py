"""Measure gin players against styles that none of them was fitted to: ``python -m scripts.held_out``.

The three players here are for this only. They sit at no table and are in no training, so that a claim of strength can
name opponents that a player had never met. Games are mirrored, and of the variant ``standard``.
"""

from __future__ import annotations

import argparse

from knockroll import arena
from knockroll.engine.cards import points
from knockroll.engine.game import get_game
from knockroll.engine.rule import rule
from knockroll.engine.state import DISCARD
from knockroll.engine.stream import Stream, below
from knockroll.games.gin_rummy.players import aunt_vera, simple, the_archivist
from knockroll.games.gin_rummy.promise import loose_cards
from knockroll.games.gin_rummy.rules import GIN, KNOCK, PASS, GinRummy
from knockroll.players.player import Bot

GAME = get_game("gin_rummy")
EARLY = 8
"""Turns of both players that are early in a hand."""


@rule
def _drop_highest(v: GinRummy, moves: list[int], n: int) -> int:
    """Discard the highest loose card."""
    loose = loose_cards(v.hands[v.turn])
    most, choice = -1, moves[0]
    for k in range(n):
        if moves[k] < PASS:
            card = moves[k] - DISCARD
            worth = points(card) if loose >> card & 1 else 0
            if worth > most:
                most, choice = worth, moves[k]
    return choice


@rule
def waits_for_gin(v: GinRummy, moves: list[int], n: int, r: Stream) -> int:
    """Plays as The Archivist does, but never knocks."""
    move = the_archivist(v, moves, n, r)
    return _drop_highest(v, moves, n) if KNOCK <= move < GIN else move


@rule
def late_bloomer(v: GinRummy, moves: list[int], n: int, r: Stream) -> int:
    """Plays as Simple does for four rounds, without knocking, and then as The Archivist does."""
    if v.turns >= EARLY:
        return the_archivist(v, moves, n, r)
    move = simple(v, moves, n, r)
    return _drop_highest(v, moves, n) if KNOCK <= move < GIN else move


@rule
def mixes_styles(v: GinRummy, moves: list[int], n: int, r: Stream) -> int:
    """Makes each move as The Archivist, Aunt Vera or Simple would, at random."""
    which = below(r, 3)
    if which == 0:
        return the_archivist(v, moves, n, r)
    return aunt_vera(v, moves, n, r) if which == 1 else simple(v, moves, n, r)


HELD_OUT = (
    Bot("Waits for gin", "Never knocks.", waits_for_gin),
    Bot("Late bloomer", "Weak early in a hand, strong later.", late_bloomer),
    Bot("Mixes styles", "Plays like one of three, at random.", mixes_styles),
)


def main() -> None:
    """Measure some players against each of the three."""
    parser = argparse.ArgumentParser(prog="python -m scripts.held_out", description=__doc__)
    parser.add_argument("players", nargs="*", default=["The Actuary", "The Archivist"], metavar="PLAYER")
    parser.add_argument("--games", type=int, default=20_000, metavar="N", help="default: 20000")
    parser.add_argument("--seed", type=int, default=770_001, metavar="S", help="of the first match (default: 770001)")
    asked = parser.parse_args()
    for number, opponent in enumerate(HELD_OUT):
        for name in asked.players:
            seed = asked.seed + number
            found = arena.run(GAME, [name, opponent], 2, asked.games, seed, variant="standard")[name]
            interval = f"{found.share_low:.2%} – {found.share_high:.2%}"
            print(f"{name} wins {found.share:.2%} ({interval}) against {opponent.name}, seed {seed}", flush=True)


if __name__ == "__main__":
    main()
