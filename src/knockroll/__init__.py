"""Knock & Roll: Tunk, Gin Rummy, Tonk, Thirty-One and Farkle.

>>> import knockroll
>>> table = knockroll.Table("thirty_one", seats=4, seed=7)
>>> table.legal()
('draw stock', 'draw discard', 'knock')
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from knockroll.engine.chance import Fair, Scripted, Seeded
    from knockroll.engine.errors import (
        ChanceExhausted,
        IllegalMove,
        InvalidCards,
        InvalidChance,
        InvalidMove,
        InvalidOption,
        InvalidPosition,
        InvalidRecord,
        KnockrollError,
        UnknownGame,
        UnknownPlayer,
    )
    from knockroll.engine.events import Event, redact
    from knockroll.engine.game import Game, Hand, Result, game_names, get_game
    from knockroll.engine.record_files import read_records, write_records
    from knockroll.engine.table import Table
    from knockroll.lab import arena as arena
    from knockroll.players import player, player_names
    from knockroll.review.api import review
    from knockroll.review.beliefs import belief_map
    from knockroll.review.hints import hint

__version__ = "0.2.0"

__all__ = [
    "ChanceExhausted",
    "Event",
    "Fair",
    "Game",
    "Hand",
    "IllegalMove",
    "InvalidCards",
    "InvalidChance",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "KnockrollError",
    "Result",
    "Scripted",
    "Seeded",
    "Table",
    "UnknownGame",
    "UnknownPlayer",
    "belief_map",
    "game_names",
    "get_game",
    "hint",
    "player",
    "player_names",
    "read_records",
    "redact",
    "review",
    "write_records",
]

_ROOMS = {"arena": "knockroll.lab.arena", "review": "knockroll.review"}
"""Rooms that people ask for by a shorter name: ``from knockroll import arena``. ``review`` is also a function."""

_HOMES = {
    "knockroll.engine.chance": ("Fair", "Scripted", "Seeded"),
    "knockroll.engine.events": ("Event", "redact"),
    "knockroll.engine.game": ("Game", "Hand", "Result", "game_names", "get_game"),
    "knockroll.engine.record_files": ("read_records", "write_records"),
    "knockroll.players": ("player", "player_names"),
    "knockroll.engine.table": ("Table",),
    "knockroll.review.beliefs": ("belief_map",),
    "knockroll.review.hints": ("hint",),
}
"""Where names come from that are not errors. They are loaded when first asked for: importing costs next to nothing."""


if not TYPE_CHECKING:  # type checkers would take any name at all for one of ours

    def __getattr__(name: str) -> Any:
        if name not in __all__ and name not in _ROOMS:
            raise AttributeError(f"module 'knockroll' has no attribute {name!r}")
        from importlib import import_module

        if name in _ROOMS:
            return import_module(_ROOMS[name])
        home = next((module for module, names in _HOMES.items() if name in names), "knockroll.engine.errors")
        value = globals()[name] = getattr(import_module(home), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
