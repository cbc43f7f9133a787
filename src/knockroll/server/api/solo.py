"""Tables of one person and computers: a new one closes the last, if nothing was played there.

There are no accounts, so the browser remembers the last such table in a cookie.
"""

from __future__ import annotations

from contextlib import suppress
from http.cookies import CookieError, SimpleCookie

from fastapi import Request, Response

from knockroll.server.errors import Refusal
from knockroll.server.tables import requests
from knockroll.server.tables.hall import Hall
from knockroll.server.tables.room import Room
from knockroll.server.tables.seats import hash_token

COOKIE = "knockroll_solo"
COOKIE_SECONDS = 3600
PATH = "/api/tables"


def remember(response: Response, request: Request, room: Room, token: str) -> None:
    """Remember a table where only this person plays."""
    if not requests.is_solo(room):
        return
    response.set_cookie(
        COOKIE,
        f"{room.id}:{token}",
        max_age=COOKIE_SECONDS,
        path=PATH,
        secure=request.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


async def close_last(request: Request, hall: Hall) -> None:
    """Close the last table where this person was alone with computers, if they made no move there."""
    try:
        morsel = SimpleCookie(request.headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return
    id, _, token = ("" if morsel is None else morsel.value).partition(":")
    if not id or not token:
        return
    with suppress(Refusal):  # the table is gone, or cannot be changed now
        live = await hall.find(id)
        await live.perform(lambda room: requests.close_unplayed(room, hash_token(token)))
