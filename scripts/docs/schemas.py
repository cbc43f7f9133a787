"""Schemas of structures, as tables of their fields."""

from __future__ import annotations

import json
from typing import Any

from scripts.docs.markdown import code, from_docstring, table

Schema = dict[str, Any]
STRUCTURES = "structures.md"
"""The page that has all structures."""


def fields(schema: Schema, page: str = STRUCTURES) -> str:
    """Return a table of the fields of a structure. ``page`` is the relative path to the page of structures."""
    always = schema.get("required", ())
    return table(
        ("Field", "Type", "What it says"),
        (
            (
                code(name) + ("" if name in always else " (optional)"),
                kind(what, page),
                from_docstring(what.get("description", "")),
            )
            for name, what in schema.get("properties", {}).items()
        ),
    )


def kind(schema: Schema, page: str = STRUCTURES) -> str:
    """Return the type that a schema describes, in words."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{name}]({page}#{name.lower()})"
    if "enum" in schema:
        return " or ".join(code(json.dumps(value)) for value in schema["enum"])
    if "const" in schema:
        return code(json.dumps(schema["const"]))
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(kind(each, page) for each in schema["anyOf"]))
    if "prefixItems" in schema:
        return f"list of {', '.join(kind(each, page) for each in schema['prefixItems'])}"
    if schema.get("type") == "array":
        return f"list of {kind(schema['items'], page)}" if schema.get("items") else "list"
    if schema.get("type") == "object":
        of = schema.get("additionalProperties")
        return f"object, each value {kind(of, page)}" if isinstance(of, dict) and of else "object"
    return _plain(schema)


def _plain(schema: Schema) -> str:
    types = schema.get("type", "anything")
    text = " or ".join(types) if isinstance(types, list) else str(types)
    limits = [f"{word} {schema[key]:,}" for key, word in _LIMITS.items() if key in schema]
    return f"{text}, {', '.join(limits)}" if limits else text


_LIMITS = {
    "minimum": "from",
    "maximum": "to",
    "minLength": "characters from",
    "maxLength": "characters to",
}
