"""Tables that are played here and shown in a page: the messages are the server's own, the connection is the test's.

A page at such a table can be put into any position at once, so that hundreds of them are looked at in a minute. Games
are played by their computer players, from fixed secrets: the positions are the same every time.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from playwright.sync_api import Page, Route

import knockroll
from knockroll.engine.names import LONGEST_NAME
from knockroll.server.api.catalogue import plan_of, qr_code
from knockroll.server.api.models import NewTable, PersonSeat
from knockroll.server.tables import payloads, requests
from knockroll.server.tables.audience import Listener
from knockroll.server.tables.entries import Entry
from knockroll.server.tables.messages import TableInfo
from knockroll.server.tables.requests import Changes
from knockroll.server.tables.room import Frame, Room
from knockroll.server.tables.seats import Seat

SECRETS = (b"the same every time", b"and this one, too", b"all good things are three")
LINK = "http://knockroll.example/table/staged"
LONG_NAMES = (
    "Wilhelmina Mommsen-Quast",
    "WWWWWWWWWWWWWWWWWWWWWWWW",
    "Bartholomew Featherstone",
    "Anneliese Müller-Wümmeck",
    "Maximilianwolkensteinerin",
    "Commodore Hornblower III",
    "Señora Guadalupe Marquez",
    "Ιωάννα Παπαδημητροπούλου",
    "The Venerable Bede Jarro",
    "Konstantin Tschaikowskij",
)
Viewer = int | None
"""The seat of the person who looks at the page; None is somebody who watches."""


@dataclass(frozen=True)
class Position:
    """A moment of a game, as the server tells somebody of it."""

    name: str
    hello: bytes
    news: bytes | None = None
    """What happens then; the page stops at the end of a hand."""

    @property
    def fullness(self) -> int:
        """How much there is to show."""
        return len(self.news or self.hello)


def positions(game: str, viewer: Viewer) -> list[Position]:
    """What there is to see in a game, with its most seats and in each of its variants: the fullest of each kind."""
    return fullest(everything_seen(game, viewer))


def fullest(seen: Iterable[Position]) -> list[Position]:
    """Of each kind of position the one with the most to show."""
    found: dict[str, Position] = {}
    for position in seen:
        before = found.get(position.name)
        if before is None or position.fullness > before.fullness:
            found[position.name] = position
    return list(found.values())


def everything_seen(game: str, viewer: Viewer) -> Iterator[Position]:
    """Some whole games in each variant."""
    for variant in (None, *knockroll.get_game(game).variants):
        for secret in SECRETS:
            yield from Staged(game, variant, secret).seen_by(viewer)


def seen_at(table: knockroll.Table, *moves: str, viewer: Viewer = 0, starts_over: int | None = None) -> Position:
    """A table of the test's own as somebody sees it: as it is, or how the last of these moves is told.

    A seat that wants to start over has asked the others.
    """
    staged = Staged(table.game.name, None, SECRETS[0], table.seats)
    for _ in staged.sit_down():
        staged.room.table = table
    if starts_over is not None:
        for _ in staged.apply(requests.again(staged.room, staged.room.seats[starts_over], None, reset=True)):
            pass
    hello, news = staged.hello(viewer), None
    for move in moves:
        hello = staged.hello(viewer)
        (frame,) = staged.apply(requests.move_for(staged.room, move, "person"))
        news = staged.news(frame, viewer)
    return Position("", hello, news)


class _StagedRoom(Room):
    """A room whose table may be the test's own, with chance that is scripted."""

    @property
    def entropy(self) -> dict[int, bytes | None]:
        return {number: seat.entropy for number, seat in enumerate(self.seats)}


class Staged:
    """A room that is played to its end, without a server."""

    def __init__(
        self,
        game: str,
        variant: str | None,
        secret: bytes,
        seats: int | None = None,
        names: Sequence[str] = LONG_NAMES,
    ) -> None:
        rules = knockroll.get_game(game)
        most = rules.variants[variant].max_seats if variant else None
        self.variant = variant
        self.names = names
        self.seats = seats or most or rules.max_seats
        plan = plan_of(NewTable(game=game, variant=variant, seats=[PersonSeat()] * self.seats), host="token 0")
        self.room = _StagedRoom("staged", plan, secret)
        self.players = [knockroll.player(game, name, seed=7) for name in knockroll.player_names(game)[:3]]

    def seen_by(self, viewer: Viewer) -> Iterator[Position]:
        """A whole game, one position after the other."""
        hello = self.hello(viewer)
        for frame in self.happens():
            if any(event.kind == "hand over" for event in frame.events):
                yield Position(self.called("the end of a hand"), hello, self.news(frame, viewer))
            hello = self.hello(viewer)
            yield Position(self.called(self.kind(viewer)), hello)

    def called(self, kind: str) -> str:
        """What a position is called."""
        return f"{kind} ({self.variant})" if self.variant else kind

    def kind(self, viewer: Viewer) -> str:
        """What is going on, for somebody."""
        table = self.room.table
        if table is None:
            return "waiting for people" if any(not seat.is_taken for seat in self.room.seats) else "about to begin"
        if table.result is not None:
            return "the end of the game"
        view = table.view(viewer)
        if viewer is not None and view["players"][viewer]["out"]:
            return "out of the game"
        return f"your turn: {view['phase']}" if table.turn == viewer else "the others' turn"

    def sit_down(self) -> Iterator[Frame]:
        """People take their seats, one after the other."""
        for number in range(self.seats):
            name = self.names[number % len(self.names)][:LONGEST_NAME]
            yield from self.apply(requests.sit(self.room, None, name, f"token {number}", None, None))

    def happens(self) -> Iterator[Frame]:
        """One thing after the other: people sit down, and then a whole game."""
        yield from self.sit_down()
        table = self.room.table
        assert table is not None
        while table.turn is not None:
            move = self.players[table.turn % len(self.players)].choose(table.view(table.turn))
            yield from self.apply(requests.move_for(self.room, move, "person"))

    def apply(self, changes: Changes) -> Iterator[Frame]:
        """Make changes true, as the server does."""
        for change in changes:
            yield self.room.apply(Entry(self.room.seq + 1, change, 0.0))

    def hello(self, viewer: Viewer) -> bytes:
        """The first message of a connection."""
        seat = viewer if viewer is not None and self.room.seats[viewer].is_taken else None
        return next(payloads.greeting(self.room, seat, self._info(), None, acts=False))

    def _info(self) -> TableInfo:
        return payloads.table_info(self.room, range(len(self.room.seats)))

    def news(self, frame: Frame, viewer: Viewer) -> bytes:
        """What somebody is told of what has just happened."""
        listener = cast(Listener, _Somebody(None if viewer is None else self.room.seats[viewer]))
        ((_, message),) = payloads.event(self.room, frame, [listener], self._info())
        return message


@dataclass
class _Somebody:
    seat: Seat | None
    acts: bool = False


CONNECTION = """
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  constructor() {
    super();
    window.stage = this;
  }
  tell(data) { this.dispatchEvent(new MessageEvent("message", { data })); }
  send(text) {
    const { type, id } = JSON.parse(text);
    if (type === "ping") this.tell('{"type":"pong"}');
    const reason = "You've already drawn. Knock at the start of your turn.";
    const refusal = { type: "error", code: "illegal_move", message: "a stage", reason, answer: id };
    if (type === "move") setTimeout(() => this.tell(JSON.stringify(refusal)));
  }
  close() {}
};
window.setInterval = () => 0;
"""
"""A connection that brings what the test says, refuses every move, and no clock that goes on by itself."""

CHOOSE = "document.querySelectorAll('.hand .mine:first-child, .dice .can').forEach((piece) => piece.click())"
"""Choose what can be chosen: buttons and marks appear."""
SHOW = """async ([messages, seq]) => {
  const soon = () => new Promise((next) => setTimeout(next));
  while (document.querySelector("#continue")) {
    document.querySelector("#continue").click();
    await soon();
  }
  for (const message of messages) window.stage.tell(message);
  for (const until = performance.now() + 15000; performance.now() < until; ) { // turns of a slow page say nothing
    if (document.querySelector("main").dataset.shown === seq || document.querySelector(".showdown")) return;
    await soon();
  }
  throw new Error(`${seq} is not shown`);
}"""


FITTED = """async ([width, height]) => {
  const drawn = () => new Promise((next) => requestAnimationFrame(next));
  while (innerWidth !== width || innerHeight !== height) await drawn();
  for (let frame = 0; frame < 3; frame += 1) await drawn(); // the browser tells of it, the page fits, observers follow
}"""


def resize(page: Page, size: tuple[int, int]) -> None:
    """Give the window another size, and let the page fit itself to it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.evaluate(FITTED, size)


SENT = """() => {
  window.sent = [];
  if (window.stage.noting) return;
  window.stage.noting = true;
  const send = window.stage.send.bind(window.stage);
  window.stage.send = (text) => { window.sent.push(JSON.parse(text)); send(text); };
}"""
"""From now on, note what the page sends."""
MOVES = "() => window.sent.filter(({ type }) => type === 'move').map(({ move }) => move)"


class Stage:
    """A page at a table that the test plays."""

    def __init__(self, page: Page, origin: str) -> None:
        self.page = page
        self._seq = 0
        page.route("**/api/tables/staged", lambda route: route.fulfill(json={"link": LINK}))
        page.route("**/api/tables/staged/qr.svg", _answer_code)
        page.add_init_script(CONNECTION)  # harmless if the window had a stage before
        page.goto(f"{origin}/table/staged")
        page.wait_for_selector(".wait")

    def show(self, position: Position) -> None:
        """Let the page show a position."""
        self.tell(position.hello, *(() if position.news is None else (position.news,)))

    def tell(self, *told: bytes) -> None:
        """Let the page hear some messages, and show where they lead to, or the end of a hand on the way."""
        numbered = [json.loads(message) | {"seq": self._seq + i} for i, message in enumerate(told, start=1)]
        self._seq += len(told)
        self.page.evaluate(SHOW, [[json.dumps(message) for message in numbered], str(self._seq)])


def _answer_code(route: Route) -> None:
    route.fulfill(body=qr_code(LINK), content_type="image/svg+xml")
