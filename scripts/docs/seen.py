"""The kinds and fields of a game's events, found by playing it."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

import knockroll
from knockroll.engine.events import Event

GAMES = 12
MOST_MOVES = 400


@cache
def events(name: str) -> dict[str, list[str]]:
    """Return the kinds of events that come up in random games, each with the fields that it had."""
    game = knockroll.get_game(name)
    found: dict[str, set[str]] = defaultdict(set)
    for seed in range(GAMES):
        for variant in (None, *game.variants):
            table = knockroll.Table(name, variant=variant, seed=seed)
            players = [knockroll.player(name, player, seed=seed) for player in ("Random", game.players[0])]
            _note(found, table.events)
            while table.turn is not None and len(table.moves) < MOST_MOVES:
                _note(found, table.play(players[len(table.moves) % 2].choose(table.view(table.turn))))
    if game.join:
        table = knockroll.Table(name, seed=1)
        seat = table.join()
        _note(found, table.events)
        table.leave(seat)
        _note(found, table.events)
    order = list(Event.__struct_fields__)
    return {kind: sorted(fields, key=order.index) for kind, fields in found.items()}


def _note(found: dict[str, set[str]], events: tuple[Event, ...]) -> None:
    for event in events:
        found[event.kind] |= event.to_dict().keys() - {"kind"}
