"""Live connections: a WebSocket per table for front ends, the same messages as NDJSON for curl and bots."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from urllib.parse import parse_qs

import msgspec
from starlette.responses import Response

from knockroll.server import metrics
from knockroll.server.api.access import client_of, header, seat_of, token_in
from knockroll.server.api.client_messages import ClientMessage, Id, MoveMessage, PingMessage, ReactMessage
from knockroll.server.edge.hosts import Hosts
from knockroll.server.edge.rate_limits import ClientLimits
from knockroll.server.edge.transport import EXTENSION, AsgiTransport, Receive, Scope, Send, websocket_transport
from knockroll.server.errors import STATUS, Code, Refusal
from knockroll.server.tables import messages, payloads, requests
from knockroll.server.tables.audience import Listener, Transport
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.live_room import LiveRoom
from knockroll.server.tables.seats import Seat

logger = logging.getLogger("knockroll.server")
TOO_FAST = 4429
MOST_REFUSED_IN_A_ROW = 50
HEARTBEAT_SECONDS = 15.0


class _OnlyId(msgspec.Struct, frozen=True):
    """The part of a message that is read even if the rest is malformed."""

    id: Id = None


_decoder: msgspec.json.Decoder[MoveMessage | ReactMessage | PingMessage] = msgspec.json.Decoder(ClientMessage)
_id_decoder = msgspec.json.Decoder(_OnlyId)


class Misunderstood(Refusal):
    """A malformed message, with its id if it has one."""

    def __init__(self, code: Code, message: str, id: int | str | None = None) -> None:
        super().__init__(code, message)
        self.id = id


def read_message(text: str | bytes | None, most: int) -> MoveMessage | ReactMessage | PingMessage:
    """Parse a client's message."""
    if text is None:
        raise Misunderstood(Code.MALFORMED, "messages have to be text, not binary")
    if len(text) > most:
        raise Misunderstood(Code.TOO_LARGE, f"a message can have at most {most} characters")
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise Misunderstood(
            Code.MALFORMED, f"a message has to be a move, a reaction or a ping: {error}", _id_of(text)
        ) from None
    except (ValueError, RecursionError):
        raise Misunderstood(Code.MALFORMED, "messages have to be JSON") from None


def _id_of(text: str | bytes) -> int | str | None:
    try:
        return _id_decoder.decode(text).id
    except ValueError:
        return None


class Connection(Listener):
    """One WebSocket, which handles a client's messages one after another."""

    def __init__(
        self, live: LiveRoom, seat: Seat | None, transport: Transport, limits: ClientLimits, client: str
    ) -> None:
        super().__init__(seat, transport, limits.limits.unsent_bytes)
        self._live = live
        self._client = client
        self._limits = limits
        self._bucket = limits.bucket()
        self._loop = asyncio.get_running_loop()
        self._busy = False
        """Whether a message is being handled."""
        self._next: asyncio.Future[None] | None = None
        """Set when the next message may be handled."""
        self._refused = 0
        """The number of messages refused in a row."""

    async def read(self, receive: Receive) -> None:
        """Handle messages until the connection ends."""
        while (message := await receive())["type"] == "websocket.receive":
            if self._busy:
                self._next = self._loop.create_future()
                await self._next
                self._next = None
            self._take(message.get("text"))

    def take_now(self, text: bytes) -> bool:
        """Handle a message without waking a task; False if it has to wait for another."""
        if self._busy or self._next is not None or self.ended:
            return False
        self._take(text)
        return True

    def _take(self, text: str | bytes | None) -> None:
        self._busy = True
        wait = self._bucket.borrow(time.monotonic())
        if wait:  # a client that sends too fast is read more slowly and loses nothing
            self._loop.call_later(wait, self._handle, text)
        else:
            self._handle(text)

    def _handle(self, text: str | bytes | None) -> None:
        """Handle a message. A move is done when it is committed; until then the next message waits."""
        if self.ended:
            return self._done()
        try:
            message = read_message(text, self._limits.limits.message_bytes)
        except Misunderstood as refusal:
            return self._refuse(refusal, refusal.id)
        if isinstance(message, PingMessage):
            self._live.see(self.seat)
            self.send(messages.PONG)
            return self._done()
        if isinstance(message, ReactMessage):
            return self._react(message)
        seat, move, seq, id = self.seat, message.move, message.seq, message.id
        if seat is None:
            return self._refuse(Refusal(Code.NOT_SEATED, "you are watching; sit down to play"), id)
        try:
            self._limits.moves.take(self._client)
        except Refusal as refusal:
            return self._refuse(refusal, id)

        def done(refusal: Refusal | None) -> None:
            if refusal is None:
                self._done()
            else:
                self._refuse(refusal, id)

        return self._live.submit(lambda room: requests.move(room, seat, move, seq), done, (self, id))

    def _react(self, message: ReactMessage) -> None:
        try:
            self._live.attendance.react(self.seat, message.reaction)
        except Refusal as refusal:
            self._refuse(refusal, message.id)
        else:
            self._done()

    def _done(self) -> None:
        self._refused = 0
        self._go_on()

    def _refuse(self, refusal: Refusal, id: int | str | None) -> None:
        """Send the refusal of a message. A client with too many refusals in a row is disconnected."""
        metrics.REFUSALS.add(label=refusal.code.value)
        logger.debug("a message was refused: %s", refusal.code.value, extra={"table": self._live.room.id})
        self.send(payloads.error(refusal, id))
        self._refused += 1
        if self._refused >= MOST_REFUSED_IN_A_ROW:
            self.end(TOO_FAST, "too many refused messages in a row")
        self._go_on()

    def _go_on(self) -> None:
        self._busy = False
        if self._next is not None and not self._next.done():
            self._next.set_result(None)


async def serve_websocket(
    hall: Hall, limits: ClientLimits, hosts: Hosts, scope: Scope, receive: Receive, send: Send
) -> None:
    """Serve a WebSocket at ``/api/tables/{id}/live``, from its handshake to its end."""
    await receive()  # websocket.connect
    try:
        hosts.check(header(scope, b"host"), header(scope, b"origin"))
    except Refusal as refusal:
        metrics.REFUSALS.add(label=refusal.code.value)
        await send({"type": "websocket.close", "code": 4000 + refusal.status, "reason": refusal.code.value})
        return
    await send({"type": "websocket.accept"})
    client = client_of(scope)
    try:
        await limits.request(client)
        await limits.connect(client)
    except Refusal as refusal:
        await _turn_away(send, refusal)
        return
    try:
        await _converse(hall, limits, scope, receive, send)
    except Refusal as refusal:
        await _turn_away(send, refusal)
    finally:
        limits.disconnect(client)


async def _converse(hall: Hall, limits: ClientLimits, scope: Scope, receive: Receive, send: Send) -> None:
    live, seat, after, acts = await _find(hall, scope)
    protocol = scope.get("extensions", {}).get(EXTENSION)
    connection = Connection(live, seat, protocol or websocket_transport(send), limits, client_of(scope))
    connection.acts = acts
    await live.attach(connection, after)
    who = "a spectator" if seat is None else f"seat {live.room.number(seat)}"
    logger.debug("%s connected from %s", who, client_of(scope), extra={"table": live.room.id})
    if protocol is not None:
        protocol.on_text = connection.take_now
    try:
        await connection.read(receive)
    finally:
        if protocol is not None:
            protocol.on_text = None
        connection.forget()
        live.detach(connection)
        logger.debug("%s disconnected", who, extra={"table": live.room.id})


async def _find(hall: Hall, scope: Scope) -> tuple[LiveRoom, Seat | None, int | None, bool]:
    parts = scope["path"].split("/")
    if len(parts) != 5 or parts[:3] != ["", "api", "tables"] or parts[4] != "live":
        raise Refusal(Code.NOT_FOUND, "there is no WebSocket at this address")
    live = await hall.find(parts[3])
    query = parse_qs(scope["query_string"].decode("latin-1"))
    after, acts = query.get("after", [None])[0], query.get("acts", ["false"])[0]
    if after is not None and not (after.isascii() and after.isdigit() and len(after) < 16):
        raise Refusal(Code.MALFORMED, "after has to be the number of the latest event you have")
    if acts not in ("true", "false"):
        raise Refusal(Code.MALFORMED, "acts has to be true or false")
    return live, seat_of(live.room, token_in(scope)), None if after is None else int(after), acts == "true"


async def _turn_away(send: Send, refusal: Refusal) -> None:
    """Send the reason as a message, which is all a page can see, and close with 4000 + the HTTP status."""
    metrics.REFUSALS.add(label=refusal.code.value)
    logger.debug("a WebSocket was refused: %s", refusal.code.value)
    with suppress(OSError):
        await send({"type": "websocket.send", "text": payloads.error(refusal).decode()})
        await send({"type": "websocket.close", "code": 4000 + STATUS[refusal.code], "reason": refusal.code.value})


class LineStream(Response):
    """A stream of messages, one per line."""

    media_type = "application/x-ndjson"

    def __init__(self, seat: Seat | None, limits: ClientLimits, client: str) -> None:
        super().__init__(headers={"cache-control": "no-store"})
        del self.headers["content-length"]
        self._seat = seat
        self._limits = limits
        self._client = client

    async def begin(self, listener: Listener) -> None:
        """Begin to send messages to a listener."""
        raise NotImplementedError

    def leave(self, listener: Listener) -> None:
        """Stop sending messages to a listener."""
        raise NotImplementedError

    def is_here(self, listener: Listener) -> None:
        """Note that a listener is still connected."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send lines until the client disconnects or the room ends."""
        transport = AsgiTransport(
            send,
            lambda message: {"type": "http.response.body", "body": message + b"\n", "more_body": True},
            lambda code, reason: {"type": "http.response.body", "body": b""},
            first=[{"type": "http.response.start", "status": 200, "headers": self.raw_headers}],
        )
        listener = Listener(self._seat, transport, self._limits.limits.unsent_bytes)
        await self._limits.connect(self._client)
        try:
            await self.begin(listener)
            await self._watch(listener, receive)
        finally:
            listener.end(1001, "gone")
            listener.forget()
            self.leave(listener)
            self._limits.disconnect(self._client)
        await transport.finish()

    async def _watch(self, listener: Listener, receive: Receive) -> None:
        """Wait until the client disconnects, with a heartbeat from time to time."""
        while True:
            try:
                async with asyncio.timeout(HEARTBEAT_SECONDS):
                    if (await receive())["type"] == "http.disconnect":
                        return
            except TimeoutError:
                self.is_here(listener)
                listener.send(messages.HEARTBEAT)


class EventStream(LineStream):
    """The messages of a room, as a stream."""

    def __init__(
        self, live: LiveRoom, seat: Seat | None, after: int | None, acts: bool, limits: ClientLimits, client: str
    ) -> None:
        super().__init__(seat, limits, client)
        self._live = live
        self._after = after
        self._acts = acts

    async def begin(self, listener: Listener) -> None:
        """Send what was missed, then all events."""
        listener.acts = self._acts
        await self._live.attach(listener, self._after)

    def leave(self, listener: Listener) -> None:
        """Stop sending events."""
        self._live.detach(listener)

    def is_here(self, listener: Listener) -> None:
        """Note that the person is present."""
        self._live.see(listener.seat)
