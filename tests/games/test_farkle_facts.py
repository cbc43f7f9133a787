"""Farkle: known answers, every throw against brute force, and the facts of the rule book."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import factorial
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll.engine.dice import SETS, faces_in, how_many, number_of_set, pack, parse_dice, set_of_number
from knockroll.engine.options import Value
from knockroll.engine.state import DICE, WAITING
from knockroll.games import farkle
from knockroll.games.farkle.rules import ENDED_BY_FARKLE, KEEP, KEEPING, Farkle, chance, play, set_score

VECTORS = json.loads((Path(__file__).parent.parent / "vectors" / "farkle_set_aside.json").read_text())
TRIPLES = {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}


def _falls(faces: list[int] | tuple[int, ...], **options: Value) -> Farkle:
    """The state when seat 0 has just thrown these dice, the others having been set aside before."""
    s: Farkle = farkle.GAME.new_state(2, farkle.GAME.option_values(2, None, options), dealer=1)
    s.phase, s.wants, s.wants_count, s.thrower = WAITING, DICE, len(faces), 0
    s.dice_to_throw = len(faces)
    s.kept = pack([6] * (6 - len(faces)))
    chance(s, list(faces))
    return s


@pytest.mark.parametrize("throw", ["2", "3 4", "2 2 3", "2 2 6 6", "2 2 3 3 4", "2 2 3 3 4 4", "2 2 3 3 4 6"])
def test_3c_what_a_farkle_is(throw: str) -> None:
    assert _falls(parse_dice(throw)).ending == ENDED_BY_FARKLE


# --- Known answers -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("vector", VECTORS["positions"], ids=lambda vector: vector["id"])
def test_vector_position(vector: dict[str, Any]) -> None:
    s = _falls(vector["roll"])
    keeps = farkle.GAME.list_legal(s)
    assert (s.ending == ENDED_BY_FARKLE and s.hands_played == 1) == vector["roll_is_farkle"]
    if not vector["roll_is_farkle"]:
        assert len(keeps) == vector["legal_set_asides"]
        assert (
            max(farkle.score(faces_in(set_of_number(move - KEEP))) or 0 for move in keeps)
            == (vector["max_score_of_roll"])
        )
    move = KEEP + number_of_set(pack(vector["set_aside"]))
    assert (s.phase == KEEPING and move in keeps) == vector["legal"]
    assert farkle.score(vector["set_aside"]) == vector["score"]
    if vector["legal"]:
        play(s, move)
        assert s.turn_score == vector["score"]
        assert how_many(s.dice) == vector["remaining_dice"]
        assert (how_many(s.kept) == 6 and s.dice_to_throw == 6) == vector["hot_dice"]


@pytest.mark.parametrize("vector", VECTORS["sequences"], ids=lambda vector: vector["id"])
def test_vector_sequence(vector: dict[str, Any]) -> None:
    throws = [" ".join(map(str, throw)) for throw in vector["throws"]]
    t = knockroll.Table("farkle", dealer=1, chance=knockroll.Scripted(throws))
    for dice in vector["set_aside"]:
        t.play("throw")
        if dice:
            t.play(f"keep {' '.join(map(str, dice))}")
    assert t.view(0)["turn_score"] == vector["turn_score"]
    assert len(t.view(0)["dice"]) == vector["remaining"]


@cache
def _combinations(of_a_kind: str, straight: int, three_pairs: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every combination that scores, as its dice and their worth."""
    found: list[tuple[tuple[int, ...], int]] = [((1,), 100), ((5,), 50)]
    for face, worth in TRIPLES.items():
        found.append(((face,) * 3, worth))
        if of_a_kind != "triples":
            found += [((face,) * n, worth * (n - 2) if of_a_kind == "add" else worth * 2 ** (n - 3)) for n in (4, 5, 6)]
    if straight:
        found.append(((1, 2, 3, 4, 5, 6), straight))
    if three_pairs:
        pairs = combinations_with_replacement(range(1, 7), 3)
        found += [(tuple(sorted(faces * 2)), three_pairs) for faces in pairs]
    return tuple(found)


@cache
def _brute_force(dice: tuple[int, ...], *options: Any) -> int | None:
    """The best of all ways to take dice apart into combinations; None if there is none."""
    if not dice:
        return 0
    best = None
    for combination, worth in _combinations(*options):
        rest = list(dice)
        for face in combination:
            if face not in rest:
                break
            rest.remove(face)
        else:
            others = _brute_force(tuple(rest), *options)
            if others is not None and (best is None or worth + others > best):
                best = worth + others
    return best


@pytest.mark.parametrize("three_pairs", [0, 750])
@pytest.mark.parametrize("straight", [0, 1500])
@pytest.mark.parametrize("of_a_kind", ["triples", "add", "double"])
def test_every_keep_of_every_throw_against_brute_force(of_a_kind: str, straight: int, three_pairs: int) -> None:
    options = (of_a_kind, straight, three_pairs)
    most = 0
    for throw in SETS:
        expected = {}
        for size in range(1, len(throw) + 1):
            for dice in sorted(set(combinations(throw, size))):
                worth = _brute_force(dice, *options)
                if worth is not None:
                    expected[f"keep {' '.join(map(str, dice))}"] = worth
        s = _falls(throw, of_a_kind=of_a_kind, straight=straight, three_pairs=three_pairs)
        assert (s.hands_played == 1) == (not expected)
        if expected:
            moves = farkle.GAME.list_legal(s)
            assert [farkle.GAME.moves.format(move) for move in moves] == list(expected)
            assert [set_score(s, set_of_number(move - KEEP)) for move in moves] == list(expected.values())
            most = max(most, len(moves))
    assert most == farkle.GAME.most_moves


def test_score_of_every_set_against_brute_force() -> None:
    for dice in SETS:
        assert farkle.score(dice) == _brute_force(dice, "triples", 0, 0)


def test_fact_chances_of_a_farkle() -> None:
    farkles = [Fraction(0)] * 7
    for throw in SETS:
        if _falls(throw).hands_played:
            farkles[len(throw)] += _chance_of(throw)
    assert farkles[1:] == [Fraction(text) for text in ("2/3", "4/9", "5/18", "17/108", "25/324", "5/162")]


def test_fact_the_best_expected_turn_score() -> None:
    """Solved backwards from turn scores that nobody would risk: every keep scores, so later is always higher.

    With n dice left and a turn score of t, banking is worth t and throwing the mean over all throws of the best keep
    (0 for a farkle). Banking is no worse from one threshold on, and below it throwing is better.
    """
    top = 20000
    throws = [list(_choices(n)) for n in range(7)]
    worth = [{t: float(t) for t in range(top, top + 2050, 50)} for _ in range(7)]
    banks: list[list[int]] = [[] for _ in range(7)]
    for t in range(top - 50, -50, -50):
        for n in range(1, 7):
            value = sum(p * max(worth[left][t + points] for points, left in keeps) for p, keeps in throws[n])
            worth[n][t] = max(value, float(t))
            if t >= value:
                banks[n].insert(0, t)
    assert worth[6][0] == pytest.approx(446.5714403437, abs=1e-10)
    for n, threshold in enumerate((250, 250, 400, 1000, 2900, 10050), start=1):
        assert banks[n] == list(range(threshold, top, 50))


def _choices(n: int) -> Iterator[tuple[float, list[tuple[int, int]]]]:
    """The throws of n dice that are no farkle, as their chance and the keeps: points, and dice left to throw.

    Throws with the same keeps are taken together.
    """
    chances: dict[tuple[tuple[int, int], ...], Fraction] = {}
    for throw in SETS:
        if len(throw) == n and not _falls(throw).hands_played:
            keeps = set()
            for move in farkle.GAME.list_legal(_falls(throw)):
                s = _falls(throw)
                play(s, move)
                keeps.add((s.turn_score, s.dice_to_throw))
            key = tuple(sorted(keeps))
            chances[key] = chances.get(key, Fraction(0)) + _chance_of(throw)
    for key, p in chances.items():
        yield float(p), list(key)


def _chance_of(throw: tuple[int, ...]) -> Fraction:
    """The chance that these dice fall, in any order."""
    orders = factorial(len(throw))
    for face in set(throw):
        orders //= factorial(throw.count(face))
    return Fraction(orders, 6 ** len(throw))


# --- Move numbers ----------------------------------------------------------------------------------------------------


def test_move_numbers_are_a_contract() -> None:
    texts = farkle.GAME.moves.texts
    assert len(texts) == 925
    assert texts[:10] == (
        "throw",
        "bank",
        "keep 1",
        "keep 2",
        "keep 3",
        "keep 4",
        "keep 5",
        "keep 6",
        "keep 1 1",
        "keep 1 2",
    )
    for number, text in (
        (28, "keep 6 6"),
        (29, "keep 1 1 1"),
        (84, "keep 6 6 6"),
        (85, "keep 1 1 1 1"),
        (210, "keep 6 6 6 6"),
        (211, "keep 1 1 1 1 1"),
        (462, "keep 6 6 6 6 6"),
        (463, "keep 1 1 1 1 1 1"),
        (924, "keep 6 6 6 6 6 6"),
    ):
        assert texts[number] == text
    keeps = [[int(face) for face in text.split()[1:]] for text in texts[2:]]
    assert keeps == sorted((sorted(keep) for keep in keeps), key=lambda keep: (len(keep), keep))


def test_moves_and_sets_round_trip() -> None:
    for number, dice in enumerate(SETS):
        assert number_of_set(pack(dice)) == number
        assert tuple(faces_in(set_of_number(number))) == dice
        assert how_many(pack(dice)) == len(dice)
    for number, text in enumerate(farkle.GAME.moves.texts):
        assert farkle.GAME.moves.parse(text) == number


def test_all_throws_can_be_told_apart() -> None:
    """Packing loses only the order: 6 ** 3 throws of three dice are 56 sets."""
    assert len({pack(faces) for faces in product(range(1, 7), repeat=3)}) == 56
