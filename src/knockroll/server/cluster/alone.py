"""What a server knows of other processes that serve the same tables, if there are none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from knockroll.players.processes.jobs import Job
    from knockroll.server.api.models import BotInfo, Invitation
    from knockroll.server.edge.rate_limits import RateLimit
    from knockroll.server.tables.live_room import LiveRoom

BusState = Literal["none", "ok", "away"]
Counted = Literal["connections", "open_tables"]
"""What a visitor may have so many of, at all processes together."""


class Alone:
    """The other processes: here there are none. :class:`~knockroll.server.cluster.members.Cluster` has some."""

    @property
    def bus(self) -> BusState:
        """Whether processes hear of each other at once; if not, they look into the log from time to time."""
        return "none"

    async def open(self) -> None:
        """Begin to hear of the others."""

    async def close(self) -> None:
        """Be heard of no more."""

    async def catch_up(self, live: LiveRoom) -> None:
        """Know all that was committed to a room by now."""

    def came_or_went(self, live: LiveRoom) -> None:
        """Somebody began or ceased to listen in a room."""

    def reacted(self, room: str, seat: int, reaction: str) -> None:
        """Somebody said something in a room."""

    async def find_people(self, live: LiveRoom) -> bool:
        """Find out who listens in a room at other processes; False if that cannot be known now."""
        return True

    async def seen_at(self, room: str) -> float:
        """When somebody last looked at a room, at any other process."""
        return 0.0

    async def open_tables(self, here: int) -> int:
        """How many tables wait for people; ``here`` are those that this process has opened."""
        return here

    async def take(self, limit: RateLimit, client: str, what: str) -> None:
        """Count a request of a client against what all processes together allow, or refuse it."""

    async def elsewhere(self, what: Counted, client: str, here: int) -> int:
        """How many of something a visitor has at other processes; ``here`` are those at this one."""
        return 0

    def has_fewer(self, what: Counted, client: str, here: int) -> None:
        """A visitor has not as many of something any more, but so many."""

    def wait_here(self, bots: Sequence[BotInfo], invite: Callable[[str, Invitation], object]) -> None:
        """These bots wait at this process; ``invite`` is called for one of them whom another process invites."""

    async def bots(self) -> list[BotInfo]:
        """The bots that wait at other processes."""
        return []

    async def invite(self, name: str, invitation: Invitation) -> None:
        """Invite a bot that waits at another process."""

    async def work(self, job: Job, key: str) -> str | None:
        """Let a worker do slow work, once for all who ask by the same key; None if it has to be done here."""
        return None
