"""Tonk: setting up positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from knockroll.engine.cards import parse_mask
from knockroll.engine.errors import InvalidPosition
from knockroll.engine.placement import CARD_PARTS, Placement, seat, seat_list, seat_set, with_discard, within_turn_limit
from knockroll.engine.state import MAX_SEATS, NOBODY
from knockroll.games.tonk.payments import opening_seats
from knockroll.games.tonk.seats import keep_seats
from knockroll.games.tonk.spreads import on_table, spread_masks
from knockroll.games.tonk.state import (
    DRAW,
    MOST_SPREADS,
    OPENING_49_50,
    PLAY,
    Tonk,
    left_of,
    most_seated,
    owner_of,
    spread_of,
)


def _spreads(value: Any, seats: int) -> list[int]:
    """Spreads as they were laid: their cards, and who laid them. Hits are among the cards."""
    if not isinstance(value, list | tuple) or len(value) > MOST_SPREADS:
        raise InvalidPosition(f"it is a list of spreads, not {value!r}")
    return [_spread(one, seats) for one in value]


def _spread(value: Any, seats: int) -> int:
    if not isinstance(value, Mapping) or not {"cards", "owner"} <= value.keys() <= {"cards", "owner", "number"}:
        raise InvalidPosition(f"a spread is written {{'cards': '5c 6c 7c', 'owner': 1}}, not {value!r}")
    cards = parse_mask(value["cards"])
    if cards not in spread_masks():
        raise InvalidPosition(f"{value['cards']!r} is neither three or four of a rank nor a run (tonk 8)")
    owner = seat(value["owner"], seats)
    if owner == NOBODY:
        raise InvalidPosition(f"somebody has laid {value['cards']!r}: say which seat is its owner")
    return spread_of(owner, cards)


def _order(value: Any, seats: int) -> list[int]:
    return [*seat_list(value, seats), *[NOBODY] * (MAX_SEATS - len(value))][:MAX_SEATS]


def playing(s: Tonk) -> int:
    """Those who are dealt in: all, unless the order says which (tonk 4, R6)."""
    if sum(s.scores[: s.seats]):
        raise InvalidPosition(f"scores: chips go from one to another and add up to 0, not to {sum(s.scores)}")
    if s.hands_played >= s.session:
        raise InvalidPosition(f"hands_played: the session is over after {s.session} hands")
    if s.order[0] == NOBODY:
        keep_seats(s)
    dealt_in = sum(1 << one for one in s.order if one != NOBODY)
    if dealt_in.bit_count() > most_seated(s.cards):
        raise InvalidPosition(f"order: with {s.cards} cards each there are at most {most_seated(s.cards)} players")
    return dealt_in


def prepare(s: Tonk, said: frozenset[str], held: list[int | None]) -> None:
    """A hand has as many cards as were dealt, or fewer when some were put down; one more after a draw (tonk 5, 7)."""
    if "phase" not in said:
        s.phase = PLAY if held[s.turn] == s.cards + 1 else DRAW
    for place in range(s.seats):
        dealt_in = s.playing >> place & 1
        drawn = place == s.turn and s.phase == PLAY
        least, most = (1, s.cards + drawn) if dealt_in else (0, 0)
        its = most if held[place] is None else held[place]
        assert its is not None
        if not least <= its <= most:
            raise InvalidPosition(f"seat {place} holds {least} to {most} cards now, not {its}")
        held[place] = its


def finish(s: Tonk, said: frozenset[str]) -> None:
    """Check the seats that take part; no one can have been dealt 49 or 50 and still be playing (tonk 6)."""
    within_turn_limit(s)
    for spread in s.spreads:
        if spread and not s.playing >> owner_of(spread) & 1:
            raise InvalidPosition(f"spreads: seat {owner_of(spread)} is not dealt in, so it cannot have laid one")
    if "took_part" not in said:
        s.took_part = s.playing | sum(1 << i for i in range(s.seats) if s.scores[i])
    if s.playing & ~s.took_part:
        raise InvalidPosition("took_part: all who are dealt in take part")
    if s.joining & s.playing or s.leaving & ~s.playing:
        raise InvalidPosition("joining, leaving: a seat that joins is not dealt in yet, one that leaves is")
    if s.blocked & ~s.playing or (s.blocked and not s.hit_blocks_drop):
        raise InvalidPosition("blocked: only with the option hit_blocks_drop a seat that is dealt in may not drop")
    with_discard(s, DRAW)
    if s.opening_tonk == OPENING_49_50 and s.phase == DRAW and not s.turns and not s.spreads[0] and opening_seats(s):
        raise InvalidPosition("a dealt 49 or 50 would have ended the hand (tonk 6)")


PLACEMENT = Placement(
    fields={
        **CARD_PARTS,
        "spreads": _spreads,
        "order": _order,
        "blocked": seat_set,
        "joining": seat_set,
        "leaving": seat_set,
        "took_part": seat_set,
    },
    playing=playing,
    left=left_of,
    prepare=prepare,
    on_table=on_table,
    finish=finish,
)
