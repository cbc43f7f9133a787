"""Tonk: the computer players that search."""

from knockroll.players.player import SearchRules, Thinker

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
        search=SearchRules(particles=4096, stronger=2.0),
    ),
)
