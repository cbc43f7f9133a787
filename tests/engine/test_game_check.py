"""A game of another package is looked at before it is offered, and a broken one is told what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import msgspec
import pytest

import knockroll
from knockroll.engine.events import Event
from knockroll.engine.game import Game
from knockroll.engine.game_check import check_game
from knockroll.engine.grammar import MoveBook
from knockroll.engine.options import number
from knockroll.engine.plugins import Unfit
from knockroll.engine.showing import Dice, Mark, Pile, Showing
from tests.plugins import EVERY_GAME
from tests.sixth_game.high_die import GAME


@pytest.mark.parametrize("game", EVERY_GAME, ids=lambda game: game.name)
def test_games_that_work_are_fit(game: Game) -> None:
    check_game(game)


def showing(**changes: Any) -> Showing:
    return msgspec.structs.replace(GAME.showing, **changes)


def fails(*_: Any) -> Any:
    raise KeyError("faces")


VERB = GAME.showing.verbs[0]
FAULTS: dict[str, tuple[dict[str, Any], str]] = {
    "a part without its field": (
        {"showing": showing(middle=(Dice(label="Dice", field="faces"),))},
        "Dice in Showing.middle shows 'faces', which views do not have: add it to shown",
    ),
    "a part without its verb": (
        {"showing": showing(middle=(Pile(place="stock", label="Stock", field="die", take="draw"),))},
        "Pile in Showing.middle names the verb 'draw', which is not in Showing.verbs",
    ),
    "a mark without its field": (
        {"showing": showing(marks=(Mark(field="knocker", text="knocked"),))},
        "a mark shows 'knocker', which views do not have: add it to shown",
    ),
    "a move without a verb": (
        {"moves": MoveBook(("roll", "hold"), forms=("roll", "hold")), "most_moves": 2},
        "the move 'hold' begins with no word of Showing.verbs",
    ),
    "a key that front ends need": (
        {"showing": showing(verbs=(msgspec.structs.replace(VERB, key="q"),))},
        "the verb 'roll' has the key 'q': take one letter, none of 'ciloquvwxz'",
    ),
    "an event without words": (
        {"tell": lambda before, move, after: [Event("thrown", 0)]},
        "Showing.events has no words for the event 'thrown'",
    ),
    "an option without its field": (
        {"options": (*GAME.options, number("bonus", 1, 0, 9, "a bonus"))},
        "the option 'bonus' needs a field 'bonus' in the state HighDie",
    ),
    "an option that there is not": (
        {"showing": showing(score=msgspec.structs.replace(GAME.showing.score, limit="goal"))},
        "Showing names the option 'goal', which there is not",
    ),
    "seats out of order": (
        {"default_seats": 5},
        "min_seats, default_seats and max_seats are not in order: (2, 5, 4)",
    ),
    "legal without moves": ({"legal": lambda s, moves: 0}, "legal gives 0 moves to the seat whose turn it is"),
    "a play that raises": ({"play": fails}, "play fails with 'roll': KeyError: 'faces'"),
    "a view that raises": ({"look": fails}, "the view of a spectator fails: KeyError: 'faces'"),
    "an end that raises": ({"end": fails}, "end fails: KeyError: 'faces'"),
    "a reading that is none": ({"read": lambda v, seat: None}, "read gives NoneType, not a Reading"),
    "chance that is not taken": (
        {"chance": lambda s, given: None},
        "chance is asked for without end: it must clear s.wants, and play must come to a seat's turn",
    ),
    "no such ending": ({"endings": ()}, "s.ending is 0, but there are ()"),
}


@pytest.mark.parametrize(("changes", "said"), FAULTS.values(), ids=FAULTS)
def test_what_is_wrong_is_said(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(Unfit) as unfit:
        check_game(replace(GAME, **changes))
    assert str(unfit.value) == said


def test_the_conformance_kit_takes_a_game_by_its_place(run_kit: Callable[..., str]) -> None:
    said = run_kit("tests.sixth_game.high_die:GAME", "-k", "written_one_to_one or json")
    assert "4 passed" in said, said


def test_the_conformance_kit_says_what_it_cannot_test(run_kit: Callable[..., str]) -> None:
    assert f"there is no game 'chess': there are {knockroll.game_names()[0]}" in run_kit("chess")
    assert "is not a Game but type" in run_kit("knockroll:Table")


@pytest.fixture
def run_kit() -> Callable[..., str]:
    """Run the kit in another process, as its user does."""
    import subprocess
    import sys

    def run(*arguments: str) -> str:
        command = [sys.executable, "-m", "knockroll.testing", *arguments, "-p", "no:cacheprovider"]
        ran = subprocess.run(command, capture_output=True, text=True, timeout=300)
        return ran.stdout + ran.stderr

    return run
