"""Tables of Farkle for tests."""

from __future__ import annotations

from typing import Any

import knockroll
from knockroll.engine.dice import pack, parse_dice
from knockroll.engine.options import Value
from knockroll.games import farkle
from knockroll.games.farkle.rules import set_score

FARKLE = "2 3 4 6 2 3"
ONES = "1 1 1 2 3 4"
"""Three 1s are 1,000, one is 100."""
FIVES = "5 5 5 2 3 4"


def table(*throws: str, seats: int = 2, **options: Any) -> knockroll.Table:
    """A table at which seat 0 has the first turn and the dice fall as they are given."""
    options.setdefault("dealer", seats - 1)
    return knockroll.Table("farkle", seats=seats, chance=knockroll.Scripted(throws), **options)


def turn(t: knockroll.Table, *keeps: str) -> tuple[knockroll.Event, ...]:
    """A turn: throw and keep as often as there are dice to keep, then bank. Without dice it has to be a farkle."""
    if not keeps:
        return t.play("throw")
    for dice in keeps:
        t.play("throw")
        t.play(f"keep {dice}")
    return t.play("bank")


def kinds(events: tuple[knockroll.Event, ...]) -> list[str]:
    return [event.kind for event in events]


def dice_shown(t: knockroll.Table) -> tuple[Any, ...]:
    """What the seat to move sees of the dice: thrown, kept, the turn score, how many can be thrown."""
    view = t.view(t.turn)
    return view["dice"], view["kept"], view["turn_score"], view["dice_to_throw"]


def score(dice: str, **options: Value) -> int | None:
    """What dice set aside are worth under some options."""
    worth = set_score(farkle.GAME.new_state(2, farkle.GAME.option_values(2, None, options)), pack(parse_dice(dice)))
    return None if worth < 0 else worth
