"""Farkle: how the game looks and speaks."""

from __future__ import annotations

from knockroll.engine.dice import FACES, MOST_DICE, count_of, dice_of, faces_in, how_many, set_of_number
from knockroll.engine.showing import (
    Account,
    Dice,
    Example,
    Explanation,
    Happening,
    Mark,
    OptionGroup,
    OptionWords,
    Reading,
    Round,
    Score,
    Showing,
    Term,
    Total,
    Verb,
    Worth,
)
from knockroll.engine.state import NOBODY
from knockroll.engine.words import EVENTS
from knockroll.games.farkle.moves import MOVES
from knockroll.games.farkle.rules import (
    ENDED_BY_BANK,
    KEEP,
    KEEPING,
    MOST_MOVES,
    THROWING,
    Farkle,
    face_score,
    legal,
    may_bank,
    set_score,
)

EXPLANATION = (
    Explanation(
        title="Goal",
        text=("Score points with six dice. Every 1 and every 5 scores, and so do three of a kind in the same roll."),
        examples=(
            Example(pieces=("1",), text="100"),
            Example(pieces=("5",), text="50"),
            Example(pieces=("1", "1", "1"), text="1,000"),
            Example(pieces=("4", "4", "4"), text="400; three 2s are 200, three 3s 300, and so on"),
        ),
    ),
    Explanation(
        title="Your turn",
        text=(
            "Roll all six dice and set aside at least one that scores. Then bank your points, or roll the "
            "remaining dice for more."
        ),
    ),
    Explanation(
        title="How a turn ends",
        text=(
            "Bank, and your points are safe. But roll nothing that scores and you have farkled: everything from "
            "this turn is gone."
        ),
        examples=(Example(pieces=("2", "3", "3", "6"), text="a farkle"),),
    ),
    Explanation(
        title="Scoring",
        text=(
            "Your banked turns add up. Set all six dice aside and you have hot dice: you may roll all six again "
            "and keep adding."
        ),
    ),
    Explanation(
        title="Winning",
        text="Once someone reaches 10,000, everyone else gets one last turn. The highest score wins.",
    ),
)

SHOWING = Showing(
    goal="Once someone reaches the target, everyone else gets one last turn. Highest score wins.",
    explanation=EXPLANATION,
    popularity=80,
    picture=("1", "5", "1", "3"),
    score=Score(one="point", many="points", style="race", limit="target"),
    round=Round(one="turn", many="turns", pauses=False, in_turn=True, nothing="farkle"),
    has_dealer=False,
    middle=(
        Dice(label="Dice", field="dice", choose="keep", slots=MOST_DICE, none="No dice rolled yet"),
        Dice(label="Set aside", field="kept", slots=MOST_DICE, none="Nothing set aside"),
        Total(label="Turn score", field="turn_score", adds="keep"),
    ),
    verbs=(
        Verb(
            word="throw",
            label="Roll",
            phrase="roll the dice",
            key="r",
            worth="{n} dice",
            worth_one="{n} die",
            follows="keep",
        ),
        Verb(word="bank", label="Bank", phrase="bank your points", key="b", worth="{n}", follows="keep"),
        Verb(
            word="keep",
            label="Keep",
            phrase="keep scoring dice",
            key="k",
            takes="dice",
            asks="Choose the dice to keep",
            worth="for {n}",
        ),
    ),
    marks=(
        Mark(field="farkles", text="{n} farkles in a row", kind="numbers", at_least=2),
        Mark(field="leader", text="to beat"),
    ),
    prompts={"throw": "Roll the dice", "keep": "Choose the dice to keep"},
    events={
        **EVENTS,
        "dealer": Happening(),
        "throw": Happening(text="{who} rolled {dice}", short="rolled {dice}", cue="dice"),
        "keep": Happening(text="{who} kept {dice} for {n}", short="kept {dice}", cue="card"),
        "hot dice": Happening(text="{who} got hot dice: all six scored", banner="Hot dice", tone="good", cue="good"),
        "farkle": Happening(
            text="{who} farkled[ and lost {n}]", short="farkled", banner="Farkle", tone="bad", cue="bad"
        ),
        "bank": Happening(text="{who} banked {n}", short="banked {n}", banner="Banked", tone="good", cue="good"),
        "last turns": Happening(
            text="{who} reached {n}, so everyone else gets one last turn",
            banner="Final round",
            cue="good",
            stands_out=True,
        ),
    },
    worth=(  # farkle 5
        Worth(dice=(1,), points=100),
        Worth(dice=(5,), points=50),
        *(Worth(dice=(face,) * 3, points=1000 if face == 1 else 100 * face) for face in range(1, FACES + 1)),
        Worth(label="each extra of a kind", said="adds the triple again", when={"of_a_kind": "add"}),
        Worth(label="each extra of a kind", said="doubles the score", when={"of_a_kind": "double"}),
        Worth(dice=(1, 2, 3, 4, 5, 6), points=1500, when={"straight": 1500}),
        Worth(label="three pairs", points=750, when={"three_pairs": 750}),
    ),
    options=(
        OptionGroup(title="The game", options={"target": OptionWords(label="Target score", clause="2")}),
        OptionGroup(
            title="Banking",
            options={
                "opening_minimum": OptionWords(label="Minimum to get on the board", clause="3d", said={"0": "none"}),
                "three_farkles_penalty": OptionWords(
                    label="Three farkles in a row",
                    clause="3c",
                    said={"0": "no penalty", "500": "lose 500", "1000": "lose 1,000"},
                ),
                "must_throw_hot_dice": OptionWords(label="Hot dice must be rolled", clause="3e"),
            },
        ),
        OptionGroup(
            title="Scoring",
            options={
                "of_a_kind": OptionWords(
                    label="More than three of a kind",
                    clause="5",
                    said={
                        "triples": "only triples score",
                        "add": "each adds the triple again",
                        "double": "each doubles the score",
                    },
                ),
                "straight": OptionWords(label="Straight, 1 to 6", clause="5", said={"0": "nothing", "1500": "1,500"}),
                "three_pairs": OptionWords(label="Three pairs", clause="5", said={"0": "nothing"}),
            },
        ),
    ),
)


def read(v: Farkle, seat: int) -> Reading:
    """The turn score, what each set of dice would bring, and what could follow it."""
    if v.turn != seat:
        return Reading()
    last = v.trigger != NOBODY
    prompt = f"Last turn: you need more than {v.high_score - v.scores[seat]:,}" if last else ""
    if v.phase != KEEPING:
        worth = {"throw": v.dice_to_throw, "bank": v.turn_score}
        return Reading(count=v.turn_score, worth=worth, prompt=prompt)
    worth = {}
    then = {}
    left = MOST_DICE - how_many(v.kept)
    moves = [0] * MOST_MOVES
    for move in moves[: legal(v, moves)]:
        text, dice = MOVES.texts[move], set_of_number(move - KEEP)
        worth[text] = set_score(v, dice)
        turn_score, to_throw = v.turn_score + worth[text], left - how_many(dice) or MOST_DICE
        may = may_bank(v, turn_score, to_throw)
        then[text] = {"throw": to_throw, "bank": turn_score} if may else {"throw": to_throw}
    return Reading(count=v.turn_score, worth=worth, then=then, prompt=prompt)


def refuse(v: Farkle, move: int) -> str:
    """Why the seat to move may not make this move now."""
    if v.phase == THROWING:
        return "Roll the dice first."
    if move >= KEEP:
        return _refuse_keep(v, set_of_number(move - KEEP))
    if v.phase == KEEPING:
        return "Keep at least one scoring die first."  # farkle 3b
    if v.must_throw_hot_dice and v.dice_to_throw == MOST_DICE:
        return "You have hot dice, so you must roll all six again."
    return f"You need {v.opening_minimum:,} to get on the board. You have {v.turn_score:,}."


def _refuse_keep(v: Farkle, dice: int) -> str:
    if v.phase != KEEPING:
        return "You've already kept dice from this roll. Roll the rest or bank."  # farkle R4
    if any(count_of(dice, face) > count_of(v.dice, face) for face in range(1, FACES + 1)):
        return f"You didn't roll {_faces(dice)}."
    idle = sum(
        dice_of(face, n) for face in range(1, FACES + 1) if face_score(v.of_a_kind, face, n := count_of(dice, face)) < 0
    )
    if how_many(idle) == 1:
        return f"The {_faces(idle)} doesn't score."  # farkle R1
    return f"{_faces(idle)} don't score."


def _faces(dice: int) -> str:
    return " ".join(map(str, faces_in(dice)))


# --- How a turn ended ----------------------------------------------------------------------------------------------


def end(s: Farkle) -> Account:
    """How the turn ended, and what it brought (farkle 3c, 3d, 4)."""
    following = s.trigger if s.turn == NOBODY else s.turn
    seat = (following - 1) % s.seats  # nobody ever goes out
    if s.ending == ENDED_BY_BANK:
        title, term = f"{{{seat}}} banked {s.points[seat]:,}", "banked"
        detail, clause = ("", "3d") if s.trigger == NOBODY else _last_turns(s, seat)
    else:
        title, term = f"{{{seat}}} farkled", f"{s.farkles[seat]} farkles in a row"
        detail, clause = f"No scoring dice in {_faces(s.last_throw)}. Turn lost.", "3c"
        if s.points[seat]:
            detail += f" {s.farkles[seat]} farkles in a row cost {-s.points[seat]:,}."
    sums: list[tuple[Term, ...]] = [()] * s.seats
    if s.points[seat]:
        sums[seat] = (Term(term, s.points[seat]),)
    return Account(title=title, detail=detail, clause=clause, sums=tuple(sums))


def _last_turns(s: Farkle, seat: int) -> tuple[str, str]:
    """What a bank means when the target has been reached: detail and clause (farkle 4, R3)."""
    total = f"{s.scores[seat]:,}"
    if s.trigger == seat:
        return "", "4"  # the event tells it
    if s.leader == seat:
        return f"{{{seat}}} took the lead with {total}.", "4"
    if s.scores[seat] == s.high_score:
        return f"{{{seat}}} tied {{{s.leader}}} at {total}, which wasn't enough.", "R3"
    return f"{{{seat}}} finished on {total}; {{{s.leader}}} had {s.high_score:,}.", "4"
