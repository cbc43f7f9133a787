"""What the server refuses, and how it says so: one list of codes for HTTP and WebSocket."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

import msgspec

import knockroll

logger = logging.getLogger("knockroll.server")


class Code(StrEnum):
    """Why a request was refused. Clients may rely on these; the messages beside them are for people."""

    MALFORMED = "malformed"
    UNKNOWN_GAME = "unknown_game"
    UNKNOWN_PLAYER = "unknown_player"
    UNKNOWN_TABLE = "unknown_table"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    INVALID_OPTION = "invalid_option"
    INVALID_NAME = "invalid_name"
    INVALID_ENTROPY = "invalid_entropy"
    INVALID_RECORD = "invalid_record"
    INVALID_MOVE = "invalid_move"
    ILLEGAL_MOVE = "illegal_move"
    NOT_YOUR_TURN = "not_your_turn"
    STALE = "stale"
    BAD_TOKEN = "bad_token"  # noqa: S105
    NOT_SEATED = "not_seated"
    NOT_HOST = "not_host"
    NO_SEAT = "no_seat"
    NO_VOTE = "no_vote"
    NOT_RUNNING = "not_running"
    NOT_OVER = "not_over"
    CLOSED = "closed"
    DAMAGED = "damaged"
    BAD_HOST = "bad_host"
    BAD_ORIGIN = "bad_origin"
    TOO_LARGE = "too_large"
    TOO_FAST = "too_fast"
    TOO_MANY = "too_many"
    UNAVAILABLE = "unavailable"
    INTERNAL = "internal"


STATUS: dict[Code, int] = {
    Code.MALFORMED: 422,
    Code.UNKNOWN_GAME: 404,
    Code.UNKNOWN_PLAYER: 404,
    Code.UNKNOWN_TABLE: 404,
    Code.NOT_FOUND: 404,
    Code.METHOD_NOT_ALLOWED: 405,
    Code.INVALID_OPTION: 422,
    Code.INVALID_NAME: 422,
    Code.INVALID_ENTROPY: 422,
    Code.INVALID_RECORD: 422,
    Code.INVALID_MOVE: 422,
    Code.ILLEGAL_MOVE: 409,
    Code.NOT_YOUR_TURN: 409,
    Code.STALE: 409,
    Code.BAD_TOKEN: 401,
    Code.NOT_SEATED: 403,
    Code.NOT_HOST: 403,
    Code.NO_SEAT: 409,
    Code.NO_VOTE: 409,
    Code.NOT_RUNNING: 409,
    Code.NOT_OVER: 409,
    Code.CLOSED: 410,
    Code.DAMAGED: 500,
    Code.BAD_HOST: 421,
    Code.BAD_ORIGIN: 403,
    Code.TOO_LARGE: 413,
    Code.TOO_FAST: 429,
    Code.TOO_MANY: 429,
    Code.UNAVAILABLE: 503,
    Code.INTERNAL: 500,
}
"""The HTTP status of each code."""


REASONS: dict[Code, str] = {
    Code.MALFORMED: "The server did not understand this. If that goes on, load the page again.",
    Code.INVALID_MOVE: "There is no such move in this game.",
    Code.ILLEGAL_MOVE: "That is not allowed now.",
    Code.NOT_YOUR_TURN: "It is not your turn.",
    Code.STALE: "The game went on before this came in. Look at it again, and choose anew.",
    Code.BAD_TOKEN: "The server does not know you at this table any more. You can watch, or sit down again.",
    Code.TOO_LARGE: "That is more than the server takes at once.",
    Code.INTERNAL: "The server made a mistake. Try once more.",
}
"""What people are told where the message says it in a program's words."""


class ErrorDetail(msgspec.Struct, frozen=True):
    """What went wrong."""

    code: Code
    """Why, for programs."""
    message: str
    """For whoever writes a program."""
    reason: str
    """For a person, in a sentence; {0}, {1} … stand for the players on these seats."""


class Refusal(Exception):
    """The server says no, with a code and a reason; nothing has changed."""

    def __init__(self, code: Code, message: str, retry_after: int | None = None, reason: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retry_after = retry_after
        """Seconds after which it is worth trying again."""
        self.reason = reason or REASONS.get(code) or f"{message[:1].upper()}{message[1:]}."
        """Why, in a person's words."""

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.code]

    def detail(self) -> ErrorDetail:
        """What is told of it."""
        return ErrorDetail(self.code, self.message, self.reason)


_ENGINE: tuple[tuple[type[knockroll.KnockrollError], Code], ...] = (
    (knockroll.InvalidMove, Code.INVALID_MOVE),
    (knockroll.IllegalMove, Code.ILLEGAL_MOVE),
    (knockroll.UnknownGame, Code.UNKNOWN_GAME),
    (knockroll.UnknownPlayer, Code.UNKNOWN_PLAYER),
    (knockroll.InvalidChance, Code.INVALID_ENTROPY),
    (knockroll.InvalidOption, Code.INVALID_OPTION),
)
_LONGEST_MESSAGE = 600


def refusal_of(error: knockroll.KnockrollError) -> Refusal:
    """What the engine says, as a refusal."""
    for kind, code in _ENGINE:
        if isinstance(error, kind):
            reason = error.reason if isinstance(error, knockroll.IllegalMove) else None
            return Refusal(code, shorten(str(error)), reason=reason)
    raise error


@contextmanager
def engine_errors() -> Iterator[None]:
    """Turn what the engine says into a refusal."""
    try:
        yield
    except knockroll.KnockrollError as error:
        raise refusal_of(error) from None


def shorten(message: str) -> str:
    """A message may quote what was sent; not all of it if that was long."""
    return message if len(message) <= _LONGEST_MESSAGE else message[:_LONGEST_MESSAGE] + " …"


@contextmanager
def tried_again_later(what: str) -> Iterator[None]:
    """For what is done from time to time: an error is written to the log, and does not end it."""
    try:
        yield
    except Refusal:  # the database is away, which the store has said
        pass
    except Exception:
        logger.exception("%s failed", what)
