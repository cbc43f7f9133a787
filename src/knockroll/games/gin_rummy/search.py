"""Gin Rummy: what search must know of it beyond the rules."""

from __future__ import annotations

from knockroll.engine.cards import DECK_SIZE
from knockroll.engine.options import NONE
from knockroll.engine.rule import rule
from knockroll.engine.state import DISCARD
from knockroll.games.gin_rummy.players import less_promising
from knockroll.games.gin_rummy.promise import ONE
from knockroll.games.gin_rummy.rules import DISCARDING, GIN, HAND_SIZE, KNOCK, PASS, GinRummy
from knockroll.players.player import GainPrior, SearchRules

OTHER_DRAW, SAME_DRAW = 0.02, 0.98
"""The probability of another draw than the bot's, and of the same."""
OTHER_DISCARD, SAME_DISCARD = 0.05 / HAND_SIZE, 0.95
NO_KNOCK = 0.01
"""The probability of going on where the bot would end the hand."""
NEAR = 5 * ONE
"""A discard is worth trying if the base player rates it at most this much below his own, in 4096ths of a point."""
MOST_POINTS = 250
LATE = 7
"""From this turn on, ending the hand gains little: a player who has not ended it by then is waiting with a better hand
than the noise model believes."""

# Fitted to some 2,000 discards of The Archivist against himself and Simple, with the opponent known: what batches said
# of each legal move, compared with what it brought with the hand that the opponent really had.
ANOTHER_DISCARD = GainPrior(-0.028, 0.024, 0.026)
TO_END = GainPrior(-0.035, 0.06, 0.054)
TO_END_LATE = GainPrior(-0.065, 0.02, 0.066)
NOT_TO_END = GainPrior(-0.02, 0.045, 0.035)


@rule
def noise(v: GinRummy, n: int, chosen: int, move: int) -> float:
    """The probability of a move where a bot would make the ``chosen`` one of ``n``."""
    if v.phase != DISCARDING:
        return SAME_DRAW if chosen == move else OTHER_DRAW
    if chosen > PASS:
        return NO_KNOCK
    return SAME_DISCARD if chosen == move else OTHER_DISCARD


def covers(v: GinRummy) -> bool:
    """Whether the data here fit the options: a knock limit, and not too many points."""
    return v.knock_limit != NONE and v.target <= MOST_POINTS


def candidates(v: GinRummy, legal: list[int], chosen: list[int]) -> list[int]:
    """The base player's move, those of the other bots, and discards that the base player rates nearly as high.

    Draws are not searched: what that gained could not be told from nothing.
    """
    if chosen[0] >= GIN or v.phase != DISCARDING:
        return chosen[:1]
    return chosen + [move for move in legal if move < PASS and less_promising(v, move - DISCARD) <= NEAR]


def gain_prior(v: GinRummy, base: int, move: int) -> GainPrior:
    """The prior of the gain of a move over the base player's."""
    if ends_hand(base) == ends_hand(move):
        return ANOTHER_DISCARD
    if not ends_hand(move):
        return NOT_TO_END
    return TO_END if v.turns // v.seats < LATE else TO_END_LATE


def ends_hand(move: int) -> bool:
    """Whether a move is a knock or gin."""
    return move > PASS


def discarded(move: int) -> int:
    """The card that a move discards, as a set of one card; empty if there is none."""
    if move < DISCARD or move == PASS:
        return 0
    return 1 << (move - DISCARD if move < PASS else (move - KNOCK) % DECK_SIZE)


SEARCH = SearchRules(
    variant="standard",
    hand_size=HAND_SIZE,
    most_points=MOST_POINTS,
    covers=covers,
    noise=noise,
    candidates=candidates,
    gain_prior=gain_prior,
    ends_hand=ends_hand,
    discarded=discarded,
)
