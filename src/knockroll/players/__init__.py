"""Computer players: what a player is, and which ones there are.

A player gets a view, never the table, and answers with a move in the grammar:

>>> import knockroll
>>> table = knockroll.Table("thirty_one", seed=7)
>>> player = knockroll.player("thirty_one", "House", seed=1)
>>> player.choose(table.view(table.turn)) in table.legal()
True

Besides the names of :func:`player_names`, a player can be a function, or a program in any language:

>>> def first(view):
...     return view["legal"][0]
>>> knockroll.player("thirty_one", first).choose(table.view(table.turn))
'draw stock'
>>> knockroll.player("thirty_one", "cmd:./my-bot --level 3").name
'cmd:./my-bot --level 3'
"""

from knockroll.players.code import is_code, is_program, short_name
from knockroll.players.player import (
    RANDOM,
    Bot,
    Face,
    Function,
    FunctionPlayer,
    Player,
    RulePlayer,
    Solution,
    Thinker,
    ask,
)
from knockroll.players.registry import (
    find_bot,
    find_player,
    find_rule,
    full_name,
    is_slow,
    known_player,
    player,
    player_names,
    split_players,
)

__all__ = [
    "RANDOM",
    "Bot",
    "Face",
    "Function",
    "FunctionPlayer",
    "Player",
    "RulePlayer",
    "Solution",
    "Thinker",
    "ask",
    "find_bot",
    "find_player",
    "find_rule",
    "full_name",
    "is_code",
    "is_program",
    "is_slow",
    "known_player",
    "player",
    "player_names",
    "short_name",
    "split_players",
]
