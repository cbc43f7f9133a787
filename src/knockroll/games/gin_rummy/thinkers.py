"""Gin Rummy: the computer players that search."""

from knockroll.games.gin_rummy.search import SEARCH
from knockroll.players.player import Thinker

THINKERS = (
    Thinker(
        "Madame Zora",
        "Sees your hand in a hundred dreams, and plays what wins in most of them.",
        "Imagines hands that the other player may hold after all that player did, and who of the players here that may"
        " be: hands shown at the end teach her. Discards and knocks that The Actuary rates nearly as high as the best"
        " she tries in all of them, to the end of the hand, and counts what that does to the chance to win the game."
        " Where she cannot tell a better move, and where there are more than two seats or no knock limit, she plays as"
        " The Actuary does.",
        "The Actuary",
        strength=6,
        search=SEARCH,
        face=("black", "long", "bow", "smile"),
    ),
)
