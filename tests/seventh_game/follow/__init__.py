"""Follow: a seventh game, in a separate package. Play a card that follows in suit or rank, or draw."""

from pathlib import Path

from knockroll.engine.cards import TEXTS
from knockroll.engine.game import Game
from knockroll.engine.grammar import MoveBook
from knockroll.engine.options import choice, number
from knockroll.engine.state import begin_with_dealer
from knockroll.engine.views import CARD_FIELDS, seat_set
from knockroll.players.player import Bot

from .placement import PLACEMENT
from .rules import Follow, chance, complete, heaviest, legal, look, play
from .showing import SHOWING, end, read, refuse, showdown, tell

GAME = Game(
    name="follow",
    title="Follow",
    summary="Play a card that follows in suit or rank, and be the first without cards.",
    min_seats=2,
    max_seats=6,
    default_seats=3,
    options=(
        number("target", 50, 1, 1000, "the points that win"),
        choice("cards", (5, 7), "cards that each player is dealt"),
    ),
    state=Follow,
    moves=MoveBook(
        ("draw stock", "pass", *(f"play {card}" for card in TEXTS)), forms=("draw stock", "pass", "play 7h")
    ),
    most_moves=53,
    phases=("deal", "over", "play"),
    endings=("out", "blocked"),
    start=begin_with_dealer,
    chance=chance,
    legal=legal,
    play=play,
    look=look,
    complete=complete,
    shown=(*CARD_FIELDS, seat_set("passed")),
    tell=tell,
    showdown=showdown,
    showing=SHOWING,
    read=read,
    refuse=refuse,
    end=end,
    placement=PLACEMENT,
    players=(Bot("Heavy", "Plays the last card that follows.", heaviest),),
    book=Path(__file__).with_name("rules.md").read_text(encoding="utf-8"),
)
