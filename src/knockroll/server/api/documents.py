"""The OpenAPI and AsyncAPI documents, generated from the structures that the API is made of."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any, TypedDict, get_args, get_type_hints, is_typeddict

import msgspec
from fastapi import Response

import knockroll
from knockroll.engine.game import Hand, Result
from knockroll.engine.record import RecordDocument
from knockroll.engine.showing import Reading
from knockroll.engine.views import SpreadView, StepView, View, view_type
from knockroll.server.api import client_messages, models
from knockroll.server.edge.reach import Reach
from knockroll.server.tables import messages

Document = dict[str, Any]
"""JSON in a format defined elsewhere."""

REFERENCE = "#/components/schemas/{name}"
LIVE: tuple[Any, ...] = (
    *get_args(messages.ServerMessage),
    *get_args(client_messages.ClientMessage),
    View,
    SpreadView,
    Reading,
    Hand,
)
"""The structures of live connections; the last ones are parts of views."""
ALL: tuple[Any, ...] = (
    *LIVE,
    Reach,
    messages.BotInfo,
    messages.Welcome,
    messages.Invitation,
    *(kind for kind in vars(models).values() if isinstance(kind, type) and issubclass(kind, msgspec.Struct)),
    RecordDocument,
    Result,
    StepView,
)
THE_TABLE = "The table's id, which is the end of its link."
TO_RESUME = "To resume: the number of the latest event you have."
WITH_ACTS = (
    "Whether every view repeats all acts of the hand. By default only the first view has them, and events add to them."
)
_REFUSALS = {
    401: "The token does not belong to a seat at this table.",
    403: "You need a seat or have to be the host, or pages of this origin are not allowed.",
    404: "Not found.",
    409: "Not possible at the moment.",
    410: "The table is closed.",
    413: "Too large.",
    422: "The request is malformed, or a value in it is not valid.",
    429: "Too many requests, or too many tables or connections.",
    503: "The server cannot save anything at the moment.",
}


def components(kinds: Iterable[Any] = ALL, games: Iterable[str] = ()) -> Document:
    """The schemas of these structures and of the views of these games, by name."""
    games = tuple(games)
    views = [view_type(knockroll.get_game(name)) for name in games]
    _, schemas = msgspec.json.schema_components([*kinds, *views], ref_template=REFERENCE)
    for kind in _structures(kinds):
        schema = schemas[kind.__name__]
        schema["description"] = inspect.cleandoc(schema["description"])
        for field, note in _notes(kind).items():
            schema["properties"][field].setdefault("description", note)
        if issubclass(kind, msgspec.Struct):
            _say_what_is_always_there(kind, schema)
    of_every_view = _notes(View)
    for name in games:
        for field, schema in schemas[f"{name}_view"]["properties"].items():
            if field in of_every_view:
                schema.setdefault("description", of_every_view[field])
    schemas["Event"]["properties"].pop("seen_by")  # see Event.without_readers
    for name in {"View", "StepView"} & schemas.keys():
        schemas[name]["additionalProperties"] = True  # the fields of its game
    return schemas


def _structures(kinds: Iterable[Any]) -> set[type]:
    """The structures among these types, and the structures of their fields."""
    found: set[type] = set()
    waiting = list(kinds)
    while waiting:
        kind = waiting.pop()
        if kind in found:
            continue
        if is_typeddict(kind) or (isinstance(kind, type) and issubclass(kind, msgspec.Struct)):
            found.add(kind)
            waiting += get_type_hints(kind, include_extras=True).values()
        else:
            waiting += get_args(kind)
    return found


def _notes(kind: type) -> dict[str, str]:
    """The docstrings below the fields of a structure and of its bases."""
    [definition] = ast.parse(inspect.getsource(kind)).body
    assert isinstance(definition, ast.ClassDef)
    notes: dict[str, str] = {}
    for base in definition.bases:  # a TypedDict does not remember them
        if isinstance(base, ast.Name) and base.id != "TypedDict":
            notes |= _notes(vars(sys.modules[kind.__module__])[base.id])
    for field, below in pairwise(definition.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(below, ast.Expr):
            notes[field.target.id] = inspect.cleandoc(ast.literal_eval(below.value))
    return notes


def _say_what_is_always_there(kind: type[msgspec.Struct], schema: Document) -> None:
    """Mark fields as required that are always written: one with a default is only optional when it is read."""
    config = kind.__struct_config__
    if config.forbid_unknown_fields or config.omit_defaults or kind in get_args(client_messages.ClientMessage):
        return
    fields = msgspec.structs.fields(kind)
    written = [field.encode_name for field in fields if msgspec.UnsetType not in get_args(_bare(field.type))]
    schema["required"] = [name for name in schema["properties"] if name in (config.tag_field, *written)]


def _bare(kind: Any) -> Any:
    return kind.__origin__ if hasattr(kind, "__metadata__") else kind


# --- OpenAPI -------------------------------------------------------------------------------------------------------


def _content(kind: Any) -> Document:
    return {"application/json": {"schema": {"$ref": REFERENCE.format(name=kind.__name__)}}}


ERRORS: dict[int | str, Document] = {
    status: {"description": what, "content": _content(models.ErrorAnswer)} for status, what in _REFUSALS.items()
}


class Operation(TypedDict, total=False):
    """What FastAPI needs to know about an operation, apart from its path."""

    status_code: int
    responses: dict[int | str, Document]
    response_class: Any
    openapi_extra: Document


def operation(answer: Any = None, *, body: Any = None, status: int = 200, media: str = "") -> Operation:
    """An operation that takes and returns these structures, or returns another media type."""
    content = {media: {}} if answer is None else _content(answer)
    told: Operation = {
        "status_code": status,
        "responses": {status: {"content": content}},
        "response_class": Response,
    }
    if body is not None:
        told["openapi_extra"] = {"requestBody": {"required": True, "content": _content(body)}}
    return told


# --- AsyncAPI ------------------------------------------------------------------------------------------------------


@cache
def asyncapi(games: tuple[str, ...] = ()) -> Document:
    """The AsyncAPI document of a table's WebSocket."""
    sent = _messages(kind for kind in get_args(messages.ServerMessage) if kind is not messages.Heartbeat)
    received = _messages(get_args(client_messages.ClientMessage))
    channel = {"$ref": "#/channels/live"}
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Knock & Roll, live",
            "version": knockroll.__version__,
            "description": "Events at a table as they happen, and moves. The same messages come as lines of JSON"
            " from /api/tables/{id}/events.",
        },
        "defaultContentType": "application/json",
        "channels": {
            "live": {
                "address": "/api/tables/{id}/live",
                "description": "With a token you play (Authorization: Bearer, or the cookie); without one you watch.",
                "parameters": {"id": {"description": THE_TABLE}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in sent | received},
                "bindings": {
                    "ws": {
                        "method": "GET",
                        "query": {
                            "type": "object",
                            "properties": {
                                "after": {"type": "integer", "description": TO_RESUME},
                                "acts": {"type": "boolean", "description": WITH_ACTS},
                            },
                        },
                    }
                },
            }
        },
        "operations": {
            "tell": {"action": "send", "channel": channel, "messages": _of_channel(sent)},
            "take": {"action": "receive", "channel": channel, "messages": _of_channel(received)},
        },
        "components": {"messages": sent | received, "schemas": components(LIVE, games)},
    }


def _messages(kinds: Iterable[Any]) -> Document:
    return {
        kind.__name__: {
            "name": kind.__struct_config__.tag,
            "summary": (kind.__doc__ or "").splitlines()[0],
            "payload": {"$ref": REFERENCE.format(name=kind.__name__)},
        }
        for kind in kinds
    }


def _of_channel(names: Iterable[str]) -> list[Document]:
    return [{"$ref": f"#/channels/live/messages/{name}"} for name in names]
