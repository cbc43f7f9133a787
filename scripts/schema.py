"""Write the types and limits that the page takes from the server: ``make schema``, or ``python -m scripts.schema``.

The TypeScript declarations, which the page is checked against, are not committed: ``make web`` writes them first. They
cover what all games have in common; a running server also describes the views of its games (/api/openapi.json,
/api/asyncapi.json). The limits that the page shows are committed, because playing needs no build step; a test keeps
them up to date.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from knockroll.engine import showing
from knockroll.engine.names import LONGEST_NAME
from knockroll.players.player import Face
from knockroll.server.api import client_messages, models
from knockroll.server.api.documents import components
from knockroll.server.tables import messages

ROOT = Path(__file__).parents[1]
SCRIPTS = ROOT / "src" / "knockroll" / "web" / "js"
TYPES = SCRIPTS / "model" / "types.d.ts"
LIMITS = SCRIPTS / "model" / "limits.js"
HEAD = """\
/**
 * What the server sends and takes. Written by scripts/schema.py from the structures in Python: change it there.
 */
"""
NAMED: dict[str, Any] = {
    "Message": messages.ServerMessage,
    "ClientMessage": client_messages.ClientMessage,
    "SeatPlan": models.SeatPlan,
    "Part": showing.Part,
    "Takes": showing.Takes,
    "Cue": showing.Cue,
    "Face": Face,
}
"""Types that are not structures, but have a name."""
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
WIDTH = 116


def main() -> None:
    """Write the files."""
    for path, text in files().items():
        path.write_text(text)
        print(f"wrote {path.relative_to(ROOT)}")


def files() -> dict[Path, str]:
    """Return the generated files by path."""
    return {TYPES: typescript(), LIMITS: limits()}


def limits() -> str:
    """Return the server's limits, for the page."""
    head = "/** What the server allows. Written by scripts/schema.py from the constants in Python: change it there. */"
    return f"{head}\n\n/** Characters of a display name. */\nexport const LONGEST_NAME = {LONGEST_NAME};\n"


def typescript() -> str:
    """Return the declarations."""
    schemas = components()
    parts = [HEAD, *(_declare(name, schemas[name]) for name in sorted(schemas))]
    for name, kind in NAMED.items():
        [schema], _ = msgspec.json.schema_components([kind])
        parts.append(_alias(name, _words(schema) if "enum" in schema else _type(schema)))
    return "\n".join(parts)


def _declare(name: str, schema: dict[str, Any]) -> str:
    note = _comment(schema.get("description", ""), "")
    if "properties" not in schema and schema.get("type") != "object":
        return note + _alias(name, _type(schema))
    required = schema.get("required", ())
    lines = []
    for key, kind in schema.get("properties", {}).items():
        field = f"  {key}{'' if key in required else '?'}: {_type(kind)};\n"
        lines.append(_comment(kind.get("description", ""), "  ") + _wrap(field, ":", "    "))
    if schema.get("additionalProperties") is True:
        lines.append("  [field: string]: unknown;\n")
    return f"{note}export interface {name} {{\n{''.join(lines)}}}\n"


def _alias(name: str, type: str) -> str:
    return _wrap(f"export type {name} = {type};\n", " =", "  ")


def _wrap(line: str, before: str, indent: str) -> str:
    """Return a line; if it is too long, each of the choices after ``before`` gets a separate line."""
    if len(line) <= WIDTH:
        return line
    return line.replace(f"{before} ", f"{before} | ", 1).replace(" | ", f"\n{indent}| ")


def _comment(text: str, indent: str) -> str:
    """Return a description as a comment, in lines that are not too long."""
    words = re.sub(r"``(.*?)``", r"`\1`", re.sub(r":\w+:`[\w.]*?(\w+)`", r"`\1`", text)).replace("*/", "* /").split()
    if not words:
        return ""
    if len(" ".join(words)) + len(indent) + 8 <= WIDTH:
        return f"{indent}/** {' '.join(words)} */\n"
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) + len(indent) + 4 > WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}"
    body = "".join(f"{indent} *{line}\n" for line in lines)
    return f"{indent}/**\n{body}{indent} */\n"


def _type(schema: dict[str, Any]) -> str:
    """Return the type that a schema describes."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[1]
    if "enum" in schema:
        return _named_words().get(tuple(schema["enum"])) or _words(schema)
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(kind) for kind in schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array":
        return _list_of(schema["items"]) if "items" in schema else "unknown[]"
    if kind == "object":
        of = schema.get("additionalProperties")
        return f"Record<string, {_type(of) if isinstance(of, dict) and of else 'unknown'}>"
    return PLAIN.get(str(kind), "unknown")


def _words(schema: dict[str, Any]) -> str:
    return " | ".join(json.dumps(value) for value in schema["enum"])


@cache
def _named_words() -> dict[tuple[Any, ...], str]:
    """Return the names of the types that are a choice of words, by these words."""
    schemas = {name: msgspec.json.schema(kind) for name, kind in NAMED.items()}
    return {tuple(schema["enum"]): name for name, schema in schemas.items() if "enum" in schema}


def _list_of(items: dict[str, Any]) -> str:
    inner = _type(items) if items else "unknown"
    return f"({inner})[]" if " | " in inner else f"{inner}[]"


if __name__ == "__main__":
    main()
