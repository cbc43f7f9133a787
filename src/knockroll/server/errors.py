"""Refusals: one list of error codes for HTTP and WebSocket, with messages for programs and reasons for people."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum

import msgspec
from msgspec import UNSET, UnsetType

import knockroll


class Code(StrEnum):
    """Why a request was refused. Clients can rely on these codes; the messages may change."""

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
    NOT_PRACTICE = "not_practice"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
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
    Code.NOT_PRACTICE: 409,
    Code.NOTHING_TO_TAKE_BACK: 409,
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
    Code.MALFORMED: "The server did not understand that. If it happens again, reload the page.",
    Code.INVALID_MOVE: "This game has no such move.",
    Code.ILLEGAL_MOVE: "You can't do that right now.",
    Code.NOT_YOUR_TURN: "It's not your turn.",
    Code.STALE: "The game moved on before your move arrived. Take another look and choose again.",
    Code.BAD_TOKEN: "You no longer have this seat. You can watch, or sit down again.",
    Code.TOO_LARGE: "That is too large for the server.",
    Code.INTERNAL: "Something went wrong on the server. Please try again.",
}
"""Reasons for people, for codes whose messages are written for programmers."""


class ErrorDetail(msgspec.Struct, frozen=True):
    """Why something was refused."""

    code: Code
    """The error code, for programs."""
    message: str
    """An explanation for programmers."""
    reason: str
    """An explanation for people, in a sentence. {0} stands for the player at seat 0, {0's} for the possessive."""
    retry_after: int | UnsetType = UNSET
    """Seconds to wait before trying again; omitted if waiting does not help."""


class Refusal(Exception):
    """A refused request, which changed nothing. After ``unavailable``, though, the change may have been made."""

    def __init__(self, code: Code, message: str, retry_after: int | None = None, reason: str | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.retry_after = retry_after
        """Seconds to wait before trying again."""
        self.reason = reason or REASONS.get(code) or f"{message[:1].upper()}{message[1:]}."
        """The explanation for people."""

    @property
    def status(self) -> int:
        """The HTTP status."""
        return STATUS[self.code]

    def detail(self) -> ErrorDetail:
        """What clients are sent."""
        wait = UNSET if self.retry_after is None else self.retry_after
        return ErrorDetail(self.code, self.message, self.reason, wait)


_ENGINE: tuple[tuple[type[knockroll.KnockrollError], Code], ...] = (
    (knockroll.InvalidMove, Code.INVALID_MOVE),
    (knockroll.IllegalMove, Code.ILLEGAL_MOVE),
    (knockroll.UnknownGame, Code.UNKNOWN_GAME),
    (knockroll.UnknownPlayer, Code.UNKNOWN_PLAYER),
    (knockroll.InvalidChance, Code.INVALID_ENTROPY),
    (knockroll.InvalidOption, Code.INVALID_OPTION),
    (knockroll.InvalidPosition, Code.INVALID_OPTION),
)
_LONGEST_MESSAGE = 600


def refusal_of(error: knockroll.KnockrollError) -> Refusal:
    """The refusal for an error of the engine."""
    for kind, code in _ENGINE:
        if isinstance(error, kind):
            reason = error.reason if isinstance(error, knockroll.IllegalMove) else None
            return Refusal(code, shorten(str(error)), reason=reason)
    raise error


@contextmanager
def engine_errors() -> Iterator[None]:
    """Turn errors of the engine into refusals."""
    try:
        yield
    except knockroll.KnockrollError as error:
        raise refusal_of(error) from None


def shorten(message: str) -> str:
    """Shorten a message, because it may quote a long request."""
    return message if len(message) <= _LONGEST_MESSAGE else message[:_LONGEST_MESSAGE] + " …"
