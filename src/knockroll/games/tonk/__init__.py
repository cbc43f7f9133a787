"""Tonk: five cards, spreads and hits, a stake on every hand. The rule book is docs/rules/tonk.md."""

from collections.abc import Mapping

from knockroll.engine.errors import InvalidOption
from knockroll.engine.game import Game
from knockroll.engine.options import MAY_RETURN_DISCARD, Value, choice, number, turn_limit
from knockroll.games.tonk.endings import end
from knockroll.games.tonk.moves import MOVES
from knockroll.games.tonk.payments import count
from knockroll.games.tonk.players import PLAYERS
from knockroll.games.tonk.review import REVIEW
from knockroll.games.tonk.rules import MOST_MOVES, chance, legal, play, start
from knockroll.games.tonk.seats import join, join_at, leave
from knockroll.games.tonk.setup import PLACEMENT
from knockroll.games.tonk.showing import SHOWING, read, refuse
from knockroll.games.tonk.state import Tonk, most_seated
from knockroll.games.tonk.thinkers import THINKERS
from knockroll.games.tonk.view import SHOWN, complete, look, order, showdown, tell

__all__ = ["GAME", "count"]


def _check(seats: int, values: Mapping[str, Value]) -> None:
    """One deck must serve all players (tonk 1)."""
    cards = values["cards"]
    assert isinstance(cards, int)
    if seats > most_seated(cards):
        raise InvalidOption(
            f"Tonk with {cards} cards each cannot have {seats} seats: one deck serves {most_seated(cards)}"
        )


GAME = Game(
    name="tonk",
    title="Tonk",
    summary="Empty your hand with spreads and hits, or drop when you think you're lowest.",
    min_seats=2,
    max_seats=10,
    default_seats=3,
    options=(
        number("stake", 1, 1, 1_000_000, "chips in the basic stake"),
        number("hands", 10, 1, 1000, "hands in a session", field="session"),
        choice(
            "caught_pays", ("double_and_stake", "double"), "what a caught dropper pays the player with the lowest count"
        ),
        choice("opening_tonk", ("49_50", "none"), "points in a dealt hand that win at once"),
        choice("hit_blocks_drop", (0, 1), "turns for which a player can't drop after someone hits their spread"),
        choice("cards", (5, 7), "cards dealt to each player"),
        MAY_RETURN_DISCARD,
        turn_limit(300),
    ),
    check=_check,
    state=Tonk,
    moves=MOVES,
    most_moves=MOST_MOVES,
    phases=("deal", "over", "draw", "play"),
    endings=("opening", "tonk", "out", "drop", "caught", "stock", "turn_limit", "draw"),
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
    thinkers=THINKERS,
    placement=PLACEMENT,
    review=REVIEW,
    order=order,
    join=join,
    join_at=join_at,
    leave=leave,
)
