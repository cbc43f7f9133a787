"""Players that are no rules beside players that are: the same games as at a table, compiled or not."""

from __future__ import annotations

import importlib.metadata
import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll import arena
from knockroll.engine.game import Game
from knockroll.lab.arena.runs import run_match
from knockroll.players import find_bot
from knockroll.players.registry import ENTRY_POINTS
from tests.lab.at_table import digest, play_at_table

pytestmark = pytest.mark.compiles

GAMES = knockroll.game_names()
SEEN: list[tuple[int, dict[str, Any]]] = []
"""Every view that the guest was shown, with the seed it was made with."""


class Guest:
    """Plays whatever legal move its view and its seed tell it to, and remembers what it was shown."""

    name = "Guest"
    character = "Is asked."

    def __init__(self, game: Game, seed: int | None) -> None:
        self.seed = seed or 0

    def choose(self, view: dict[str, Any]) -> str:
        SEEN.append((self.seed, json.loads(json.dumps(view))))
        return pick(view)


def pick(view: dict[str, Any]) -> str:
    """A legal move that depends on all of a view."""
    return str(view["legal"][sum(json.dumps(view).encode()) % len(view["legal"])])


@pytest.fixture
def guest(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player of another package, for every game."""

    class Entry:
        def __init__(self, game: str) -> None:
            self.name = f"{game}.Guest"

        def load(self) -> Any:
            return Guest

    real = importlib.metadata.entry_points  # numba asks for its own

    def entry_points(**parameters: str) -> Any:
        return [Entry(name) for name in GAMES] if parameters.get("group") == ENTRY_POINTS else real(**parameters)

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    SEEN.clear()


@pytest.mark.usefixtures("guest")
@pytest.mark.parametrize("name", GAMES)
def test_a_player_that_is_asked_sees_and_plays_the_games_of_a_table(name: str) -> None:
    """Every view it is shown beside compiled players is the table's own, what the last hand came to included."""
    game = replace(knockroll.get_game(name))
    names = ["Guest", *(bot.name for bot in game.players[: game.min_seats])][: game.min_seats + 1]
    match = arena.prepare(game, names, game.min_seats + 1, len(names), seed=6, move_limit=10_000)
    results = [run_match(match, compiled=compiled).to_dict()["result"] for compiled in (True, False)]
    assert results[0] == results[1]
    shown = [view for _, view in SEEN]
    assert shown[: len(shown) // 2] == shown[len(shown) // 2 :], "the same views compiled and interpreted"
    at_tables: list[dict[str, Any]] = []

    def remember(view: dict[str, Any]) -> str:
        at_tables.append(json.loads(json.dumps(view)))
        return pick(view)

    choosers = [find_bot(game, name) or remember for name in match.players]
    games = match.games_of(0, match.deals)
    tables = [
        play_at_table(match, int(p["number"]), [choosers[number] for number in players])
        for players, p in zip(games.players, games.playouts, strict=True)
    ]
    assert shown[: len(shown) // 2] == at_tables
    assert results[0]["moves"] == sum(len(t.moves) for t in tables)
    assert results[0]["digest"] == f"{sum((2 * i + 1) * digest(t) for i, t in enumerate(tables)) % 2**64:016x}"


def test_a_program_beside_compiled_players_plays_the_same_games(tmp_path: Path) -> None:
    file = tmp_path / "first.py"
    file.write_text(
        "import json, sys\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'move': json.loads(line)['legal'][0]}), flush=True)\n"
    )
    program = f"cmd:{shlex.quote(sys.executable)} -S -E {shlex.quote(str(file))}"
    results = [
        arena.run("thirty_one", ["house", program, "clueless"], games=12, seed=9, threads=threads, compiled=compiled)
        for threads, compiled in ((1, True), (2, True), (1, False))
    ]
    assert [result.run["compiled"] for result in results] == [True, True, False]
    facts = [result.to_dict()["result"] for result in results]
    assert facts[0] == facts[1] == facts[2]
    assert all(time is not None for time in results[0].ms_per_move.values())
