"""High Die: a sixth game, in a package of its own. Roll a die in turn; the first to reach the target wins."""

from __future__ import annotations

from knockroll.engine.events import Event
from knockroll.engine.game import Bot, Game, Reading, Showdown
from knockroll.engine.grammar import MoveBook
from knockroll.engine.options import number
from knockroll.engine.rule import rule
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

ROLL = 0


class HighDie(GameState):
    """A game of High Die."""

    roller: int = NOBODY
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
    return [Event("rolled", before.roller, dice=(max(after.points),))] if before.wants == DICE else []


GAME = Game(
    name="high_die",
    title="High Die",
    summary="Roll a die; the first to reach the target wins.",
    score_name="pips",
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
    shown=(),
    tell=tell,
    read=lambda v, seat: Reading(),
    showdown=lambda s: Showdown((None,) * s.seats, ((),) * s.seats, (None,) * s.seats),
    players=(Bot("Roller", "Rolls.", always),),
)
