"""Messages between processes, over Redis: each process has its own channel, all share another, and messages are hints.

A message may be lost, or arrive twice or late; then things take longer, but nothing goes wrong. Anyone who reaches
Redis can send messages, so each one is sealed with a key from the database, and others are dropped. The names of
channels and keys contain the database's, which keeps a copy that uses the same Redis apart
(:func:`.queries.bus_identity`).

Each process knows whether the bus works by receiving its own messages: it sends itself one every second, and if none
arrives for three seconds, for whatever reason, the bus is down. Then processes poll the log more often, and reconnect
until it is back.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

import msgspec

from knockroll.server import metrics
from knockroll.server.cancellation import cancellable
from knockroll.server.failures import CannotServe
from knockroll.server.storage.queries import BusIdentity
from knockroll.server.storage.rows import LogRow
from knockroll.server.supervisor import Supervisor

if TYPE_CHECKING:
    from redis.asyncio import Redis

logger = logging.getLogger("knockroll.server")
T = TypeVar("T")
BEAT_SECONDS = 1.0
SILENCE_SECONDS = 3.0
PATIENCE = 2.0
"""Seconds Redis has for an answer."""
RETRY_SECONDS = 0.2
MOST_WAITING = 10_000
"""Most messages waiting to be sent; beyond that, peers find the entries in the log."""
SEAL_BYTES = 16
LONGEST_MESSAGE = 4 << 20
ALL = "all"
"""The channel of all processes."""


class Committed(msgspec.Struct, frozen=True, tag="log", array_like=True):
    """Rows that were added to the log."""

    sender: str
    rows: list[LogRow]


class Reached(msgspec.Struct, frozen=True, tag="seq", array_like=True):
    """The number of an entry that a room has reached."""

    sender: str
    room: str
    seq: int


class PeopleMoved(msgspec.Struct, frozen=True, tag="people", array_like=True):
    """Rooms where someone began or stopped listening."""

    sender: str
    rooms: list[str]


class Said(msgspec.Struct, frozen=True, tag="said", array_like=True):
    """A reaction that someone at a table sent."""

    sender: str
    room: str
    seat: int
    reaction: str


class Invited(msgspec.Struct, frozen=True, tag="invited", array_like=True):
    """An invitation to a bot that is waiting at the receiving process."""

    sender: str
    bot: str
    table: str
    game: str


class Beat(msgspec.Struct, frozen=True, tag="beat", array_like=True):
    """A message of a process to itself, to check that it receives its own messages."""

    sender: str


Message = Committed | Reached | PeopleMoved | Said | Invited | Beat
_encoder = msgspec.msgpack.Encoder()
_decoder: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)


def connect(url: str, patience: float = PATIENCE, **options: Any) -> Redis:
    """A client for Redis that waits no longer than ``patience`` seconds for an answer and does not retry by itself."""
    try:
        from redis.asyncio import Redis
        from redis.asyncio.retry import Retry
        from redis.backoff import NoBackoff
    except ImportError:
        raise CannotServe("--bus needs a package that is not installed: pip install 'knockroll[cluster]'") from None
    try:
        return Redis.from_url(
            url, socket_timeout=patience, socket_connect_timeout=PATIENCE, retry=Retry(NoBackoff(), 0), **options
        )
    except ValueError as error:
        raise CannotServe(f"cannot use the bus {url!r}: {error}; give redis://HOST:PORT") from None


Connector = Callable[[str], "Redis"]
"""Returns the client for the Redis at a URL."""


def check_bus(url: str, database_url: str) -> None:
    """Fail if several processes could not work with these settings. Redis may be down for now."""
    if not database_url.startswith("postgresql"):
        raise CannotServe("--bus is for several processes that share a database: --database postgresql://…")
    connect(url)


def prefix_of(url: str) -> str:
    """The prefix of all keys in Redis."""
    return f"knockroll:{urlsplit(url).path.strip('/') or '0'}:"


class Bus:
    """The bus, as one process uses it."""

    def __init__(
        self, url: str, hear: Callable[[Message], None], on_up: Callable[[], None], connect: Connector = connect
    ) -> None:
        """``hear`` is called with the messages of peers, ``on_up`` whenever the bus is back."""
        self.me = secrets.token_hex(4)
        """The name of this process among its peers."""
        self.name = ""
        """The name of the database among those that use this Redis."""
        self.is_up = False
        self._redis = connect(url)
        from redis.exceptions import ResponseError

        self._refused = ResponseError
        self._root = self._prefix = prefix_of(url)
        self._key = b""
        """The key that messages are sealed with."""
        self._hear = hear
        self._on_up = on_up
        self._rows: dict[str, list[LogRow]] = {}
        """Rows to send, by process."""
        self._others: list[tuple[str, Message]] = []
        self._wake = asyncio.Event()
        self._heard_at = 0.0
        self._level = logging.INFO

    def use(self, identity: BusIdentity) -> None:
        """Exchange messages with the processes that use this database, whose identity changes when it is restarted."""
        name = blake2b(identity.name, digest_size=6).hexdigest()
        if self._prefix == f"{self._root}{name}:":
            return
        self.name = name
        self._prefix = f"{self._root}{name}:"
        self._key = blake2b(identity.name, key=identity.key, digest_size=32).digest()
        self.is_up = False  # until messages arrive on the new channels

    def seal(self, message: bytes) -> bytes:
        """The seal of a message, which proves that its sender uses the same database."""
        return blake2b(message, key=self._key, digest_size=SEAL_BYTES).digest()

    def key(self, *parts: str) -> str:
        """A key in Redis."""
        return self._prefix + ":".join(parts)

    def open(self, tasks: Supervisor) -> None:
        """Connect."""
        self._loop = asyncio.get_running_loop()
        metrics.BUS_UP.read = lambda: self.is_up
        tasks.start("bus sender", self._send_forever)
        tasks.start("bus listener", self._hear_forever)

    async def close(self) -> None:
        """Disconnect."""
        with suppress(Exception):
            await self._redis.aclose()

    async def ask(self, do: Callable[[Redis], Awaitable[T]]) -> T | None:
        """Do something with Redis; None if it does not respond."""
        if not self.is_up:
            return None
        try:
            async with asyncio.timeout(PATIENCE):
                return await cancellable(do(self._redis))
        except self._refused as error:  # something else is stored under this key; Redis itself responds
            logger.debug("Redis refuses a command: %s", error)
            return None
        except Exception as error:
            self._say_away(error)
            return None

    # --- Sending ---------------------------------------------------------------------------------------------------

    def tell_row(self, process: str, row: LogRow) -> None:
        """Send a committed row to a process, or to all."""
        if self.is_up:
            rows = self._rows.setdefault(process, [])
            if len(rows) < MOST_WAITING:
                rows.append(row)
                self._wake.set()

    def tell(self, process: str, message: Message) -> None:
        """Send another message to a process, or to all."""
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
            except Exception as error:  # whatever it is, the log has the entries
                self._say_away(error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _publish(self, told: Sequence[tuple[str, Message]]) -> None:
        pipe = self._redis.pipeline(transaction=False)
        for process, message in told:
            encoded = _encoder.encode(message)
            pipe.publish(self._channel(process), self.seal(encoded) + encoded)
        await pipe.execute()
        metrics.BUS_MESSAGES.add(len(told), "sent")

    def _channel(self, process: str) -> str:
        return self.key("news", process)

    # --- Receiving -------------------------------------------------------------------------------------------------

    async def _hear_forever(self) -> None:
        while True:
            try:
                prefix = self._prefix
                async with self._redis.pubsub(ignore_subscribe_messages=True) as pubsub:
                    await pubsub.subscribe(self._channel(ALL), self._channel(self.me))
                    self._heard_at = self._loop.time()
                    await self._hear_from(pubsub, prefix)
            except Exception as error:
                self._say_away(error)
                await asyncio.sleep(RETRY_SECONDS)

    async def _hear_from(self, pubsub: Any, prefix: str) -> None:
        while self._prefix == prefix:
            message = await pubsub.get_message(timeout=BEAT_SECONDS)
            if message is not None:
                self._take(message["data"])
            if self._loop.time() - self._heard_at > SILENCE_SECONDS:
                raise TimeoutError(f"nothing was received for {SILENCE_SECONDS:g} s")

    def _take(self, data: bytes) -> None:
        seal, encoded = data[:SEAL_BYTES], data[SEAL_BYTES:]
        if len(data) > LONGEST_MESSAGE or not hmac.compare_digest(seal, self.seal(encoded)):
            metrics.BUS_MESSAGES.add(label="refused")
            return
        try:
            message = _decoder.decode(encoded)
        except msgspec.MsgspecError as error:  # from another version, during an upgrade
            logger.info("a message from another process is not understood: %s", error)
            return
        if message.sender != self.me:
            metrics.BUS_MESSAGES.add(label="heard")
            self._hear(message)
        elif isinstance(message, Beat):
            self._heard_at = self._loop.time()
            if not self.is_up:
                self.is_up = True
                # at the start this is expected; later, people who have read that the bus was down want to know
                logger.log(self._level, "the bus is up: updates from other processes arrive at once")
                self._on_up()

    def _say_away(self, error: Exception) -> None:
        if self.is_up:
            self.is_up, self._level = False, logging.WARNING
            why = str(error) or type(error).__name__
            logger.warning("the bus is down, so updates take longer: %s", why)
