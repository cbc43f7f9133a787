"""Farkle: exact chances for two players, the kinds of error in a review, and why a move is better.

For two players by the scores of the book, the table of ``winning`` has the chance to win at the beginning of every
turn. Inside a turn the chances follow from it, throw by throw; nothing is estimated.
"""

from __future__ import annotations

from functools import lru_cache

from knockroll.engine.dice import MOST_DICE
from knockroll.engine.review_rules import Peer, Reason, ReviewRules, Worlds
from knockroll.engine.state import A_SEAT, NOBODY, OVER
from knockroll.games.farkle.best_turn import HIGHEST, UNIT, chances_to_reach, house_of, throws_of
from knockroll.games.farkle.rules import BANK, KEEPING, THROW, THROWING, Farkle, legal, play
from knockroll.games.farkle.winning import BEYOND, FARTHEST, better_to_throw, chances_to_win

KINDS = {
    "keep": "Kept the wrong dice",
    "bank_early": "Banked too early",
    "bank_late": "Rolled where banking was better",
}
LAST_TURN = -1
"""Stands for the other's distance in the last turn of the game, when the other cannot move again."""


def covers(s: Farkle) -> bool:
    """Whether this is the game that is solved."""
    if s.seats != 2 or house_of(s) or s.opening_minimum or s.three_farkles_penalty or s.must_throw_hot_dice:
        return False
    return s.target <= FARTHEST * UNIT and s.target % UNIT == 0


def chances(s: Farkle) -> tuple[float, ...] | None:
    """Return the exact chance of each seat to win with perfect play; None if the game is not solved."""
    if not covers(s):
        return None
    if s.phase == OVER:
        return (1.0, 0.0) if s.winners == 1 else (0.0, 1.0)
    if s.wants == A_SEAT:
        return (0.5, 0.5)
    mover = s.turn if s.turn != NOBODY else s.thrower
    own = _chance_of_mover(s, mover)
    return (own, 1 - own) if mover == 0 else (1 - own, own)


def _chance_of_mover(s: Farkle, mover: int) -> float:
    begin, other = _distances(s, mover)
    units = s.turn_score // UNIT
    if s.phase == KEEPING:
        moves = [0] * 64
        best = 0.0
        for move in moves[: legal(s, moves)]:
            after = s.copy()
            play(after, move)
            best = max(best, _choice(begin, other, after.turn_score // UNIT, after.dice_to_throw))
        return best
    if s.phase == THROWING or s.turn == NOBODY:
        return _throw(begin, other, units, s.dice_to_throw)
    return _choice(begin, other, units, s.dice_to_throw)


def _distances(s: Farkle, mover: int) -> tuple[int, int]:
    """The distances of mover and other as the turn began; in the last turn, what it takes to surpass the other."""
    if s.trigger != NOBODY:
        return (s.high_score - s.scores[mover]) // UNIT + 1, LAST_TURN
    return (s.target - s.scores[mover]) // UNIT, (s.target - s.scores[1 - mover]) // UNIT


def _bank(begin: int, other: int, units: int) -> float:
    """The chance to win after banking."""
    if other == LAST_TURN:
        return 1.0 if units >= begin else 0.0
    if units < begin:
        return 1.0 - chances_to_win()[other][begin - units]
    needs = min(other + units - begin + 1, HIGHEST - 1)  # the other surpasses the total in a last turn
    return 1.0 - chances_to_reach(0)[MOST_DICE][needs]


def _choice(begin: int, other: int, units: int, left: int) -> float:
    """The chance to win with dice left to throw, banking or throwing as is better."""
    return max(_bank(begin, other, units), _throw(begin, other, units, left))


@lru_cache(maxsize=1 << 16)
def _throw(begin: int, other: int, units: int, left: int) -> float:
    """The chance to win with a throw of these dice."""
    if other == LAST_TURN:
        return chances_to_reach(0)[left][min(max(begin - units, 0), HIGHEST - 1)]
    total, some = 0.0, 0.0
    for chance, keeps in throws_of(0)[left]:
        total += chance * max([_after_keep(begin, other, units + more, still) for still, more in keeps])
        some += chance
    return total + (1.0 - some) * (1.0 - chances_to_win()[other][begin])


def _after_keep(begin: int, other: int, units: int, left: int) -> float:
    """The chance to win with dice left to throw; where the table says that banking is better, no throw is looked at."""
    banking = begin - units
    if banking < -BEYOND or not better_to_throw(begin, other, banking, left):
        return _bank(begin, other, units)
    return _throw(begin, other, units, left)


# --- Errors ---------------------------------------------------------------------------------------------------------


def kind_of(v: Farkle, played: int, best: int) -> str:
    """Return the kind of error."""
    if v.phase == KEEPING:
        return "keep"
    return "bank_early" if played == BANK else "bank_late"


def chance_of_farkle(v: Farkle, dice: int) -> float:
    """Return the chance that a throw scores nothing."""
    return 1.0 - sum(chance for chance, _ in throws_of(house_of(v))[dice])


def why(v: Farkle, played: int, best: int, worlds: Worlds) -> list[Reason]:
    """Say why the best move is better."""
    if v.phase == KEEPING:
        return _about_keeping(v, played, best)
    dice, points = v.dice_to_throw, v.turn_score
    farkle = chance_of_farkle(v, dice)
    if v.trigger != NOBODY and v.scores[v.turn] + points <= v.high_score:
        total = v.scores[v.turn] + points
        beat = f"{{{v.leader}}} has {v.high_score:,} already"
        text = f"This is the last turn: banking makes a total of {total:,}, and {beat}."
        return [Reason("last_turn", text, {"total": float(total), "beat": float(v.high_score)})]
    text = f"A roll of {_dice(dice)} is a farkle {round(100 * farkle)}% of the time, with {points:,} points at stake."
    found = [Reason("farkle", text, {"chance": farkle, "dice": float(dice), "points": float(points)})]
    return found + _at_even_scores(v, best)


def _about_keeping(v: Farkle, played: int, best: int) -> list[Reason]:
    mine, better = v.copy(), v.copy()
    play(mine, played)
    play(better, best)
    text = (
        f"The better move leaves {_dice(better.dice_to_throw)} to roll and {better.turn_score:,} points;"
        f" the move played leaves {_dice(mine.dice_to_throw)} and {mine.turn_score:,} points."
    )
    farkle, other = chance_of_farkle(v, better.dice_to_throw), chance_of_farkle(v, mine.dice_to_throw)
    found = [Reason("keep", text, {"points": float(better.turn_score), "points_played": float(mine.turn_score)})]
    if other - farkle >= 0.02:
        text = f"The next roll is then a farkle {round(100 * farkle)}% of the time instead of {round(100 * other)}%."
        found.append(Reason("farkle", text, {"chance": farkle, "chance_played": other}))
    return found


def _dice(count: int) -> str:
    return f"{count} dice" if count > 1 else "1 die"


def _at_even_scores(v: Farkle, best: int) -> list[Reason]:
    """Say so if the other decision would be better at the beginning of a game."""
    if not covers(v) or v.trigger != NOBODY or not (v.scores[0] or v.scores[1]):
        return []
    even = v.target // UNIT
    units = v.turn_score // UNIT
    bank, throw = _bank(even, even, units), _throw(even, even, units, v.dice_to_throw)
    better = BANK if bank >= throw else THROW
    if better == best:
        return []
    named = "banking" if better == BANK else "rolling"
    text = f"It's the score that decides: at the start of a game, {named} would be better here."
    return [Reason("score", text, {"bank": bank, "throw": throw})]


REVIEW = ReviewRules(
    inaccurate=0.01,
    mistake=0.025,
    blunder=0.05,
    kinds=KINDS,
    kind_of=kind_of,
    why=why,
    chances=chances,
    levels=(0.001, 0.0025, 0.0045, 0.007),
    peers=(
        Peer("The Closer", 0.0, 1813),
        Peer("The Professor", 0.00046, 1787),
        Peer("Skipper Anne", 0.00154, 1777),
        Peer("Diamond Jim", 0.00493, 1630),
        Peer("Miss Penny", 0.00765, 1559),
    ),
)
