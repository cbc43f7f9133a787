"""Thirty-One: the computer players that search."""

from knockroll.games.thirty_one.solved import SOLUTION
from knockroll.players.player import Thinker

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
        solution=SOLUTION,
    ),
)
