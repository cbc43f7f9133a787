"""The messages that clients send over a live connection."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

MoveText = Annotated[str, Meta(max_length=200)]
Id = Annotated[str, Meta(max_length=64)] | int | None


class MoveMessage(msgspec.Struct, frozen=True, tag="move", tag_field="type"):
    """A move that answers the event with the number ``seq``."""

    move: MoveText
    """In the grammar of the game, such as ``draw stock``."""
    seq: int
    """The number of the last event that you have seen: a move that comes too late is refused."""
    id: Id = None
    """Whatever you like; the answer has it."""


class ReactMessage(msgspec.Struct, frozen=True, tag="react", tag_field="type"):
    """Say one of the things that can be said, to everybody at the table."""

    reaction: Annotated[str, Meta(max_length=64)]
    """Its name: see ``/api/reactions``."""
    id: Id = None
    """Whatever you like; the answer has it."""


class PingMessage(msgspec.Struct, frozen=True, tag="ping", tag_field="type"):
    """Is anybody there?"""

    id: Id = None
    """Whatever you like."""


ClientMessage = MoveMessage | ReactMessage | PingMessage
