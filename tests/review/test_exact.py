"""Reviews of a game that is solved: everything is exact, and nothing needs numba."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations_with_replacement
from math import factorial
from typing import Any

import pytest

import knockroll
from knockroll.engine.dice import dice_of
from knockroll.engine.state import NOBODY
from knockroll.games.farkle.review import chances, why
from knockroll.games.farkle.rules import BANK, DECIDING, THROW, Farkle, chance, play
from knockroll.review.evaluators import SolvedEvaluator
from knockroll.review.judgement import BatchMeans
from tests.review.games import played


@pytest.mark.parametrize("seed", [1, 2])
def test_luck_and_losses_add_up_to_the_result(seed: int) -> None:
    """From an even start: own luck, minus what was given away, plus what the other gave away, is the result."""
    found = knockroll.review(played("farkle", seed=seed, bots=(0, 3)))
    assert found.complete
    for seat in (0, 1):
        own, other = found.headlines[seat], found.headlines[1 - seat]
        assert own.luck is not None
        assert own.result is not None
        assert own.result == pytest.approx(0.5 + own.luck - own.given_away + other.given_away, abs=1e-6)
        assert own.adjusted == pytest.approx(own.result - own.luck)
        assert own.luck_error == 0
    assert found.headlines[0].luck == pytest.approx(-(found.headlines[1].luck or 0))


@pytest.mark.parametrize(("scores", "score", "dice"), [((0, 0), 0, 6), ((9500, 9000), 300, 3), ((4000, 9900), 0, 6)])
def test_a_throw_is_worth_the_mean_of_all_its_faces(scores: tuple[int, int], score: int, dice: int) -> None:
    s = Farkle()
    s.seats, s.playing, s.dealer, s.turn = 2, 3, 1, 0
    s.scores[:2] = scores
    s.phase, s.turn_score, s.dice_to_throw, s.kept = (4 if score else 2), score, dice, dice_of(1, 6 - dice)
    play(s, 0)
    before = chances(s)
    assert before is not None
    total = 0.0
    for faces in combinations_with_replacement(range(1, 7), dice):
        orders = factorial(dice)
        for face in set(faces):
            orders //= factorial(faces.count(face))
        after = s.copy()
        chance(after, list(faces))
        value = chances(after)
        assert value is not None
        total += orders / 6**dice * value[0]
    assert total == pytest.approx(before[0], abs=1e-9)


def test_the_last_turn_is_won_by_surpassing() -> None:
    s = Farkle()
    s.seats, s.playing, s.turn, s.phase = 2, 3, 1, 4
    s.scores[:2] = (10_200, 9_000)
    s.trigger, s.leader, s.high_score = 0, 0, 10_200
    s.turn_score, s.dice_to_throw = 1_250, 4
    assert chances(s) == (0.0, 1.0)
    s.turn_score = 1_200  # to draw level is not enough
    found = chances(s)
    assert found is not None
    assert 0 < found[1] < 1


def test_other_games_are_not_covered() -> None:
    s = Farkle()
    s.seats, s.playing, s.turn, s.phase = 3, 7, 0, 2
    assert chances(s) is None
    s.seats, s.playing, s.trigger = 2, 3, NOBODY
    assert chances(s) is not None
    s.opening_minimum = 500
    assert chances(s) is None


def test_decisions_are_judged() -> None:
    found = knockroll.review(played("farkle", seed=3, bots=(3, 0)), seat=0)
    judged = [one for one in found.decisions if one.verdict not in ("forced", "obvious")]
    assert judged
    assert all(one.seat == 0 for one in found.decisions)
    for one in found.decisions:
        assert one.loss >= 0
        assert one.low == one.high == pytest.approx(one.loss)
        if one.candidates:
            assert one.candidates[0].chance == max(candidate.chance for candidate in one.candidates)
            assert one.loss == pytest.approx(
                one.candidates[0].chance - next(c.chance for c in one.candidates if c.move == one.move)
            )
        else:
            assert one.verdict == "forced"
    errors = [one for one in found.decisions if one.kind]
    assert errors, "this player makes some"
    assert all(one.kind in found.kinds and one.reasons and one.sentence for one in errors)
    biggest = found.headlines[0].biggest
    losses = {one.index: one.loss for one in errors}
    assert list(biggest) == sorted(losses, key=lambda index: -losses[index])[:3]


def test_a_decision_that_cannot_be_searched_is_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played("farkle", seed=3, bots=(3, 0))
    judged = [one for one in knockroll.review(record, 0).decisions if one.candidates]
    asked = []
    try_moves = SolvedEvaluator.try_moves

    def lost(self: SolvedEvaluator, *arguments: Any) -> BatchMeans:
        asked.append(arguments)
        if len(asked) == 3:
            raise knockroll.InvalidOption("no world fits what this seat has seen")
        return try_moves(self, *arguments)

    monkeypatch.setattr(SolvedEvaluator, "try_moves", lost)
    found = knockroll.review(record, 0)
    assert found.complete
    (one,) = [one for one in found.decisions if one.verdict == "unjudged"]
    assert one.index == judged[2].index
    assert one.sentence == "No world fits what this seat has seen."
    assert [one for one in found.decisions if one.candidates] == [*judged[:2], *judged[3:]]


def test_the_last_turn_is_told_with_whom_to_beat() -> None:
    s = Farkle()
    s.seats, s.playing, s.turn, s.phase = 3, 7, 0, DECIDING
    s.scores[:3] = (9_900, 9_000, 10_000)
    s.trigger, s.leader, s.high_score = 1, 2, 10_000
    s.turn_score, s.dice_to_throw = 50, 2
    (reason,) = why(s, BANK, THROW, ())
    text = "This is the last turn: banking makes a total of 9,950, and {2} has 10,000 already."
    assert reason.text == text


def test_a_review_is_a_document() -> None:
    found = knockroll.review(played("farkle", seed=3, bots=(3, 0)), hands=[0, 1])
    assert found.hands == (0, 1)
    assert {one.hand for one in found.decisions} <= {0, 1}
    data = found.to_json()
    assert json.loads(data)["format"] == "knockroll-review/1"
    assert type(found).from_json(data) == found
    with pytest.raises(knockroll.InvalidOption, match="not a review"):
        type(found).from_json(b"{}")


def test_an_interrupted_review_has_what_was_done() -> None:
    record = played("farkle", seed=3, bots=(3, 0))
    calls = []

    def progress(done: int, total: int) -> bool:
        calls.append((done, total))
        return done < 5

    found = knockroll.review(record, progress=progress)
    assert not found.complete
    assert calls[-1][0] == 5
    assert sum(bool(one.candidates) for one in found.decisions) == 5
    assert found.headlines[0].luck is None
    assert found.headlines[0].too_few

    def interrupt(done: int, total: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    assert knockroll.review(record, progress=interrupt).decisions == found.decisions


def test_hints_are_exact() -> None:
    table = knockroll.Table("farkle", seats=2, seed=4)
    table.play("throw")
    found = knockroll.hint(table.view(table.turn))
    assert {one.move for one in found.candidates} == set(table.legal())
    assert found.sentences[0].startswith(found.candidates[0].words)
    assert found.sentences[0].endswith("to win the game.")


def test_nothing_compiled_is_needed() -> None:
    code = (
        "import sys; sys.modules['numba'] = sys.modules['numpy'] = None\n"
        "import knockroll, json; table = knockroll.Table('farkle', seats=2, seed=4); table.play('throw')\n"
        "print(knockroll.hint(table.view(table.turn)).sentences[0])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "to win the game." in done.stdout
