"""The middle of the table: stock and discard pile, spreads, sets that were laid; or the dice that were kept."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from textual.content import Content

from knockroll.terminal.draw.blocks import Block, beside, blank, centred, fit, line, tall, touch_all, width_of
from knockroll.terminal.draw.cards import SMALL, Look, Size, card_back, card_face, chips, die_face, no_card
from knockroll.terminal.scene import Scene

STOCK, DISCARD = "draw stock", "draw discard"
PEEKS = 4
"""How many covered discards peep out from under the top one, where they may be known."""


def middle_block(scene: Scene, width: int, height: int, size: Size, keys: dict[str, str], look: Look) -> Block:
    """The middle of the table. ``keys`` are the keys of what can be done now, by verb."""
    if scene.has_dice:
        drawn = _kept(scene, width, height)
    else:
        drawn = _piles(scene, size, keys, look, peeks=PEEKS if width >= 90 else 0)
        room = width - width_of(drawn) - 6
        laid = laid_block(scene, room, height, look)
        drawn = beside([drawn, laid], gap=4) if laid else drawn
    above = max((height - len(drawn) + 1) // 2, 0)
    return tall(blank(width, above) + centred(drawn[:height], width), height)


def _piles(scene: Scene, size: Size, keys: dict[str, str], look: Look, peeks: int) -> Block:
    view = scene.view
    stock = card_back(size, str(view["stock"])) if view["stock"] else no_card(size, "0")
    left = _with_caption(stock, "stock", keys.get(STOCK, ""))
    top = view["discard"]
    pile = card_face(top, size, look) if top else no_card(size)
    under = [card for card in view.get("pile", ())[:-1][-peeks:] if card] if peeks else []
    if under:
        edges = [[row[:4] for row in card_face(card, size, look, covered=True)] for card in under]
        pile = beside([*edges, pile], gap=0)
    right = _with_caption(pile, "discard", keys.get(DISCARD, ""))
    return beside([touch_all(left, STOCK), touch_all(right, DISCARD)], gap=2)


def _with_caption(pile: Block, word: str, key: str) -> Block:
    """A pile with its name below it, and the key that draws from it."""
    width = max(width_of(pile), 11)
    caption = line((f" {key} ", "reverse bold"), f" {word}") if key else line((word, "$quiet"))
    return [*centred(pile, width), *centred([caption], width)]


# --- What was laid -------------------------------------------------------------------------------------------------


def laid_block(scene: Scene, width: int, height: int, look: Look) -> Block:
    """Spreads on the table (Tonk), or the hands that were spread after a call (Tunk)."""
    spreads = scene.view.get("spreads")
    if spreads and height >= 12 and len(spreads) <= 2 * (height // 4):
        return _spread_blocks(scene, spreads, height // 4, look)
    if spreads:
        rows = [_spread_row(scene, spread, look) for spread in spreads]
    elif scene.view.get("tunker") is not None:
        rows = _tunk_rows(scene, look)
    else:
        return []
    columns = [rows[i : i + height] for i in range(0, len(rows), height)]
    widths = [max(row.cell_length for row in column) for column in columns]
    fitting = [[fit(row, wide) for row in column] for column, wide in zip(columns, widths, strict=True)]
    block = beside(fitting, gap=3)
    return [fit(row, width) for row in block] if width_of(block) > width else block


def _spread_blocks(scene: Scene, spreads: list[dict[str, Any]], per_column: int, look: Look) -> Block:
    """Spreads as small cards, where there is room for them."""
    drawn = []
    for spread in spreads:
        cards = spread["cards"]
        faces = [card_face(card, SMALL, look, covered=i < len(cards) - 1) for i, card in enumerate(cards)]
        number = [Content("  "), line((f"{spread['number']:>2}", "$accent bold")), Content("  ")]
        owner = line((scene.name(spread["owner"]), "$quiet"))
        beyond = Content(" " * owner.cell_length)
        drawn.append(beside([number, beside(faces, gap=0), [beyond, owner, beyond]], gap=1))
    wide = max(width_of(block) for block in drawn)
    columns: list[Block] = []
    for start in range(0, len(drawn), per_column):
        column: Block = []
        for block in drawn[start : start + per_column]:
            column += blank(wide, 1) if column else []
            column += [fit(row, wide) for row in block]
        columns.append(column)
    return beside(columns, gap=3)


def _spread_row(scene: Scene, spread: dict[str, Any], look: Look) -> Content:
    number = (f"{spread['number']:>2} ", "$accent bold")
    return line(number, chips(spread["cards"], look), (f" {scene.name(spread['owner'])}", "$quiet"))


def _tunk_rows(scene: Scene, look: Look) -> list[Content]:
    """Who has spread what: matched sets first, then what was added to the tunker's sets, then the rest."""
    view = scene.view
    longest = max(len(scene.name(seat)) for seat in range(len(view["players"])))
    rows = []
    for seat in (view["tunker"], *(s for s in range(len(view["players"])) if s != view["tunker"])):
        spread = view["spread"][seat]
        if not spread:
            continue
        matched = [group for group in view["matched"][seat] if group]
        added = [card for group in view["added"][seat] for card in group]
        placed: Collection[str] = {card for group in matched for card in group} | set(added)
        parts = [chips(group, look) for group in matched]
        if added:
            parts.append(line(("+", "$good bold"), chips(added, look)))
        rest = [card for card in spread if card not in placed]
        if rest:
            parts.append(chips(rest, look))
        rows.append(line((f"{scene.name(seat):<{longest}} ", "$quiet"), Content("  ").join(parts)))
    return rows


# --- Dice ----------------------------------------------------------------------------------------------------------


def _kept(scene: Scene, width: int, height: int) -> Block:
    """The dice set aside in this turn, and what they have brought so far."""
    view = scene.view
    if "kept" not in view:
        return blank(width, 1)
    turn = view["turn"]
    who = scene.name(turn) if turn is not None else ""
    score = line(("Turn score  ", "$quiet"), (f"{view['turn_score']:,}", "bold $accent"))
    dice = (
        f"{len(view['dice'])} dice on the table"
        if view["phase"] == "keep"
        else f"{view['dice_to_throw']} dice to throw"
    )
    left = line((f"{who}: {dice}" if who else "", "$quiet"))
    if view.get("trigger") is not None:
        left = line(left, (f"   last turns: {view['high_score']:,} to beat", "$accent"))
    texts: Block = centred([score], width) + centred([left], width)
    kept = view["kept"]
    if kept:
        row = beside([die_face(face, small=height < 10) for face in kept], gap=1 if height < 10 else 2)
        label = centred([line(("kept", "$quiet"))], width) if height >= 10 else []
        return centred(row, width) + label + (blank(width, 1) if height > 6 else []) + texts
    return texts
