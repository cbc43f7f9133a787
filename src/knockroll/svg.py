"""A position as a picture: SVG for notebooks, with the felt and the cards of the web page.

Like the front ends, it draws what a game says about itself: the piles, spreads, dice and totals in the middle, and the
marks of seats. All hands are open, because code that has a table may see everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from xml.sax.saxutils import escape

from knockroll.engine.game import Game
from knockroll.engine.showing import Dice, Mark, OpenHands, Pile, Spreads, Total
from knockroll.engine.words import capital, fill

WIDTH = 720
CARD_WIDTH, CARD_HEIGHT = 46, 64
DIE = 40
GAP, MARGIN = 6, 18
LINE = 24
CARD_FONT = "'Iowan Old Style', 'Palatino Linotype', Palatino, Georgia, 'DejaVu Serif', serif"
SUITS = {"s": ("♠", "#1d2530"), "h": ("♥", "#c0272d"), "d": ("♦", "#c0272d"), "c": ("♣", "#1d2530")}
FELT, INK, FAINT = "#215d47", "#f5faf7", "#d2e4db"
_PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
"""The places of a die's pips in a grid of nine."""


def draw_table(game: Game, view: dict[str, Any], hands: Sequence[Sequence[str]], names: Sequence[str] = ()) -> str:
    """Draw what a spectator sees of a table, and all hands, as SVG; seats without a name have numbers."""
    names = names or [f"seat {player['seat']}" for player in view["players"]]
    lines: list[str] = []
    y = MARGIN + LINE
    lines.append(_text(MARGIN, y, game.title, size=20, weight=700))
    lines.append(_text(WIDTH - MARGIN, y, _what_now(view, names), anchor="end", fill=FAINT))
    y += GAP + LINE
    for item in game.showing.middle:
        drawn, height = _draw_item(item, view, names, y)
        lines += drawn
        y += height
    for player in view["players"]:
        drawn, height = _draw_seat(game, view, player, hands[player["seat"]] if hands else (), names, y)
        lines += drawn
        y += height
    y += MARGIN - GAP
    told = f"{game.title}: {_what_now(view, names)}"
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(told, {chr(34): "&quot;"})}"'
            f' viewBox="0 0 {WIDTH} {y}" width="{WIDTH}" height="{y}" font-family="system-ui, sans-serif">',
            f'<rect width="{WIDTH}" height="{y}" rx="14" fill="{FELT}"/>',
            *lines,
            "</svg>",
        ]
    )


def _what_now(view: dict[str, Any], names: Sequence[str]) -> str:
    if view["turn"] is None:
        return f"won by {' and '.join(names[seat] for seat in view['winners'])}"
    return capital(fill(f"{{{view['turn']}'s}} turn: {view['phase']}", names))


def _draw_item(item: Any, view: dict[str, Any], names: Sequence[str], y: int) -> tuple[list[str], int]:
    """Draw an item of the middle with its label; return it and its height."""
    if isinstance(item, Pile):
        return _draw_pile(item, view, y)
    if isinstance(item, Dice):
        dice = [_die(MARGIN + 120 + i * (DIE + GAP), y, face) for i, face in enumerate(view[item.field])]
        label = item.label if dice else f"{item.label}: {item.none}"
        return [_text(MARGIN, y + DIE // 2 + 5, label, fill=FAINT), *dice], DIE + 2 * GAP
    if isinstance(item, Total):
        return [_text(MARGIN, y + LINE - GAP, f"{item.label}: {view[item.field]}", weight=700)], LINE + GAP
    if isinstance(item, Spreads):
        return _draw_spreads(item, view, names, y)
    return [], 0


def _draw_pile(item: Pile, view: dict[str, Any], y: int) -> tuple[list[str], int]:
    """Draw the top card, or a back with the number of cards. The stock and the discards are side by side."""
    value = view[item.field]
    if isinstance(value, int):
        label = f"{item.label}: {value}"
        drawn = _back(MARGIN, y + LINE) if value else _empty(MARGIN, y + LINE)
        return [_text(MARGIN, y + LINE - 10, label, fill=FAINT), drawn], 0
    x = MARGIN + 120
    drawn = _card(x, y + LINE, value[-1]) if value else _empty(x, y + LINE)
    return [_text(x, y + LINE - 10, f"{item.label}: {len(value)}", fill=FAINT), drawn], LINE + CARD_HEIGHT + 2 * GAP


def _draw_spreads(item: Spreads, view: dict[str, Any], names: Sequence[str], y: int) -> tuple[list[str], int]:
    lines, x, height = [], MARGIN, 0
    for spread in view[item.field]:
        wide = len(spread["cards"]) * (CARD_WIDTH - 12) + 12
        if x + wide > WIDTH - MARGIN:
            x, height = MARGIN, height + CARD_HEIGHT + LINE
        told = f"{spread['number']}, of {names[spread['owner']]}"
        lines.append(_text(x, y + height + 14, told, fill=FAINT))
        lines += _row(x, y + height + LINE, spread["cards"], CARD_WIDTH - 12)
        x += wide + 3 * GAP
    return lines, height + CARD_HEIGHT + LINE + GAP if lines else 0


def _draw_seat(
    game: Game, view: dict[str, Any], player: dict[str, Any], cards: Sequence[str], names: Sequence[str], y: int
) -> tuple[list[str], int]:
    """Draw a seat's score and marks, and its cards below them."""
    seat, score = player["seat"], player["score"]
    counted = game.showing.score.one if abs(score) == 1 else game.showing.score.many
    points = f"{score} {counted}".replace("-", "−")
    said = [capital(names[seat]), points, *(["out"] if player["out"] else []), *_marks(game, view, seat)]
    if view["dealer"] == seat and game.showing.has_dealer:
        said.append("dealer")
    moves = view["turn"] == seat
    lines = [_text(MARGIN + 16, y + 15, " · ".join(said), weight=700 if moves else 400)]
    if moves:
        lines.append(f'<path d="M{MARGIN} {y + 4}l10 6l-10 6z" fill="#f0b23c"/>')
    if not cards:
        return lines, LINE + GAP
    step = min(CARD_WIDTH + 4, (WIDTH - 2 * MARGIN - CARD_WIDTH) // max(1, len(cards) - 1))
    return [*lines, *_row(MARGIN, y + LINE, cards, step)], LINE + CARD_HEIGHT + 2 * GAP


def _marks(game: Game, view: dict[str, Any], seat: int) -> Iterator[str]:
    """Yield the marks of a seat: that it has knocked, for example, or that its hand lies open."""
    for mark in game.showing.marks:
        if _is_marked(mark, view[mark.field], seat):
            yield mark.text.replace("{n}", str(view[mark.field][seat]) if mark.kind == "numbers" else "")
    for item in game.showing.middle:
        if isinstance(item, OpenHands) and view[item.field][seat]:
            yield "spread"


def _is_marked(mark: Mark, value: Any, seat: int) -> bool:
    if mark.kind == "numbers":
        return bool(value[seat] >= mark.at_least)
    return seat in value if mark.kind == "seats" else bool(value == seat)


def _row(x: int, y: int, cards: Sequence[str], step: int) -> list[str]:
    return [_card(x + i * step, y, card) for i, card in enumerate(cards)]


def _card(x: int, y: int, card: str) -> str:
    """Draw a card: rank and suit in the corner, where they show in a fan, and a large suit."""
    rank = "10" if card[0] == "T" else card[0]
    suit, colour = SUITS[card[1]]
    return (
        f'<g transform="translate({x} {y})" fill="{colour}" font-family="{CARD_FONT}"><title>{escape(card)}</title>'
        f'{_rectangle("#fffdf8", "#cfc8b8")}<text x="5" y="18" font-size="17" font-weight="600">{rank}</text>'
        f'<text x="5" y="33" font-size="14">{suit}</text>'
        f'<text x="41" y="58" font-size="28" text-anchor="end">{suit}</text></g>'
    )


def _back(x: int, y: int) -> str:
    return (
        f'<g transform="translate({x} {y})">{_rectangle("#fffdf8", "#cfc8b8")}'
        f'<rect x="4" y="4" width="{CARD_WIDTH - 8}" height="{CARD_HEIGHT - 8}" rx="3" fill="#7d2433"/>'
        f'<path d="M23 14l11 18l-11 18l-11 -18z" fill="none" stroke="#e9c9a0" stroke-width="2"/></g>'
    )


def _empty(x: int, y: int) -> str:
    dashes = ' stroke-dasharray="4 4"'
    return f'<g transform="translate({x} {y})">{_rectangle("none", "#ffffff66", dashes)}</g>'


def _rectangle(fill: str, stroke: str, more: str = "") -> str:
    return f'<rect width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="5" fill="{fill}" stroke="{stroke}"{more}/>'


def _die(x: int, y: int, face: int) -> str:
    pips = "".join(
        f'<circle cx="{10 + 10 * (int(place) % 3)}" cy="{10 + 10 * (int(place) // 3)}" r="3.6" fill="#1d2530"/>'
        for place in _PIPS[face]
    )
    return (
        f'<g transform="translate({x} {y})"><title>{face}</title>'
        f'<rect width="{DIE}" height="{DIE}" rx="8" fill="#fffdf8" stroke="#cfc8b8"/>{pips}</g>'
    )


def _text(x: int, y: int, text: str, size: int = 14, weight: int = 400, fill: str = INK, anchor: str = "start") -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="{weight}" fill="{fill}" text-anchor="{anchor}">'
        f"{escape(text)}</text>"
    )
