"""Farkle: how it is told and shown."""

from __future__ import annotations

from knockroll.engine.dice import MOST_DICE, how_many, set_of_number
from knockroll.engine.showing import (
    Account,
    Dice,
    Happening,
    Mark,
    Reading,
    Round,
    Score,
    Showing,
    Term,
    Total,
    Verb,
)
from knockroll.engine.state import NOBODY
from knockroll.engine.words import EVENTS
from knockroll.games.farkle.moves import MOVES
from knockroll.games.farkle.rules import (
    BANK,
    ENDED_BY_BANK,
    KEEP,
    MOST_MOVES,
    THROW,
    Farkle,
    legal,
    may_bank,
    set_score,
)

SHOWING = Showing(
    goal="When somebody has reached the target, everybody else has one last turn; the highest total wins.",
    score=Score(one="point", many="points", style="race", limit="target"),
    round=Round(one="turn", many="turns", pauses=False),
    has_dealer=False,
    middle=(
        Dice(label="Dice", field="dice", choose="keep", slots=MOST_DICE, none="No dice thrown yet"),
        Dice(label="Set aside", field="kept", slots=MOST_DICE, none="Nothing set aside"),
        Total(label="Turn score", field="turn_score", adds="keep"),
    ),
    verbs=(
        Verb(
            word="throw",
            label="Throw",
            phrase="throw the dice",
            key="t",
            worth="{n} dice",
            worth_one="{n} die",
            follows="keep",
        ),
        Verb(word="bank", label="Bank", phrase="bank the turn score", key="b", worth="{n}", follows="keep"),
        Verb(
            word="keep",
            label="Keep",
            phrase="set dice aside",
            key="k",
            takes="dice",
            asks="Choose the dice to set aside",
            worth="for {n}",
        ),
    ),
    marks=(
        Mark(field="farkles", text="{n} farkles in a row", kind="numbers", at_least=2),
        Mark(field="leader", text="to beat"),
    ),
    prompts={"throw": "Throw the dice", "keep": "Choose the dice to set aside"},
    events={
        **EVENTS,
        "dealer": Happening(),
        "throw": Happening(text="{who} threw {dice}", short="threw {dice}", cue="dice"),
        "keep": Happening(text="{who} set aside {dice} for {n}", short="kept {dice}", cue="card"),
        "hot dice": Happening(text="Hot dice: all six scored", banner="Hot dice", tone="good", cue="good"),
        "farkle": Happening(
            text="{who} farkled[ and lost {n}]", short="farkled", banner="Farkle", tone="bad", cue="bad"
        ),
        "bank": Happening(text="{who} banked {n}", short="banked {n}", banner="{n} banked", tone="good", cue="good"),
        "last turns": Happening(
            text="{who} reached {n}: everybody else has one last turn",
            banner="Last turns",
            cue="good",
            stands_out=True,
        ),
    },
)


def read(v: Farkle, seat: int) -> Reading:
    """The turn score, what each set of dice would bring, and what could follow it."""
    if v.turn != seat:
        return Reading()
    moves = [0] * MOST_MOVES
    worth: dict[str, int] = {}
    then: dict[str, dict[str, int]] = {}
    for move in moves[: legal(v, moves)]:
        if move >= KEEP:
            dice = set_of_number(move - KEEP)
            text = MOVES.format(move)
            worth[text] = set_score(v, dice)
            then[text] = _then(v, v.turn_score + worth[text], MOST_DICE - how_many(v.kept) - how_many(dice))
        elif move == THROW:
            worth["throw"] = v.dice_to_throw
        elif move == BANK:
            worth["bank"] = v.turn_score
    last = v.trigger != NOBODY
    prompt = f"Your last turn: you need more than {v.high_score - v.scores[seat]:,}" if last else ""
    return Reading(count=v.turn_score, worth=worth, then=then, prompt=prompt)


def _then(v: Farkle, turn_score: int, left: int) -> dict[str, int]:
    """What can be done when dice have been set aside, so that so many are left."""
    if may_bank(v, turn_score, left or MOST_DICE):
        return {"throw": left or MOST_DICE, "bank": turn_score}
    return {"throw": left or MOST_DICE}


def refuse(v: Farkle, move: int) -> str:
    """Why the seat to move may not make this move now."""
    return "You cannot do that now."


def end(s: Farkle) -> Account:
    """How the turn ended, and what it brought."""
    sums = tuple((Term("banked", s.points[i]),) if s.points[i] else () for i in range(s.seats))
    if s.ending == ENDED_BY_BANK:
        return Account(title="Banked", clause="3d", sums=sums)
    return Account(title="Farkle", clause="3c", sums=sums)
