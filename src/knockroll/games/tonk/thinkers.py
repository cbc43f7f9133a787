"""Tonk: the computer players that search."""

from knockroll.players.player import GainPrior, GainPriors, SearchRules, Thinker

# By the kind of the base player's move, and of another: a draw, a discard, or something else (scripts/gains.py).
_ANY = GainPrior(-0.0519, 0.0717, 0.0178)
_GAINS = GainPriors(
    (
        (GainPrior(-0.0174, 0.0235, 0.0122), _ANY, GainPrior(-0.1468, 0.0662, 0.0252)),
        (_ANY, GainPrior(-0.0114, 0.0177, 0.0156), _ANY),
        (GainPrior(-0.0225, 0.0237, 0.0123), _ANY, _ANY),
    )
)

THINKERS = (
    Thinker(
        "Inspector Hunch",
        "Has a hundred theories about your hand, and drops when nearly all of them agree.",
        "Imagines what the others may hold after all that they took, left, laid and threw away, and who of the players"
        " here they may be: the stronger, the likelier. He tries his draws, his drop and the discards that players here"
        " would make in hundreds of such worlds, to the end of the hand, where he himself goes on as The Bookmaker"
        " does, and counts what that does to the chance to win the session. Where he cannot tell a better move, and in"
        " sessions of more than 50 hands, he plays as The Bookmaker does.",
        "The Bookmaker",
        strength=6,
        face=("brown", "short", "hat", "glasses", "flat"),
        search=SearchRules(particles=4096, stronger=2.0, gains=_GAINS),
    ),
)
