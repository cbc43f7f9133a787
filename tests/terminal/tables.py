"""Tables in the middle of a hand, always the same: for snapshots and for the pictures of the documentation."""

from __future__ import annotations

import knockroll
from knockroll.terminal.model.session import LocalSession
from tests.terminal.driving import Puppet, at_table


def gin() -> LocalSession:
    hands = ("5c 6c 7c 8h 8d 8s Kd Qh 2s 3h", "As 2d 4h 6s 9c Jc Kh 3c 5d 7h")
    return at_table("gin_rummy", hands, Puppet("Simple", "draw stock", "discard As"), upcard="Tc", stock="Td 4c Ts")


def tonk() -> LocalSession:
    hands = ("5c 6c 7c 8h Kd", "9s 9h 9d 2c 4h", "3s 4s 5s Jh Qd")
    players = (
        Puppet("The Miser", "draw stock", "spread 9s 9h 9d", "discard Qs"),
        Puppet("Lucky", "draw stock", "spread 3s 4s 5s 6s", "discard Jh"),
    )
    return at_table("tonk", hands, *players, upcard="8c", stock="Qs 6s 2h 9c")


def tunk() -> LocalSession:
    hands = ("4s 4h 2c 8h 3d 5d 7c", "Kh 2d Kc 9s 3h Jd Qd", "8s 9h Qh Ad 4d 6d 8d")
    players = (Puppet("Thelma", "draw stock", "tunk"), Puppet("Louise", "draw discard", "discard 9h"))
    return at_table("tunk", hands, *players, upcard="Ts", stock="9c 5s")


def thirty_one() -> LocalSession:
    hands = ("5h 6h 9h", "Ks 2s 4h", "7s 7d 8s", "Jc 7c 4s")
    players = (
        Puppet("House", "draw stock", "discard 4h"),
        Puppet("Mr. Caution", "draw discard", "discard 7d"),
        Puppet("Ms. Aggressive", "knock"),
    )
    return at_table("thirty_one", hands, *players, upcard="Qd", stock="Ts 3h")


def farkle() -> LocalSession:
    chance = knockroll.Scripted(["1 1 2 3 4 6", "2 3 4 6", "1 1 2 5 5 5", "6"])
    table = knockroll.Table("farkle", seats=2, dealer=0, chance=chance)
    return LocalSession(table, (None, Puppet("The Professor", "throw", "keep 1 1", "throw")))
