"""A position as one line of text, as FEN is for chess: ``thirty_one/2 hands: [8s 5c Jc, 9s 5h 8c], pile: 6h, …``.

First the game and the number of seats, then what :meth:`knockroll.Table.describe` says, with ``variant`` and
``options`` where they are not the usual ones. Values are JSON, but a text needs no quotes if it has only letters,
digits, spaces and ``? . _ -`` and is neither a number nor ``true``, ``false`` or ``null``. docs/records.md has the
details.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from knockroll.engine.errors import InvalidPosition
from knockroll.engine.game import get_game
from knockroll.engine.record import parse_json, show_json

if TYPE_CHECKING:
    from knockroll.engine.table import Table

LONGEST_TEXT = 1 << 16
_BARE = re.compile(r"[\w?.…-]+(?: [\w?.…-]+)*")
_LITERAL = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d+)?|true|false|null")
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|[^\[\]{},:"]+')
"""A text in quotes, or whatever stands between the signs of JSON."""


def write_position(table: Table) -> str:
    """Return the position of a table as one line. The game must not be over."""
    usual = table.game.option_values(None, table.variant, {}) if table.variant else _defaults(table)
    changed = {name: value for name, value in table.options.items() if value != usual[name]}
    said = {
        **({"variant": table.variant} if table.variant else {}),
        **({"options": changed} if changed else {}),
        **table.describe(),
    }
    return f"{table.game.name}/{table.seats} {_write_pairs(said)}"


def _defaults(table: Table) -> Mapping[str, Any]:
    return {option.name: option.default for option in table.game.options}


def read_position(text: str) -> tuple[str, int, str | None, dict[str, Any], dict[str, Any]]:
    """Parse a line into game, seats, variant, options and position; :class:`InvalidPosition` if it is not one."""
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise InvalidPosition(f"a position is a text of at most {LONGEST_TEXT} characters")
    head, _, rest = text.strip().partition(" ")
    game, _, seats = head.partition("/")
    if not seats.isascii() or not seats.isdigit() or len(seats) > 2:
        raise InvalidPosition(f"a position begins with game and seats, such as 'gin_rummy/2', not {show_json(head)}")
    get_game(game)  # or say which games there are
    try:
        said = parse_json(f"{{{_PIECE.sub(_quoted, rest)}}}")
    except ValueError as error:
        raise InvalidPosition(f"this position of {game} cannot be read: {error}") from error
    variant, options = said.pop("variant", None), said.pop("options", {})
    if not isinstance(options, dict):
        raise InvalidPosition(f"the options of a position are pairs such as {{target: 50}}, not {show_json(options)}")
    return game, int(seats), variant, options, said


def _write(value: Any) -> str:
    if isinstance(value, str):
        bare = _BARE.fullmatch(value) and not _LITERAL.fullmatch(value)
        return value if bare else json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        return f"{{{_write_pairs(value)}}}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_write, value))}]"
    return json.dumps(value)


def _write_pairs(pairs: Mapping[str, Any]) -> str:
    return ", ".join(f"{_write(name)}: {_write(value)}" for name, value in pairs.items())


def _quoted(piece: re.Match[str]) -> str:
    """Return a piece as JSON writes it: text in quotes, numbers and punctuation unchanged."""
    bare = piece[0].strip()
    return piece[0] if not bare or bare.startswith('"') or _LITERAL.fullmatch(bare) else json.dumps(bare)
