"""Accounts of a state: a seat's view, a finished hand, the result of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from knockroll.engine.cards import texts_in
from knockroll.engine.events import Event
from knockroll.engine.game import Game, Hand, Result, SeatRank
from knockroll.engine.showing import Dice, Pile, Spreads, Total
from knockroll.engine.state import NOBODY, CardState
from knockroll.engine.views import GameView, seats_in, write_view


def open_hands(s: Any) -> list[list[str]]:
    """Return the cards in each seat's hand; an empty list in games without cards."""
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


def result_of(s: Any) -> Result:
    """Return the result of a finished game."""
    return Result(seats_in(s.winners), tuple(s.scores[: s.seats]))


Lasting = tuple[Mapping[str, Any] | msgspec.Raw, Mapping[str, Any] | msgspec.Raw | None]
"""The parts of a view that stay the same for a whole hand: the options and the previous hand."""


def tell_view(
    game: Game,
    v: Any,
    seat: int,
    options: Mapping[str, Any] | msgspec.Raw,
    legal: Sequence[int] | None,
    last_hand: Mapping[str, Any] | msgspec.Raw | None,
    acts: bool = True,
) -> GameView:
    """Return a seat's view ``v`` as JSON, with its reading and the last hand. ``seat`` is NOBODY for a spectator."""
    view = write_view(game, v, seat, options, legal, acts)
    view["reading"] = None if seat == NOBODY else _read(game, v, seat, view["legal"])
    view["last_hand"] = last_hand
    return view


def _read(game: Game, v: Any, seat: int, legal: list[str]) -> dict[str, Any]:
    """Return the game's reading of a view; what it says about moves is limited to legal ones."""
    reading = msgspec.structs.asdict(game.read(v, seat))
    if not legal:
        reading["worth"], reading["warnings"], reading["bold"] = {}, {}, {}
        return reading
    for field in ("worth", "warnings"):
        if (said := reading[field]) and len(allowed := said.keys() & legal) < len(said):
            reading[field] = {move: said[move] for move in said if move in allowed} if allowed else {}
    if (said := reading["bold"]) and not said.keys() <= reading["worth"].keys():
        listed = "\n" + " \n".join(legal) + " "
        reading["bold"] = {verb: said[verb] for verb in said if f"\n{verb} " in listed}
    return reading


def finished_hand(game: Game, s: Any, dealer: int, out_before: Sequence[int] = ()) -> Hand:
    """Return the hand that has just ended, dealt by ``dealer``. ``out_before`` holds when seats went out before it."""
    shown = game.showdown(s)
    out_in = _out_in(s, out_before) if game.showing.score.survival else ()
    return Hand(
        cards=shown.cards,
        melds=shown.melds,
        counts=shown.counts,
        added=shown.added,
        onto=shown.onto,
        ending=game.endings[s.ending],
        points=tuple(s.points[: s.seats]),
        winners=seats_in(s.hand_winners),
        dealer=dealer,
        account=game.end(s),
        out_in=out_in,
        ranking=rank_seats(game, s, out_in) if s.winners else (),
    )


def _out_in(s: Any, before: Sequence[int]) -> tuple[int, ...]:
    """Return the hand in which each seat went out (0: still in), or nothing if no one is out."""
    if s.playing.bit_count() == s.seats:
        return ()
    known = before or (0,) * s.seats
    return tuple(0 if s.playing >> i & 1 else known[i] or s.hands_played for i in range(s.seats))


def rank_seats(game: Game, s: Any, out_in: Sequence[int]) -> tuple[SeatRank, ...]:
    """Rank the seats of a finished game: the winners, then by how long they stayed in, then by score."""
    better = 1 if game.showing.score.best == "low" else -1
    went = [0 if s.winners >> i & 1 else one for i, one in enumerate(out_in or (0,) * s.seats)]

    def merit(seat: int) -> tuple[bool, int, int]:
        if s.winners >> seat & 1:
            return False, 0, 0
        return True, -went[seat] if went[seat] else -s.hands_played - 1, better * s.scores[seat]

    order = sorted(range(s.seats), key=merit)
    merits = [merit(seat) for seat in order]
    return tuple(SeatRank(seat, 1 + merits.index(merit(seat)), went[seat]) for seat in order)


def tell_hand(hand: Hand) -> list[Event]:
    """Return the events at the end of a hand: what each seat showed, then the points."""
    events = [
        Event("show", seat, "", cards, len(cards), "hand", "table", melds=hand.melds[seat])
        for seat, cards in enumerate(hand.cards)
        if cards is not None
    ]
    return [
        *events,
        Event("hand over", points=hand.points, winners=hand.winners, ending=hand.ending, account=hand.account),
    ]
