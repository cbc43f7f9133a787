"""The players around the table: whose turn it is, their cards, scores and last moves."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from knockroll.terminal.draw.blocks import Block, beside, blank, centred, ends, fit, line
from knockroll.terminal.draw.cards import Inks, backs, strip_of
from knockroll.terminal.model.scene import Scene
from knockroll.terminal.model.words import limit_of, marks_of, score_number, score_unit

WIDEST_BOX = 34
BAR = 10
ROOMY_LINES = 5
"""The lines of a box where there is room: one above the texts, and one below them unless a hand needs it."""
MOST_MARKS = 6
"""Most marks to draw. A score of marks with a higher limit is shown as a number."""


def seats_block(scene: Scene, width: int, inks: Inks, roomy: bool) -> Block:
    """The other players, clockwise from the person's left, in one or two rows."""
    seats = scene.clockwise
    per_row = _per_row(len(seats), width)
    rows = [seats[i : i + per_row] for i in range(0, len(seats), per_row)]
    box = min((width - per_row + 1) // per_row, WIDEST_BOX if len(seats) > 1 else 2 * WIDEST_BOX)
    drawn: Block = []
    for i, row in enumerate(rows):
        if i and roomy:
            drawn += blank(width, 1)
        shade = "$surface" if i % 2 else "$panel"
        boxes = [seat_box(scene, seat, box, inks, roomy, shade) for seat in row]
        drawn += centred(beside(boxes, gap=1), width)
    return drawn


def _per_row(seats: int, width: int) -> int:
    """The number of boxes in a row: all if they are wide enough, otherwise half of them."""
    if seats <= max(width // 20, 1):
        return max(seats, 1)
    return (seats + 1) // 2


def seat_rows(seats: int, width: int, roomy: bool) -> int:
    """The number of lines of :func:`seats_block`."""
    rows = -(-seats // _per_row(seats, width)) if seats else 0
    return rows * (ROOMY_LINES if roomy else 3) + (rows - 1 if roomy and rows else 0)


def seat_box(scene: Scene, seat: int, width: int, inks: Inks, roomy: bool, shade: str) -> Block:
    """The box of one player."""
    player = scene.view["players"][seat]
    turn = scene.view["turn"] == seat and scene.showdown is None
    inner = width - 2
    name_style = "$quiet strike" if player["out"] else ("$accent bold" if turn else "bold")
    name = line(("▸ " if turn else "  ", "$accent bold"), (scene.name(seat), name_style))
    cards = scene.open_cards.get(seat)
    stands = line(" ", standing(scene, seat, brief=bool(cards) or inner < 24))
    marked = marks(scene, seat)
    if name.cell_length + marked.cell_length > inner:
        marked = marks(scene, seat, initials=True)
    last = line((f"  {scene.last.get(seat, '')}", "$foreground" if turn else "$quiet"))
    if cards:
        strips = [fit(line("  ", strip), inner) for strip in _strips(cards, inks, inner - 2, roomy)]
        texts = [ends(name, stands, inner), *strips, ends(last, marked, inner)]
    else:
        held = _holding(scene, seat, inner - stands.cell_length)
        texts = [ends(name, marked, inner), ends(held, stands, inner), fit(last, inner)]
    if roomy:
        texts = [Content(" " * inner), *texts, Content(" " * inner)][:ROOMY_LINES]
    edge = ("▌", "$accent") if turn else " "
    return [line(edge, text, " ").stylize_before(f"on {shade}") for text in texts]


def _strips(cards: Sequence[str], inks: Inks, room: int, roomy: bool) -> list[Content]:
    """Open cards in one line; in two if one is too narrow and there is room below."""
    strip = strip_of(cards, inks, room)
    if strip.cell_length <= room or not roomy:
        return [strip]
    half = -(-len(cards) // 2)
    return [strip_of(cards[:half], inks, room), strip_of(cards[half:], inks, room)]


def marks(scene: Scene, seat: int, initials: bool = False) -> Content:
    """The marks of a seat (out, dealer, knocked), or only their initials.

    Remarks about its player, such as a lost connection, are always shown in full.
    """
    words = marks_of(scene.showing, scene.view, seat)
    if initials:
        words = [word if word == "out" else word[:1].upper() for word in words]
    words = [*words, *filter(None, scene.remarks[seat : seat + 1])]
    return line((f" {(' ' if initials else ', ').join(words)}", "$accent") if words else "")


def _holding(scene: Scene, seat: int, width: int) -> Content:
    """What a seat holds: the backs of its cards; in a race, its progress."""
    player = scene.view["players"][seat]
    if player["out"]:
        return Content("")
    if scene.has_cards:
        return line("  ", backs(player["cards"], width - 3))
    return line("  ", race(scene, seat)) if width >= BAR + 2 else Content("")


def race(scene: Scene, seat: int) -> Content:
    """A seat's progress to the target, in a game that is a race."""
    target = limit_of(scene.showing.score, scene.view)
    if scene.showing.score.style != "race" or not target:
        return Content("")
    done = max(min(scene.view["players"][seat]["score"] * BAR // target, BAR), 0)
    return line(("━" * done, "$good"), ("─" * (BAR - done), "$quiet"))


def standing(scene: Scene, seat: int, brief: bool = False) -> Content:
    """The score of a seat, as the game shows it; without its unit if it must be brief."""
    return score_shown(scene, scene.view["players"][seat]["score"], brief)


def score_shown(scene: Scene, points: int, brief: bool = False) -> Content:
    """A score: marks as crosses, others as numbers."""
    score = scene.showing.score
    limit = limit_of(score, scene.view)
    if score.style == "marks" and limit is not None and limit <= MOST_MARKS:
        unit = "" if brief else f"{score.many} "
        return line((unit, "$quiet"), ("✗" * points, "$bad bold"), ("·" * (limit - points), "$quiet"))
    unit = "" if brief else f" {score_unit(points, score, limit)}"
    return line((score_number(points, score, limit), "bold"), (unit, "$quiet"))


def scoreboard(scene: Scene, width: int) -> Block:
    """All players with their scores, the person first; marks that don't fit beside a name go below it."""
    seats = [seat for seat in (scene.seat, *scene.clockwise) if seat is not None]
    score, limit = scene.showing.score, limit_of(scene.showing.score, scene.view)
    told = limit is None or f"/{limit:,}" in score_number(0, score, limit) or score.style == "marks"
    heading = score.many.capitalize() + ("" if told else f", up to {limit:,}")
    rows = [line((f"{heading:<{width}}", "$quiet"))]
    for seat in seats:
        turn = scene.view["turn"] == seat and scene.showdown is None
        style = "$quiet strike" if scene.view["players"][seat]["out"] else ("$accent bold" if turn else "")
        name = line(("▸ " if turn else "  ", "$accent bold"), (scene.name(seat), style))
        stands, marked = line(" ", standing(scene, seat, brief=True)), marks(scene, seat)
        fits = name.cell_length + marked.cell_length + stands.cell_length <= width
        rows.append(ends(name + marked if fits else name, stands, width))
        rows += [] if fits or not marked.cell_length else [fit(line("   ", marked), width)]
    return rows
