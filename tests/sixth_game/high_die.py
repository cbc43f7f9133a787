"""High Die: a sixth game, in a separate package. Roll a die in turn; the first to reach the target wins."""

from __future__ import annotations

from knockroll.engine.events import Event
from knockroll.engine.game import Game, Showdown
from knockroll.engine.grammar import MoveBook
from knockroll.engine.options import number
from knockroll.engine.rule import rule
from knockroll.engine.showing import Account, Dice, Happening, Reading, Round, Score, Showing, Term, Verb
from knockroll.engine.state import (
    A_SEAT,
    DICE,
    FIRST_PHASE,
    NOBODY,
    NOTHING,
    GameState,
    ask_chance,
    game_over,
    look_at_game,
    next_seat,
)
from knockroll.engine.stream import Stream
from knockroll.engine.views import Shown
from knockroll.engine.words import EVENTS
from knockroll.players.player import Bot

ROLL = 0


class HighDie(GameState):
    """A game of High Die."""

    roller: int = NOBODY
    die: int = 0  # the face that was rolled last
    target: int = 10


@rule
def start(s: HighDie) -> None:
    """Chance names the first dealer; the seat at the left begins."""
    if s.dealer == NOBODY:
        ask_chance(s, A_SEAT, s.seats)
    else:
        _begin_turn(s, next_seat(s, s.dealer))


@rule
def _begin_turn(s: HighDie, seat: int) -> None:
    s.turn = seat
    s.roller = seat
    s.phase = FIRST_PHASE


@rule
def chance(s: HighDie, given: list[int]) -> None:
    """A first dealer, or the face of the die."""
    wanted = s.wants
    s.wants = NOTHING
    if wanted == A_SEAT:
        s.dealer = given[0]
        _begin_turn(s, next_seat(s, s.dealer))
        return
    s.die = given[0]
    for seat in range(s.seats):
        s.points[seat] = given[0] if seat == s.roller else 0
    s.scores[s.roller] += given[0]
    s.hands_played += 1
    if s.scores[s.roller] >= s.target:
        game_over(s, 1 << s.roller)
    else:
        _begin_turn(s, next_seat(s, s.roller))


@rule
def legal(s: HighDie, moves: list[int]) -> int:
    """There is only one move."""
    moves[0] = ROLL
    return 1 if s.phase == FIRST_PHASE else 0


@rule
def play(s: HighDie, move: int) -> None:
    """Roll."""
    ask_chance(s, DICE, 1)


@rule
def look(s: HighDie, seat: int, v: HighDie) -> None:
    """Nothing is hidden."""
    look_at_game(s, seat, v)
    v.die = s.die


@rule
def complete(v: HighDie, seat: int, deck: list[int]) -> None:
    """Nothing is missing."""
    v.roller = v.turn


@rule
def always(v: HighDie, moves: list[int], n: int, r: Stream) -> int:
    """Rolls."""
    return moves[0]


def tell(before: HighDie, move: int | None, after: HighDie) -> list[Event]:
    """A roll, and what it showed."""
    if move == ROLL:
        return [Event("roll", before.turn, "roll")]
    if before.wants == A_SEAT:
        return []
    return [Event("rolled", before.roller, dice=(after.die,), changes={"die": [after.die]})]


def end(s: HighDie) -> Account:
    """What the roll brought."""
    roller = s.points.index(s.die)
    sums = tuple((Term("rolled", s.die),) if seat == roller else () for seat in range(s.seats))
    return Account(title=f"{{{roller}}} rolled {s.die}", sums=sums)


SHOWING = Showing(
    goal="The first to reach the target wins.",
    score=Score(one="pip", many="pips", style="race", limit="target"),
    round=Round(one="roll", many="rolls", pauses=False),
    has_dealer=False,
    middle=(Dice(label="The die", field="die", slots=1, none="Not rolled yet"),),
    verbs=(Verb(word="roll", label="Roll", phrase="roll the die", key="r"),),
    events={
        **EVENTS,
        "roll": Happening(),
        "rolled": Happening(text="{who} rolled {dice}", short="rolled {dice}", cue="dice"),
    },
)


GAME = Game(
    name="high_die",
    title="High Die",
    summary="Roll a die; the first to reach the target wins.",
    min_seats=2,
    max_seats=4,
    default_seats=2,
    options=(number("target", 10, 1, 100, "the score that wins"),),
    state=HighDie,
    moves=MoveBook(("roll",), forms=("roll",)),
    most_moves=1,
    phases=("deal", "over", "roll"),
    endings=("roll",),
    start=start,
    chance=chance,
    legal=legal,
    play=play,
    look=look,
    complete=complete,
    shown=(Shown("die", lambda value, _: [value] if value else [], sum),),
    tell=tell,
    showing=SHOWING,
    read=lambda v, seat: Reading(),
    refuse=lambda v, move: "There is nothing to do but roll.",
    end=end,
    showdown=lambda s: Showdown((None,) * s.seats, ((),) * s.seats, (None,) * s.seats),
    players=(Bot("Roller", "Rolls.", always),),
)
