"""Tunk: the computer players that search."""

from knockroll.players.player import SearchRules, Thinker

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
        search=SearchRules(stronger=2.0),
    ),
)
