"""How The Actuary's networks for gin are fitted."""

from __future__ import annotations

from typing import Any

import numpy

from knockroll.engine.game import get_game
from knockroll.engine.rule import rule
from knockroll.engine.state import DISCARD, DRAW_DISCARD, unseen
from knockroll.games.gin_rummy.appraisal import (
    DISCARD_UNITS,
    FILE,
    KNOCK_UNITS,
    OF_MOVE,
    OF_TAKING,
    TAKING_UNITS,
    discard_inputs,
    hand_inputs,
    number,
    table_inputs,
    taking_inputs,
    unwanted,
)
from knockroll.games.gin_rummy.players import may_go
from knockroll.games.gin_rummy.promise import chance_each
from knockroll.games.gin_rummy.rules import DISCARDING, GIN, KNOCK, GinRummy
from knockroll.lab.appraisal import BASELINE, Appraisal, Stage, write_inputs

DISCARDED, KNOCKED = range(2)


@rule
def discards(v: GinRummy, moves: Any, n: int, tried: Any, kinds: Any, rows: Any) -> int:
    """Write every discard and knock, unless gin is possible."""
    if v.phase != DISCARDING or moves[n - 1] >= GIN:
        return 0
    hand, live = v.hands[v.turn], unseen(v)
    table, each, left_alone = table_inputs(v, 0), chance_each(v, live), unwanted(v)
    cards = may_go(v)
    count = 0
    for k in range(n):
        kind = KNOCKED if moves[k] >= KNOCK else DISCARDED
        card = moves[k] - (KNOCK if kind == KNOCKED else DISCARD)
        if cards >> card & 1:
            kept = hand_inputs(hand ^ 1 << card, live, v.limit)
            tried[count] = moves[k]
            kinds[count] = kind
            write_inputs(rows[count], kept + table + discard_inputs(v, card, live, each, left_alone))
            count += 1
    return count


@rule
def draws(v: GinRummy, moves: Any, n: int, tried: Any, kinds: Any, rows: Any) -> int:
    """Write taking and leaving the discard, if there is something to decide."""
    if v.phase == DISCARDING or n < 2:
        return 0
    makes_gin, hand, table, discard, after = taking_inputs(v)
    if makes_gin:
        return 0
    tried[0], kinds[0] = moves[0] + moves[1] - DRAW_DISCARD, BASELINE
    tried[1], kinds[1] = DRAW_DISCARD, 0
    write_inputs(rows[1], hand + table + discard + after)
    return 2


def worth(before: Any, after: Any, seats: Any) -> Any:
    """Return the points that the hand brings, less those it brings the other player."""
    places = numpy.arange(len(after))
    gained = after["scores"] - before["scores"]
    return gained[places, seats] - gained[places, 1 - seats]


APPRAISALS = (
    Appraisal(
        game=get_game("gin_rummy"),
        seats=2,
        variant="standard",
        learner="The Actuary",
        teacher="The Archivist",
        met=("Aunt Vera", "Simple", "Hasty Hal", "The Archivist"),
        stages=(
            Stage("discards", discards, ((DISCARD_UNITS, OF_MOVE), (KNOCK_UNITS, OF_MOVE))),
            Stage("draws", draws, ((TAKING_UNITS, OF_TAKING),), portion=0.5),
        ),
        file=FILE,
        number=number,
        worth=worth,
    ),
)
MEASURED = {2: (("The Archivist",), ("Simple",))}
