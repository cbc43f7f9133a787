"""The members of a simulated cluster, each with the real hall, store, bus and scheduler, and the links to clients."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

from knockroll.server.api.websocket import serve_websocket
from knockroll.server.cluster.members import Cluster
from knockroll.server.edge.hosts import Hosts
from knockroll.server.edge.rate_limits import ClientLimits
from knockroll.server.edge.transport import EXTENSION
from knockroll.server.settings import NO_LIMITS, Settings
from knockroll.server.storage.store import Store
from knockroll.server.tables.audience import MessageBatch
from knockroll.server.tables.hall import Hall
from tests.server.simulation.loop import WORLD, Process, VirtualLoop
from tests.server.simulation.postgresql import ModelDatabase, Postgres
from tests.server.simulation.redis_model import ModelRedis, RedisServer

if TYPE_CHECKING:
    from redis.asyncio import Redis

T = TypeVar("T")
URL = "redis://model"
HOSTS = Hosts(Settings())
START_SECONDS = 0.5


class Network:
    """The network between clients and members: it delays every message, and keeps the order on each connection."""

    def __init__(self, loop: VirtualLoop) -> None:
        self.loop = loop
        self.slowest = 0.02
        self.longest_unnoticed = 0.5
        """Seconds that a member may take to learn that a connection is gone."""

    def delay(self, chance: random.Random) -> float:
        """How long a message is under way. Each connection has its own random numbers, so none affects another."""
        return chance.uniform(0.001, self.slowest)


class Member:
    """One process of the cluster. Killed, it forgets everything; started again, it is a new process."""

    def __init__(
        self, number: int, network: Network, postgres: Postgres, redis: RedisServer, settings: Settings
    ) -> None:
        self.name = f"member {number}"
        self.network, self._postgres, self._redis, self._settings = network, postgres, redis, settings
        self.clock = 0.0
        self.process = Process(self.name)
        self.process.is_dead = True
        self.hall: Hall | None = None
        """The hall; None while it is not open."""
        self.links: list[Link] = []
        self._starts = 0

    @property
    def is_up(self) -> bool:
        """Whether a load balancer would send clients to this member."""
        return self.hall is not None and not self.process.is_dead

    def start(self) -> None:
        self._starts += 1
        self.process = Process(f"{self.name}.{self._starts}", self.clock)
        self.network.loop.spawn(self.process, self._serve(self.process))

    async def _serve(self, process: Process) -> None:
        connect = partial(Cluster, url=URL, connect=lambda url: cast("Redis", ModelRedis(self._redis)))
        hall = Hall(Store(ModelDatabase(self._postgres)), self._settings, connect)
        self.limits = ClientLimits(NO_LIMITS)
        self.limits.peers = hall.peers
        try:
            await hall.open()
        except Exception:  # its database is away: it ends, and is started again
            self.kill()
            self.network.loop.call_later(START_SECONDS, self.start, context=WORLD.context())
            return
        if self.process is process:
            self.hall = hall

    def kill(self) -> None:
        """Kill the member, as if its power had been cut."""
        self.process.is_dead = True
        self.hall = None
        self._redis.forget(self.process)
        for link in list(self.links):
            link.cut()
        self.links.clear()

    async def stop(self) -> None:
        """Stop in an orderly way."""
        hall, self.hall = self.hall, None
        if hall is not None:
            with suppress(Exception):
                await hall.close()
        self.kill()

    def pause(self) -> None:
        self.process.is_paused = True

    def go_on(self) -> None:
        self.network.loop.go_on(self.process)

    async def ask(self, do: Callable[[Hall], Awaitable[T]], chance: random.Random) -> T:
        """Make a request, as over HTTP: the answer may never come."""
        loop, network = self.network.loop, self.network
        answer: asyncio.Future[T] = loop.create_future()
        await asyncio.sleep(network.delay(chance))
        back = network.delay(chance)
        if self.hall is None:
            raise ConnectionRefusedError
        hall = self.hall

        async def serve() -> None:
            try:
                tell: Callable[[Any], None] = answer.set_result
                what: Any = await do(hall)
            except Exception as error:
                tell, what = answer.set_exception, error
            loop.call_later(back, _tell, answer, tell, what, context=WORLD.context())

        loop.spawn(self.process, serve())
        return await answer


def _tell(answer: asyncio.Future[Any], tell: Callable[[Any], None], what: Any) -> None:
    if not answer.done():
        tell(what)


class Link:
    """A WebSocket between a client and a member. The member's end is the real one, below the frames."""

    on_writable: Callable[[], None] | None = None
    unsent = 0
    keeps_up = True

    def __init__(self, member: Member, table: str, token: str | None, after: int | None, chance: random.Random) -> None:
        self.member, self._table, self._token, self._after = member, table, token, after
        self._chance = random.Random(chance.random())
        self._network = member.network
        self.heard: asyncio.Queue[bytes | None] = asyncio.Queue()
        """What the client was sent; None at the end."""
        self.on_text: Callable[[bytes], bool] | None = None
        self._received: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._is_cut = False
        self._loses = False
        """Whether what was under way to the member when the connection broke never arrives."""
        self._last = {"to client": 0.0, "to member": 0.0}

    async def open(self) -> None:
        """Connect, on behalf of the client."""
        await asyncio.sleep(self._network.delay(self._chance))
        hall = self.member.hall
        if hall is None:
            raise ConnectionRefusedError
        self.member.links.append(self)
        self._context = self.member.process.context()
        self._received.put_nowait({"type": "websocket.connect"})
        self._network.loop.spawn(self.member.process, self._serve(hall))

    async def _serve(self, hall: Hall) -> None:
        query = "" if self._after is None else f"after={self._after}"
        headers = [] if self._token is None else [(b"authorization", f"Bearer {self._token}".encode())]
        scope = {
            "path": f"/api/tables/{self._table}/live",
            "query_string": query.encode(),
            "headers": headers,
            "client": ("127.0.0.1", 1),
            "extensions": {EXTENSION: self},
        }
        await serve_websocket(hall, self.member.limits, HOSTS, scope, self._received.get, self._send)
        self._to_client(None)

    async def _send(self, event: Any) -> None:
        if event["type"] == "websocket.send":
            self.write(event["text"].encode())
        elif event["type"] == "websocket.close":
            self._to_client(None)

    # --- The member's end: a Transport -----------------------------------------------------------------------------

    def write(self, message: bytes) -> None:
        self._to_client(message)

    def write_all(self, batch: MessageBatch) -> None:
        for message in batch.messages:
            self._to_client(message)

    def close(self, code: int, reason: str) -> None:
        self._to_client(None)
        self._received.put_nowait({"type": "websocket.disconnect"})

    def _to_client(self, message: bytes | None) -> None:
        if not self._is_cut:
            self._network.loop.call_at(self._in_order("to client"), self._arrive, message, context=WORLD.context())

    def _arrive(self, message: bytes | None) -> None:
        if not self._is_cut:
            self.heard.put_nowait(message)

    def _in_order(self, way: str) -> float:
        self._last[way] = max(self._last[way], self._network.loop.now + self._network.delay(self._chance))
        return self._last[way]

    # --- The client's end ------------------------------------------------------------------------------------------

    def send(self, text: bytes) -> None:
        """Send a message to the member."""
        if not self._is_cut:
            self._network.loop.call_at(self._in_order("to member"), self._take, text, context=self._context)

    def _take(self, text: bytes) -> None:
        if self._is_cut and self._loses:
            return
        if not self._received.empty() or self.on_text is None or not self.on_text(text):
            self._received.put_nowait({"type": "websocket.receive", "text": text.decode()})

    def cut(self) -> None:
        """Break the connection. The client notices at once; the member may not notice for a while."""
        if self._is_cut:
            return
        self._is_cut = True
        self._loses = self._chance.random() < 0.5
        if self in self.member.links:
            self.member.links.remove(self)
        self.heard.put_nowait(None)
        gone = {"type": "websocket.disconnect"}
        wait = self._chance.uniform(0.0, self._network.longest_unnoticed)
        self._network.loop.call_later(wait, self._received.put_nowait, gone, context=WORLD.context())
