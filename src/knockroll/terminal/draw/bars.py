"""The single lines of the screen: the game, the prompt, the person's score and hand, and the keys."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from knockroll.engine.words import fill, signs
from knockroll.terminal.draw.blocks import Block, ends, fit, line, touch, wrapped
from knockroll.terminal.draw.middle import total_words
from knockroll.terminal.draw.seats import marks, race, standing
from knockroll.terminal.model.counts import Count, count_without, why_not, worth_of, worth_words
from knockroll.terminal.model.scene import Scene
from knockroll.terminal.model.selection import Selection
from knockroll.terminal.model.verbs import Action
from knockroll.terminal.model.words import prompt_text, round_text, sudden_text

Hint = tuple[str, str, str]
"""A key, what it does in words, and what a click on it does."""


def top_bar(scene: Scene, width: int, right: str, trouble: bool = False) -> Content:
    """The game and its progress; at the right end another text, which may be about trouble."""
    played = round_text(scene.showing, scene.view)
    left = line((f" {scene.game.title}", "bold $accent"), (f"  {played}", "$quiet"))
    return ends(left, line((f"{right} ", "$bad bold" if trouble else "$quiet")), width)


# --- The prompt ----------------------------------------------------------------------------------------------------


def prompt_block(scene: Scene, selection: Selection, message: str, width: int) -> Block:
    """What to do now, or what was wrong with the last attempt, in as many lines as it takes."""
    if message:
        return [fit(line((f" {text}", "$bad bold")), width) for text in wrapped(message, width - 2)]
    if not scene.my_turn:
        turn = scene.view["turn"]
        said = "The game is over." if turn is None else scene.to_move(turn)
        warning = "" if turn is None or scene.seat in scene.last else sudden_text(scene.showing, scene.view)
        return [fit(line((f"  {text}", "$quiet")), width) for text in wrapped(f"{said} {warning}", width - 4)]
    if selection.armed is not None:
        verb = selection.armed.verb
        lead, rest = f"{verb.asks or f'{verb.label}: which card?'}.".replace("?.", "?"), "  Esc goes back"
    else:
        verbs = [action.verb for action in selection.actions]
        lead, rest = prompt_text(scene.showing, scene.view, verbs, scene.all_names)
        lead, rest = f"{scene.banner}! {lead}" if scene.banner else lead, f" {rest}"
    first, *more = wrapped(lead + rest, width - 3)
    mark = line(("▸ ", "$accent bold"), (first[: len(lead)], "$accent bold"), (first[len(lead) :], "bold"))
    return [fit(mark, width), *(fit(line((f"  {text}", "bold")), width) for text in more)]


def action_words(scene: Scene, selection: Selection, action: Action) -> str:
    """A verb, with the worth of its move if only one is left."""
    move = selection.only_move(action)
    worth = worth_of(scene.view, move.text) if move is not None else None
    return f"{action.verb.label} {worth_words(action.verb, worth)}".rstrip()


def verb_hints(scene: Scene, selection: Selection, width: int) -> list[Hint]:
    """The possible verbs with their keys, and the worth of each if there is room."""
    hints: list[Hint] = []
    brief: list[Hint] = []
    for verb in selection.verbs:
        action, after = selection.action(verb.word), selection.following(verb)
        if action is not None:
            hints.append((verb.key, action_words(scene, selection, action), f"verb {verb.word}"))
        elif after is not None and selection.chosen:
            hints.append((verb.key, f"{verb.label} {worth_words(verb, after[1])}", f"verb {verb.word}"))
        else:
            continue
        brief.append((verb.key, verb.label, f"verb {verb.word}"))
    return hints if sum(map(hint_width, hints)) <= width else brief


# --- The person's score and hand -----------------------------------------------------------------------------------


def status_line(scene: Scene, selection: Selection, count: Count, width: int) -> Content:
    """The person's score, and what the hand counts: now, or without the selected cards."""
    if scene.seat is None:
        return Content(" " * width)
    run = race(scene, scene.seat)
    name = line((f"  {scene.name(scene.seat)} ", "bold"), " ", run, "  " if run.cell_length else "")
    left = line(name, standing(scene, scene.seat), marks(scene, scene.seat))
    said = chosen_words(scene, selection) if scene.my_turn else ""
    return ends(left, line((f"{said or count.words or total_words(scene, selection)}  ", "bold $good")), width)


def chosen_words(scene: Scene, selection: Selection) -> str:
    """What the hand would count without the selected cards; or what is wrong with the selected dice."""
    if not selection.chosen:
        return ""
    if not selection.dice:
        chosen = [selection.cards[i] for i in selection.chosen]
        words = count_without(scene.game, scene.view, chosen)
        return f"without {signs(chosen)}: {words}" if words else ""
    action = next(action for action in selection.actions if action.verb.takes == "dice")
    if selection.only_move(action) is not None:
        return ""
    move = " ".join([action.verb.word, *map(str, sorted(selection.values, key=str))])
    return fill(why_not(scene.game, scene.view, move), scene.all_names).rstrip(".")


# --- Keys ----------------------------------------------------------------------------------------------------------


def key_bar(hints: Sequence[Hint], more: Sequence[Hint], width: int) -> Content:
    """The keys for moves, and at the right end the keys that always work."""
    left = Content("").join(_hint(hint, "") for hint in hints)
    right = Content("")
    for count in range(len(more), -1, -1):
        right = Content("").join(_hint(hint, "$quiet") for hint in more[len(more) - count :])
        if left.cell_length + right.cell_length <= width:
            break
    return ends(left, right, width)


def hint_width(hint: Hint) -> int:
    """The width of a hint."""
    return _hint(hint, "").cell_length


def _hint(hint: Hint, style: str) -> Content:
    key, words, does = hint
    return touch(line(" ", (f" {key} ", "$background on $primary bold"), (f" {words}", style)), does) + " "
