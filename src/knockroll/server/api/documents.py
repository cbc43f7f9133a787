"""The schemas of the structures that the API is made of, and the AsyncAPI document of live connections.

The OpenAPI document is in :mod:`.operations`.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import Any, get_args, get_type_hints, is_typeddict
from urllib.parse import urlsplit

import msgspec

import knockroll
from knockroll.engine.game import Hand, Result
from knockroll.engine.record import RecordDocument
from knockroll.engine.showing import Reading
from knockroll.engine.views import SpreadView, StepView, View, view_type
from knockroll.server.api import client_messages, models
from knockroll.server.api.access import COOKIE
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
TOKEN, SEAT_COOKIE = "seatToken", "seatCookie"
"""The names of the two ways to send a seat's token."""
ABOUT_TOKENS = "The token of a seat, from `sit`; before the host sits down, the host's token, from opening the table."


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
    _say_what_lists_hold(schemas)
    for name in {"View", "StepView"} & schemas.keys():
        schemas[name]["additionalProperties"] = True  # the fields of its game
    return schemas


def _say_what_lists_hold(schema: Any) -> None:
    """Add ``items`` to every list, even if they may be anything: generators of clients fail without."""
    if isinstance(schema, dict):
        if schema.get("type") == "array" and "prefixItems" not in schema:
            schema.setdefault("items", {})
        for part in schema.values():
            _say_what_lists_hold(part)
    elif isinstance(schema, list):
        for part in schema:
            _say_what_lists_hold(part)


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
    for base in definition.bases:  # a TypedDict does not keep its bases
        if isinstance(base, ast.Name) and base.id != "TypedDict":
            notes |= _notes(vars(sys.modules[kind.__module__])[base.id])
    for field, below in pairwise(definition.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(below, ast.Expr):
            notes[field.target.id] = inspect.cleandoc(ast.literal_eval(below.value))
    return notes


def _say_what_is_always_there(kind: type[msgspec.Struct], schema: Document) -> None:
    """Mark fields as required that are always sent. A default makes a field optional only in what the server reads."""
    config = kind.__struct_config__
    if config.forbid_unknown_fields or config.omit_defaults or kind in get_args(client_messages.ClientMessage):
        return
    fields = msgspec.structs.fields(kind)
    written = [field.encode_name for field in fields if msgspec.UnsetType not in get_args(_bare(field.type))]
    schema["required"] = [name for name in schema["properties"] if name in (config.tag_field, *written)]


def _bare(kind: Any) -> Any:
    return kind.__origin__ if hasattr(kind, "__metadata__") else kind


# --- AsyncAPI ------------------------------------------------------------------------------------------------------


def asyncapi(games: tuple[str, ...] = (), server: str = "http://127.0.0.1:8000") -> Document:
    """The AsyncAPI document of a table's WebSocket; ``server`` is the server's address."""
    address = urlsplit(server)
    tables = {
        "host": address.netloc,
        "protocol": "wss" if address.scheme == "https" else "ws",
        "description": "Without a token you watch.",
        "security": [{"$ref": f"#/components/securitySchemes/{name}"} for name in (TOKEN, SEAT_COOKIE)],
    }
    return {**_asyncapi(games), "servers": {"tables": tables}}


@cache
def _asyncapi(games: tuple[str, ...]) -> Document:
    """The document without the server's address, because a client could fill the cache with different ones."""
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
        "components": {
            "messages": sent | received,
            "schemas": components(LIVE, games),
            "securitySchemes": {
                TOKEN: {"type": "http", "scheme": "bearer", "description": ABOUT_TOKENS},
                SEAT_COOKIE: {"type": "httpApiKey", "in": "cookie", "name": COOKIE, "description": ABOUT_TOKENS},
            },
        },
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
