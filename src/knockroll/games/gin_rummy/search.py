"""Gin Rummy: what search must know beyond the rules."""

from __future__ import annotations

from knockroll.engine.rule import rule
from knockroll.engine.state import DISCARD
from knockroll.games.gin_rummy.players import less_promising
from knockroll.games.gin_rummy.promise import ONE
from knockroll.games.gin_rummy.rules import DISCARDING, GIN, HAND_SIZE, PASS, GinRummy
from knockroll.players.player import GainPrior, GainPriors, SearchRules

OTHER_DRAW, SAME_DRAW = 0.02, 0.98
"""The probabilities of a draw other than the bot's, and of the same draw."""
OTHER_DISCARD, SAME_DISCARD = 0.05 / HAND_SIZE, 0.95
NO_KNOCK = 0.01
"""The probability of going on where the bot would end the hand."""
NEAR = 5 * ONE
"""A discard is worth trying if the base player rates it at most this much below his own, in 4096ths of a point."""
LATE = 7
"""From this turn on, ending the hand gains little: opponents who have not ended it by then are waiting with better
hands than the noise model believes."""

# Fitted to some 2,000 discards of The Archivist against himself and Simple, with the opponent known: what batches said
# of each legal move, compared with what it brought with the hand that the opponent really had.
ANOTHER_DISCARD = GainPrior(-0.028, 0.024, 0.026)
TO_END = GainPrior(-0.035, 0.06, 0.054)
TO_END_LATE = GainPrior(-0.065, 0.02, 0.066)
NOT_TO_END = GainPrior(-0.02, 0.045, 0.035)


@rule
def noise(v: GinRummy, n: int, chosen: int, move: int) -> float:
    """The noise model: the probability of ``move`` where a bot would choose ``chosen`` among ``n`` moves."""
    if v.phase != DISCARDING:
        return SAME_DRAW if chosen == move else OTHER_DRAW
    if chosen > PASS:
        return NO_KNOCK
    return SAME_DISCARD if chosen == move else OTHER_DISCARD


def candidates(v: GinRummy, legal: list[int], chosen: list[int]) -> list[int]:
    """The base player's move, those of the other bots, and discards that the base player rates nearly as high.

    Draws are not searched: the gain could not be told from 0.
    """
    if chosen[0] >= GIN or v.phase != DISCARDING:
        return chosen[:1]
    return chosen + [move for move in legal if move < PASS and less_promising(v, move - DISCARD) <= NEAR]


def _gains(to_end: GainPrior) -> tuple[tuple[GainPrior, ...], ...]:
    """By the kind of the base player's move and of another: a draw, a discard, or the end of the hand."""
    other = ANOTHER_DISCARD
    return ((other, other, other), (other, other, to_end), (other, NOT_TO_END, other))


SEARCH = SearchRules(
    noise=noise,
    candidates=candidates,
    imagined=("Aunt Vera", "Simple", "Hasty Hal", "Penny", "The Archivist"),
    variant="standard",
    seats=2,
    needs=("knock_limit",),
    most_points=250,
    particles=4096,
    worlds=64,
    own_batches=6,
    steps_within=2,
    most_changed=3,  # a single card rarely makes a meld where there was none
    sharpness=2.0,
    learns=True,
    gains=GainPriors(_gains(TO_END), late=_gains(TO_END_LATE), late_from=LATE),
)
