"""Where Knock & Roll keeps its files on this machine, and how it writes them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def data_folder() -> Path:
    """Return the folder of saved games, settings and a server's tables; ``KNOCKROLL_DATA`` names another one."""
    import platformdirs

    chosen = os.environ.get("KNOCKROLL_DATA")
    return Path(chosen) if chosen else platformdirs.user_data_path("knockroll", appauthor=False)


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """Yield a path to write to. The new file then replaces ``path`` in one step, or is removed if that fails.

    A path that cannot be replaced (a device, a pipe, a file in a read-only folder) is written in place.
    """
    is_special = path.exists() and (not path.is_file() or path.is_relative_to("/dev") or path.is_relative_to("/proc"))
    if is_special or not os.access(path.parent, os.W_OK):
        yield path
        return
    path = path.resolve()  # a link stays a link
    beside = path.with_name(f".{os.getpid()}.{path.name}")
    try:
        yield beside
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def write_whole(path: Path, text: str, private: bool = False) -> None:
    """Replace a file in one step: a crash leaves the old file or the new one, never a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as beside:
        beside.touch(mode=0o600 if private else 0o666)
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
