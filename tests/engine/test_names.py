"""Names that people type find what they mean; otherwise the error says what they may have meant."""

from __future__ import annotations

import pytest

import knockroll
from knockroll.commands import main
from knockroll.engine.game import find_game
from knockroll.engine.names import find
from knockroll.players import find_player


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("gin_rummy", "gin_rummy"),
        ("gin", "gin_rummy"),
        ("Gin Rummy", "gin_rummy"),
        ("gin-rummy", "gin_rummy"),
        ("RUMMY", "gin_rummy"),
        ("31", "thirty_one"),
        ("scat", "thirty_one"),
        ("Thirty-One", "thirty_one"),
        ("thirty", "thirty_one"),
        ("thirtyone", "thirty_one"),
        ("fark", "farkle"),
        ("to", "tonk"),
    ],
)
def test_a_game_is_found_by_name_title_alias_or_a_part_that_only_it_has(typed: str, meant: str) -> None:
    assert find_game(typed).name == meant


@pytest.mark.parametrize("name", knockroll.game_names())
def test_every_game_is_found_by_each_of_its_names(name: str) -> None:
    game = knockroll.get_game(name)
    for spelling in (name, game.title, *game.aliases):
        assert find_game(spelling) is game
        assert find_game(spelling.upper()) is game


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("t", "there is no game 't': did you mean thirty_one, tonk or tunk? There are farkle, gin_rummy"),
        ("farcle", "did you mean farkle?"),
        ("gni", "did you mean gin_rummy?"),
        ("gim rummy", "did you mean gin_rummy?"),
        ("chess", "there is no game 'chess': there are farkle, gin_rummy"),
        ("", "there is no game '': there are farkle, gin_rummy"),
        ("♠", "there is no game '♠': there are"),
    ],
)
def test_a_game_that_is_not_clear_is_asked_for(typed: str, said: str) -> None:
    with pytest.raises(knockroll.UnknownGame) as refused:
        find_game(typed)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("The Card Counter", "The Card Counter"),
        ("counter", "The Card Counter"),
        ("card_counter", "The Card Counter"),
        ("caution", "Mr. Caution"),
        ("mr caution", "Mr. Caution"),
        ("aggr", "Ms. Aggressive"),
        ("house", "House"),
    ],
)
def test_a_player_is_found_the_same_way(typed: str, meant: str) -> None:
    assert find_player(knockroll.get_game("thirty_one"), typed) == meant


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("c", "Thirty-One has no player 'c': did you mean Mr. Caution, The Card Counter or Mr. Clueless? There are"),
        ("hose", "did you mean House?"),
        ("contuer", "did you mean The Card Counter?"),
        ("bob", "Thirty-One has no player 'bob': there are House,"),
    ],
)
def test_a_player_who_is_not_clear_is_asked_for(typed: str, said: str) -> None:
    with pytest.raises(knockroll.UnknownPlayer) as refused:
        find_player(knockroll.get_game("thirty_one"), typed)
    assert said in str(refused.value)


def test_programs_name_games_exactly_and_are_told_what_they_may_mean() -> None:
    with pytest.raises(knockroll.UnknownGame, match="there is no game 'gin': did you mean gin_rummy\\?"):
        knockroll.Table("gin")
    with pytest.raises(knockroll.UnknownPlayer, match="did you mean The Card Counter\\?"):
        knockroll.player("thirty_one", "counter")


def test_a_whole_name_is_never_taken_for_a_part_of_another() -> None:
    known = {"tonk": ("tonk",), "tonk_seven": ("tonk seven",)}
    assert find("Tonk", known) == ("tonk",)
    assert find("seven", known) == ("tonk_seven",)
    assert find("to", known) == ("tonk", "tonk_seven")


@pytest.mark.parametrize(
    "command",
    [
        ["games", "31"],
        pytest.param(["simulate", "Thirty-One", "--games", "10", "--seed", "1", "--json"], marks=pytest.mark.compiles),
        ["arena", "31", "--players", "house,counter", "--games", "4", "--seed", "1"],
    ],
)
def test_commands_understand_them(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(command) == 0
    assert capsys.readouterr().out


def test_the_terminal_understands_them(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin.readline", lambda: "")
    main(["play", "31", "--players", "counter,caution", "--seats", "3", "--plain", "--no-save", "--seed", "1"])
    assert "The Card Counter" in capsys.readouterr().out
