"""Farkle: the rules, clause by clause (docs/rules/farkle.md).

Deliberate choices: the "hand" that tables and records count is a turn, which nobody wins; ``dealer`` stays the first
dealer, because only the first turn depends on it (R4); a farkle ends the turn inside ``chance``, so there is no move to
make after it; dice set aside stay in ``kept`` until the next throw of all six; farkles in a row are counted on after a
penalty, so that the sixth costs as much as the third. Nothing is hidden in this game.
"""

from __future__ import annotations

from collections.abc import Iterable

from knockroll.engine.dice import (
    FACES,
    MOST_DICE,
    count_of,
    dice_of,
    gather,
    how_many,
    number_of_set,
    pack,
    parse_dice,
    set_of_number,
)
from knockroll.engine.rule import cached_list, cached_rule, lookup, row, rule
from knockroll.engine.state import (
    A_SEAT,
    DICE,
    FIRST_PHASE,
    MAX_SEATS,
    NOBODY,
    NOTHING,
    GameState,
    ask_chance,
    game_over,
    next_seat,
)

THROW = 0
BANK = 1
KEEP = 2
"""KEEP + the number of a set of dice (see :mod:`knockroll.engine.dice`) sets these dice aside."""
MOST_MOVES = 15
"""1-1-1-5-5-5 has the most: none to three 1s with none to three 5s, but not nothing at all: 4 x 4 - 1."""

THROWING = FIRST_PHASE
KEEPING = FIRST_PHASE + 1
DECIDING = FIRST_PHASE + 2

ENDED_BY_BANK, ENDED_BY_FARKLE = range(2)

TRIPLES, ADD, DOUBLE = range(3)
STRAIGHT = 0o111111
EVEN_COUNTS = 0o666666
"""The bits that a set may have in which every face comes an even number of times."""


class Farkle(GameState):
    """A game of Farkle. ``scores`` are the totals; sets of dice are ints as :mod:`knockroll.engine.dice` has them."""

    dice: int = 0  # thrown and not set aside
    kept: int = 0  # set aside since all six were last thrown
    last_throw: int = 0  # all the dice of the last throw, by any seat
    turn_score: int = 0
    dice_to_throw: int = MOST_DICE  # not set aside; six again when all are
    thrower: int = NOBODY  # whose throw chance is asked for
    farkles: list[int] = row(MAX_SEATS)  # farkles in a row
    banked: int = 0  # seats that have banked at least once, one bit each
    # The last turns
    trigger: int = NOBODY  # the seat that brought them on
    leader: int = NOBODY  # the seat with the highest total, the first of equals
    high_score: int = 0  # that total, the one to surpass
    # Options
    target: int = 10000
    opening_minimum: int = 0
    three_farkles_penalty: int = 0
    of_a_kind: int = TRIPLES
    straight: int = 0
    three_pairs: int = 0
    must_throw_hot_dice: int = 0


# --- The score of dice set aside -----------------------------------------------------------------------------------


def _combination(of_a_kind: int, face: int, count: int) -> int:
    """What a combination of dice that show one face is worth, -1 if there is none of that many (farkle 5)."""
    triple = 1000 if face == 1 else 100 * face
    if count == 1:
        return {1: 100, 5: 50}.get(face, -1)
    if count == 3:
        return triple
    if count > 3 and of_a_kind == ADD:
        return triple * (count - 2)
    if count > 3 and of_a_kind == DOUBLE:
        return triple << (count - 3)
    return -1


def _scores_of_faces() -> list[int]:
    scores = []
    for of_a_kind in (TRIPLES, ADD, DOUBLE):
        for face in range(1, FACES + 1):
            best = [0]
            for count in range(1, MOST_DICE + 1):  # farkle R1: the best split, of which every part must score
                splits = [(_combination(of_a_kind, face, part), best[count - part]) for part in range(1, count + 1)]
                best.append(max((part + rest for part, rest in splits if part >= 0 and rest >= 0), default=-1))
            scores += [*best, -1]  # eight entries a face
    return scores


_score_of_face = lookup(_scores_of_faces)


@rule
def face_score(of_a_kind: int, face: int, count: int) -> int:
    """What ``count`` dice of one face are worth by themselves, -1 if not all of them can score (farkle 5, R1)."""
    return _score_of_face((of_a_kind * FACES + face - 1) << 3 | count)


@rule
def _six_dice_score(dice: int, straight: int, three_pairs: int) -> int:
    """What a set is worth as a straight or three pairs, 0 if it is neither or the option is off (farkle 5)."""
    if dice == STRAIGHT:
        return straight
    if dice & ~EVEN_COUNTS == 0 and how_many(dice) == MOST_DICE:
        return three_pairs
    return 0


@rule
def set_score(s: Farkle, dice: int) -> int:
    """What dice set aside together are worth, -1 if not all of them score (farkle 5, R1)."""
    return _set_score(dice, s.of_a_kind, s.straight, s.three_pairs)


@cached_rule
def _set_score(dice: int, of_a_kind: int, straight: int, three_pairs: int) -> int:
    total = 0
    for face in range(1, FACES + 1):
        its_score = face_score(of_a_kind, face, count_of(dice, face))
        if its_score < 0:
            total = -1
            break
        total += its_score
    together = _six_dice_score(dice, straight, three_pairs)
    return max(together, total) if together else total


def score(dice: str | Iterable[int]) -> int | None:
    """The score of dice set aside from one throw, such as ``"1 5 5"`` (200) or ``[2, 2, 2]``.

    None if there are no dice or one of them does not score.
    """
    faces = parse_dice(dice)
    worth = set_score(Farkle(), pack(faces))
    return worth if faces and worth >= 0 else None


# --- What may be set aside -----------------------------------------------------------------------------------------


@cached_rule
def _has_scoring_dice(dice: int, of_a_kind: int, straight: int, three_pairs: int) -> bool:
    """Whether there is anything to keep in a throw: if not, it is a farkle (farkle 3c)."""
    for face in range(1, FACES + 1):
        for count in range(1, count_of(dice, face) + 1):
            if face_score(of_a_kind, face, count) >= 0:
                return True
    return _six_dice_score(dice, straight, three_pairs) > 0


@cached_list(MOST_MOVES)
def _list_keeps(moves: list[int], dice: int, of_a_kind: int, straight: int, three_pairs: int) -> int:
    """List every set of thrown dice in which all dice score (farkle 3b, R1, R2)."""
    n = 0
    for face in range(1, FACES + 1):
        without = n  # sets of lower faces only: each goes with every count of this face that scores
        for count in range(1, count_of(dice, face) + 1):
            if face_score(of_a_kind, face, count) >= 0:
                these = dice_of(face, count)
                moves[n] = these
                for i in range(without):
                    moves[n + 1 + i] = moves[i] + these
                n += without + 1
    if _six_dice_score(dice, straight, three_pairs) > 0 and (n == 0 or moves[n - 1] != dice):
        moves[n] = dice  # all dice, if listed, are the last
        n += 1
    for i in range(n):  # sets become moves, put in order
        move = KEEP + number_of_set(moves[i])
        place = i
        while place > 0 and moves[place - 1] > move:
            moves[place] = moves[place - 1]
            place -= 1
        moves[place] = move
    return n


# --- A turn --------------------------------------------------------------------------------------------------------


@rule
def start(s: Farkle) -> None:
    """The first "dealer" is chosen at random, unless one is named (C4)."""
    if s.dealer == NOBODY:
        ask_chance(s, A_SEAT, s.seats)
    else:
        _begin_turn(s, next_seat(s, s.dealer))  # farkle R4


@rule
def chance(s: Farkle, given: list[int]) -> None:
    """Take the first dealer, or the dice as they fell."""
    if s.wants == A_SEAT:
        s.wants = NOTHING
        s.dealer = given[0]
        _begin_turn(s, next_seat(s, s.dealer))  # farkle R4
    else:
        s.wants = NOTHING
        s.turn = s.thrower
        s.thrower = NOBODY
        s.dice = gather(given, s.wants_count)
        s.last_throw = s.dice
        if _has_scoring_dice(s.dice, s.of_a_kind, s.straight, s.three_pairs):
            s.phase = KEEPING
        else:
            _farkle(s)  # farkle 3c


@rule
def legal(s: Farkle, moves: list[int]) -> int:
    """List the legal moves (farkle 3, R4)."""
    if s.phase == KEEPING:
        return _list_keeps(moves, s.dice, s.of_a_kind, s.straight, s.three_pairs)
    if s.phase == THROWING:
        moves[0] = THROW  # farkle 3a
        return 1
    if s.phase == DECIDING:
        moves[0] = THROW  # farkle 3d, 3e
        moves[1] = BANK
        return 2 if may_bank(s, s.turn_score, s.dice_to_throw) else 1
    return 0


@rule
def may_bank(s: Farkle, turn_score: int, dice_to_throw: int) -> bool:
    """Whether the seat to move may stop with this turn score and these dice left to throw (farkle 3d, 3e)."""
    if s.must_throw_hot_dice == 1 and dice_to_throw == MOST_DICE:
        return False
    return turn_score >= s.opening_minimum or s.banked >> s.turn & 1 == 1


@rule
def play(s: Farkle, move: int) -> None:
    """Make a legal move."""
    if s.phase == KEEPING:
        _set_aside(s, set_of_number(move - KEEP))  # farkle 3b
    elif s.phase == DECIDING and move == BANK:
        _bank(s)  # farkle 3d
    else:
        _throw(s)  # farkle 3a, 3d, 3e


@rule
def _begin_turn(s: Farkle, seat: int) -> None:
    s.turn = seat
    s.phase = THROWING
    s.dice = 0
    s.kept = 0
    s.turn_score = 0
    s.dice_to_throw = MOST_DICE  # farkle 1, 3a


@rule
def _throw(s: Farkle) -> None:
    s.dice = 0
    if s.dice_to_throw == MOST_DICE:
        s.kept = 0  # farkle 3e: after hot dice, all six are thrown again
    s.thrower = s.turn
    ask_chance(s, DICE, s.dice_to_throw)


@rule
def _set_aside(s: Farkle, dice: int) -> None:
    """Combinations count within this throw only: what was set aside before is not looked at (farkle 5)."""
    s.turn_score += set_score(s, dice)
    s.dice -= dice
    s.kept += dice
    left = MOST_DICE - how_many(s.kept)
    s.dice_to_throw = left if left else MOST_DICE  # farkle 3e
    s.phase = DECIDING


# --- A turn ends ---------------------------------------------------------------------------------------------------


@rule
def _bank(s: Farkle) -> None:
    s.banked |= 1 << s.turn
    s.farkles[s.turn] = 0
    _end_turn(s, ENDED_BY_BANK, s.turn_score)  # farkle 3d


@rule
def _farkle(s: Farkle) -> None:
    """The turn score is lost; under option every third farkle in a row costs something beside (farkle 3c)."""
    s.farkles[s.turn] += 1
    _end_turn(s, ENDED_BY_FARKLE, -s.three_farkles_penalty if s.farkles[s.turn] % 3 == 0 else 0)


@rule
def _end_turn(s: Farkle, ending: int, points: int) -> None:
    """Add the points to the total, see whether these are the last turns, hand the dice on (farkle 2, 3f, 4)."""
    s.ending = ending
    s.hand_winners = 0
    s.hands_played += 1
    for seat in range(s.seats):
        s.points[seat] = 0
    s.points[s.turn] = points
    s.scores[s.turn] += points
    if s.trigger == NOBODY and s.scores[s.turn] >= s.target:
        s.trigger = s.turn  # farkle 4
    if s.trigger != NOBODY and s.scores[s.turn] > s.high_score:
        s.leader = s.turn  # farkle R3: to draw level is not enough
        s.high_score = s.scores[s.turn]
    following = next_seat(s, s.turn)
    _begin_turn(s, following)  # farkle 3f
    if following == s.trigger:
        game_over(s, 1 << s.leader)  # farkle 4: each other player has had one last turn
