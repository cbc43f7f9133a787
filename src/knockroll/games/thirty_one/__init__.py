"""Thirty-One (Scat, Blitz): three cards, one suit, three strikes. The rule book is docs/rules/thirty_one.md."""

from knockroll.engine.game import Game
from knockroll.engine.options import MAY_RETURN_DISCARD, choice, flag, number, turn_limit
from knockroll.engine.state import begin_with_dealer
from knockroll.games.thirty_one.moves import MOVES
from knockroll.games.thirty_one.players import PLAYERS
from knockroll.games.thirty_one.review import REVIEW
from knockroll.games.thirty_one.rules import MOST_MOVES, ThirtyOne, chance, legal, play, value
from knockroll.games.thirty_one.setup import PLACEMENT
from knockroll.games.thirty_one.showing import SHOWING, end, read, refuse
from knockroll.games.thirty_one.thinkers import THINKERS
from knockroll.games.thirty_one.view import SHOWN, complete, look, showdown, tell

__all__ = ["GAME", "value"]

GAME = Game(
    name="thirty_one",
    title="Thirty-One",
    aliases=("31", "Scat", "Blitz"),
    summary="Get as close to 31 in one suit as you can, and knock before the others are ready.",
    min_seats=2,
    max_seats=9,
    default_seats=4,
    options=(
        choice("three_of_a_kind", (30, 0), "value of three of a kind; 0 for no special value"),
        number("strikes", 3, 1, 20, "strikes that put a player out"),
        flag("knock_first_round", True, "whether players may knock in their first turn of a hand"),
        flag("knocker_tied_is_safe", False, "whether a knocker who ties for lowest gets no strike"),
        MAY_RETURN_DISCARD,
        turn_limit(1000),
    ),
    state=ThirtyOne,
    moves=MOVES,
    most_moves=MOST_MOVES,
    phases=("deal", "over", "draw", "discard"),
    endings=("thirty_one", "knock", "turn_limit"),
    start=begin_with_dealer,
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
    thinkers=THINKERS,
    placement=PLACEMENT,
    review=REVIEW,
)
