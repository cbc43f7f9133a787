"""``lab.evaluate`` in a dice game: exact where the game is solved, otherwise by the games of the strongest player."""

from __future__ import annotations

import pytest

import knockroll
import knockroll.lab
from knockroll.engine.errors import InvalidOption

pytestmark = pytest.mark.compiles


def test_two_player_farkle_is_exact() -> None:
    table = knockroll.Table.at("farkle", dice="1 2 3 4 6 6", scores=[8000, 9000])
    judged = knockroll.lab.evaluate(table.view(table.turn), batches=2, worlds=8)
    assert {one.opponent for one in judged} == {"best play"}
    assert sorted(one.move for one in judged) == sorted(table.legal())
    assert all(one.low == one.chance_to_win == one.high for one in judged)
    chances = table.game.review.chances
    assert chances is not None
    best = chances(table.state)
    assert best is not None
    assert max(one.chance_to_win for one in judged) == pytest.approx(best[0], abs=1e-12)


def test_a_sure_win_is_one() -> None:
    """In the last turn, with enough to surpass the other."""
    table = knockroll.Table.at("farkle", kept="1 1", scores=[9950, 10_000], trigger=1, turn=0)
    bank = next(one for one in knockroll.lab.evaluate(table.view(0), batches=2, worlds=4) if one.move == "bank")
    assert (bank.chance_to_win, bank.equity) == (1.0, 200)


def test_elsewhere_the_strongest_player_plays_it_out_and_is_named() -> None:
    table = knockroll.Table.at("farkle", seats=3, dice="1 1 2 3 4 6", scores=[3000, 0, 0])
    strongest = max(table.game.players, key=lambda bot: bot.strength).name
    judged = knockroll.lab.evaluate(table.view(0), batches=4, worlds=16)
    assert {one.opponent for one in judged} == {strongest}
    assert all(one.low <= one.chance_to_win <= one.high and one.worlds == 64 for one in judged)
    assert judged == knockroll.lab.evaluate(table.view(0), batches=4, worlds=16, threads=2)
    with pytest.raises(InvalidOption, match="unknown opponent 'best play'"):
        knockroll.lab.evaluate(table.view(0), opponents=["best play"])
    with pytest.raises(InvalidOption, match="a view of the seat to move"):
        knockroll.lab.evaluate(table.view(1))
