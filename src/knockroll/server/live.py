"""Live connections: a WebSocket per table for front ends, the same messages as NDJSON for curl and bots."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import parse_qs

import orjson
from starlette.responses import Response

from knockroll.server import metrics
from knockroll.server.access import client_of, may_come_from, seat_of, token_in
from knockroll.server.errors import STATUS, Code, Refusal
from knockroll.server.hall import Hall
from knockroll.server.keeper import Answer, Keeper
from knockroll.server.limits import Bucket, Gate
from knockroll.server.seats import Seat
from knockroll.server.wire import EXTENSION, Wire

logger = logging.getLogger("knockroll.server")
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

TOO_SLOW = 4408
TOO_FAST = 4429
MOST_REFUSED_IN_A_ROW = 50
LONGEST_ID = 64
_USUAL_BYTES = 2048
HEARTBEAT_SECONDS = 15.0
_PONG = b'{"type":"pong"}'
_PING_LINE = b'{"type":"ping"}\n'


class Outbox:
    """The messages that wait to be sent to one listener."""

    def __init__(self, seat: Seat | None, most: int) -> None:
        self.seat = seat
        self.closing: tuple[int, str] | None = None
        self._most = most
        self._messages: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self.bucket = Bucket(0, 0.0)
        self.busy = True
        """Whether a message of this client is being dealt with."""
        self.refused = 0
        """How many of its messages have been refused in a row."""

    def send(self, message: bytes) -> None:
        """Take a message; a listener that does not keep up is cut off, and can resume."""
        if self.closing is not None:
            return
        if len(self._messages) >= self._most:
            self._messages.clear()
            self.end(TOO_SLOW, "too slow; resume with the last number you have")
            return
        self._messages.append(message)
        self._wake.set()

    def end(self, code: int, reason: str) -> None:
        """No more messages; those that wait are still sent."""
        if self.closing is None:
            self.closing = (code, reason)
            self._wake.set()

    def refuse(self, refusal: Refusal, id: bytes) -> None:
        """Tell the client that a message of theirs was refused; who sends nothing else is sent away."""
        metrics.REFUSALS.add(label=refusal.code.value)
        self.send(_error(refusal, id))
        self.refused += 1
        if self.refused >= MOST_REFUSED_IN_A_ROW:
            self.end(TOO_FAST, "too many refused messages in a row")

    async def take(self) -> list[bytes]:
        """The messages that wait, at least one; an empty list when there will be no more."""
        while not self._messages:
            if self.closing is not None:
                return []
            self._wake.clear()
            await self._wake.wait()
        messages = list(self._messages)
        self._messages.clear()
        return messages


class DirectOutbox(Outbox):
    """An outbox whose messages go to the network at once, if the server offers that."""

    def __init__(self, seat: Seat | None, most: int, wire: Wire) -> None:
        super().__init__(seat, most)
        self._wire = wire
        self._most_bytes = most * _USUAL_BYTES

    def send(self, message: bytes) -> None:
        """Write a message; a listener that does not keep up is cut off, and can resume."""
        if self.closing is not None:
            return
        if self._wire.unsent > self._most_bytes:
            self.end(TOO_SLOW, "too slow; resume with the last number you have")
        else:
            self._wire.write_text(message)


class Live:
    """Serves WebSockets at ``/api/tables/{id}/live``."""

    def __init__(self, hall: Hall, gate: Gate) -> None:
        self.hall = hall
        self.gate = gate

    async def serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One WebSocket, from its handshake to its end."""
        await receive()  # websocket.connect
        if not may_come_from(scope, self.hall.settings.origins):
            metrics.REFUSALS.add(label=Code.BAD_ORIGIN.value)
            await send({"type": "websocket.close", "code": 4403, "reason": "bad origin"})
            return
        await send({"type": "websocket.accept"})
        client = client_of(scope)
        try:
            self.gate.request(client)
            self.gate.connect(client)
        except Refusal as refusal:
            await _turn_away(send, refusal)
            return
        try:
            keeper, seat, after = await self._open(scope)
            wire = scope.get("extensions", {}).get(EXTENSION)
            most = self.gate.limits.unsent_messages
            outbox = Outbox(seat, most) if wire is None else DirectOutbox(seat, most, wire)
            await keeper.attach(outbox, after)
            outbox.bucket = self.gate.bucket()
            if wire is not None:
                wire.on_text = partial(self._read_now, keeper, outbox)
            try:
                await self._converse(keeper, outbox, receive, send)
            finally:
                if wire is not None:
                    wire.on_text = None
                keeper.detach(outbox)
        except Refusal as refusal:
            await _turn_away(send, refusal)
        finally:
            self.gate.disconnect(client)

    async def _open(self, scope: Scope) -> tuple[Keeper, Seat | None, int | None]:
        parts = scope["path"].split("/")
        if len(parts) != 5 or parts[:3] != ["", "api", "tables"] or parts[4] != "live":
            raise Refusal(Code.NOT_FOUND, "there is no WebSocket at this address")
        keeper = await self.hall.find(parts[3])
        after = parse_qs(scope["query_string"].decode("latin-1")).get("after", [None])[0]
        if after is not None and not (after.isascii() and after.isdigit() and len(after) < 16):
            raise Refusal(Code.MALFORMED, "after is the number of the last event you have")
        return keeper, seat_of(keeper.room, token_in(scope)), None if after is None else int(after)

    async def _converse(self, keeper: Keeper, outbox: Outbox, receive: Receive, send: Send) -> None:
        writer = asyncio.ensure_future(_write(outbox, send))
        reader = asyncio.ensure_future(self._read(keeper, outbox, receive))
        _, pending = await asyncio.wait((writer, reader), return_when=asyncio.FIRST_COMPLETED)
        for task in pending:
            task.cancel()
        for task in (writer, reader):
            with suppress(asyncio.CancelledError, OSError):
                await task

    async def _read(self, keeper: Keeper, outbox: Outbox, receive: Receive) -> None:
        while True:
            outbox.busy = False
            message = await receive()
            outbox.busy = True
            if message["type"] != "websocket.receive":
                return
            id = b"null"
            try:
                if wait := self.gate.message(outbox.bucket):
                    await asyncio.sleep(wait)  # who sends too fast is read more slowly, and loses nothing
                content, id = _parse(message.get("text"), self.gate.limits.message_bytes)
                move = self._what(keeper, outbox, content)
                if move is not None:
                    await keeper.move(*move, Answer(outbox, id))
                outbox.refused = 0
            except Refusal as refusal:
                outbox.refuse(refusal, id)

    def _read_now(self, keeper: Keeper, outbox: Outbox, text: bytes) -> bool:
        """Read a message without waiting; False if it would have to wait."""
        if outbox.busy or keeper.door.shut or not self.gate.message_now(outbox.bucket):
            return False
        id = b"null"
        try:
            content, id = _parse(text, self.gate.limits.message_bytes)
            move = self._what(keeper, outbox, content)
            if move is not None and not keeper.move_now(*move, Answer(outbox, id)):
                return False
            outbox.refused = 0
        except Refusal as refusal:
            outbox.refuse(refusal, id)
        return True

    def _what(self, keeper: Keeper, outbox: Outbox, content: dict[str, Any]) -> tuple[Seat, str, int] | None:
        """The move that a message asks for; None for a ping, which is answered."""
        kind = content.get("type")
        if kind == "ping":
            keeper.see(outbox.seat)
            outbox.send(_PONG)
            return None
        if kind != "move":
            raise Refusal(Code.MALFORMED, "messages are of type move or ping")
        move, seq = content.get("move"), content.get("seq")
        if not isinstance(move, str) or type(seq) is not int or len(move) > LONGEST_MOVE:
            raise Refusal(Code.MALFORMED, 'a move is {"type": "move", "move": text, "seq": number}')
        if outbox.seat is None:
            raise Refusal(Code.NOT_SEATED, "you are watching: sit down to play")
        return outbox.seat, move, seq


LONGEST_MOVE = 200


async def _write(outbox: Outbox, send: Send) -> None:
    while messages := await outbox.take():
        for message in messages:
            await send({"type": "websocket.send", "text": message.decode()})
    code, reason = outbox.closing or (1000, "")
    await send({"type": "websocket.close", "code": code, "reason": reason})


def _parse(text: str | bytes | None, most: int) -> tuple[dict[str, Any], bytes]:
    if text is None:
        raise Refusal(Code.MALFORMED, "messages are text, not binary")
    if len(text) > most:
        raise Refusal(Code.TOO_LARGE, f"a message has at most {most} characters")
    try:
        content = orjson.loads(text)
    except orjson.JSONDecodeError:
        raise Refusal(Code.MALFORMED, "messages are JSON") from None
    if not isinstance(content, dict):
        raise Refusal(Code.MALFORMED, "a message is a JSON object")
    id = content.get("id")
    if not (id is None or type(id) is int or (isinstance(id, str) and len(id) <= LONGEST_ID)):
        raise Refusal(Code.MALFORMED, "the id of a message is a number or a short text")
    return content, orjson.dumps(id)


def _error(refusal: Refusal, id: bytes = b"null") -> bytes:
    return b'{"answer":' + id + b"," + orjson.dumps({"type": "error", **refusal.to_dict()})[1:]


async def _turn_away(send: Send, refusal: Refusal) -> None:
    """Say why in a message, since a browser shows its page nothing else, and close with 4000 + the HTTP status."""
    metrics.REFUSALS.add(label=refusal.code.value)
    with suppress(OSError):
        await send({"type": "websocket.send", "text": _error(refusal).decode()})
        await send({"type": "websocket.close", "code": 4000 + STATUS[refusal.code], "reason": refusal.code.value})


class EventStream(Response):
    """The messages of a room, one a line; whoever makes it has attached the outbox and counted the connection."""

    media_type = "application/x-ndjson"

    def __init__(self, keeper: Keeper, outbox: Outbox, leave: Callable[[], None]) -> None:
        super().__init__(headers={"cache-control": "no-store"})
        del self.headers["content-length"]
        self._keeper = keeper
        self._outbox = outbox
        self._leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send lines until the client goes or the outbox ends."""
        watcher = asyncio.ensure_future(self._watch(receive))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            while lines := await self._lines():
                await send({"type": "http.response.body", "body": lines, "more_body": True})
            await send({"type": "http.response.body", "body": b""})
        except OSError:
            pass  # the client has gone
        finally:
            watcher.cancel()
            self._keeper.detach(self._outbox)
            self._leave()

    async def _watch(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._outbox.end(1001, "gone")

    async def _lines(self) -> bytes:
        try:
            async with asyncio.timeout(HEARTBEAT_SECONDS):
                return b"".join(message + b"\n" for message in await self._outbox.take())
        except TimeoutError:
            self._keeper.see(self._outbox.seat)
            return _PING_LINE
