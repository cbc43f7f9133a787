"""Tunk: the computer players that search."""

from knockroll.players.player import GainPrior, GainPriors, SearchRules, Thinker

# By the kind of the base player's move, and of another: a draw, a discard, or something else (scripts/gains.py).
_ANY = GainPrior(-0.0559, 0.0752, 0.0106)
_GAINS = GainPriors(
    (
        (GainPrior(-0.0127, 0.0130, 0.0076), _ANY, _ANY),
        (_ANY, GainPrior(-0.0060, 0.0085, 0.0061), GainPrior(-0.1378, 0.0738, 0.0148)),
        (_ANY, _ANY, _ANY),
    )
)

THINKERS = (
    Thinker(
        "Miss Supposing",
        "Plays every hand a hundred times in her head, and once at the table.",
        "Imagines what the others may hold after all that they took, left and threw away, and who of the players here"
        " they may be: the stronger, the likelier. She tries her draws, her tunk and the discards that players here"
        " would make in hundreds of such worlds, to the end of the hand, where she herself goes on as The Heron does,"
        " and counts what that does to the chance to win the game. Where she cannot tell a better move, and in games of"
        " more than 50 hands, she plays as The Heron does.",
        "The Heron",
        strength=6,
        face=("black", "long", "glasses", "surprised"),
        search=SearchRules(stronger=2.0, gains=_GAINS),
    ),
)
