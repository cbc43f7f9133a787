"""A hand that is over: what everybody showed, what it came to, and what it brought."""

from __future__ import annotations

from textual.content import Content

from knockroll.terminal.draw.blocks import Block, beside, blank, centred, fit, line, tall, width_of
from knockroll.terminal.draw.cards import LARGE, MEDIUM, SMALL, Look, Size, card_face, chips
from knockroll.terminal.scene import Row, Scene, Showdown
from knockroll.terminal.words import score_text


def showdown_block(scene: Scene, width: int, height: int, look: Look, go_on: str) -> Block:
    """The hands of a finished hand, with cards as large as there is room for."""
    shown = scene.showdown
    assert shown is not None
    title = line((f"Hand {shown.number} is over", "$accent bold"))
    sentence = line((f"{shown.sentence}.", "bold"))
    footer = line((" Enter ", "$background on $primary bold"), f" {go_on}")
    room = height - 6
    for size, gap in ((LARGE, 1), (MEDIUM, 1), (SMALL, 1), (None, 1), (None, 0)):
        body = _rows(scene, shown, width, look, size, gap)
        if len(body) <= room and width_of(body) <= width:
            break
    lines = [Content(""), title, sentence, Content(""), *body, Content(""), footer]
    drawn = [row for part in lines for row in centred([part], width)]
    above = max((height - len(drawn)) // 2, 0)
    return tall(blank(width, above) + drawn, height)[:height]


def _rows(scene: Scene, shown: Showdown, width: int, look: Look, size: Size | None, gap: int) -> Block:
    """One row a player: name, cards, count, points."""
    names = max(len(row.name) for row in shown.rows) + 2
    cards = [_cards(row, look, size) for row in shown.rows]
    widest = max(width_of(block) for block in cards)
    drawn: Block = []
    for row, block in zip(shown.rows, cards, strict=True):
        middle = len(block) // 2
        who = blank(names, len(block))
        who[middle] = fit(line(("★ " if row.won else "  ", "$good bold"), (row.name, "bold" if row.won else "")), names)
        told = blank(30, len(block))
        told[middle] = fit(_told(scene, shown, row), 30)
        padded = [fit(part, widest) for part in block]
        drawn += blank(width_of(drawn), gap) if drawn else []
        drawn += beside([who, padded, told], gap=2)
    return drawn


def _cards(row: Row, look: Look, size: Size | None) -> Block:
    """The cards of a row: its melds, what it added to others' sets, and the rest."""
    groups = [*row.groups, *((row.added,) if row.added else ()), *((row.rest,) if row.rest else ())]
    if not groups:
        return [line(("nothing shown", "$quiet"))]
    if size is None:
        return [Content("   ").join(Content("").join(chips([card], look) for card in group) for group in groups)]
    drawn = []
    for group in groups:
        faces = [card_face(card, size, look, covered=i < len(group) - 1) for i, card in enumerate(group)]
        drawn.append(beside(faces, gap=0))
    return beside(drawn, gap=2)


def _told(scene: Scene, shown: Showdown, row: Row) -> Content:
    count = f"{shown.count_name} {row.count}" if row.count is not None else ""
    change = f"{row.change:+,d}" if row.change else "±0"
    style = "bold" if row.change else "$quiet"
    out = "  out" if row.out else ""
    total = score_text(row.total, scene.view, scene.game).split()[0]
    return line((f"{count:<14}", ""), (f"{change:>5}", style), (f" {total:>7}", "$quiet"), (out, "$bad bold"))


def final_block(scene: Scene, width: int, height: int) -> Block:
    """The game is over: who has won, and how all stand."""
    seats = sorted(range(len(scene.view["players"])), key=lambda seat: seat not in scene.winners)
    names = max(len(scene.name(seat)) for seat in seats) + 4
    rows = []
    for seat in seats:
        won = seat in scene.winners
        name = fit(line(("★ " if won else "  ", "$good bold"), (scene.name(seat), "bold" if won else "")), names)
        score = score_text(scene.view["players"][seat]["score"], scene.view, scene.game)
        rows.append(fit(line(name, (f"{score:>16}", "bold" if won else "$quiet")), names + 16))
    title = line(("The game is over", "$accent bold"))
    verdict = line((scene.verdict(), "bold"))
    lines = [title, Content(""), verdict, Content(""), *rows]
    drawn = [row for part in lines for row in centred([part], width)]
    above = max((height - len(drawn)) // 2, 0)
    return tall(blank(width, above) + drawn, height)[:height]
