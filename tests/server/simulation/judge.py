"""What must always be true. The judge reads the log as it is committed, and every message to clients.

Everything is compared with a room of the judge's own, which is nothing but the replay of the log. What a receiver may
know of the cards is worked out from the hands and piles themselves, apart from the server's and the engine's own rules
for views and events.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from knockroll.engine.cards import texts_in
from knockroll.server.storage.rows import LogRow
from knockroll.server.tables import messages
from knockroll.server.tables.entries import entry_of
from knockroll.server.tables.room import Frame, Plan, Room
from knockroll.server.tables.seats import Seat, hash_token

_CARD = re.compile(rb'[" ]([2-9TJQKA][cdhs])"')
_ALL_CARDS = (1 << 52) - 1
Number = int | None
"""A seat, or None for spectators."""


class Broken(Exception):
    """Something that must always be true is not."""


@dataclass(eq=False)
class Intent:
    """A move that a person has decided on. It may be sent several times, and may happen once."""

    position: int
    """The entry that led to the position that it is a move in."""
    happened_at: int | None = None
    sent: int = 0
    refused: int = 0
    """How often it was refused in words that say that it did not happen."""


@dataclass
class Known:
    """The cards that a receiver may know, as bits."""

    hand: int
    """In the running hand."""
    now: int
    """In this entry, in which the hand before may have ended and been shown."""


@dataclass(eq=False)
class JudgedTable:
    """A table, replayed from its log."""

    room: Room
    rooms: list[Room] = field(default_factory=list)
    """The room after each entry, from 0."""
    known: list[dict[Number, Known]] = field(default_factory=list)
    intents: dict[tuple[str, int, str], Intent] = field(default_factory=dict)
    """What people want, by token, position and move."""
    moved_at: float = 0.0
    expected: dict[tuple[Any, ...], Any] = field(default_factory=dict)

    @property
    def seq(self) -> int:
        return self.room.seq

    def intent(self, token: str, seq: int, move: str) -> Intent:
        """Note a move that a client with ``seq`` wants to make; two tabs of one person may want the same."""
        position = self.rooms[seq].position
        return self.intents.setdefault((token, position, move), Intent(position))

    def frame(self, seq: int) -> Frame:
        return self.room.frames[seq - 1 : seq][0]


class Judge:
    """Compares what clients are sent with what is committed."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.broken: list[str] = []
        """What was not as it must be."""
        self.tables: dict[str, JudgedTable] = {}
        self.acknowledged = 0
        self.told = 0

    def open(self, id: str, plan: str, secret: bytes) -> None:
        """Note that a table was opened."""
        room = Room(id, msgspec.json.decode(plan, type=Plan), secret, keep_past=True)
        self.tables[id] = JudgedTable(room, [room.copy()], [{None: Known(0, 0)}])

    def fail(self, what: str) -> None:
        """Report that something is not as it must be."""
        self.broken.append(what)

    def commit(self, rows: list[LogRow]) -> None:
        """Check committed rows: each follows from the one before, and each move of a person was wanted once."""
        try:
            self._commit(rows)
        except Broken as broken:
            self.fail(str(broken))

    def hear(self, who: str, id: str, token: str | None, message: dict[str, Any], last: int, after: int | None) -> None:
        """Check a message to a client about the table with this id: the first one of a connection, or an entry.

        ``last`` is the entry that the client had before, ``after`` the one that the connection was to begin after.
        """
        try:
            if message["type"] == "hello":
                self._greeted(id, token, message, last, after)
            else:
                self._event(id, token, message, last)
        except Broken as broken:
            self.fail(f"{who} {broken}")

    def refuse(self, who: str, intent: Intent, error: dict[str, Any]) -> None:
        """Note that a move was refused. Unless the server cannot know, it was not made and will not be."""
        is_sure = error["code"] != "unavailable" or "nothing has changed" in error["message"]
        intent.refused += is_sure
        if is_sure and intent.happened_at is not None and intent.refused == intent.sent:
            self.fail(f"{who}'s move was refused ({error['message']}) and is entry {intent.happened_at}")

    def check_unchanged(self, who: str, id: str, token: str, before: int) -> None:
        """Check an answer that says nothing has changed: the log has nothing new of that seat."""
        table = self.tables[id]
        number = table.room.number(table.room.find(token))
        for frame in table.room.frames[before:]:
            if frame.fields.get("seat") == number and frame.kind != "move":
                self.fail(f"{who} is told that nothing has changed, but entry {frame.seq} is {frame.kind}")

    # --- The log ---------------------------------------------------------------------------------------------------

    def _commit(self, rows: list[LogRow]) -> None:
        for row in rows:
            table = self.tables[row.room]
            before = table.rooms[-1]
            if row.seq != before.seq + 1:
                raise Broken(f"the log has {row.seq} after {before.seq}")
            frame = table.room.apply(entry_of(row))
            if frame.fingerprint != row.fingerprint:
                raise Broken(f"entry {row.seq} leads to another position than it says")
            data = json.loads(row.data)
            if row.kind == "move" and data["by"] == "person":
                self._match(table, before, row.seq, before.seats[data["seat"]].token or "", data["move"])
            table.rooms.append(table.room.copy())
            table.known.append(_known(table, before))
            table.moved_at = self._now()

    def _match(self, table: JudgedTable, before: Room, seq: int, token: str, move: str) -> None:
        intent = table.intents.get((token, before.position, move))
        if intent is None:
            raise Broken(f"entry {seq} is a move that nobody wanted: {move}")
        if intent.happened_at is not None:
            raise Broken(f"entry {seq} is the same move as entry {intent.happened_at}")
        if intent.refused == intent.sent:
            raise Broken(f"entry {seq} is a move that was refused: {move}")
        intent.happened_at = seq

    # --- What clients are told -------------------------------------------------------------------------------------

    def _greeted(self, id: str, token: str | None, hello: dict[str, Any], last: int, after: int | None) -> None:
        table, seq = self.tables[id], hello["seq"]
        if hello["resumed"]:
            if seq != after:
                raise Broken(f"resumes after {seq} instead of {after}")
            return
        if not last <= seq <= table.seq:
            raise Broken(f"begins with {seq}; {last} was heard before, and the log has {table.seq}")
        room = table.rooms[seq]
        number = room.number(_seat(token))
        if hello["you"] != number:
            raise Broken(f"is told to be seat {hello['you']} instead of {number}")
        self._compare("view", hello["view"], table, seq, number, True)
        self._check_view(hello["view"], table.known[seq].get(number), room)

    def _event(self, id: str, token: str | None, message: dict[str, Any], last: int) -> None:
        table, seq = self.tables[id], message["seq"]
        if seq != last + 1:
            raise Broken(f"is told {seq} after {last}")
        if seq > table.seq:
            raise Broken(f"is told {seq}, which is not committed: the log has {table.seq}")
        self.told += 1
        room, frame = table.rooms[seq], table.frame(seq)
        number = frame.number(_seat(token))
        fields = {"kind": frame.kind, "game": frame.game, **frame.fields}
        if any(message.get(name) != value for name, value in fields.items()):
            raise Broken(f"is told {message['kind']} {message.get('move', '')} for {seq}; the log has {fields}")
        self._compare("events", message["events"], table, seq, number, False)
        known = table.known[seq].get(number)
        if known is not None:
            _check_cards("the events", message["events"], known.now)
        view = message.get("view")
        if view is not None:
            self._compare("view", view, table, seq, number, False)
            self._check_view(view, known, room)

    def _compare(self, what: str, told: Any, table: JudgedTable, seq: int, number: Number, acts: bool) -> None:
        key = (what, seq, number, acts)
        if key not in table.expected:
            expected: Any
            if what == "view":
                expected = table.rooms[seq].view(number, acts=acts)
            else:
                expected = [event.without_readers() for event in table.frame(seq).events_for(number)]
            table.expected[key] = msgspec.json.decode(messages.encode(expected))
        if told != table.expected[key]:
            raise Broken(f"the {what} of {seq} for seat {number} is not what the log leads to")

    def _check_view(self, view: dict[str, Any] | None, known: Known | None, room: Room) -> None:
        if view is not None and known is not None and room.table is not None and room.table.result is None:
            shown = {name: value for name, value in view.items() if name != "last_hand"}
            _check_cards("the view", shown, known.hand)


def _seat(token: str | None) -> Seat | None:
    return None if token is None else Seat("person", token=hash_token(token))


def _check_cards(where: str, shown: Any, known: int) -> None:
    cards = {card.decode() for card in _CARD.findall(messages.encode(shown))}
    hidden = cards - set(texts_in(known))
    if hidden:
        raise Broken(f"{where} shows hidden cards: {', '.join(sorted(hidden))}")


def _known(table: JudgedTable, before: Room) -> dict[Number, Known]:
    """The cards that each receiver may know after the last entry, from the hands and the pile."""
    after = table.room
    if after.table is None or not hasattr(after.table.state, "hands"):
        return {}
    state = after.table.state
    pile = _pile(state)
    is_dealt = before.table is None or (before.games, len(before.table.hands)) != (after.games, len(after.table.hands))
    shown = 0
    if is_dealt and before.table is not None:  # the hand before was shown, with the card that was drawn last
        old = before.table.state
        shown = _pile(old) | sum(old.hands[: len(before.seats)])
        if old.stock_next < old.stock_end:
            shown |= 1 << old.deck[old.stock_next]
    ended = sum(event.kind == "hand over" for event in table.frame(after.seq).events)
    if after.table.result is not None or ended > (before.games == after.games):
        shown = _ALL_CARDS  # all is shown at the end, and a hand may end as soon as it is dealt
    known: dict[Number, Known] = {}
    for number in (None, *range(len(after.seats))):
        hand = pile | (0 if number is None else state.hands[number])
        if not is_dealt:
            last = table.known[-1].get(number)
            hand |= 0 if last is None else last.hand
        known[number] = Known(hand, hand | shown)
    return known


def _pile(state: Any) -> int:
    return sum(1 << card for card in state.pile[: state.pile_size])
