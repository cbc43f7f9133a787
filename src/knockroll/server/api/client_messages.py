"""The messages that clients send over a live connection, and how they are read."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from knockroll.server.errors import Code, Refusal

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


class _OnlyId(msgspec.Struct, frozen=True):
    """What a message that cannot be understood may still have."""

    id: Id = None


_decoder: msgspec.json.Decoder[MoveMessage | ReactMessage | PingMessage] = msgspec.json.Decoder(ClientMessage)
_id_decoder = msgspec.json.Decoder(_OnlyId)


class Misunderstood(Refusal):
    """A message that cannot be understood, with its id if it has one."""

    def __init__(self, code: Code, message: str, id: int | str | None = None) -> None:
        super().__init__(code, message)
        self.id = id


def read_message(text: str | bytes | None, most: int) -> MoveMessage | ReactMessage | PingMessage:
    """A message of a client."""
    if text is None:
        raise Misunderstood(Code.MALFORMED, "messages are text, not binary")
    if len(text) > most:
        raise Misunderstood(Code.TOO_LARGE, f"a message has at most {most} characters")
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise Misunderstood(
            Code.MALFORMED, f"a message is a move, a reaction or a ping: {error}", _id_of(text)
        ) from None
    except (ValueError, RecursionError):
        raise Misunderstood(Code.MALFORMED, "messages are JSON") from None


def _id_of(text: str | bytes) -> int | str | None:
    try:
        return _id_decoder.decode(text).id
    except ValueError:
        return None
