"""What is told of a state: the view of a seat, a hand that is finished, the result of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from knockroll.engine.cards import texts_in
from knockroll.engine.events import Event
from knockroll.engine.game import Game, Hand, Result
from knockroll.engine.showing import Dice, Pile, Spreads, Total
from knockroll.engine.state import NOBODY, CardState
from knockroll.engine.views import GameView, seats_in, write_view


def open_hands(s: Any) -> list[list[str]]:
    """The cards of each seat; nothing in games without cards."""
    return [texts_in(s.hands[i]) for i in range(s.seats)] if isinstance(s, CardState) else []


def table_text(game: Game, view: Mapping[str, Any], hands: Sequence[Sequence[str]]) -> str:
    """Return a position as a few lines of text: whose turn it is, the middle of the table, and every seat."""
    if view["turn"] is None:
        now = f"won by {' and '.join(f'seat {seat}' for seat in view['winners'])}"
    else:
        now = f"seat {view['turn']} to move ({view['phase']})"
    lines = [f"{game.title}: {now}"]
    for item in game.showing.middle:
        if isinstance(item, Pile | Dice | Total):
            lines.append(f"{item.label}: {_in_a_row(view[item.field])}")
        elif isinstance(item, Spreads):
            lines += [f"{one['number']}: {_in_a_row(one['cards'])} (seat {one['owner']})" for one in view[item.field]]
    for player in view["players"]:
        seat, score = player["seat"], player["score"]
        counted = game.showing.score.one if abs(score) == 1 else game.showing.score.many
        held = f": {_in_a_row(hands[seat])}" if hands else ""
        lines.append(f"{'>' if view['turn'] == seat else ' '} Seat {seat}, {score} {counted}{held}")
    return "\n".join(lines)


def _in_a_row(value: Any) -> str:
    """Return cards, faces or a number as text; a card that no one saw is ``??``."""
    if not isinstance(value, list | tuple):
        return str(value)
    return " ".join("??" if one is None else str(one) for one in value) or "none"


def result_of(s: Any) -> Result | None:
    """How the game of a state ended; None while it goes on."""
    return Result(seats_in(s.winners), tuple(s.scores[: s.seats])) if s.winners else None


Lasting = tuple[Mapping[str, Any] | msgspec.Raw, Mapping[str, Any] | msgspec.Raw | None]
"""What views tell that stays for a whole hand: the options, and the hand before."""


def tell_view(
    game: Game,
    v: Any,
    seat: int,
    options: Mapping[str, Any] | msgspec.Raw,
    legal: Sequence[int] | None,
    last_hand: Mapping[str, Any] | msgspec.Raw | None,
    acts: bool = True,
) -> GameView:
    """The view ``v`` of a seat (NOBODY: of a spectator) as JSON, with how it reads and what the last hand came to."""
    view = write_view(game, v, seat, options, legal, acts)
    view["reading"] = None if seat == NOBODY else _read(game, v, seat, view["legal"])
    view["last_hand"] = last_hand
    return view


def _read(game: Game, v: Any, seat: int, legal: list[str]) -> dict[str, Any]:
    """A seat's view read for the person there; of moves, what is said of legal ones."""
    reading = msgspec.structs.asdict(game.read(v, seat))
    for field in ("worth", "warnings"):
        if reading[field]:
            reading[field] = {move: said for move, said in reading[field].items() if move in legal}
    return reading


def finished_hand(game: Game, s: Any, dealer: int) -> Hand:
    """The hand that has just ended in a state; ``dealer`` dealt it."""
    shown = game.showdown(s)
    return Hand(
        cards=shown.cards,
        melds=shown.melds,
        counts=shown.counts,
        ending=game.endings[s.ending],
        points=tuple(s.points[: s.seats]),
        winners=seats_in(s.hand_winners),
        dealer=dealer,
        account=game.end(s),
    )


def tell_hand(hand: Hand) -> list[Event]:
    """A hand is over: who showed what, then what it brought."""
    events = [
        Event("show", seat, "", cards, len(cards), "hand", "table", melds=hand.melds[seat])
        for seat, cards in enumerate(hand.cards)
        if cards is not None
    ]
    return [
        *events,
        Event("hand over", points=hand.points, winners=hand.winners, ending=hand.ending, account=hand.account),
    ]
