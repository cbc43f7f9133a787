"""What cannot be reviewed is refused, with a reason."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import knockroll
from tests.review.games import played, played_elsewhere, unfinished


def record(**changes: Any) -> Any:
    return {**played("farkle", seed=3, bots=(3, 0)), **changes}


def test_an_unfinished_game() -> None:
    with pytest.raises(knockroll.InvalidRecord, match="not over"):
        knockroll.review(unfinished())


def test_a_forged_game() -> None:
    moves = list(record()["moves"])
    with pytest.raises(knockroll.InvalidRecord):
        knockroll.review(record(moves=moves[:-1]))
    with pytest.raises(knockroll.InvalidRecord):
        knockroll.review(record(result={"winners": [0, 1], "scores": [1, 1]}))


@pytest.mark.parametrize("data", ["", "{", "[]", '{"format": "knockroll/1"}', b"\xff\xfe"])
def test_a_broken_record(data: Any) -> None:
    with pytest.raises(knockroll.InvalidRecord):
        knockroll.review(data)


@pytest.mark.parametrize("seat", [2, -1, "0", True])
def test_a_seat_that_does_not_exist(seat: Any) -> None:
    with pytest.raises(knockroll.InvalidOption, match="there is no seat"):
        knockroll.review(record(), seat=seat)


def test_a_hand_that_does_not_exist() -> None:
    with pytest.raises(knockroll.InvalidOption, match="there is no hand 999"):
        knockroll.review(record(), hands=[999])


def test_a_game_of_a_package_that_is_not_installed() -> None:
    with pytest.raises(knockroll.InvalidRecord, match="there is no game 'follow'"):
        knockroll.review(played_elsewhere())


@pytest.mark.usefixtures("other_games")
def test_a_game_of_another_package_without_a_search() -> None:
    with pytest.raises(knockroll.InvalidOption, match="Follow cannot be reviewed: it has no player that searches"):
        knockroll.review(played_elsewhere())


def test_an_unknown_budget() -> None:
    with pytest.raises(knockroll.InvalidOption, match="quick, standard, deep"):
        knockroll.review(record(), budget="endless")


def test_a_hint_for_somebody_else() -> None:
    table = knockroll.Table("farkle", seats=2, seed=3)
    with pytest.raises(knockroll.InvalidOption, match="seat to move"):
        knockroll.hint(table.view())


def test_a_map_where_there_are_no_cards() -> None:
    table = knockroll.Table("farkle", seats=2, seed=3)
    with pytest.raises(knockroll.InvalidOption, match="no cards"):
        knockroll.belief_map(table.view(table.turn))


def test_without_numba_it_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['numba'] = sys.modules['numpy'] = None\n"
        "import knockroll; table = knockroll.Table('gin_rummy', variant='standard', seed=4)\n"
        "try: knockroll.hint(table.view(table.turn))\n"
        "except knockroll.KnockrollError as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'knockroll[search]'" in done.stdout


def test_without_numba_a_solved_game_still_answers() -> None:
    code = (
        "import sys; sys.modules['numba'] = sys.modules['numpy'] = None\n"
        "import knockroll; table = knockroll.Table('thirty_one', seats=2, seed=4)\n"
        "found = knockroll.hint(table.view(table.turn), batches=2)\n"
        "print(found.sentences[0]); print(found.evaluator)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "to win the game." in done.stdout
    assert "interpreted" in done.stdout
