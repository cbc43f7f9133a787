"""What processes tell each other, over Redis: each has a channel, all have one together, and every message is a hint.

A message may be lost, come twice or late, and then nothing is wrong but slow. Whether the bus works, each process knows
by hearing itself: it tells itself every second that it is there, and if it does not hear that for three seconds, for
whatever reason, the bus is away. Then processes look into the log more often, and connect again and again until it is
back.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from knockroll.server import metrics
from knockroll.server.cluster.cancellation import cancellable, end
from knockroll.server.failures import CannotServe
from knockroll.server.storage.rows import LogRow

if TYPE_CHECKING:
    from redis.asyncio import Redis

logger = logging.getLogger("knockroll.server")
T = TypeVar("T")
BEAT_SECONDS = 1.0
SILENCE_SECONDS = 3.0
PATIENCE = 2.0
"""Seconds that Redis has for an answer."""
RETRY_SECONDS = 0.2
MOST_WAITING = 10_000
"""If more than this waits to be told, the others find it in the log."""
ALL = "all"
"""In the place of a process: all of them."""


class Committed(msgspec.Struct, frozen=True, tag="log", array_like=True):
    """These rows are in the log."""

    sender: str
    rows: list[LogRow]


class Reached(msgspec.Struct, frozen=True, tag="seq", array_like=True):
    """A room has come to this number, at least."""

    sender: str
    room: str
    seq: int


class PeopleMoved(msgspec.Struct, frozen=True, tag="people", array_like=True):
    """Somebody began or ceased to listen in these rooms."""

    sender: str
    rooms: list[str]


class Said(msgspec.Struct, frozen=True, tag="said", array_like=True):
    """Somebody at a table has something to say."""

    sender: str
    room: str
    seat: int
    reaction: str


class Invited(msgspec.Struct, frozen=True, tag="invited", array_like=True):
    """A bot that waits at the process that hears this is invited."""

    sender: str
    bot: str
    table: str
    game: str
    link: str


class Beat(msgspec.Struct, frozen=True, tag="beat", array_like=True):
    """A process is there, as it says to itself."""

    sender: str


Message = Committed | Reached | PeopleMoved | Said | Invited | Beat
_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)


def connect(url: str, patience: float = PATIENCE) -> Redis:
    """A client for Redis that waits no longer than ``patience`` seconds for an answer and does not retry by itself."""
    try:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    except ImportError:
        raise CannotServe("--bus needs a package that is not installed: pip install 'knockroll[cluster]'") from None
    try:
        return Redis.from_url(
            url, socket_timeout=patience, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0)
        )
    except ValueError as error:
        raise CannotServe(f"cannot use the bus {url!r}: {error}; give redis://HOST:PORT") from None


def check_bus(url: str, database_url: str) -> None:
    """Say so if several processes could not work like this; Redis may be away for now."""
    if not database_url.startswith("postgresql"):
        raise CannotServe("--bus is for several processes that share a database: --database postgresql://…")
    connect(url)


def prefix_of(url: str) -> str:
    """How all names in Redis begin."""
    return f"knockroll:{urlsplit(url).path.strip('/') or '0'}:"


class Bus:
    """One process at the bus."""

    def __init__(self, url: str, hear: Callable[[Message], None], on_up: Callable[[], None]) -> None:
        """``hear`` is given what others say; ``on_up`` is called whenever the bus is there again."""
        self.me = secrets.token_hex(4)
        """What this process is called among the others."""
        self.is_up = False
        self._redis = connect(url)
        self._prefix = prefix_of(url)
        self._hear = hear
        self._on_up = on_up
        self._rows: dict[str, list[LogRow]] = {}
        """What was committed, by the processes that are to be told."""
        self._others: list[tuple[str, Message]] = []
        self._wake = asyncio.Event()
        self._heard_at = 0.0
        self._level = logging.INFO
        self._tasks: list[asyncio.Task[None]] = []

    def key(self, *parts: str) -> str:
        """A name in Redis."""
        return self._prefix + ":".join(parts)

    def open(self) -> None:
        """Begin."""
        self._loop = asyncio.get_running_loop()
        metrics.BUS_UP.read = lambda: self.is_up
        self._tasks = [
            asyncio.create_task(self._send_forever(), name="bus sender"),
            asyncio.create_task(self._hear_forever(), name="bus listener"),
        ]

    async def close(self) -> None:
        """End."""
        await end(self._tasks)
        with suppress(Exception):
            await self._redis.aclose()

    async def ask(self, do: Callable[[Redis], Awaitable[T]]) -> T | None:
        """Do something with Redis; None if it does not answer."""
        if not self.is_up:
            return None
        try:
            async with asyncio.timeout(PATIENCE):
                return await cancellable(do(self._redis))
        except Exception as error:
            self._say_away(error)
            return None

    # --- Telling ---------------------------------------------------------------------------------------------------

    def tell_row(self, process: str, row: LogRow) -> None:
        """Tell a process, or all, what was committed."""
        if self.is_up:
            rows = self._rows.setdefault(process, [])
            if len(rows) < MOST_WAITING:
                rows.append(row)
                self._wake.set()

    def tell(self, process: str, message: Message) -> None:
        """Tell a process, or all, something else."""
        if self.is_up and len(self._others) < MOST_WAITING:
            self._others.append((process, message))
            self._wake.set()

    async def _send_forever(self) -> None:
        beat_at = 0.0
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, beat_at - self._loop.time())):
                    await self._wake.wait()
            self._wake.clear()
            told = [*self._others, *((process, Committed(self.me, rows)) for process, rows in self._rows.items())]
            self._rows, self._others = {}, []
            if self._loop.time() >= beat_at:
                beat_at = self._loop.time() + BEAT_SECONDS
                told.append((self.me, Beat(self.me)))
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._publish(told)
            except Exception as error:  # whatever it is, the log has what was to be told
                self._say_away(error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _publish(self, told: Sequence[tuple[str, Message]]) -> None:
        pipe = self._redis.pipeline(transaction=False)
        for process, message in told:
            pipe.publish(self._channel(process), _encoder.encode(message))
        await pipe.execute()
        metrics.BUS_MESSAGES.add(len(told), "sent")

    def _channel(self, process: str) -> str:
        return self.key("news", process)

    # --- Hearing ---------------------------------------------------------------------------------------------------

    async def _hear_forever(self) -> None:
        while True:
            try:
                async with self._redis.pubsub(ignore_subscribe_messages=True) as pubsub:
                    await pubsub.subscribe(self._channel(ALL), self._channel(self.me))
                    self._heard_at = self._loop.time()
                    await self._hear_from(pubsub)
            except Exception as error:
                self._say_away(error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _hear_from(self, pubsub: Any) -> None:
        while True:
            message = await pubsub.get_message(timeout=BEAT_SECONDS)
            if message is not None:
                self._take(message["data"])
            if self._loop.time() - self._heard_at > SILENCE_SECONDS:
                raise TimeoutError(f"nothing was received for {SILENCE_SECONDS:g} s")

    def _take(self, data: bytes) -> None:
        try:
            message = _decoder.decode(data)
        except msgspec.MsgspecError as error:  # of another version, in the middle of an upgrade
            logger.info("a message from another process is not understood: %s", error)
            return
        if message.sender != self.me:
            metrics.BUS_MESSAGES.add(label="heard")
            self._hear(message)
        elif isinstance(message, Beat):
            self._heard_at = self._loop.time()
            if not self.is_up:
                self.is_up = True
                # at the start that is no news; later, those who read that it was away want to know
                logger.log(self._level, "the bus is up: processes hear of each other at once")
                self._on_up()

    def _say_away(self, error: Exception) -> None:
        if self.is_up:
            self.is_up, self._level = False, logging.WARNING
            why = str(error) or type(error).__name__
            logger.warning("the bus is down, so updates take longer: %s", why)
