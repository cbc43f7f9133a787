"""The tokens of your seats at online tables, saved in a private file.

Several people may play at one table from one machine. A name stands for the seat taken under it; no name stands for the
seat taken without one, or for the only seat there is.
"""

from __future__ import annotations

import json
from pathlib import Path

from knockroll.folders import data_folder, write_whole


def _file() -> Path:
    return data_folder() / "seats.json"


def _read() -> dict[str, str]:
    try:
        found = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return {key: token for key, token in found.items() if isinstance(token, str)} if isinstance(found, dict) else {}


def _key(url: str, table: str, name: str | None) -> str:
    return f"{url} {table}" if name is None else f"{url} {table} {name.casefold()}"


def remembered(url: str, table: str, name: str | None) -> str | None:
    """Return the token of a seat, if there is one."""
    seats = _read()
    token = seats.get(_key(url, table, name))
    if token is None and name is None:
        named = [token for key, token in seats.items() if key.startswith(_key(url, table, ""))]
        return named[0] if len(named) == 1 else None
    return token


def remember(url: str, table: str, name: str | None, token: str) -> None:
    """Save the token of a seat, readable only by its owner; a failure does no harm."""
    try:
        write_whole(_file(), json.dumps({**_read(), _key(url, table, name): token}), private=True)
    except OSError:
        return
