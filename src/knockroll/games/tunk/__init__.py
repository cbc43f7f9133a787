"""Tunk: match your cards around the wild 2s, and call. The rule book is docs/rules/tunk.md."""

from knockroll.engine.game import Game
from knockroll.engine.options import MAY_RETURN_DISCARD, choice, flag, number, turn_limit
from knockroll.engine.state import begin_with_dealer
from knockroll.games.tunk.matched import hand_total, unmatched
from knockroll.games.tunk.moves import MOVES
from knockroll.games.tunk.players import PLAYERS
from knockroll.games.tunk.review import REVIEW
from knockroll.games.tunk.rules import MOST_MOVES, Tunk, chance, legal, play
from knockroll.games.tunk.setup import PLACEMENT
from knockroll.games.tunk.showing import SHOWING, end, read, refuse
from knockroll.games.tunk.thinkers import THINKERS
from knockroll.games.tunk.view import SHOWN, complete, look, showdown, tell

__all__ = ["GAME", "hand_total", "unmatched"]

GAME = Game(
    name="tunk",
    title="Tunk",
    summary="Make sets with wild 2s, call tunk at the right moment, and be the last under 100.",
    min_seats=2,
    max_seats=7,
    default_seats=4,
    options=(
        number("target", 100, 1, 10_000, "points that put a player out"),
        number("tunk_limit", 5, 0, 80, "the most that may be unmatched when calling tunk"),
        choice("tunk_limit_counts", ("cards", "points"), "whether the limit counts unmatched cards or their points"),
        flag("twos_wild", True, "whether 2s are wild"),
        MAY_RETURN_DISCARD,
        turn_limit(300),
    ),
    state=Tunk,
    moves=MOVES,
    most_moves=MOST_MOVES,
    phases=("deal", "over", "draw", "discard"),
    endings=("tunk", "stock", "turn_limit"),
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
