"""Farkle: the computer players.

Deliberate choices:

* Every player keeps what seems to lead furthest; between equals the lowest move, which has the fewest dice.
* A player who has not banked yet and falls short of the opening minimum cannot bank: those who calculate keep
  what makes it likeliest to get there.
* The Professor does not care for the penalty after three farkles. The Closer does.
* The Closer's game is solved for two players, the scores of the book and none of the options that bind them. Else he
  estimates: with other scores he counts distances in turns of the usual worth; against several he takes their chances
  to be independent.
"""

from __future__ import annotations

from knockroll.engine.dice import MOST_DICE, how_many, set_of_number
from knockroll.engine.rule import rule
from knockroll.engine.state import NOBODY, next_seat
from knockroll.engine.stream import Stream
from knockroll.games.farkle.best_turn import FINE, ONE, UNIT, house_of, play_on, reach, throw_once, worth
from knockroll.games.farkle.rules import BANK, KEEP, KEEPING, THROW, Farkle, set_score
from knockroll.games.farkle.winning import FARTHEST, better_to_keep_fewer, better_to_throw, chance_to_win
from knockroll.players.player import Bot

PENNY_BANKS = 300
JIM_BANKS = 1000
JIM_THROWS = 3
"""Diamond Jim throws again with at least this many dice."""
DIE_WORTH = 75
"""What Skipper Anne thinks a die is worth that she can still throw."""
NEGLIGIBLE = ONE >> 16
"""The Closer throws only for more than that: he does not toy with a game that is won, or lost."""
SCALE = 1 << 10
"""Parts of a unit on the table of chances."""

# --- What all of them look at --------------------------------------------------------------------------------------


@rule
def _score_after(v: Farkle, move: int) -> int:
    """The turn score after keeping some dice."""
    return v.turn_score + set_score(v, set_of_number(move - KEEP))


@rule
def _left_after(v: Farkle, move: int) -> int:
    """The dice that can be thrown after keeping some."""
    left = how_many(v.dice) - how_many(set_of_number(move - KEEP))
    return left if left else MOST_DICE


@rule
def _keep_most(v: Farkle, moves: list[int], n: int) -> int:
    """Keep what is worth the most."""
    choice = moves[0]
    for i in range(1, n):
        if _score_after(v, moves[i]) > _score_after(v, choice):
            choice = moves[i]
    return choice


@rule
def _to_surpass(v: Farkle) -> int:
    """The turn score that surpasses the high score in the last turns, 0 before them."""
    return v.high_score + UNIT - v.scores[v.turn] if v.trigger != NOBODY else 0


@rule
def _to_open(v: Farkle) -> int:
    """The turn score that may be banked: the opening minimum, but nothing for those who have banked."""
    return v.opening_minimum if v.banked >> v.turn & 1 == 0 else 0


@rule
def _units(points: int) -> int:
    """Points in units, rounded up."""
    return (points + UNIT - 1) // UNIT if points > 0 else 0


# --- By rules of thumb ---------------------------------------------------------------------------------------------


@rule
def miss_penny(v: Farkle, moves: list[int], n: int, r: Stream) -> int:
    """Keeps what is worth the most, and banks as soon as she has 300 points."""
    if v.phase == KEEPING:
        return _keep_most(v, moves, n)
    return BANK if moves[n - 1] == BANK and v.turn_score >= PENNY_BANKS else THROW


@rule
def diamond_jim(v: Farkle, moves: list[int], n: int, r: Stream) -> int:
    """Keeps what is worth the most, and throws again with three dice or more until he has 1,000 points."""
    if v.phase == KEEPING:
        return _keep_most(v, moves, n)
    enough = v.turn_score >= JIM_BANKS or v.dice_to_throw < JIM_THROWS
    return BANK if moves[n - 1] == BANK and enough else THROW


@rule
def _anne_has_enough(v: Farkle, left: int, points: int) -> bool:
    if v.trigger != NOBODY:
        return points >= _to_surpass(v)
    if left <= 2:
        return points >= 250
    if left == 3:
        return points >= 400
    return points >= (1000 if left == 4 else 3000)


@rule
def skipper_anne(v: Farkle, moves: list[int], n: int, r: Stream) -> int:
    """Banks 250 points with one or two dice left, 400 with three, 1,000 with four and 3,000 with more.

    If all dice that score make that much, she keeps them; otherwise those for which the points, and 75 for every die
    she can still throw, are the most. In the last turns she banks as soon as she has surpassed the high score, and
    not before.
    """
    if v.phase != KEEPING:
        return BANK if moves[n - 1] == BANK and _anne_has_enough(v, v.dice_to_throw, v.turn_score) else THROW
    most = _keep_most(v, moves, n)
    if _anne_has_enough(v, _left_after(v, most), _score_after(v, most)):
        return most
    best = -1
    choice = most
    for i in range(n):
        merit = _score_after(v, moves[i]) + DIE_WORTH * _left_after(v, moves[i])
        if merit > best:
            best = merit
            choice = moves[i]
    return choice


# --- The Professor -------------------------------------------------------------------------------------------------


@rule
def _expected(v: Farkle, house: int, left: int, points: int) -> int:
    """What The Professor expects of a turn score and dice left; short of the opening, the chance to open."""
    to_open = _to_open(v)
    if points < to_open:
        return reach(house, left, _units(to_open - points)) * _units(to_open)
    return worth(house, left, points // UNIT)


@rule
def the_professor(v: Farkle, moves: list[int], n: int, r: Stream) -> int:
    """Plays for the best expected turn score, whatever the totals: nobody scores more on average.

    With the scores of the book that is 446.57 points a turn, and he banks from 250, 250, 400, 1,000, 2,900 and 10,050
    points on with one to six dice left. With other scores he works it out again. He is too proud to hurry in the last
    turns.
    """
    house = house_of(v)
    if v.phase != KEEPING:
        banked = v.turn_score // UNIT * ONE
        stops = moves[n - 1] == BANK and worth(house, v.dice_to_throw, v.turn_score // UNIT) <= banked
        return BANK if stops else THROW
    best = -1
    choice = moves[0]
    for i in range(n):
        merit = _expected(v, house, _left_after(v, moves[i]), _score_after(v, moves[i]))
        if merit > best:
            best = merit
            choice = moves[i]
    return choice


# --- The Closer ----------------------------------------------------------------------------------------------------


@rule
def _scale(v: Farkle, house: int) -> int:
    """How long a unit is on the table of chances, in parts of SCALE: less if turns score more, or the way is longer."""
    farthest = 1
    for seat in range(v.seats):
        farthest = max(farthest, _units(v.target - v.scores[seat]))
    pace = worth(0, MOST_DICE, 0) * SCALE // worth(house, MOST_DICE, 0)
    return min(pace, FARTHEST * SCALE // farthest)


@rule
def _on_table(distance: int) -> int:
    return min(max(distance, 1), FARTHEST)


@rule
def _chance_below_target(v: Farkle, distance: int, scale: int) -> int:
    """The chance to win against all others when the next turn begins, at a distance in units from the target."""
    fine = distance * scale * FINE // SCALE
    near = _on_table(fine // FINE)
    far = _on_table(fine // FINE + 1)
    part = fine % FINE
    chance = ONE
    for seat in range(v.seats):
        if seat != v.turn:
            theirs = _on_table((_units(v.target - v.scores[seat]) * scale + SCALE // 2) // SCALE)
            loss = chance_to_win(theirs, near) * (FINE - part)
            if part:
                loss += chance_to_win(theirs, far) * part
            chance = chance * (ONE - loss // FINE) // ONE
    return chance


@rule
def _chance_in_last_turns(v: Farkle, house: int, total: int) -> int:
    """The chance that nobody who still has a last turn surpasses this total, which is the highest."""
    chance = ONE
    end = v.trigger if v.trigger != NOBODY else v.turn
    seat = next_seat(v, v.turn)
    while seat != end:
        surpassed = reach(house, MOST_DICE, _units(total + UNIT - v.scores[seat]))
        chance = chance * (ONE - surpassed) // ONE
        seat = next_seat(v, seat)
    return chance


@rule
def _if_banked(v: Farkle, house: int, scale: int, units: int) -> int:
    """The chance to win with these units banked (or lost, after a farkle) in this turn."""
    total = v.scores[v.turn] + units * UNIT
    if v.trigger != NOBODY:
        return _chance_in_last_turns(v, house, total) if total > v.high_score else 0
    if total >= v.target:
        return _chance_in_last_turns(v, house, total)
    return _chance_below_target(v, _units(v.target - total), scale)


@rule
def _if_about(v: Farkle, house: int, scale: int, fine: int) -> int:
    """The chance to win with a banked score in FINE parts of a unit."""
    units = max(fine, 0) // FINE
    part = max(fine, 0) % FINE
    chance = _if_banked(v, house, scale, units) * (FINE - part)
    if part:
        chance += _if_banked(v, house, scale, units + 1) * part
    return chance // FINE


@rule
def _estimate(v: Farkle, house: int, scale: int, farkled: int, risk: int, low: int, high: int) -> int:
    """The chance to win if a plan ends in a farkle with that risk, else as often with the low as the high score."""
    mean = (_if_about(v, house, scale, low) + _if_about(v, house, scale, high)) // 2
    return (risk * farkled + (ONE - risk) * mean) // ONE


@rule
def _if_thrown(v: Farkle, house: int, scale: int, farkled: int, left: int, units: int) -> int:
    """The chance to win by throwing ``left`` dice, with the best of some plans for the rest of the turn."""
    risk, low, high = play_on(house, left, units)
    best = _estimate(v, house, scale, farkled, risk, units * FINE + low, units * FINE + high)
    risk, low, high = throw_once(house, left)
    best = max(best, _estimate(v, house, scale, farkled, risk, units * FINE + low, units * FINE + high))
    for step in range(5):
        more = 1 << step if step < 4 else 14  # go on for 50, 100, 200, 400 or 700 points, and get 50 more than that
        chance = reach(house, left, more)
        there = _if_banked(v, house, scale, units + more + 1)
        best = max(best, (chance * there + (ONE - chance) * farkled) // ONE)
    return best


@rule
def farkle_costs(v: Farkle) -> int:
    """What the next farkle would cost, in units."""
    return v.three_farkles_penalty // UNIT if v.farkles[v.turn] % 3 == 2 else 0


@rule
def _prospects(v: Farkle, house: int, scale: int, farkled: int, left: int, points: int) -> int:
    """The Closer's chance to win with this turn score and dice left to throw."""
    least = max(_to_surpass(v), _to_open(v))
    if points < least:
        chance = reach(house, left, _units(least - points))
        return (chance * _if_banked(v, house, scale, _units(least)) + (ONE - chance) * farkled) // ONE
    units = points // UNIT
    thrown = _if_thrown(v, house, scale, farkled, left, units)
    if left == MOST_DICE and v.must_throw_hot_dice:
        return thrown
    return max(thrown, _if_banked(v, house, scale, units))


@rule
def _is_solved(v: Farkle, house: int) -> bool:
    """Whether this is the game of two that is solved in full, before the last turn."""
    if v.seats != 2 or house != 0 or v.trigger != NOBODY or v.three_farkles_penalty or v.must_throw_hot_dice:
        return False
    opened = v.opening_minimum == 0 or v.banked == 0b11
    return opened and _units(v.target - min(v.scores[0], v.scores[1])) <= FARTHEST


@rule
def _best_keep(v: Farkle, moves: list[int], n: int) -> int:
    """What to keep in the game that is solved: of the highest scores for each number of dice left, the best."""
    highest = 0  # in units, eight bits for each number of dice left
    for i in range(n):
        place = 8 * _left_after(v, moves[i])
        more = (_score_after(v, moves[i]) - v.turn_score) // UNIT - (highest >> place & 255)
        if more > 0:
            highest += more << place
    begin = _units(v.target - v.scores[v.turn])
    other = _units(v.target - v.scores[1 - v.turn])
    few = 0
    score = 0
    for many in range(1, MOST_DICE + 1):
        units = highest >> 8 * many & 255
        if units > 0:
            banking = begin - v.turn_score // UNIT - units
            if units >= score or better_to_keep_fewer(begin, other, banking, few, many, score - units):
                few = many
                score = units
    choice = 0
    while _left_after(v, moves[choice]) != few or _score_after(v, moves[choice]) != v.turn_score + score * UNIT:
        choice += 1
    return moves[choice]


@rule
def _best_in_solved(v: Farkle, moves: list[int], n: int) -> int:
    """The best move in the game that is solved; but what is as good as won is banked."""
    if v.phase == KEEPING:
        return _best_keep(v, moves, n)
    begin = _units(v.target - v.scores[v.turn])
    other = _units(v.target - v.scores[1 - v.turn])
    banking = begin - v.turn_score // UNIT
    if banking <= 0 and reach(0, MOST_DICE, other - banking + 1) < NEGLIGIBLE:
        return BANK
    return THROW if better_to_throw(begin, other, banking, v.dice_to_throw) else BANK


@rule
def the_closer(v: Farkle, moves: list[int], n: int, r: Stream) -> int:
    """Plays for the game, not for points: weighs every choice by the chance to win that it leaves him.

    The game of two with the scores of the book, nothing to open and no penalty, he knows by heart. Only two things he
    does not stoop to: of keeps that leave as many dice, one that is not the highest, and to throw with a game that is
    as good as won. Elsewhere he knows how likely it is in the last turns that nobody surpasses him, and before them
    goes by the chances of the game of two. For a throw he takes the best of some plans: to go on as The Professor
    would, to throw once and bank, to go for 50, 100, 200, 400 or 700 points more. While he has to surpass the high
    score, or to open, he keeps the dice with the best chance to get there; as the last to play he then banks at once.
    """
    if n == 1:
        return moves[0]
    house = house_of(v)
    if _is_solved(v, house):
        return _best_in_solved(v, moves, n)
    scale = _scale(v, house)
    farkled = _if_banked(v, house, scale, -farkle_costs(v))
    if v.phase != KEEPING:
        units = v.turn_score // UNIT
        if v.turn_score < _to_surpass(v):
            return THROW
        gain = _if_thrown(v, house, scale, farkled, v.dice_to_throw, units) - _if_banked(v, house, scale, units)
        return THROW if gain > NEGLIGIBLE else BANK
    best = -1
    choice = moves[0]
    for i in range(n):
        merit = _prospects(v, house, scale, farkled, _left_after(v, moves[i]), _score_after(v, moves[i]))
        if merit > best:
            best = merit
            choice = moves[i]
    return choice


PLAYERS = (
    Bot(
        "Skipper Anne",
        "Reefs her sails in good time, and crowds them on when the race is nearly lost.",
        skipper_anne,
        strength=4,
        face=("brown", "long", "cap", "smile"),
    ),
    Bot(
        "Miss Penny",
        "Has never lost 300 points, because she has never left them on the table.",
        miss_penny,
        strength=2,
        face=("red", "bun", "glasses", "flat"),
    ),
    Bot(
        "Diamond Jim",
        "If it glitters he keeps it, and what is one more throw among friends?",
        diamond_jim,
        strength=3,
        face=("black", "short", "hat", "moustache", "grin"),
    ),
    Bot(
        "The Professor",
        "Has proved that no one scores more, and is still waiting for applause.",
        the_professor,
        strength=5,
        face=("white", "spiky", "glasses", "moustache"),
    ),
    Bot(
        "The Closer",
        "Reads the score sheet before the dice, and is most dangerous when you are ahead.",
        the_closer,
        strength=5,
        face=("black", "short", "shades", "flat"),
    ),
)
