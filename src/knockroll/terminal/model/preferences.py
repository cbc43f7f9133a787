"""A person's preferences: pace, theme, colours, order of cards. They are remembered between games."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

PACES = {"slow": 1.6, "normal": 0.8, "fast": 0.3, "off": 0.0}
"""Seconds per move of a computer player."""
ORDERS = ("melds", "suit", "rank")
THEME_NAMES = ("dark", "light")


@dataclass(frozen=True)
class Preferences:
    """The appearance of the screen and its pace."""

    pace: str = "normal"
    theme: str = "dark"
    four_colours: bool = False
    order: str = "melds"

    @property
    def seconds(self) -> float:
        """Seconds between moves of computer players."""
        return PACES[self.pace]

    def changed(self, **values: Any) -> Preferences:
        """Return a copy with some values changed; None leaves a value unchanged."""
        return replace(self, **{name: value for name, value in values.items() if value is not None})


_ALLOWED: dict[str, tuple[object, ...]] = {
    "pace": tuple(PACES),
    "theme": THEME_NAMES,
    "four_colours": (True, False),
    "order": ORDERS,
}


def _file() -> Path:
    from knockroll.folders import data_folder

    return data_folder() / "terminal.json"


def load_preferences() -> Preferences:
    """Load the saved preferences; values that are missing or make no sense get their defaults."""
    try:
        found = json.loads(_file().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return Preferences()
    if not isinstance(found, dict):
        return Preferences()
    known = [field.name for field in fields(Preferences)]
    return Preferences(**{name: found[name] for name in known if found.get(name) in _ALLOWED[name]})


def save_preferences(settings: Preferences) -> None:
    """Save the preferences for next time; a failure does no harm."""
    from knockroll.folders import write_whole

    try:
        write_whole(_file(), json.dumps(asdict(settings)))
    except OSError:
        return
