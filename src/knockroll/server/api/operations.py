"""The OpenAPI document: what each operation takes, answers and refuses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypedDict

from fastapi import Response
from fastapi.routing import APIRoute

import knockroll
from knockroll.server.api import models
from knockroll.server.api.access import COOKIE
from knockroll.server.api.documents import ABOUT_TOKENS, REFERENCE, SEAT_COOKIE, TOKEN, Document, components
from knockroll.server.errors import STATUS, Code

CODES = "x-codes"
"""The field of a response that lists its error codes."""
MEANINGS = {
    401: "The token does not belong to a seat at this table.",
    403: "You need a seat or have to be the host, or pages of this origin are not allowed.",
    404: "Not found.",
    409: "Not possible at the moment.",
    410: "The table is closed.",
    413: "Too large.",
    421: "The server does not answer to this host name.",
    422: "The request is malformed, or a value in it is not valid.",
    429: "Too many requests, or too many tables or connections.",
    500: "Something is broken on the server.",
    503: "The server cannot save anything at the moment.",
}
"""The statuses of refusals. 405 is not among them: it answers methods that no operation has."""
_ANY = (Code.BAD_HOST, Code.TOO_FAST, Code.INTERNAL)
_ANY_POST = (Code.BAD_ORIGIN, Code.TOO_LARGE, Code.MALFORMED)
_AT_A_TABLE = (Code.BAD_TOKEN, Code.UNKNOWN_TABLE, Code.DAMAGED, Code.UNAVAILABLE, Code.MALFORMED)
REFUSES: dict[str, tuple[Code, ...]] = {
    "get_game": (Code.UNKNOWN_GAME,),
    "get_rules": (Code.UNKNOWN_GAME,),
    "list_tables": (Code.UNAVAILABLE,),
    "create_table": (
        *(Code.UNKNOWN_GAME, Code.UNKNOWN_PLAYER, Code.INVALID_OPTION, Code.INVALID_NAME),
        *(Code.TOO_MANY, Code.UNAVAILABLE),
    ),
    "get_qr_code": (Code.NOT_FOUND,),
    "sit": (Code.NO_SEAT, Code.CLOSED, Code.INVALID_NAME, Code.INVALID_ENTROPY),
    "rejoin": (Code.NOT_SEATED,),
    "hand_over": (Code.NOT_SEATED, Code.CLOSED, Code.NOT_RUNNING),
    "leave": (Code.NOT_SEATED, Code.CLOSED),
    "start": (Code.NOT_SEATED, Code.CLOSED, Code.NOT_HOST, Code.NOT_OVER),
    "act_as_host": (
        *(Code.NOT_HOST, Code.CLOSED, Code.NO_SEAT, Code.NOT_OVER, Code.NOT_RUNNING),
        Code.INVALID_ENTROPY,
    ),
    "rematch": (Code.NOT_SEATED, Code.CLOSED, Code.NOT_OVER, Code.INVALID_ENTROPY),
    "reset": (Code.NOT_SEATED, Code.CLOSED, Code.NOT_RUNNING, Code.INVALID_ENTROPY),
    "vote": (Code.NOT_SEATED, Code.CLOSED, Code.NO_VOTE, Code.INVALID_ENTROPY),
    "make_move": (
        *(Code.NOT_SEATED, Code.CLOSED, Code.NOT_RUNNING, Code.STALE),
        *(Code.NOT_YOUR_TURN, Code.ILLEGAL_MOVE, Code.INVALID_MOVE),
    ),
    "get_hint": (
        *(Code.NOT_SEATED, Code.NOT_PRACTICE, Code.CLOSED, Code.NOT_RUNNING, Code.STALE, Code.NOT_YOUR_TURN),
        *(Code.INVALID_OPTION, Code.TOO_MANY),
    ),
    "take_back": (
        *(Code.NOT_SEATED, Code.NOT_PRACTICE, Code.CLOSED, Code.NOT_RUNNING, Code.STALE),
        Code.NOTHING_TO_TAKE_BACK,
    ),
    "get_events": (Code.TOO_MANY,),
    "get_record": (Code.NOT_FOUND, Code.NOT_OVER),
    "get_ready": (Code.UNAVAILABLE,),
    "get_metrics": (Code.NOT_FOUND,),
    "replay_record": (Code.INVALID_RECORD, Code.UNAVAILABLE),
    "analyze_position": (Code.INVALID_RECORD, Code.INVALID_OPTION, Code.TOO_MANY, Code.UNAVAILABLE),
    "review_record": (Code.INVALID_RECORD, Code.INVALID_OPTION, Code.TOO_MANY, Code.UNAVAILABLE),
    "wait_for_invitations": (Code.UNKNOWN_GAME, Code.INVALID_NAME, Code.TOO_MANY),
    "invite_bot": (Code.NOT_SEATED, Code.NO_SEAT, Code.UNKNOWN_PLAYER, Code.INVALID_OPTION),
}
"""The error codes of each operation, apart from those of all operations, all posts or all requests about a table."""
_WITH_A_SEAT = {Code.NOT_SEATED, Code.NOT_HOST}


def _content(kind: Any) -> Document:
    return {"application/json": {"schema": {"$ref": REFERENCE.format(name=kind.__name__)}}}


class Operation(TypedDict, total=False):
    """What FastAPI needs to know about an operation, apart from its path."""

    status_code: int
    responses: dict[int | str, Document]
    response_class: Any
    openapi_extra: Document


def operation(answer: Any = None, *, body: Any = None, status: int = 200, media: str = "") -> Operation:
    """An operation that takes and returns these structures, or returns another media type."""
    text = {} if media == "application/json" else {"schema": {"type": "string"}}
    content = {media: text} if answer is None else _content(answer)
    told: Operation = {
        "status_code": status,
        "responses": {status: {"content": content}},
        "response_class": Response,
    }
    if body is not None:
        told["openapi_extra"] = {"requestBody": {"required": True, "content": _content(body)}}
    return told


def operation_id(route: APIRoute) -> str:
    """The name of an operation in generated clients: that of its function."""
    return route.name


def complete(document: Document) -> None:
    """Add to FastAPI's document what it does not know: structures, refusals and tokens."""
    schemas = components(games=knockroll.game_names())
    # a JSON schema, which generators would take for a structure with a field called additionalProperties
    schemas["OptionsSchema"] = {
        "type": "object",
        "additionalProperties": True,
        "title": "OptionsSchema",
        "description": "All options of a game, as a JSON schema: `properties` has them by name.",
    }
    document["components"] = {
        "schemas": schemas,
        "securitySchemes": {
            TOKEN: {"type": "http", "scheme": "bearer", "description": ABOUT_TOKENS},
            SEAT_COOKIE: {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": ABOUT_TOKENS},
        },
    }
    for path, method, told in operations_of(document):
        codes = sorted({*_codes_of_all(path, method, told), *REFUSES.get(told["operationId"], ())})
        told["responses"] = {status: one for status, one in told["responses"].items() if status.startswith("2")}
        told["responses"] |= _refusals(codes)
        if "{id}" in path:
            sent: list[Document] = [{TOKEN: []}, {SEAT_COOKIE: []}]
            told["security"] = sent if _WITH_A_SEAT & set(codes) else [{}, *sent]


def operations_of(document: Document) -> Iterator[tuple[str, str, Document]]:
    """The operations of an OpenAPI document: the path, the method and the description of each."""
    for path, methods in document["paths"].items():
        for method, told in methods.items():
            yield path, method, told


def _codes_of_all(path: str, method: str, told: Document) -> Iterator[Code]:
    yield from _ANY
    if method == "post":
        yield from _ANY_POST
    if "{id}" in path:
        yield from _AT_A_TABLE
    if any(parameter["in"] == "query" for parameter in told.get("parameters", ())):
        yield Code.MALFORMED


def _refusals(codes: list[Code]) -> dict[str, Document]:
    """The responses to refused requests, by status, each with its codes."""
    by_status: dict[int, list[str]] = {}
    for code in codes:
        by_status.setdefault(STATUS[code], []).append(code.value)
    return {
        str(status): {
            "description": f"{MEANINGS[status]} Codes: {', '.join(by_status[status])}.",
            "content": _content(models.ErrorAnswer),
            CODES: by_status[status],
        }
        for status in sorted(by_status)
    }
