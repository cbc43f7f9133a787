"""How strong a player is said to be is what the ladders in docs/players found."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from scripts.ladder import strength_of

import knockroll
from knockroll.players import find_bot

MASTER = 6
"""The strength of the best, searching or not."""
LADDERS = Path(__file__).parents[2] / "docs" / "players"
GAMES = sorted({path.stem.partition("-")[0] for path in LADDERS.glob("*.json")})


def ladder(name: str) -> dict[str, float]:
    """The ratings of a game as people begin it: with its usual seats and the rules that are offered first."""
    game = knockroll.get_game(name)
    variant = next(iter(game.rule_sets()))
    found = LADDERS / "-".join([name, *([variant] if variant else []), f"{game.default_seats}.json"])
    standings = json.loads(found.read_text())["result"]["standings"]
    return {one["name"]: one["rating"] for one in standings}


@pytest.mark.parametrize("name", GAMES)
def test_strengths_are_those_of_the_ladder(name: str) -> None:
    ratings = ladder(name)
    best = max(ratings.values())
    told = {}
    game = knockroll.get_game(name)
    for player in set(knockroll.player_names(name)) - {thinker.name for thinker in game.thinkers}:
        bot = find_bot(game, player)
        assert bot is not None
        told[player] = bot.strength
    found = {player: strength_of(best - rating) for player, rating in ratings.items()}
    assert told == {
        player: MASTER if strength == 5 and beats_thinkers(name, player) else strength
        for player, strength in found.items()
    }
    assert max(found.values()) == 5
    assert told["Random"] == 1


def beats_thinkers(name: str, player: str) -> bool:
    """Whether a bot has been shown to win more games than every player of the game that searches."""
    thinkers = [thinker.name for thinker in knockroll.get_game(name).thinkers]
    results = [json.loads(path.read_text()) for path in LADDERS.glob(f"{name}-*.json")]
    shown = {
        tuple(sorted(result["match"]["players"])): {one["name"]: one for one in result["result"]["standings"]}
        for result in results
    }
    matches = [shown.get(tuple(sorted((player, thinker)))) for thinker in thinkers]
    return bool(matches) and all(match and match[player]["share_low"] > 0.5 for match in matches)


@pytest.mark.parametrize("name", GAMES)
def test_a_player_that_searches_is_a_master_unless_a_bot_beats_it(name: str) -> None:
    game = knockroll.get_game(name)
    is_beaten = any(beats_thinkers(name, bot.name) for bot in game.players)
    assert all((thinker.strength == MASTER) is not is_beaten for thinker in game.thinkers)


@pytest.mark.parametrize(("behind", "strength"), [(0, 5), (29.9, 5), (30, 4), (99, 4), (100, 3), (250, 2), (500, 1)])
def test_strength_is_how_far_behind_the_best(behind: float, strength: int) -> None:
    assert strength_of(behind) == strength
