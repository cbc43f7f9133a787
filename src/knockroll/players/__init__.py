"""Computer players: what one is, and which there are.

A player gets a view, never the table, and answers with a move in the grammar:

>>> import knockroll
>>> table = knockroll.Table("thirty_one", seed=7)
>>> player = knockroll.player("thirty_one", "House", seed=1)
>>> player.choose(table.view(table.turn)) in table.legal()
True
"""

from knockroll.players.player import RANDOM, Player, RulePlayer, ask, find_bot, full_name, player, player_names

__all__ = ["RANDOM", "Player", "RulePlayer", "ask", "find_bot", "full_name", "player", "player_names"]
