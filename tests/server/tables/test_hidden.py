"""Hidden cards never leave the server: every byte that clients of every kind receive over whole games of every game."""

from __future__ import annotations

import asyncio
import json
import random
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

import knockroll
from knockroll.engine.cards import TEXTS, texts_in
from knockroll.engine.state import CardState
from knockroll.server.settings import NO_LIMITS, Settings
from knockroll.server.storage.rows import StoredRoom
from knockroll.server.storage.store import Store
from knockroll.server.tables.entries import Entry, Sit, entry_of
from knockroll.server.tables.room import Plan, Room
from tests.server.helpers import PATIENCE, Served, Socket, Visitor, serving

MOST_MOVES = 1500
MOST_WITHOUT_CARDS = 60
CARD = re.compile(r'"([A2-9TJQK][shdc])"')
HISTORY = ("last_hand", "taken", "just_taken")
"""Fields of a view that tell of the past: their cards were public when they were told."""


class _Stream:
    """A client of the NDJSON stream, in a thread."""

    def __init__(self, visitor: Visitor) -> None:
        self.lines: list[str] = []
        url = f"{visitor.served.url}/api/tables/{visitor.id}/events?after=0"
        self._open = threading.Event()
        self._thread = threading.Thread(target=self._read, args=(url, visitor.headers), daemon=True)
        self._thread.start()
        assert self._open.wait(PATIENCE)

    def _read(self, url: str, headers: dict[str, str]) -> None:
        try:
            with httpx.stream("GET", url, headers=headers, timeout=PATIENCE) as response:
                for line in response.iter_lines():
                    self.lines.append(line)
                    self._open.set()
        except httpx.HTTPError:
            pass  # the server has gone

    def join(self) -> None:
        self._thread.join(PATIENCE)


def has_cards(game: str) -> bool:
    return isinstance(knockroll.get_game(game).state(), CardState)


def read_up(socket: Socket) -> None:
    """Receive everything sent so far: clients that fall too far behind are disconnected."""
    socket.send({"type": "ping"})
    socket.receive("pong")


def _play(served: Served, game: str, people: list[Visitor], watcher: Visitor) -> None:
    """Make random moves over sockets and, in between, look at the table in all other ways, with some nonsense."""
    rng = random.Random(7)
    with ExitStack() as stack:
        sockets = [stack.enter_context(one.live()) for one in (*people, watcher)]
        for socket in sockets:
            socket.receive("hello")
        most = MOST_MOVES if has_cards(game) else MOST_WITHOUT_CARDS
        for number in range(most):
            position = watcher.get("/view")
            turn = position["view"]["turn"]
            if turn is None:
                break
            if turn >= len(people):
                continue
            mine = people[turn].get("/view")
            if not mine["view"]["legal"]:
                continue
            if number % 10 == 0:
                for socket in sockets:
                    socket.move(rng.choice(["discard As", "draw stock", "bank", "shout", "hit As on 1"]), 0)
                    read_up(socket)
                for one in (*people, watcher):
                    one.request("GET", "")
                    one.request("GET", "/view")
                    one.request("GET", "/record")
                    one.request("POST", "/moves", json={"move": "discard Kd", "seq": mine["seq"]})
            mine = people[turn].get("/view")
            if mine["view"]["turn"] == turn:
                people[turn].request(
                    "POST", "/moves", json={"move": rng.choice(mine["view"]["legal"]), "seq": mine["seq"]}
                )
        for socket in sockets:
            read_up(socket)
        watcher.received.append(served.http.get("/api/tables").text)


def _load(database: str, room: str) -> StoredRoom:
    async def load() -> StoredRoom:
        store = Store(Settings(database=database).database_url)
        await store.open()
        stored = await store.load(room)
        await store.close()
        assert stored is not None
        return stored

    return asyncio.run(load())


def _hidden(room: Room, seat: int | None) -> set[str]:
    """The cards that a seat must not know now, from the true state: other hands and the stock."""
    assert room.table is not None
    s = room.table.state
    if not isinstance(s, CardState):
        return set()
    hidden = {TEXTS[card] for card in s.deck[s.stock_next : s.stock_end]}
    for other in range(s.seats):
        if other != seat:
            hidden |= set(texts_in(s.hands[other] & ~s.known[other]))
    if room.table.hands and room.table.result is not None:
        shown = room.table.hands[-1].cards
        hidden -= {card for cards in shown for card in cards or ()}
    return hidden


def _room(stored: StoredRoom) -> Room:
    return Room(stored.id, msgspec.json.decode(stored.plan, type=Plan), stored.secret)


def _truth(stored: StoredRoom) -> Iterator[tuple[Entry, Room]]:
    room = _room(stored)
    for entry in map(entry_of, stored.log):
        room.apply(entry)
        yield entry, room


def _messages(texts: list[str]) -> Iterator[dict[str, Any]]:
    for text in texts:
        try:
            message = json.loads(text)
        except ValueError:
            continue
        if isinstance(message, dict):
            yield message


def _check_message(message: dict[str, Any], seat: int | None, room: Room, hidden: set[str]) -> None:
    view = message.get("view")
    if view is not None:
        assert view["seat"] == seat
        present = {key: value for key, value in view.items() if key not in HISTORY}
        leaked = set(CARD.findall(json.dumps(present))) & hidden
        assert not leaked, f"seat {seat} was shown {leaked} in a view"
        assert view["legal"] == [] or view["turn"] == seat
    assert not CARD.findall(json.dumps(message.get("table"))), "a table's description has cards"
    for told, true in zip(message.get("events", ()), room.frames[-1].events, strict="events" in message):
        private = (told["kind"] == "deal" or (told["kind"] == "draw" and told["source"] == "stock")) and told[
            "seat"
        ] != seat
        if private or (true.seen_by is not None and seat not in true.seen_by):
            assert "cards" not in told, f"seat {seat} was told of {told}"
        else:
            assert told.get("cards", []) == list(true.cards)


@pytest.mark.parametrize("game", knockroll.game_names())
def test_nobody_receives_a_hidden_card(tmp_path: Path, game: str) -> None:
    database = str(tmp_path / "db")
    with serving(database, limits=NO_LIMITS) as served:
        computers = 1 if knockroll.get_game(game).max_seats > 2 else 0
        # Where anybody may knock with anything a game is over before much has been sent; with 10, random players
        # rarely may. Like this it takes them 100 to 1,000 moves.
        options = {"knock_limit": 40, "target": 200} if game == "gin_rummy" else {}
        table = served.open(game, people=2, computers=computers, public=True, options=options)
        tokens = [table.sit(name, entropy="ab" * 8).token for name in ("Ann", "Bob")]
        table.received.clear()  # the answers that had the tokens, once
        people = [Visitor(served, table.id, token) for token in tokens]
        streams = [_Stream(one) for one in (*people, table)]
        _play(served, game, people, table)
        over = table.table["status"] == "over"
    for stream in streams:
        stream.join()
    received: list[tuple[int | None, list[str]]] = [
        (0, people[0].received),
        (1, people[1].received),
        (None, table.received),
    ]
    received += [(seat, stream.lines) for seat, stream in zip((0, 1, None), streams, strict=True)]
    stored = _load(database, table.id)
    secrets = [entry.change.token for entry in map(entry_of, stored.log) if isinstance(entry.change, Sit)]
    secrets += [stored.secret.hex(), "ab" * 8, *[token for token in tokens if token]]
    if not over:
        secrets.append(_room(stored).fair(1).secret.hex())
    by_number: dict[int, list[tuple[int | None, dict[str, Any]]]] = {}
    for seat, texts in received:
        for text in texts:
            if '"format":"knockroll/1"' in text:
                assert over, "a record was shown before the game was over"
                continue
            assert not any(secret in text for secret in secrets), "a secret left the server"
        for message in _messages(texts):
            if "seq" in message and (message.get("view") or message.get("type") == "event"):
                by_number.setdefault(message["seq"], []).append((seat, message))
    checked = 0
    for entry, room in _truth(stored):
        for seat, message in by_number.get(entry.seq, ()):
            if room.table is not None:
                _check_message(message, seat, room, _hidden(room, seat))
                checked += 1
    assert checked > 100
    assert over or not has_cards(game), "only a whole game shows that nothing is told too early"
    assert len({seat for messages in by_number.values() for seat, _ in messages}) == 3


def test_the_check_sees_a_leak(tmp_path: Path) -> None:
    """The check must fail for the view of another seat."""
    with serving(str(tmp_path / "db")) as served:
        people = served.seated("Ann", "Bob", game="thirty_one")
        theirs = people[1].get("/view")
        stored = _load(str(tmp_path / "db"), people[0].id)
        *_, (_, room) = _truth(stored)
        theirs["view"]["seat"] = 0
        theirs["view"]["turn"], theirs["view"]["legal"] = 0, []
        with pytest.raises(AssertionError, match="was shown"):
            _check_message(theirs, 0, room, _hidden(room, 0))


@pytest.mark.parametrize("game", [game for game in knockroll.game_names() if has_cards(game)])
def test_who_sits_down_in_the_middle_of_a_hand_sees_nothing_of_it(tmp_path: Path, game: str) -> None:
    """It may be the other player in a second browser, with a live or resumed stream, or asking for the view."""
    if knockroll.get_game(game).leave is not None:
        pytest.skip("leaving this game frees no seat")
    database = str(tmp_path / "db")
    with serving(database, limits=NO_LIMITS) as served:
        ann, bob = served.seated("Ann", "Bob", game=game)
        bob.post("/leave")
        eve = Visitor(served, ann.id).sit("Eve")
        stream = _Stream(eve)
        with eve.live() as socket, eve.live(after=0) as resumed:
            while eve.table["seats"][1]["waiting"]:
                eve.request("GET", "/view")
                eve.request("POST", "/moves", json={"move": "discard Kd", "seq": eve.table["seq"]})
                mine = ann.get("/view")
                if mine["view"]["legal"]:
                    ann.request("POST", "/moves", json={"move": mine["view"]["legal"][0], "seq": mine["seq"]})
            last = eve.get("/view")
            read_up(socket)
            read_up(resumed)
            with eve.live(after=0) as afterwards:
                read_up(afterwards)
    stream.join()
    assert last["view"]["seat"] == 1 and len(last["view"]["hand"]) == last["view"]["players"][1]["cards"] > 0
    messages = list(_messages(eve.received + stream.lines))
    checked = 0
    for entry, room in _truth(_load(database, ann.id)):
        for message in messages:
            if message.get("seq") == entry.seq and room.table is not None and "token" not in message:
                _check_newcomer(message, room)
                checked += 1
    assert checked > 5, "however short the hand was"


def _check_newcomer(message: dict[str, Any], room: Room) -> None:
    """Check what a person is sent who sat down at seat 1 in the middle of the first hand."""
    assert room.table is not None
    seat = 1 if room.table.hands else None
    view = message.get("view")
    if view is not None:
        assert view["seat"] == seat
        present = {key: value for key, value in view.items() if key not in HISTORY}
        assert not set(CARD.findall(json.dumps(present))) & _hidden(room, seat)
    dealt_in = False
    for told in message.get("events", ()):
        if told["kind"] in ("deal", "draw") and told["source"] == "stock":
            assert ("cards" in told) == (dealt_in and told["seat"] == 1), told
        dealt_in = dealt_in or told["kind"] == "hand over"
