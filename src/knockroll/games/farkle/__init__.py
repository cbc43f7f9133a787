"""Farkle: six dice and one question, bank it or roll again? The rule book is docs/rules/farkle.md."""

from knockroll.engine.game import Game
from knockroll.engine.options import choice, flag, number
from knockroll.games.farkle.moves import MOVES
from knockroll.games.farkle.players import PLAYERS
from knockroll.games.farkle.review import REVIEW
from knockroll.games.farkle.rules import MOST_MOVES, Farkle, chance, legal, play, score, start
from knockroll.games.farkle.setup import PLACEMENT
from knockroll.games.farkle.showing import SHOWING, end, read, refuse
from knockroll.games.farkle.view import SHOWN, complete, look, showdown, tell

__all__ = ["GAME", "score"]

GAME = Game(
    name="farkle",
    title="Farkle",
    summary="Roll six dice, keep what scores, and bank your points before you farkle.",
    min_seats=2,
    max_seats=10,
    default_seats=2,
    options=(
        number("target", 10000, 50, 100_000, "score that starts the final round"),
        number("opening_minimum", 0, 0, 2000, "minimum for a player's first bank"),
        choice("three_farkles_penalty", (0, 500, 1000), "points lost for every third farkle in a row"),
        choice("of_a_kind", ("triples", "add", "double"), "what each die beyond three of a kind does to the score"),
        choice("straight", (0, 1500), "points for 1-2-3-4-5-6 in one roll"),
        choice("three_pairs", (0, 750), "points for three pairs in one roll"),
        flag("must_throw_hot_dice", False, "whether a player with hot dice must roll again"),
    ),
    state=Farkle,
    moves=MOVES,
    most_moves=MOST_MOVES,
    phases=("dice", "over", "throw", "keep", "decide"),
    endings=("bank", "farkle"),
    start=start,
    chance=chance,
    legal=legal,
    play=play,
    look=look,
    complete=complete,
    shown=SHOWN,
    tell=tell,
    showdown=showdown,
    showing=SHOWING,
    read=read,
    refuse=refuse,
    end=end,
    players=PLAYERS,
    placement=PLACEMENT,
    review=REVIEW,
)
