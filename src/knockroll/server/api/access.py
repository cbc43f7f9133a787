"""The sender of a request: the client, and the seat that its token belongs to."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie

from knockroll.server.edge.slots import client_named
from knockroll.server.edge.transport import Scope
from knockroll.server.errors import Code, Refusal
from knockroll.server.tables.room import Room
from knockroll.server.tables.seats import Seat, hash_token

COOKIE = "knockroll_seat"
COOKIE_DAYS = 30
_LONGEST_TOKEN = 200


def header(scope: Scope, name: bytes) -> str | None:
    """A header of a request."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None


def client_of(scope: Scope) -> str:
    """The client that limits are counted for."""
    client = scope.get("client")
    return client_named(client[0]) if client else "local"


def token_in(scope: Scope) -> tuple[str, bool] | None:
    """The token of a request, and whether it was sent explicitly (in a header, not as a cookie)."""
    authorization = header(scope, b"authorization")
    if authorization is not None:
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token or len(token) > _LONGEST_TOKEN:
            raise Refusal(Code.BAD_TOKEN, "the Authorization header has to be: Bearer TOKEN")
        return token.strip(), True
    cookies = header(scope, b"cookie")
    if cookies is None:
        return None
    try:
        morsel = SimpleCookie(cookies).get(COOKIE)
    except CookieError:
        return None
    return (morsel.value, False) if morsel is not None and 0 < len(morsel.value) <= _LONGEST_TOKEN else None


def seat_of(room: Room, token: tuple[str, bool] | None) -> Seat | None:
    """The seat of a token, or the host without a seat. Unknown tokens are ignored in a cookie, refused in a header."""
    if token is None:
        return None
    text, on_purpose = token
    hashed = hash_token(text)
    seat = room.find(hashed) or room.visitor(hashed)
    if seat is None and on_purpose:
        raise Refusal(Code.BAD_TOKEN, "this token does not belong to a seat at this table")
    return seat
