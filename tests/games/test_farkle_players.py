"""The computer players of Farkle, sentence by sentence of their docstrings: a position, the move."""

from __future__ import annotations

import math
from typing import Any

import pytest

import knockroll
from knockroll import arena
from knockroll.engine.dice import SETS, how_many, pack, parse_dice, set_of_number
from knockroll.engine.state import NOBODY
from knockroll.engine.views import write_view
from knockroll.games.farkle import GAME, best_turn, winning
from knockroll.games.farkle.best_turn import HIGHEST, ONE, UNIT, reach, throws_of, worth
from knockroll.games.farkle.players import farkle_costs, the_professor
from knockroll.games.farkle.rules import DECIDING, KEEP, KEEPING, Farkle, set_score
from knockroll.lab.playout import play_on
from knockroll.players import find_bot

ANNE, PENNY, JIM, PROFESSOR, CLOSER = "Skipper Anne", "Miss Penny", "Diamond Jim", "The Professor", "The Closer"
EVERYBODY = (ANNE, PENNY, JIM, PROFESSOR, CLOSER)
THRESHOLDS = (250, 250, 400, 1000, 2900, 10050)
"""From the rule book: what to bank with one to six dice left."""


def position(scores: tuple[int, ...] = (0, 0), trigger: int = NOBODY, **options: Any) -> Farkle:
    """Seat 0 is in its turn. In the last turns the highest total is that of the player who brought them on."""
    s: Farkle = GAME.new_state(len(scores), GAME.option_values(len(scores), None, options), dealer=len(scores) - 1)
    s.turn = 0
    s.scores[: len(scores)] = scores
    s.banked = sum(1 << seat for seat, score in enumerate(scores) if score)
    if trigger != NOBODY:
        s.trigger = s.leader = trigger
        s.high_score = scores[trigger]
    return s


def answer(name: str, s: Farkle) -> str:
    v = GAME.view_of(s, 0)
    view = write_view(GAME, v, 0)
    move = knockroll.player("farkle", name, seed=0).choose(view)
    assert move in view["legal"]
    return move


def keep(name: str, throw: str, turn_score: int = 0, **where: Any) -> str:
    """What a player keeps of a throw; the other dice were set aside before."""
    s = position(**where)
    s.phase = KEEPING
    s.dice = s.last_throw = pack(parse_dice(throw))
    s.dice_to_throw = how_many(s.dice)
    s.kept = pack([6] * (6 - s.dice_to_throw))
    s.turn_score = turn_score
    return answer(name, s)


def decide(name: str, left: int, turn_score: int, **where: Any) -> str:
    """Whether a player throws or banks, by the number of dice left."""
    s = position(**where)
    s.phase = DECIDING
    s.kept = pack([6] * (6 if left == 6 else 6 - left))
    s.dice_to_throw = left
    s.turn_score = turn_score
    return answer(name, s)


def test_they_are_listed_and_the_usual_opponent_is_first() -> None:
    assert knockroll.player_names("farkle")[:5] == EVERYBODY
    for bot in GAME.players:
        assert bot.character
        assert bot.choose.__doc__


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"of_a_kind": "add", "straight": 1500},
        {"of_a_kind": "double", "three_pairs": 750, "must_throw_hot_dice": True},
        {"opening_minimum": 333, "target": 3001},
        {"three_farkles_penalty": 1000, "target": 12_000},
    ],
)
def test_they_play_by_the_rules(options: dict[str, Any]) -> None:
    result = arena.run("farkle", EVERYBODY, 5, 5, 7, options={"target": 2000, **options}, compiled=False)
    assert all(not standing.faults for standing in result.standings)


@pytest.mark.parametrize("name", EVERYBODY)
def test_who_may_not_bank_throws(name: str) -> None:
    assert decide(name, 2, 450, opening_minimum=500) == "throw"
    assert decide(name, 6, 5000, must_throw_hot_dice=True) == "throw"


# --- By rules of thumb ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [PENNY, JIM])
def test_the_greedy_keep_what_is_worth_the_most(name: str) -> None:
    assert keep(name, "1 5 5 2 3 4") == "keep 1 5 5"
    assert keep(name, "2 2 2 1 3 4") == "keep 1 2 2 2"
    assert keep(name, "1 1 1 5 2 3") == "keep 1 1 1 5"


@pytest.mark.parametrize(("left", "turn_score", "move"), [(5, 250, "throw"), (5, 300, "bank"), (1, 250, "throw")])
def test_penny_banks_300(left: int, turn_score: int, move: str) -> None:
    assert decide(PENNY, left, turn_score) == move


@pytest.mark.parametrize(
    ("left", "turn_score", "move"), [(3, 950, "throw"), (3, 1000, "bank"), (2, 50, "bank"), (1, 50, "bank")]
)
def test_jim_throws_three_dice_until_he_has_1000(left: int, turn_score: int, move: str) -> None:
    assert decide(JIM, left, turn_score) == move


@pytest.mark.parametrize(("left", "least"), [(1, 250), (2, 250), (3, 400), (4, 1000), (5, 3000), (6, 3000)])
def test_anne_banks_by_the_dice_left(left: int, least: int) -> None:
    assert decide(ANNE, left, least) == "bank"
    assert decide(ANNE, left, least - 50) == "throw"


def test_anne_keeps_all_if_that_is_enough_to_bank() -> None:
    assert keep(ANNE, "1 5 5 2 3 4", turn_score=200) == "keep 1 5 5", "400 points and three dice"
    assert keep(ANNE, "1 5 5 2 3 4", turn_score=150) == "keep 1"


def test_anne_counts_75_for_a_die_she_can_throw() -> None:
    assert keep(ANNE, "1 5 2 3 4 6") == "keep 1", "100 + 5 x 75 is more than 150 + 4 x 75"
    assert keep(ANNE, "1 1 2 3 4 6") == "keep 1 1", "a second 1 is worth more than the die"
    assert keep(ANNE, "5 5 2 3 4 6") == "keep 5"


@pytest.mark.parametrize(("turn_score", "move"), [(1050, "bank"), (1000, "throw"), (300, "throw")])
def test_anne_surpasses_the_high_score_in_the_last_turns(turn_score: int, move: str) -> None:
    assert decide(ANNE, 1, turn_score, scores=(9000, 10000), trigger=1) == move


# --- The Professor -------------------------------------------------------------------------------------------------


def test_the_best_turn_is_solved_to_ten_digits() -> None:
    assert best_turn.best_turn_score() == pytest.approx(446.5714403437, abs=1e-10)


@pytest.mark.parametrize(("left", "least"), list(enumerate(THRESHOLDS, start=1)))
def test_professor_banks_from_the_rule_books_thresholds_on(left: int, least: int) -> None:
    banks = [t for t in range(1, HIGHEST) if worth(0, left, t) <= t * ONE]
    assert banks == list(range(least // UNIT, HIGHEST))
    assert decide(PROFESSOR, left, least) == "bank"
    assert decide(PROFESSOR, left, least - 50) == "throw"
    assert decide(PROFESSOR, left, 20_000) == "bank"


def test_professor_is_exact_no_choice_hangs_on_rounding() -> None:
    """Two things he weighs are worth exactly the same, or differ by far more than floats or rounding could.

    Throwing is held against banking, and every keep of every throw against the best one.
    """
    best, thrown = best_turn._solve(0)
    closest = 1.0
    for left in range(1, 7):
        for t in range(HIGHEST - 50):
            if t:
                closest = min(closest, abs(thrown[left][t][0] - t))
            for _, keeps in throws_of(0)[left]:
                values = sorted((best[still][t + units][0] for still, units in keeps), reverse=True)
                closest = min([closest, *(values[0] - value for value in values[1:] if values[0] > value)])
    assert closest > 4 / ONE


def test_professor_keeps_what_promises_the_most() -> None:
    """Every throw of six dice, against the value of each keep."""
    for throw in SETS[-462:]:
        s = position()
        s.phase = KEEPING
        s.dice, s.dice_to_throw = pack(throw), 6
        moves = GAME.list_legal(s)
        values = {}
        for move in moves:
            dice = set_of_number(move - KEEP)
            values[move] = worth(0, 6 - how_many(dice) or 6, set_score(s, dice) // UNIT)
        if moves:
            move = the_professor(s, moves, len(moves), None)  # type: ignore[arg-type]
            assert values[move] == max(values.values())


@pytest.mark.parametrize(
    ("throw", "turn_score", "move"),
    [
        ("1 5 2 3 4 6", 0, "keep 1"),
        ("5 5 2 3 4 6", 0, "keep 5"),
        ("1 5 2", 300, "keep 1 5"),  # 450 with one die left, to be banked
        ("1 1 1 5 2 3", 0, "keep 1 1 1 5"),  # either way he banks: 1,050 is more
        ("1 5", 0, "keep 1 5"),  # hot dice
    ],
)
def test_professor_by_example(throw: str, turn_score: int, move: str) -> None:
    assert keep(PROFESSOR, throw, turn_score) == move


def test_professor_does_not_look_at_the_totals() -> None:
    assert decide(PROFESSOR, 2, 250, scores=(0, 10_000), trigger=1) == "bank"
    assert keep(PROFESSOR, "1 5 2 3 4 6", scores=(9950, 0)) == "keep 1"


def test_professor_calculates_anew_for_other_scores() -> None:
    assert best_turn.best_turn_score(11) > best_turn.best_turn_score(1) > best_turn.best_turn_score(0)
    assert keep(PROFESSOR, "2 2 2 2 3 4", of_a_kind="double") == "keep 2 2 2 2"
    assert keep(PROFESSOR, "1 2 3 4 5 6", straight=1500) == "keep 1 2 3 4 5 6"
    assert keep(PROFESSOR, "2 2 3 3 4 4", three_pairs=750) == "keep 2 2 3 3 4 4"


def test_professor_keeps_what_makes_it_likeliest_to_open() -> None:
    """At 300 of 500, 1-5 could be banked elsewhere; here a single die would have to bring the last 50."""
    assert keep(PROFESSOR, "1 5 2", 300) == "keep 1 5"
    assert keep(PROFESSOR, "1 5 2", 300, opening_minimum=500) == "keep 1"
    assert reach(0, 2, 2) > reach(0, 1, 1)


def _professors_turns(count: int) -> Any:
    """The scores of turns that he plays, compiled."""
    professor = find_bot(GAME, PROFESSOR)
    assert professor is not None
    first = GAME.new_state(2, GAME.option_values(2, None, {}), dealer=1)
    states, _ = play_on(GAME, [first] * count, [professor] * 2, seed=4, most_hands=1)
    return states["points"][:, 0]


@pytest.mark.compiles
def test_professors_mean_turn_score() -> None:
    """Within three standard errors of the best there is: 100,000 turns here, a million in the notes."""
    scores = _professors_turns(100_000)
    assert abs(scores.mean() - 446.5714403437) < 3 * scores.std() / math.sqrt(len(scores))


# --- The Closer ----------------------------------------------------------------------------------------------------


def test_the_chances_to_win_are_chances() -> None:
    win = winning.chances_to_win()
    assert win[200][200] == pytest.approx(0.5357, abs=0.0001), "it is good to begin"
    assert win[1][1] == pytest.approx(0.562, abs=0.02)
    for far in (10, 60, 199):
        assert win[100][far] < win[100][far + 1]
        assert win[far][100] > win[far + 1][100]


def test_the_chance_to_reach_a_score() -> None:
    assert reach(0, 6, 0) == ONE
    assert reach(0, 6, 1) == round(ONE * (1 - 5 / 162)), "any throw that is no farkle"
    assert reach(0, 1, 2) < reach(0, 1, 1) == round(ONE / 3)


@pytest.mark.parametrize(("turn_score", "move"), [(1050, "bank"), (1000, "throw"), (300, "throw")])
def test_closer_surpasses_the_high_score_as_the_last_to_play(turn_score: int, move: str) -> None:
    assert decide(CLOSER, 1, turn_score, scores=(9000, 10_000), trigger=1) == move
    assert decide(CLOSER, 6, turn_score, scores=(9000, 10_000), trigger=1) == move


def test_closer_keeps_the_dice_with_the_best_chance_to_surpass() -> None:
    assert keep(CLOSER, "1 5 2 3 4 6", scores=(9900, 10_000), trigger=1) == "keep 1 5", "that is enough"
    assert keep(CLOSER, "1 5 2 3 4 6", scores=(7000, 10_000), trigger=1) == "keep 1"


def test_closer_goes_on_if_somebody_behind_him_could_surpass_him() -> None:
    """He is 50 ahead; seat 1, who has 10,000 too, still has a last turn, seat 2 brought the last turns on."""
    near = {"scores": (9000, 10_000, 10_000), "trigger": 2}
    assert decide(CLOSER, 6, 1050, **near) == "throw"
    far = {"scores": (9000, 2000, 10_000), "trigger": 2}
    assert decide(CLOSER, 6, 1050, **far) == "bank"


def test_closer_plays_safe_when_ahead_and_dares_when_behind() -> None:
    """With four dice left The Professor banks 1,000. Solved in full, the game of two has the same moves."""
    assert decide(CLOSER, 4, 700, scores=(7000, 5000)) == "bank"
    assert decide(CLOSER, 4, 900, scores=(5000, 5000)) == "throw"
    assert decide(CLOSER, 4, 1200, scores=(5000, 9000)) == "throw"


def test_closer_does_not_bring_on_the_last_turns_for_another_to_win() -> None:
    """With 10,000 he would leave the other, who has 9,950, a turn for a mere 100: a chance of 4% instead of 50%."""
    assert decide(CLOSER, 6, 500, scores=(9500, 9950)) == "throw"


def test_closer_does_not_toy_with_a_game_that_is_won() -> None:
    assert decide(CLOSER, 6, 500, scores=(9500, 2000)) == "bank"


def test_closer_minds_the_penalty_that_the_next_farkle_would_cost() -> None:
    s = position(scores=(5000, 5000), three_farkles_penalty=1000)
    s.phase, s.dice_to_throw, s.turn_score = DECIDING, 3, 350
    s.kept = pack([6] * 3)
    assert answer(CLOSER, s) == "throw"
    s.farkles[0] = 2
    assert answer(CLOSER, s) == "bank"


@pytest.mark.parametrize(("penalty", "units"), [(1000, 20), (500, 10), (0, 0)])
def test_every_third_farkle_costs_the_penalty(penalty: int, units: int) -> None:
    s = position(three_farkles_penalty=penalty)
    for farkles in range(9):
        s.farkles[0] = farkles
        assert farkle_costs(GAME.view_of(s, 0)) == (units if farkles in (2, 5, 8) else 0)


@pytest.mark.parametrize(
    "options", [{}, {"of_a_kind": "double", "straight": 1500, "three_pairs": 750}, {"target": 100_000}]
)
def test_closer_is_near_the_professor_while_the_end_is_far(options: dict[str, Any]) -> None:
    for left in range(1, 5):
        assert decide(CLOSER, left, 50, **options) == decide(PROFESSOR, left, 50, **options) == "throw"
        assert decide(CLOSER, left, 2500, **options) == decide(PROFESSOR, left, 2500, **options) == "bank"


# --- Matches -------------------------------------------------------------------------------------------------------


@pytest.mark.compiles
@pytest.mark.parametrize(
    ("better", "worse", "games"),
    [(JIM, "Random", 1000), (PENNY, "Random", 1000), (ANNE, JIM, 1000), (CLOSER, PROFESSOR, 20_000)],
)
def test_the_ladder_holds_beyond_chance(better: str, worse: str, games: int) -> None:
    result = arena.run("farkle", [better, worse], games=games, seed=8, compiled=True)
    standing = next(standing for standing in result.standings if standing.name == better)
    assert standing.share_low > 0.5
