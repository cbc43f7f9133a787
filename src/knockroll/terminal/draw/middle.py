"""The middle of the table, in the parts that the game names: piles, spreads, open hands, dice, totals."""

from __future__ import annotations

from typing import Any

from textual.content import Content

from knockroll.engine.showing import Dice, OpenHands, Pile, Spreads, Total
from knockroll.terminal.draw.blocks import Block, beside, blank, centred, fit, line, tall, touch_all, width_of
from knockroll.terminal.draw.cards import (
    SMALL,
    Inks,
    Size,
    card_back,
    card_face,
    chips,
    die_face,
    no_card,
    no_die,
    strip_of,
)
from knockroll.terminal.model.counts import worth_of
from knockroll.terminal.model.scene import Scene
from knockroll.terminal.model.selection import Selection
from knockroll.terminal.model.words import plain_number

PEEKS = 4
"""The number of cards shown below the top card of a pile, where players may see them."""


def dice_in_reach(scene: Scene) -> Dice | None:
    """The dice in front of the person, where card games have the hand; dice that can be selected come first."""
    dice = [part for part in scene.showing.middle if isinstance(part, Dice)] if not scene.has_cards else []
    return min(dice, key=lambda part: not part.choose, default=None)


def middle_block(scene: Scene, selection: Selection, width: int, height: int, size: Size, inks: Inks) -> Block:
    """The middle of the table; ``selection`` knows which keys work now."""
    parts = [part for part in scene.showing.middle if part != dice_in_reach(scene)]
    piles = [_pile(scene, part, size, selection, inks, width) for part in parts if isinstance(part, Pile)]
    cards = _with_laid(scene, beside(piles, gap=2), width, height, inks)
    texts = [_total(scene, part, selection) for part in parts if isinstance(part, Total)]
    totals = Content("     ").join(text for text in texts if text.cell_length)
    rows = centred([totals], width) if totals.cell_length else []
    room = height - len(cards) - len(rows)
    dice = [_dice(scene, part, width, small=room < 8) for part in parts if isinstance(part, Dice)]
    drawn = centred(cards, width) if cards else []
    for block in (*dice, rows):
        if block and drawn and len(drawn) + len(block) < height:
            drawn += blank(width, 1)
        drawn += block
    above = max((height - len(drawn) + 1) // 2, 0)
    return tall(blank(width, above) + drawn[:height], height)


# --- Piles ---------------------------------------------------------------------------------------------------------


def _pile(scene: Scene, part: Pile, size: Size, selection: Selection, inks: Inks, width: int) -> Block:
    """A pile with its name below it, and the key that takes from it."""
    content = scene.view[part.field]
    if isinstance(content, int):
        pile = card_back(size, str(content)) if content else no_card(size, "0")
    else:
        top = content[-1] if content else None
        pile = card_face(top, size, inks) if top else no_card(size)
        under = [card for card in content[:-1][-PEEKS:] if card] if width >= 90 else []
        edges = [[row[:4] for row in card_face(card, size, inks, covered=True)] for card in under]
        pile = beside([*edges, pile], gap=0)
    action = selection.action(part.take) if part.take else None
    label = part.label.lower()
    caption = line((f" {action.verb.key} ", "reverse bold"), f" {label}") if action else line((label, "$quiet"))
    wide = max(width_of(pile), caption.cell_length, 11)
    return touch_all([*centred(pile, wide), *centred([caption], wide)], f"pile {part.place}")


# --- Spreads and open hands ----------------------------------------------------------------------------------------


def _with_laid(scene: Scene, piles: Block, width: int, height: int, inks: Inks) -> Block:
    """The piles and the laid cards: side by side, one below the other, or side by side with cards close together."""
    room = width - width_of(piles) - 6
    laid = laid_block(scene, height, inks)
    if width_of(laid) <= room:
        return beside([piles, laid], gap=4)
    below = laid_block(scene, height - len(piles) - 1, inks)
    if below and len(piles) + 1 + len(below) <= height and width_of(below) <= width:
        return [*centred(piles, width), *blank(width, 1), *centred(below, width)]
    laid = laid_block(scene, height, inks, close=True)
    return beside([piles, [fit(row, room) for row in laid] if width_of(laid) > room else laid], gap=4)


def laid_block(scene: Scene, height: int, inks: Inks, close: bool = False) -> Block:
    """Spreads on the table, and open hands; in as many columns as the height asks for."""
    spreads = [
        spread for part in scene.showing.middle if isinstance(part, Spreads) for spread in scene.view[part.field]
    ]
    if spreads and height >= 12 and len(spreads) <= 2 * (height // 4):
        return _spread_blocks(scene, spreads, height // 4, inks)
    rows = [_spread_row(scene, spread, inks) for spread in spreads]
    for part in scene.showing.middle:
        rows += _open_rows(scene, part, inks, close) if isinstance(part, OpenHands) else []
    columns = [rows[i : i + height] for i in range(0, len(rows), height)] if height > 0 else []
    widths = [max(row.cell_length for row in column) for column in columns]
    return beside(
        [[fit(row, wide) for row in column] for column, wide in zip(columns, widths, strict=True)],
        gap=3,
    )


def _spread_blocks(scene: Scene, spreads: list[dict[str, Any]], per_column: int, inks: Inks) -> Block:
    """Spreads as small cards."""
    drawn = []
    for spread in spreads:
        cards = spread["cards"]
        faces = [card_face(card, SMALL, inks, covered=i < len(cards) - 1) for i, card in enumerate(cards)]
        number = [Content("  "), line((f"{spread['number']:>2}", "$accent bold")), Content("  ")]
        owner = line((scene.name(spread["owner"]), "$quiet"))
        beyond = Content(" " * owner.cell_length)
        block = beside([number, beside(faces, gap=0), [beyond, owner, beyond]], gap=1)
        drawn.append(touch_all(block, f"spread {spread['number']}"))
    wide = max(width_of(block) for block in drawn)
    columns: list[Block] = []
    for start in range(0, len(drawn), per_column):
        column: Block = []
        for block in drawn[start : start + per_column]:
            column += blank(wide, 1) if column else []
            column += [fit(row, wide) for row in block]
        columns.append(column)
    return beside(columns, gap=3)


def _spread_row(scene: Scene, spread: dict[str, Any], inks: Inks) -> Content:
    number = (f"{spread['number']:>2} ", "$accent bold")
    row = line(number, chips(spread["cards"], inks), (f" {scene.name(spread['owner'])}", "$quiet"))
    return touch_all([row], f"spread {spread['number']}")[0]


def _open_rows(scene: Scene, part: OpenHands, inks: Inks, close: bool) -> list[Content]:
    """Open hands: melds first, then cards added to another player's melds, then the rest."""
    view = scene.view
    longest = max(len(scene.name(seat)) for seat in range(len(view["players"])))
    rows = []
    for seat, cards in enumerate(view[part.field]):
        if not cards:
            continue
        melds = [group for group in view[part.melds][seat] if group] if part.melds else []
        added = [card for group in view[part.added][seat] for card in group] if part.added else []
        placed = {card for group in melds for card in group} | set(added)
        rest = [card for card in cards if card not in placed]
        shown = [strip_of(group, inks, 0 if close else 80) for group in (*melds, added, rest) if group]
        if added:
            shown[len(melds)] = line(("+", "$good bold"), shown[len(melds)])
        rows.append(line((f"{scene.name(seat):<{longest}} ", "$quiet"), Content("  ").join(shown)))
    return rows


# --- Dice and totals -----------------------------------------------------------------------------------------------


def _dice(scene: Scene, part: Dice, width: int, small: bool) -> Block:
    """Dice in a row with their name below them, and empty places where the game wants them."""
    faces = scene.view[part.field] or ()
    drawn = [die_face(face, small=small) for face in faces]
    drawn += [no_die(small) for _ in range(part.slots - len(faces))] if not small else []
    if not drawn:
        return centred([line((part.none, "$quiet"))], width) if part.none else []
    row = centred(beside(drawn, gap=1 if small else 2), width)
    return row + centred([line((part.label.lower(), "$quiet"))], width)


def _total(scene: Scene, part: Total, selection: Selection) -> Content:
    """A total, and what the selected move would add to it."""
    number = scene.view[part.field]
    if number is None:
        return Content("")
    more = added_by_choice(scene, part, selection)
    text = line((f"{part.label}  ", "$quiet"), (plain_number(number), "bold $accent"))
    if more is None:
        return text
    return line(text, (f" + {plain_number(more)} = ", "$quiet"), (plain_number(number + more), "bold $accent"))


def added_by_choice(scene: Scene, part: Total, selection: Selection) -> int | None:
    """What the selected move would add to a total; None if it adds nothing."""
    action = selection.action(part.adds) if part.adds and selection.chosen else None
    move = selection.only_move(action) if action is not None else None
    return worth_of(scene.view, move.text) if move is not None else None


def total_words(scene: Scene, selection: Selection) -> str:
    """In a race, what the person would have after banking: ``turn score 600, 2,850 in all``."""
    seat, parts = scene.seat, [part for part in scene.showing.middle if isinstance(part, Total)]
    if seat is None or not parts or scene.showing.score.style != "race" or not scene.my_turn:
        return ""
    number = (scene.view[parts[0].field] or 0) + (added_by_choice(scene, parts[0], selection) or 0)
    in_all = scene.view["players"][seat]["score"] + number
    return f"{parts[0].label.lower()} {plain_number(number)}, {plain_number(in_all)} in all" if number else ""
