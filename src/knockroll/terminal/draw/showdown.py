"""The end of a hand: how it ended, what everyone showed, what it counted, and the points.

Nothing is cut: if there is no room, cards become smaller, then lines of text, and finally the page scrolls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from textual.content import Content

from knockroll.terminal.draw.blocks import Block, beside, blank, centred, fit, line, tall, width_of, wrapped
from knockroll.terminal.draw.cards import LARGE, MEDIUM, SMALL, Inks, Size, card_face, chip
from knockroll.terminal.draw.seats import score_shown
from knockroll.terminal.model.counts import count_words
from knockroll.terminal.model.scene import FinishedHand, Row, Scene
from knockroll.terminal.model.words import signed, sum_text

_UNBROKEN = "\N{NO-BREAK SPACE}"
NARROWEST_WORDS = 28
"""The narrowest column for words beside the cards; with less room they go below them."""


def showdown_block(scene: Scene, width: int, height: int, inks: Inks) -> Block:
    """A finished hand, with cards as large as there is room for."""
    shown = scene.showdown
    assert shown is not None
    head = _head(scene, shown, width)
    body: Block = []
    for body in _bodies(scene, shown, width - 2, inks):
        if len(head) + len(body) <= height:
            break
    roomy = len(head) + len(body) < height
    return _in_the_middle([*head, *(blank(width, 1) if roomy else []), *centred(body, width)], width, height)


def _in_the_middle(drawn: Block, width: int, height: int) -> Block:
    above = max((height - len(drawn)) // 2, 0)
    return tall(blank(width, above) + drawn, height)


def _head(scene: Scene, shown: FinishedHand, width: int) -> Block:
    """How the hand ended, why, and the clause of the rules."""
    title = f"{scene.showing.round.one.capitalize()} {shown.number}: {shown.title}"
    clause = f" (rule{_UNBROKEN}{shown.clause})" if shown.clause else ""
    texts = [(title, "$accent bold"), (shown.detail, "")] if shown.detail else [(title, "$accent bold")]
    texts[-1] = (texts[-1][0] + clause, texts[-1][1])
    lines = [line((part.replace(_UNBROKEN, " "), style)) for text, style in texts for part in wrapped(text, width - 2)]
    return [row for part in lines for row in centred([part], width)]


def _bodies(scene: Scene, shown: FinishedHand, width: int, inks: Inks) -> Iterator[Block]:
    """The rows in every possible layout, from the most spacious to the tightest."""
    for size, gap in ((LARGE, 1), (MEDIUM, 1), (SMALL, 1), (SMALL, 0)):
        block = _with_words_beside(scene, shown, width, inks, size, gap)
        if block:
            yield block
    for in_words in (True, False):
        for cards_below in (False, True):
            for gap in (1, 0):
                block = _with_words_below(scene, shown, width, inks, gap, cards_below, in_words)
                if width_of(block) <= width:
                    yield block


# --- Cards as cards, words beside them -----------------------------------------------------------------------------


def _with_words_beside(scene: Scene, shown: FinishedHand, width: int, inks: Inks, size: Size, gap: int) -> Block:
    """Names and cards, with everything else beside them; empty if there is too little room for that."""
    numbers = _numbers(scene, shown)
    cards = [_faces(row, inks, size) for row in shown.rows]
    names = max(len(row.name) for row in shown.rows) + 2
    widest = max(width_of(block) for block in cards)
    room = width - names - widest - 4
    if room < max(NARROWEST_WORDS, width_of(numbers)):
        return []
    words = [_words(scene, row, room, in_words=True) for row in shown.rows]
    wide = max(part.cell_length for lines, number in zip(words, numbers, strict=True) for part in (*lines, number))
    drawn: Block = []
    for row, block, number, lines in zip(shown.rows, cards, numbers, words, strict=True):
        height = max(len(block), 1 + len(lines))
        told = [fit(part, wide) for part in (number, *lines)]
        parts = (
            _level([_name(row, names)], names, height),
            _level([fit(part, widest) for part in block], widest, height),
            _level(told, wide, height),
        )
        drawn += blank(width_of(drawn), gap) if drawn else []
        drawn += beside(parts, gap=2)
    return drawn


def _level(block: Block, width: int, height: int) -> Block:
    """A block in the middle of a height."""
    return tall(blank(width, (height - len(block)) // 2) + block, height)


def _faces(row: Row, inks: Inks, size: Size) -> Block:
    drawn = []
    for group in _groups(row):
        last = len(group) - 1
        faces = [card_face(card, size, inks, faint=_idle(row, card), covered=i < last) for i, card in enumerate(group)]
        drawn.append(beside(faces, gap=0))
    return beside(drawn, gap=2) or [line(("nothing shown", "$quiet"))]


# --- Cards in a line, words below them -----------------------------------------------------------------------------


def _with_words_below(
    scene: Scene, shown: FinishedHand, width: int, inks: Inks, gap: int, cards_below: bool, in_words: bool
) -> Block:
    """Name, cards and numbers in one line (or the cards in the next), and the words where there is room."""
    numbers = _numbers(scene, shown)
    cards = [_chips(row, inks) for row in shown.rows]
    names = max(len(row.name) for row in shown.rows) + 2
    widest = max(content.cell_length for content in cards)
    drawn: Block = []
    for row, content, number in zip(shown.rows, cards, numbers, strict=True):
        first = [_name(row, names), *([] if cards_below else [fit(content, widest)]), number]
        lines = [Content("  ").join(first)]
        lines += [line("  ", content)] if cards_below and _groups(row) else []
        words = Content("; ").join(_words(scene, row, 1000, in_words))
        if words.cell_length and lines[-1].cell_length + words.cell_length + 3 <= width and cards_below:
            lines[-1] = line(lines[-1], "   ", words)
        else:
            lines += [line("    ", (part, "$quiet")) for part in wrapped(words.plain, width - 4)]
        drawn += [Content("")] * gap if drawn else []
        drawn += lines
    wide = max(part.cell_length for part in drawn)
    return [fit(part, wide) for part in drawn]


def _chips(row: Row, inks: Inks) -> Content:
    groups = [Content("").join(chip(card, inks, _idle(row, card)) for card in group) for group in _groups(row)]
    return Content("  ").join(groups) if groups else line(("nothing shown", "$quiet"))


# --- The parts of a row --------------------------------------------------------------------------------------------


def _name(row: Row, width: int) -> Content:
    return fit(line(("★ " if row.won else "  ", "$good bold"), (row.name, "bold" if row.won else "")), width)


def _groups(row: Row) -> list[Sequence[str]]:
    """The melds of a seat, the cards it added to other players' melds, and the rest."""
    return [group for group in (*row.groups, row.added, row.rest) if group]


def _idle(row: Row, card: str) -> bool:
    """Whether a card doesn't count, in a game where only some do."""
    return bool(row.counting) and card not in row.counting


def _numbers(scene: Scene, shown: FinishedHand) -> Block:
    """For each row the count of the hand, the change and the new total, in columns."""
    columns: tuple[Callable[[Row], Content], ...] = (
        lambda row: line(count_words(scene.game, row.count)),
        lambda row: line((signed(row.change) if row.change else "±0", "bold" if row.change else "$quiet")),
        lambda row: score_shown(scene, row.total),
        lambda row: line(("out" if row.out else "", "$bad bold")),
    )
    cells = [[column(row) for column in columns] for row in shown.rows]
    widths = [max(row[i].cell_length for row in cells) for i in range(len(columns))]
    used = [i for i, wide in enumerate(widths) if wide]
    to_the_right = {1}
    return [
        Content("  ").join(
            row[i].pad_left(widths[i] - row[i].cell_length) if i in to_the_right else fit(row[i], widths[i])
            for i in used
        )
        for row in cells
    ]


def _words(scene: Scene, row: Row, width: int, in_words: bool) -> Block:
    """The note and the arithmetic. A single term is omitted without words, because it would repeat the change."""
    summed = sum_text(row.terms, scene.all_names, in_words) if in_words or len(row.terms) > 1 else ""
    told = [said for said in (row.note, summed) if said]
    return [line((text, "$quiet")) for said in told for text in wrapped(said, width)]


# --- The end of the game -------------------------------------------------------------------------------------------


def final_block(scene: Scene, width: int, height: int) -> Block:
    """The end of the game: the winners, and the final scores, best first."""
    scores = [player["score"] for player in scene.view["players"]]
    ranks = scene.ranking()
    names = max(len(scene.name(rank.seat)) for rank in ranks) + 4
    words = [scene.score_words(score) for score in scores]
    wide = max(map(len, words))
    out = [f"   out in {scene.showing.round.one} {rank.out_in}" if rank.out_in else "" for rank in ranks]
    rows = []
    for rank, went in zip(ranks, out, strict=True):
        won = rank.seat in scene.winners
        place = line((f"{rank.place}. ", "$good bold" if won else "$quiet"))
        name = fit(line(("★ " if won else "  ", "$good bold"), (scene.name(rank.seat), "bold" if won else "")), names)
        told = (words[rank.seat].rjust(wide) + went.ljust(max(map(len, out))), "bold" if won else "$quiet")
        rows.append(line(place, name, told))
    title = line(("The game is over", "$accent bold"))
    verdict = [line((text, "bold")) for text in wrapped(scene.verdict(), width - 2)]
    lines = [title, Content(""), *verdict, Content(""), *rows]
    return _in_the_middle([row for part in lines for row in centred([part], width)], width, height)
