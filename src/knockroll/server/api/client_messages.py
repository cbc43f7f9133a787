"""The messages that clients send over a live connection."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

MoveText = Annotated[str, Meta(max_length=200)]
Id = Annotated[str, Meta(max_length=64)] | int | None


class MoveMessage(msgspec.Struct, frozen=True, tag="move", tag_field="type"):
    """A move, made in the position after event number ``seq``."""

    move: MoveText
    """The move as text, for example ``draw stock``."""
    seq: int
    """The number of the latest event you have seen. The move is refused if the game has moved on since."""
    id: Id = None
    """An id of your choice, which the answer repeats."""


class ReactMessage(msgspec.Struct, frozen=True, tag="react", tag_field="type"):
    """Send a reaction to everyone at the table."""

    reaction: Annotated[str, Meta(max_length=64)]
    """The reaction's name, as listed by ``/api/reactions``."""
    id: Id = None
    """An id of your choice, which the answer repeats."""


class PingMessage(msgspec.Struct, frozen=True, tag="ping", tag_field="type"):
    """A request for a pong, to check that the connection is alive."""

    id: Id = None
    """An id of your choice."""


ClientMessage = MoveMessage | ReactMessage | PingMessage
