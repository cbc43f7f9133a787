"""A view and a finished hand as lines of text: for pipes, screen readers and tests."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from knockroll.engine.showing import Dice, OpenHands, Part, Pile, Spreads
from knockroll.engine.words import counted, signs
from knockroll.terminal.model.counts import count_hand, count_words, worth_of, worth_words
from knockroll.terminal.model.scene import Row, Scene
from knockroll.terminal.model.verbs import Action, actions_in
from knockroll.terminal.model.words import marks_of, plain_number, prompt_text, signed, sum_text


def describe(scene: Scene) -> str:
    """Describe everything the person may know, in a few lines."""
    view = scene.view
    lines = ["", *_standings(scene)]
    for part in scene.showing.middle:
        lines += _part(scene, part)
    count = count_hand(scene.game, view)
    if count.cards:
        groups = [signs(group) for group in (*count.groups, count.rest) if group]
        lines.append(f"Your hand: {' | '.join(groups)}" + (f" ({count.words})" if count.words else ""))
    if view["legal"]:
        lead, rest = prompt_text(scene.showing, view, [action.verb for action in _actions(scene)], scene.all_names)
        lines += [f"{lead} {rest}", "Moves: " + ", ".join(_moves(scene))]
    return "\n".join(lines)


def _standings(scene: Scene) -> list[str]:
    lines = []
    for player in scene.view["players"]:
        seat = player["seat"]
        facts = [scene.score_words(player["score"])]
        if scene.has_cards and not player["out"] and seat != scene.seat:
            facts.append(counted(player["cards"], "card", "cards"))
        if scene.open_cards.get(seat):
            facts.append(signs(scene.open_cards[seat]))
        lines.append(f"{scene.name(seat)}: {', '.join([*facts, *marks_of(scene.showing, scene.view, seat)])}")
    return lines


def _part(scene: Scene, part: Part) -> Iterator[str]:
    """One part of the middle of the table."""
    content: Any = scene.view[part.field]
    if isinstance(part, Pile):
        covered = isinstance(content, int)
        top = counted(content, "card", "cards") if covered else signs(content[-1:]) if content else "empty"
        yield f"{part.label}: {top}"
    elif isinstance(part, Spreads):
        for spread in content:
            yield f"Spread {spread['number']} ({scene.name(spread['owner'])}): {signs(spread['cards'])}"
    elif isinstance(part, OpenHands):
        for seat, cards in enumerate(content):
            if cards:
                yield f"{scene.name(seat)}'s open hand: {_arranged(scene.view, part, seat)}"
    elif isinstance(part, Dice):
        yield f"{part.label}: {' '.join(map(str, content or ())) or part.none or 'none'}"
    elif content is not None:
        yield f"{part.label}: {plain_number(content)}"


def _arranged(view: dict[str, Any], part: OpenHands, seat: int) -> str:
    """An open hand: its melds, the cards added to another player's melds, the rest."""
    melds = [group for group in view[part.melds][seat] if group] if part.melds else []
    added = [card for group in view[part.added][seat] for card in group] if part.added else []
    placed = {card for group in melds for card in group} | set(added)
    rest = [card for card in view[part.field][seat] if card not in placed]
    groups = [*map(signs, melds), *([f"+ {signs(added)}"] if added else []), *([signs(rest)] if rest else [])]
    return " | ".join(groups)


def _actions(scene: Scene) -> tuple[Action, ...]:
    return actions_in(scene.view["legal"], scene.showing.verbs)


def _moves(scene: Scene) -> Iterator[str]:
    """The legal moves with their numbers, as they can be typed."""
    verbs = {move.text: action.verb for action in _actions(scene) for move in action.moves}
    for number, text in enumerate(scene.view["legal"], start=1):
        means = worth_words(verbs[text], worth_of(scene.view, text)) if text in verbs else ""
        yield f"{number} {text} ({means})" if means else f"{number} {text}"


# --- A finished hand -----------------------------------------------------------------------------------------------


def describe_ending(scene: Scene) -> list[str]:
    """Describe how a hand ended, and what each seat showed and scored."""
    shown = scene.showdown
    if shown is None:
        return []
    clause = f" (rule {shown.clause})" if shown.clause else ""
    return [f"-- {shown.title}. {shown.detail}".rstrip() + clause, *(f"   {_row(row, scene)}" for row in shown.rows)]


def _row(row: Row, scene: Scene) -> str:
    parts = [signs(group) for group in row.groups]
    parts += [f"+ {signs(row.added)}"] if row.added else []
    parts += [signs(row.rest)] if row.rest else []
    facts = [" | ".join(parts) or "nothing shown"]
    facts += [words] if (words := count_words(scene.game, row.count)) else []
    facts += [row.note] if row.note else []
    facts += [sum_text(row.terms, scene.all_names)] if row.terms else []
    change = f"{signed(row.change)}, now {scene.score_words(row.total)}" if row.change else scene.score_words(row.total)
    return f"{row.name}{' (won)' if row.won else ''}: {', '.join([*facts, change])}" + (", out" if row.out else "")
