"""The page for contributors is true where a program can tell."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import knockroll
from knockroll.engine import options
from knockroll.games.thirty_one import players
from knockroll.players.player import Bot

PAGE = (Path(__file__).parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_the_player_of_the_page_plays() -> None:
    [block] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    [bot] = re.findall(r"`(Bot\(.*?\))`", PAGE)
    scope = {**vars(players), "rule": lambda function: function}  # the compiler knows rules by their files
    exec(block, scope)
    patient = eval(bot, scope)
    assert isinstance(patient, Bot)
    game = replace(knockroll.get_game("thirty_one"), players=(*players.PLAYERS, patient))
    seats = [knockroll.player(game, name, seed=1) for name in ("The Patient", "House")]
    t = knockroll.Table(game, 2, seed=1)
    while t.turn is not None:
        t.play(seats[t.turn].choose(t.view(t.turn)))
    assert t.result is not None


def test_the_option_of_the_page_is_one() -> None:
    [written] = re.findall(r"`(number\(.*?\))`", PAGE)
    option = eval(written, vars(options))
    assert f"`{option.field}: int = {option.default}`" in PAGE
    assert f"`s.{option.field}`" in PAGE


def test_files_that_the_page_names_are_there() -> None:
    root = Path(knockroll.__file__).parents[2]
    named = re.findall(r"`((?:src|tests|docs|scripts|engine)/[\w/]+(?:\.\w+)?)`", PAGE)
    assert len(named) > 8
    missing = [name for name in named if not (root / name).exists() and not (root / "src/knockroll" / name).exists()]
    assert missing == []
