"""Knock & Roll: Tunk, Gin Rummy, Tonk, Thirty-One and Farkle.

>>> import knockroll
>>> table = knockroll.Table("thirty_one", seats=4, seed=7)
>>> table.legal()
('draw stock', 'draw discard', 'knock')
"""

from knockroll.chance import Fair, Scripted, Seeded
from knockroll.errors import (
    ChanceExhausted,
    IllegalMove,
    InvalidCards,
    InvalidChance,
    InvalidMove,
    InvalidOption,
    InvalidRecord,
    KnockrollError,
    UnknownGame,
    UnknownPlayer,
)
from knockroll.events import Event, redact
from knockroll.game import Game, Hand, Result, game_names, get_game
from knockroll.players import player, player_names
from knockroll.table import Table

__version__ = "0.1.0"

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
    "InvalidRecord",
    "KnockrollError",
    "Result",
    "Scripted",
    "Seeded",
    "Table",
    "UnknownGame",
    "UnknownPlayer",
    "game_names",
    "get_game",
    "player",
    "player_names",
    "redact",
]
