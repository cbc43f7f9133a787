"""Farkle: setting up positions."""

from __future__ import annotations

from typing import Any

from knockroll.engine.dice import MOST_DICE, how_many, pack, parse_dice
from knockroll.engine.errors import InvalidPosition
from knockroll.engine.placement import Placement, count, count_each, scores_between, seat, seat_set, seats_between
from knockroll.engine.state import NOBODY, next_seat
from knockroll.games.farkle.rules import DECIDING, KEEPING, MOST_MOVES, THROWING, Farkle, legal, set_score


def _dice(value: Any, seats: int) -> int:
    return pack(parse_dice(value))


def finish(s: Farkle, said: frozenset[str]) -> None:
    """Fill in what follows from the dice and the scores."""
    if "phase" not in said:
        s.phase = KEEPING if s.dice else DECIDING if s.kept else THROWING
    (_finish_throwing, _finish_keeping, _finish_deciding)[s.phase - THROWING](s, said)
    if "last_throw" not in said:
        s.last_throw = s.dice
    if "banked" not in said:
        s.banked = sum(1 << i for i in range(s.seats) if s.scores[i] > 0)
    for place in range(s.seats):
        if s.scores[place] > 0 and not s.banked >> place & 1:
            raise InvalidPosition(f"banked: seat {place} has points, so it has banked")
    _finish_last_turns(s, said)


def _finish_throwing(s: Farkle, said: frozenset[str]) -> None:
    if s.dice or s.kept or s.turn_score:
        raise InvalidPosition("before the first throw of a turn there are no dice, and no turn score")


def _finish_keeping(s: Farkle, said: frozenset[str]) -> None:
    _check_dice(s)
    s.dice_to_throw = how_many(s.dice)
    if not legal(s, [0] * MOST_MOVES):
        raise InvalidPosition("dice: none of them scores, so that the throw is a farkle and the turn is over")
    if "turn_score" not in said:
        s.turn_score = _score_of_kept(s)


def _finish_deciding(s: Farkle, said: frozenset[str]) -> None:
    if not s.kept:
        raise InvalidPosition("kept: nobody decides to bank or to throw before dice are set aside")
    if s.dice or how_many(s.kept) == MOST_DICE:
        _check_dice(s)
    s.dice_to_throw = MOST_DICE - how_many(s.kept) or MOST_DICE
    if "turn_score" not in said:
        s.turn_score = _score_of_kept(s)
    if not s.turn_score:
        raise InvalidPosition("turn_score: dice that are set aside score")


def _check_dice(s: Farkle) -> None:
    """Dice that are not set aside have been thrown."""
    if how_many(s.dice) + how_many(s.kept) != MOST_DICE:
        raise InvalidPosition(
            f"there are six dice, but {how_many(s.dice)} are thrown and {how_many(s.kept)} set aside (kept)"
        )


def _score_of_kept(s: Farkle) -> int:
    score = set_score(s, s.kept)
    if score < 0:
        raise InvalidPosition("turn_score: say it, for what is kept does not score as one set")
    return score


def _finish_last_turns(s: Farkle, said: frozenset[str]) -> None:
    """The first seat at the target brought on the last turns; the highest that had one leads (farkle 4, R3)."""
    there = [place for place in range(s.seats) if s.scores[place] >= s.target]
    if "trigger" not in said and len(there) == 1:
        s.trigger = there[0]
    if s.trigger == NOBODY:
        why = "that brings on the last turns: say by trigger who reached it first"
        scores_between(s, -(1 << 62), s.target, why)
        return
    if s.trigger not in there or s.trigger == s.turn:
        raise InvalidPosition(
            f"trigger: seat {s.trigger} has not reached {s.target}, or it is its turn again and the game is over"
        )
    had_turns = [s.trigger, *seats_between(PLACEMENT, s, next_seat(s, s.trigger), s.turn)]
    if early := [place for place in there if place not in had_turns]:
        raise InvalidPosition(f"seat {early[0]} cannot have reached {s.target} before its last turn")
    s.high_score = max(s.scores[place] for place in had_turns)
    s.leader = next(place for place in had_turns if s.scores[place] == s.high_score)


PLACEMENT = Placement(
    fields={
        "dice": _dice,
        "kept": _dice,
        "last_throw": _dice,
        "turn_score": count,
        "farkles": count_each,
        "banked": seat_set,
        "trigger": seat,
    },
    finish=finish,
)
