"""Front ends and server know no game: what they say of one, they have from its own account of itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import knockroll

SOURCES = Path(knockroll.__file__).parent
SUFFIXES = {".py", ".js", ".ts", ".css", ".html", ".svg", ".tcss"}


def words_for_games() -> re.Pattern[str]:
    """The names and titles of all games, as words."""
    names = {name for game in map(knockroll.get_game, knockroll.game_names()) for name in (game.name, game.title)}
    return re.compile(rf"(?<![^\W_])({'|'.join(map(re.escape, sorted(names)))})(?![^\W_])", re.IGNORECASE)


@pytest.mark.parametrize("room", ["web", "terminal", "server", "testing"])
def test_no_game_is_named(room: str) -> None:
    words = words_for_games()
    found = [
        f"{path.relative_to(SOURCES)}:{number}: {line.strip()[:100]}"
        for path in sorted((SOURCES / room).rglob("*"))
        if path.suffix in SUFFIXES
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if words.search(line)
    ]
    assert found == []


@pytest.mark.parametrize("line", ["a game of Tonk", "gin_rummy()", "GIN RUMMY", "class=game-farkle", "THIRTY-ONE"])
def test_a_name_is_noticed_wherever_it_stands(line: str) -> None:
    assert words_for_games().search(line)


@pytest.mark.parametrize("line", ["Tonkin", "engine", "thirty", "rummy"])
def test_what_only_looks_like_a_name_is_none(line: str) -> None:
    assert not words_for_games().search(line)
