"""A page for each game, generated from the game: options, moves, view and events."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import knockroll
from knockroll.engine.game import Game
from knockroll.engine.views import GameView
from knockroll.server.api.documents import components
from scripts.docs.markdown import block, code, codes, from_docstring, table
from scripts.docs.schemas import fields
from scripts.docs.seen import events

STRUCTURES = "../structures.md"
NOTHING = "–"
AFTER = 3
"""The example of a view is taken after this many moves."""


def pages() -> dict[Path, str]:
    """Return the pages, and one that lists them, by path."""
    games = [knockroll.get_game(name) for name in knockroll.game_names()]
    schemas = components(games=knockroll.game_names())
    folder = Path("reference", "games")
    written = {folder / f"{game.name}.md": "\n".join(_page(game, schemas)) for game in games}
    return {folder / "index.md": _list(games), **written}


def _list(games: list[Game]) -> str:
    rows = [
        (f"[{game.title}]({game.name}.md)", code(game.name), f"{game.min_seats} to {game.max_seats}", game.summary)
        for game in games
    ]
    listed = "\n".join(game.name for game in games)
    toctree = f"```{{toctree}}\n:hidden:\n\n{listed}\n```\n"
    return f"# The games\n\n{table(('Game', 'Name', 'Seats', 'What it is'), rows)}\n{toctree}"


def _page(game: Game, schemas: Mapping[str, Any]) -> Iterator[str]:
    yield f"# {game.title}\n"
    aliases = f" You can also call it {codes(game.aliases)}." if game.aliases else ""
    yield (
        f"{game.summary} For {game.min_seats} to {game.max_seats}, usually {game.default_seats}. The rules are in"
        f" [its rule book](../../docs/rules/{game.name}.md).{aliases}\n"
    )
    yield block(f'import knockroll\n\ntable = knockroll.Table("{game.name}", seats={game.default_seats})', "python")
    yield from _options(game)
    yield "## Moves\n"
    yield f"{codes(game.moves.forms)}, with any cards or dice: {len(game.moves.texts):,} moves in all.\n"
    yield "## Phases and endings\n"
    yield f"The phase of a view is one of {codes(game.phases)}.\n"
    yield f"A hand ends by {codes(game.endings)}.\n"
    yield "## View\n"
    yield "What `table.view(seat)` gives.\n"
    view = _example(game)
    schema = schemas[f"{game.name}_view"]
    in_order = {name: schema["properties"][name] for name in view}
    yield fields({**schema, "properties": in_order}, STRUCTURES)
    yield f"For example, after {AFTER} moves:\n"
    lines = [f"  {json.dumps(name)}: {json.dumps(value)}" for name, value in view.items()]
    yield block("{\n" + ",\n".join(lines) + "\n}", "json")
    yield from _events(game)
    yield "## Players\n"
    yield table(
        ("Name", "Character", "How they play"),
        ((code(bot.name), bot.character, from_docstring(inspect.getdoc(bot.choose) or "")) for bot in game.players),
    )
    yield "How they rank: [the computer players](../../docs/players.md).\n"
    yield from _counting(game)


def _options(game: Game) -> Iterator[str]:
    yield "## Options\n"
    yield f'By name: `knockroll.Table("{game.name}", {game.options[0].name}={game.options[0].default!r})`.\n'
    words = {name: words for group in game.showing.options for name, words in group.options.items()}
    yield table(
        ("Option", "Default", "Allowed", "What it says", "Clause"),
        (
            (
                code(option.name),
                code(_value(option.default)),
                option.allowed,
                option.help,
                (words[option.name].clause if option.name in words else "") or NOTHING,
            )
            for option in game.options
        ),
    )
    for name, variant in game.variants.items():
        values = codes(f"{option}={value}" for option, value in variant.options.items())
        yield f"The variant {code(name)} is {values}. {variant.help}\n"


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) or value is None else str(value)


def _example(game: Game) -> GameView:
    """Return the view of the seat to move, some moves into a game."""
    played = knockroll.Table(game, seed=1)
    player = knockroll.player(game, game.players[0], seed=1)
    for _ in range(AFTER):
        assert played.turn is not None
        played.play(player.choose(played.view(played.turn)))
    return played.view(played.turn)


def _events(game: Game) -> Iterator[str]:
    yield "## Events\n"
    yield (
        f"What `table.play(move)` gives, each an [Event]({STRUCTURES}#event). The log says it in the words of the"
        " second column; what is in square brackets is left out for those who may not see it.\n"
    )
    told: dict[str, list[str]] = {}
    for kind, happening in game.showing.events.items():  # "draw stock" and "draw discard" have different texts
        told.setdefault(kind.split()[0] if kind in game.moves.texts else kind, []).append(happening.text)
    yield table(
        ("Kind", "Told as", "Fields beside the kind"),
        (
            (code(kind), " or ".join(text for text in told[kind] if text) or NOTHING, codes(fields))
            for kind, fields in events(game.name).items()
        ),
    )


def _counting(game: Game) -> Iterator[str]:
    """Yield the documentation of the functions that a game's module has besides the game."""
    module = import_module(f"knockroll.games.{game.name}")
    yield "## Counting by itself\n"
    for name in module.__all__:
        if name != "GAME":
            yield f"```{{eval-rst}}\n.. autofunction:: {module.__name__}.{name}\n```\n"
