"""The other processes that serve the same tables, as the rest of the server sees them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from knockroll.players.processes.jobs import Job
    from knockroll.server.tables.live_room import LiveRoom
    from knockroll.server.tables.messages import BotInfo
    from knockroll.server.token_buckets import RateLimit

BusState = Literal["none", "ok", "away"]
Counted = Literal["connections", "open_tables"]
"""The things that are limited per client, over all processes together."""


class Peers:
    """The peers of a single process: none. :class:`~knockroll.server.cluster.members.Cluster` has some."""

    @property
    def bus(self) -> BusState:
        """The state of the bus; unless it is ``ok``, processes poll the log."""
        return "none"

    async def open(self) -> None:
        """Begin to exchange messages."""

    async def close(self) -> None:
        """Stop exchanging messages."""

    async def catch_up(self, live: LiveRoom) -> None:
        """Apply everything committed to a room so far."""

    def audience_changed(self, live: LiveRoom) -> None:
        """Announce that someone began or stopped listening to a room."""

    def reacted(self, room: str, seat: int, reaction: str) -> None:
        """Announce a reaction that someone sent in a room."""

    async def find_people(self, live: LiveRoom) -> bool:
        """Find out who listens to a room at other processes; False if that cannot be known at the moment."""
        return True

    async def seen_at(self, room: str) -> float:
        """When someone last looked at a room, at any other process."""
        return 0.0

    async def open_tables(self, here: int) -> int:
        """The number of tables that are waiting for people; ``here`` of them were opened by this process."""
        return here

    async def take(self, limit: RateLimit, client: str, what: str) -> None:
        """Count a client's request against the limit shared by all processes, or refuse it."""

    async def count(self, what: Counted, client: str, here: int) -> int:
        """How many of something a client has at other processes; ``here`` is the number at this one."""
        return 0

    def lower_count(self, what: Counted, client: str, here: int) -> None:
        """Announce that a client now has only ``here`` of something at this process."""

    def wait_here(self, bots: Sequence[BotInfo], invite: Callable[[str, str, str], object]) -> None:
        """Announce the bots waiting at this process; ``invite`` is called when another process invites one of them."""

    async def bots(self) -> list[BotInfo]:
        """The bots that are waiting at other processes."""
        return []

    async def invite(self, name: str, table: str, game: str) -> None:
        """Invite a bot that is waiting at another process."""

    async def work(self, job: Job, key: str) -> str | None:
        """Have a worker do a background job, once for all processes that give the same key; None if no worker can."""
        return None
