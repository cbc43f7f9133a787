"""Gin Rummy: what search must know beyond the rules."""

from __future__ import annotations

from knockroll.engine.rule import rule
from knockroll.engine.state import DISCARD
from knockroll.games.gin_rummy.appraisal import worths
from knockroll.games.gin_rummy.players import is_appraised, less_promising
from knockroll.games.gin_rummy.promise import ONE
from knockroll.games.gin_rummy.rules import DISCARDING, GIN, HAND_SIZE, PASS, GinRummy
from knockroll.players.player import GainPrior, GainPriors, SearchRules

OTHER_DRAW, SAME_DRAW = 0.02, 0.98
"""The probabilities of a draw other than the bot's, and of the same draw."""
OTHER_DISCARD, SAME_DISCARD = 0.05 / HAND_SIZE, 0.95
NO_KNOCK = 0.01
"""The probability of going on where the bot would end the hand."""
NEAR = 3.0
"""A move is worth trying if the base player rates it at most this many points below its own."""
PER_POINT = 0.0035
"""What a point is worth, in the chance to win the game."""

# Fitted to 2,300 decisions of The Actuary against herself, The Archivist and Simple: what her networks and what six
# batches said of each move, compared with what it brought with the hand that the opponent really had. Batches share
# one belief, and so its errors: of the gains they find, two fifths are real against players who are imagined, and next
# to nothing against others. So the noise here is that of belief too, and four batches count a quarter.
GAIN = GainPrior(0.0, 0.015, 0.052)


@rule
def noise(v: GinRummy, n: int, chosen: int, move: int) -> float:
    """The noise model: the probability of ``move`` where a bot would choose ``chosen`` among ``n`` moves."""
    if v.phase != DISCARDING:
        return SAME_DRAW if chosen == move else OTHER_DRAW
    if chosen > PASS:
        return NO_KNOCK
    return SAME_DISCARD if chosen == move else OTHER_DISCARD


def candidates(v: GinRummy, legal: list[int], chosen: list[int]) -> dict[int, float]:
    """Return the base player's move, and discards and knocks that it rates nearly as high, with the gains to expect.

    Draws are not searched: the gain could not be told from 0.
    """
    base = chosen[0]
    if base >= GIN or v.phase != DISCARDING:
        return {base: 0.0}
    if is_appraised(v):
        found = worths(v, legal)
        less = {move: found[base] - worth for move, worth in found.items()}
    else:
        less = {move: less_promising(v, move - DISCARD) / ONE for move in legal if move < PASS}
    return {base: 0.0} | {move: -PER_POINT * lost for move, lost in less.items() if lost <= NEAR and move != base}


SEARCH = SearchRules(
    noise=noise,
    candidates=candidates,
    playouts="The Archivist",
    imagined=("Aunt Vera", "Simple", "Hasty Hal", "Penny", "The Archivist"),
    variant="standard",
    seats=2,
    needs=("knock_limit",),
    most_points=250,
    particles=4096,
    worlds=64,
    steps_within=2,
    most_changed=3,  # a single card rarely makes a meld where there was none
    sharpness=2.0,
    learns=True,
    gains=GainPriors(((GAIN, GAIN, GAIN),) * 3),
)
