"""The single lines: what game this is, what is to be done, how the person stands, and which keys do what."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from knockroll.terminal.counts import Count, count_without, dice_score, meaning
from knockroll.terminal.draw.blocks import ends, fit, line, touch
from knockroll.terminal.draw.seats import badges, race, standing
from knockroll.terminal.picking import Picking
from knockroll.terminal.scene import Scene
from knockroll.terminal.verbs import Verb
from knockroll.terminal.words import what_to_do

Hint = tuple[str, str, str]
"""A key, what it does in words, and what a click on it does."""


def top_bar(scene: Scene, width: int, right: str) -> Content:
    """The game, and where it stands."""
    view = scene.view
    hands = view["hands_played"] - (1 if view["winners"] else 0)
    played = f"round {hands // len(view['players']) + 1}" if scene.has_dice else f"hand {hands + 1}"
    session = view["options"].get("hands")
    played += f" of {session}" if isinstance(session, int) else ""
    left = line((f" {scene.game.title}", "bold $accent"), (f"  {played}", "$quiet"))
    return ends(left, line((f"{right} ", "$quiet")), width)


def prompt_line(scene: Scene, picking: Picking, message: str, width: int) -> Content:
    """What is to be done now, or what was wrong with what was tried."""
    if message:
        return fit(line((f" {message}", "$bad bold")), width)
    if scene.my_turn:
        if picking.armed is not None:
            asked = f"{picking.armed.word.capitalize()} which card?"
            return fit(line(("▸ ", "$accent bold"), (asked, "bold"), ("  Esc goes back", "$quiet")), width)
        shown = _chosen(scene, picking)
        doing = what_to_do(picking.words)
        left = line(("▸ Your turn: ", "$accent bold"), (f"{doing}.", "bold"))
        return ends(left, shown, width)
    turn = scene.view["turn"]
    if turn is None:
        return fit(line((" The game is over.", "$quiet")), width)
    return fit(line((f"  {scene.name(turn)} is to move …", "$quiet")), width)


def _chosen(scene: Scene, picking: Picking) -> Content:
    """What the chosen dice would score, or what the hand would be without the chosen cards."""
    if not picking.chosen:
        return Content("")
    if picking.dice:
        faces = [picking.dice[i] for i in picking.chosen]
        said = dice_score(scene.view, faces) or "do not all score"
        return line((f"{' '.join(map(str, sorted(faces)))}: ", "$quiet"), (f"{said} ", "bold"))
    chosen = [picking.cards[i] for i in picking.chosen]
    words = count_without(scene.game, scene.view, chosen) or "nothing left"
    return line((f"without {' '.join(chosen)}: ", "$quiet"), (f"{words} ", "bold"))


def verb_words(scene: Scene, verb: Verb) -> str:
    """A verb, with what it would mean if there is only one way to do it."""
    said = meaning(scene.view, verb.moves[0].text) if len(verb.moves) == 1 else ""
    return said if said.startswith(verb.word) else verb.word


def status_line(scene: Scene, count: Count | None, width: int) -> Content:
    """How the person stands."""
    if scene.seat is None:
        return Content(" " * width)
    done = line(race(scene, scene.seat), "  ") if scene.has_dice else Content("")
    name = line(
        (f"  {scene.name(scene.seat)} ", "bold"), " ", done, standing(scene, scene.seat), badges(scene, scene.seat)
    )
    words = count.words if count is not None else ""
    return ends(name, line((f"{words}  ", "bold $good")), width)


def key_bar(hints: Sequence[Hint], more: Sequence[Hint], width: int) -> Content:
    """What can be done now, with its keys, and at the right end the keys that always work."""
    right = Content("").join(_hint(hint, "$quiet") for hint in more)
    left = Content("").join(_hint(hint, "") for hint in hints)
    for count in range(len(more), -1, -1):
        right = Content("").join(_hint(hint, "$quiet") for hint in more[len(more) - count :])
        if left.cell_length + right.cell_length <= width:
            break
    return ends(left, right, width)


def _hint(hint: Hint, style: str) -> Content:
    key, words, does = hint
    return touch(line(" ", (f" {key} ", "$background on $primary bold"), (f" {words}", style)), does) + " "
