"""A server in another process that deals the same in every run: ``python tests/seeded.py FILE serve …``.

The file names the test that is running; its tables are dealt from that name and their number. The switch is here and
not in the server, where nobody shall be able to choose the cards. Such a server does not get hints ready ahead of the
first question: tests ask for them only in Farkle, and its answer would wait until the search for others was compiled.
"""

from __future__ import annotations

import hashlib
import secrets
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace

from knockroll.commands import main
from knockroll.server.api import http
from knockroll.server.tables import hall


def next_secret_of(test: Callable[[], str]) -> Callable[[int], bytes]:
    """What stands in for ``secrets.token_bytes``: each test has its own series."""
    tables: Counter[str] = Counter()

    def next_secret(size: int) -> bytes:
        name = test()
        tables[name] += 1
        return hashlib.shake_256(f"{name} {tables[name] - 1}".encode()).digest(size)

    return next_secret


def deal_from(next_secret: Callable[[int], bytes]) -> SimpleNamespace:
    """A module like ``secrets`` for the hall: only the secrets of tables are fixed, not their ids."""
    return SimpleNamespace(choice=secrets.choice, token_bytes=next_secret)


def command(file: Path, switches: Sequence[str] = ("--no-prepare", "--no-limits")) -> list[str]:
    """What starts such a server; a port and a database are added to it."""
    return [sys.executable, str(Path(__file__).absolute()), str(file), "serve", "--no-browser", *switches]


async def _later(*_: object) -> None:
    """Get nothing ready."""


if __name__ == "__main__":
    file = Path(sys.argv[1])
    vars(hall)["secrets"] = deal_from(next_secret_of(file.read_text))
    vars(http)["_get_hints_ready"] = _later
    sys.exit(main(sys.argv[2:]))
