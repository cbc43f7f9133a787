"""The players round the table: who is to move, what they hold, how they stand, what they did last."""

from __future__ import annotations

from textual.content import Content

from knockroll.terminal.draw.blocks import Block, beside, blank, centred, ends, fit, line
from knockroll.terminal.draw.cards import Look, backs, strip_of
from knockroll.terminal.scene import Scene
from knockroll.terminal.words import score_text

WIDEST_BOX = 34
BAR = 10


def seats_block(scene: Scene, width: int, look: Look, roomy: bool) -> Block:
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
        boxes = [seat_box(scene, seat, box, look, roomy, shade) for seat in row]
        drawn += centred(beside(boxes, gap=1), width)
    return drawn


def _per_row(seats: int, width: int) -> int:
    """How many boxes stand in a row: all if they are not too narrow, else half of them."""
    if seats <= max(width // 20, 1):
        return max(seats, 1)
    return (seats + 1) // 2


def seat_rows(seats: int, width: int, roomy: bool) -> int:
    """How many lines that takes."""
    rows = -(-seats // _per_row(seats, width)) if seats else 0
    return rows * (5 if roomy else 3) + (rows - 1 if roomy and rows else 0)


def seat_box(scene: Scene, seat: int, width: int, look: Look, roomy: bool, shade: str) -> Block:
    """One player."""
    player = scene.view["players"][seat]
    turn = scene.view["turn"] == seat and scene.showdown is None
    inner = width - 2
    name_style = "$quiet strike" if player["out"] else ("$accent bold" if turn else "bold")
    name = line(("▸ " if turn else "  ", "$accent bold"), (scene.name(seat), name_style))
    cards = scene.open_hands.get(seat)
    stands = line(" ", standing(scene, seat, brief=bool(cards)))
    badge = badges(scene, seat)
    if name.cell_length + badge.cell_length > inner:
        badge = badges(scene, seat, short_ones=True)
    last = line((f"  {scene.last_words(seat)}", "$foreground" if turn else "$quiet"))
    if cards:
        texts = [
            ends(name, stands, inner),
            fit(line("  ", strip_of(cards, look, inner - 2)), inner),
            ends(last, badge, inner),
        ]
    else:
        held = _holding(scene, seat, inner - stands.cell_length)
        texts = [ends(name, badge, inner), ends(held, stands, inner), fit(last, inner)]
    if roomy:
        texts = [Content(" " * inner), *texts, Content(" " * inner)]
    edge = ("▌", "$accent") if turn else " "
    return [line(edge, text, " ").stylize_before(f"on {shade}") for text in texts]


def badges(scene: Scene, seat: int, short_ones: bool = False) -> Content:
    """What is to be known about a seat: that it is out, deals, has knocked."""
    view = scene.view
    words = []
    if view["players"][seat]["out"]:
        words.append("out")
    elif view["dealer"] == seat and not scene.has_dice:
        words.append("D" if short_ones else "dealer")
    for field, word in (("knocker", "knocked"), ("tunker", "tunked"), ("trigger", "last turns")):
        if view.get(field) == seat:
            words.append(word[0].upper() if short_ones else word)
    if seat in view.get("blocked", ()):
        words.append("B" if short_ones else "may not drop")
    return line((" " + " ".join(words), "$accent") if words else "")


def _holding(scene: Scene, seat: int, width: int) -> Content:
    """What a seat holds: the backs of its cards; in a game of dice how far it has come."""
    player = scene.view["players"][seat]
    if scene.has_dice:
        return line("  ", race(scene, seat))
    return line("  ", backs(player["cards"], width - 3)) if not player["out"] else Content("")


def race(scene: Scene, seat: int) -> Content:
    """How far somebody is on the way to the target."""
    target = scene.view["options"].get("target") or 1
    done = max(min(scene.view["players"][seat]["score"] * BAR // target, BAR), 0)
    return line(("━" * done, "$good"), ("─" * (BAR - done), "$quiet"))


def standing(scene: Scene, seat: int, brief: bool = False) -> Content:
    """The score of a seat: strikes as marks, others as numbers."""
    score = scene.view["players"][seat]["score"]
    limit = scene.view["options"].get("strikes")
    if scene.game.score_name == "strikes" and isinstance(limit, int) and limit <= 6:
        return line(
            ("" if brief else "strikes ", "$quiet"), ("✗" * score, "$bad bold"), ("·" * (limit - score), "$quiet")
        )
    words = score_text(score, scene.view, scene.game).split()
    if brief:
        return line((words[0], "bold"))
    return line((words[0], "bold"), (f" {words[-1]}" if len(words[0]) + len(words[-1]) < 12 else "", "$quiet"))


def scoreboard(scene: Scene, width: int) -> Block:
    """All players with their scores, the person first."""
    seats = [seat for seat in (scene.seat, *scene.clockwise) if seat is not None]
    rows = [line((f"{'Scores':<{width}}", "$quiet"))]
    for seat in seats:
        turn = scene.view["turn"] == seat and scene.showdown is None
        style = "$quiet strike" if scene.view["players"][seat]["out"] else ("$accent bold" if turn else "")
        name = line(("▸ " if turn else "  ", "$accent bold"), (scene.name(seat), style), badges(scene, seat))
        rows.append(ends(name, line(" ", standing(scene, seat)), width))
    return rows
