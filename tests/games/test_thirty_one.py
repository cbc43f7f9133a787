"""Thirty-One, clause by clause."""

from __future__ import annotations

from tests.helpers import play, table


def test_4_a_knocking_player_draws_nothing() -> None:
    t = table("thirty_one", ["Ks 5s 2h", "Qd 9d 3c", "Jc 8c 4h"], upcard="7h")
    play(t, "knock")
    assert t.view(1)["players"][1]["cards"] == 3
    assert t.turn == 2
