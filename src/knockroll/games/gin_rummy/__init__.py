"""Gin Rummy: ten cards to turn into melds, a knock or gin to end the hand. The rule book is docs/rules/gin_rummy.md."""

from knockroll.engine.game import Game, Variant
from knockroll.engine.options import MAY_RETURN_DISCARD, flag, number, turn_limit
from knockroll.engine.state import begin_with_dealer
from knockroll.games.gin_rummy.moves import MOVES
from knockroll.games.gin_rummy.players import PLAYERS
from knockroll.games.gin_rummy.review import REVIEW
from knockroll.games.gin_rummy.rules import MOST_MOVES, GinRummy, chance, deadwood, legal, play
from knockroll.games.gin_rummy.setup import PLACEMENT
from knockroll.games.gin_rummy.showing import SHOWING, end, read, refuse
from knockroll.games.gin_rummy.thinkers import THINKERS
from knockroll.games.gin_rummy.view import SHOWN, complete, look, showdown, tell

__all__ = ["GAME", "deadwood"]

STANDARD = Variant(
    options={
        "knock_limit": 10,
        "gin_bonus": 25,
        "undercut_bonus": 25,
        "lay_off": True,
        "offer_upcard": True,
        "must_declare_gin": False,
        "void_at_stock": 2,
        "may_return_discard": False,
    },
    title="Standard",
    help="The usual two-player game: knock with 10 or less, bonuses for gin and undercuts.",
    max_seats=2,
)

GAME = Game(
    name="gin_rummy",
    title="Gin Rummy",
    summary="Build melds, then knock or go gin before anyone else. First to 100 wins.",
    min_seats=2,
    max_seats=5,
    default_seats=2,
    options=(
        number("target", 100, 1, 10_000, "points that win the game"),
        number("knock_limit", None, 0, 100, "the most deadwood you may knock with"),
        number("gin_bonus", 0, 0, 1_000, "bonus points for going gin"),
        number("undercut_bonus", 0, 0, 1_000, "bonus points for an undercut"),
        flag("lay_off", False, "whether opponents lay off cards on the knocker's melds; never against gin"),
        flag("offer_upcard", False, "whether the first upcard is offered to each player before the first turn"),
        flag("must_declare_gin", True, "whether a discard that leaves no deadwood must be declared as gin"),
        number("void_at_stock", 0, 0, 30, "the hand is void when the stock is down to this many cards"),
        MAY_RETURN_DISCARD,
        flag("oklahoma", False, "whether the first upcard sets the knock limit for the hand; an ace means gin only"),
        turn_limit(300),
    ),
    variants={"standard": STANDARD},
    offered=("standard", None),
    source_title="Knock any time",
    source_help="Knock at any time, no bonuses, 2–5 players.",
    state=GinRummy,
    moves=MOVES,
    most_moves=MOST_MOVES,
    phases=("deal", "over", "draw", "discard", "offer"),
    endings=("gin", "knock", "undercut", "stock", "turn_limit"),
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
