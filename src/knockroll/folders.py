"""Where Knock & Roll keeps things on this machine."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Where saved games, settings and a server's tables are kept; ``KNOCKROLL_DATA`` names another place."""
    import platformdirs

    chosen = os.environ.get("KNOCKROLL_DATA")
    return Path(chosen) if chosen else platformdirs.user_data_path("knockroll", appauthor=False)


def write_whole(path: Path, text: str, private: bool = False) -> None:
    """Replace a file in one piece: a crash leaves the old one or the new one, never half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.touch(mode=0o600 if private else 0o666)
        with beside.open("w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError:
        beside.unlink(missing_ok=True)
        raise
