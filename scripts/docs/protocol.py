"""Pages about the protocol: HTTP from the OpenAPI document, the WebSocket from the AsyncAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import knockroll
from knockroll.server.api.app import create_app
from knockroll.server.api.documents import asyncapi
from knockroll.server.api.operations import CODES, MEANINGS
from knockroll.server.settings import Settings
from scripts.docs.markdown import block, code, from_docstring, table
from scripts.docs.schemas import STRUCTURES, fields, kind

Document = dict[str, Any]


def documents() -> tuple[Document, Document]:
    """Return the OpenAPI and the AsyncAPI document with the views of all games, as a running server serves them."""
    return create_app(Settings()).api.openapi(), asyncapi(knockroll.game_names())


def pages() -> dict[Path, str]:
    """Return the pages about the protocol, and the documents themselves, by path."""
    http, live = documents()
    schemas = http["components"]["schemas"] | live["components"]["schemas"]
    folder = Path("reference")
    return {
        folder / "http.md": "\n".join(_http(http)),
        folder / "live.md": "\n".join(_live(live)),
        folder / STRUCTURES: "\n".join(_structures(schemas)),
        folder / "openapi.json": json.dumps(http, indent=1, ensure_ascii=False),
        folder / "asyncapi.json": json.dumps(live, indent=1, ensure_ascii=False),
    }


def _http(document: Document) -> Iterator[str]:
    yield "# HTTP\n"
    yield (
        "Every operation of the table server. How they work together, with examples, is told in"
        " [the API](../docs/api.md); the same for programs is {download}`openapi.json`, and a running server has its"
        " own at `/api/openapi.json`. What is refused is answered with an [ErrorAnswer](structures.md#erroranswer):\n"
    )
    yield table(("Status", "What it says"), ((code(status), what) for status, what in MEANINGS.items()))
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            yield f"## {method.upper()} {path}\n"
            yield from _operation(operation)


def _operation(operation: Document) -> Iterator[str]:
    yield from_docstring(operation.get("description") or operation.get("summary", "")) + "\n"
    yield table(
        ("Parameter", "In", "Type", "What it says"),
        (
            (
                code(parameter["name"]) + ("" if parameter.get("required") else " (optional)"),
                parameter["in"],
                kind(parameter.get("schema", {})),
                from_docstring(parameter.get("description", "")),
            )
            for parameter in operation.get("parameters", ())
        ),
    )
    if "requestBody" in operation:
        yield f"Takes {_content(operation['requestBody'])}.\n"
    answers = operation["responses"]
    gives = [f"{_content(answer)} ({status})" for status, answer in answers.items() if status.startswith("2")]
    yield f"Gives {', or '.join(gives)}.\n"
    codes = [code(one) for answer in answers.values() for one in answer.get(CODES, ())]
    yield f"May be refused with {', '.join(codes)}.\n"


def _content(part: Document) -> str:
    """Return the content of a request or an answer, in words."""
    content = part.get("content", {})
    said = (kind(what["schema"]) if what.get("schema") else code(media) for media, what in content.items())
    return " or ".join(said) or "nothing"


def _live(document: Document) -> Iterator[str]:
    channel = document["channels"]["live"]
    yield "# The WebSocket of a table\n"
    yield from_docstring(document["info"]["description"]) + "\n"
    yield block(f"GET {channel['address']}", "text")
    yield from_docstring(channel["description"]) + "\n"
    query = channel["bindings"]["ws"]["query"]["properties"]
    yield table(
        ("Parameter", "In", "Type", "What it says"),
        [
            *((code(name), "path", "string", what["description"]) for name, what in channel["parameters"].items()),
            *((f"{code(name)} (optional)", "query", kind(what), what["description"]) for name, what in query.items()),
        ],
    )
    yield (
        "How a connection goes, with examples, is told in [the API](../docs/api.md); the same for programs is"
        " {download}`asyncapi.json`.\n"
    )
    for title, operation in (("What the server sends", "tell"), ("What it takes", "take")):
        yield f"## {title}\n"
        for reference in document["operations"][operation]["messages"]:
            name = reference["$ref"].rsplit("/", 1)[1]
            message = document["components"]["messages"][name]
            schema = document["components"]["schemas"][name]
            yield f"### {message['name']}\n"
            yield from_docstring(schema.get("description", "")) + "\n"
            yield fields(schema)


def _structures(schemas: dict[str, Any]) -> Iterator[str]:
    yield "# Structures\n"
    yield (
        "What requests, answers and messages are made of. Fields that are optional may be missing. The fields that a"
        " game adds to a view are on [its own page](games/index.md).\n"
    )
    of_games = {f"{name}_view" for name in knockroll.game_names()}
    for name in sorted(schemas.keys() - of_games, key=str.lower):
        schema = schemas[name]
        yield f"## {name}\n"
        yield from_docstring(schema.get("description", "")) + "\n"
        yield fields(schema, "") or f"{kind(schema, '')}\n"
