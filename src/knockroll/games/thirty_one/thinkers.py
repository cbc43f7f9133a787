"""Thirty-One: the computer players that search."""

from knockroll.games.thirty_one.solved import SOLUTION
from knockroll.players.player import GainPrior, GainPriors, SearchRules, Thinker

# By the kind of the base player's move, and of another: a draw, a discard, or something else (scripts/gains.py).
_ANY = GainPrior(-0.0318, 0.0451, 0.0180)
_GAINS = GainPriors(
    (
        (GainPrior(-0.0094, 0.0153, 0.0113), _ANY, GainPrior(-0.0937, 0.0698, 0.0229)),
        (_ANY, GainPrior(-0.0272, 0.0315, 0.0190), _ANY),
        (GainPrior(0.0002, 0.0083, 0.0084), _ANY, _ANY),
    )
)

THINKERS = (
    Thinker(
        "Doctor Perhaps",
        "Never says what you hold, only how likely it is; and knocks when it is likely enough.",
        "With two players and the usual options she knows what to do by heart, from millions of hands against herself,"
        " House and Mr. Caution: with a very good hand she often waits until the other knocks in vain. Otherwise she"
        " imagines what the others may hold after all that they did, and who of the players here they may be. She tries"
        " every move in hundreds of such worlds, to the end of the hand, where she herself goes on as House does, and"
        " counts what that does to the chance to win the game. Where she cannot tell a better move, and after a"
        " reshuffle, she plays as House does.",
        "House",
        strength=6,
        face=("grey", "bun", "glasses", "smile"),
        search=SearchRules(gains=_GAINS),
        solution=SOLUTION,
    ),
)
