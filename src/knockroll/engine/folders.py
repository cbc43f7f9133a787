"""Where Knock & Roll keeps things on this machine."""

from __future__ import annotations

import os
from pathlib import Path


def data_folder() -> Path:
    """Where saved games, settings and a server's tables are kept; ``KNOCKROLL_DATA`` names another place."""
    import platformdirs

    chosen = os.environ.get("KNOCKROLL_DATA")
    return Path(chosen) if chosen else platformdirs.user_data_path("knockroll", appauthor=False)
