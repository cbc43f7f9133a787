"""The command: what it shows, keeps and draws, and what it says when something is wrong."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import pytest
from scripts import ladder

import knockroll
from knockroll.commands.arena import add_command, split_players
from knockroll.engine.errors import InvalidOption, InvalidRecord, KnockrollError, UnknownPlayer


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser(prog="knockroll")
    add_command(parser.add_subparsers())
    options = parser.parse_args(["arena", *arguments])
    return int(options.run(options))


def test_it_shows_a_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    assert run("thirty_one", "--players", "house, caution,clueless", "--games", "60", "--seed", "0x10") == 0
    shown = capsys.readouterr().out
    for text in ("Thirty-One: 60 games, 3 seats, seed 16", "win share", "95%", "mean strikes", "rating", "ms/move"):
        assert text in shown
    for text in ("House", "Mr. Caution", "Mr. Clueless", "head to head", "games/s", "interpreted"):
        assert text in shown


def test_a_result_is_kept_and_runs_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "result.json"
    options = ["--seats", "4", "--round-robin", "-o", "strikes=2", "-o", "knock_first_round=false"]
    players = ",".join(
        bot.name for bot in knockroll.get_game("thirty_one").players
    )  # players that search would take minutes
    assert run("thirty_one", "--players", players, *options, "--games", "60", "--json", str(file)) == 0
    kept = json.loads(file.read_text())
    assert kept["match"]["options"]["strikes"] == 2
    assert run("--rerun", str(file), "--threads", "2") == 0
    assert "the same" in capsys.readouterr().err
    kept["result"]["digest"] = "0"
    file.write_text(json.dumps(kept))
    assert run("--rerun", str(file)) == 1
    assert "NOT" in capsys.readouterr().err


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_a_plot_is_drawn_and_the_same_again(tmp_path: Path, ending: str) -> None:
    files = [tmp_path / f"{number}.{ending}" for number in range(2)]
    for file in files:
        run("thirty_one", "--players", "house,caution,clueless", "--games", "30", "--seed", "3", "--plot", str(file))
    assert files[0].read_bytes() == files[1].read_bytes()
    assert len(files[0].read_bytes()) > 5000
    if ending == "svg":
        text = files[0].read_text()
        for words in ("Thirty-One: 30 games, 3 seats", "Mr. Caution", "Head to head", "Rating", "95% intervals"):
            assert words in text


def test_one_player_alone_is_drawn_too(tmp_path: Path) -> None:
    assert run("thirty_one", "--players", "house", "--games", "4", "--plot", str(tmp_path / "one.svg")) == 0


def test_players_are_separated_by_commas_but_commands_may_have_some() -> None:
    game = knockroll.get_game("thirty_one")
    assert split_players(game, ["house,cmd:./bot", "caution"]) == ["House", "cmd:./bot", "Mr. Caution"]
    assert split_players(game, ["cmd:./bot --levels 1,2", "house"]) == ["cmd:./bot --levels 1,2", "House"]
    assert split_players(game, ["all"]) == list(knockroll.player_names(game))


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ([], InvalidOption, "name a game"),
        (["thirty_one"], InvalidOption, "name players with --players: House"),
        (["thirty_one", "--players", "house,bob"], UnknownPlayer, "no player 'bob'"),
        (["thirty_one", "--players", "all", "--seats", "4"], InvalidOption, "--round-robin"),
        (["thirty_one", "--players", "house", "--plot", "x.gif"], InvalidOption, ".svg or .png or .pdf"),
        (["thirty_one", "--players", "house", "-o", "strikes"], InvalidOption, "NAME=VALUE"),
        (["thirty_one", "--players", "house", "-o", "x=1"], InvalidOption, "no option 'x'"),
        (["thirty_one", "--players", "cmd:./nothing-here"], KnockrollError, "does not start"),
        (["--rerun", "no-such-file"], InvalidOption, "cannot be read"),
    ],
)
def test_errors_are_clear(arguments: list[str], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        run(*arguments)


def test_a_rerun_names_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    file.write_text("{}")
    with pytest.raises(InvalidOption, match="omit them"):
        run("thirty_one", "--rerun", str(file))
    with pytest.raises(InvalidRecord):
        run("--rerun", str(file))


def test_what_went_wrong_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import shlex
    import sys

    file = tmp_path / "bot.py"
    file.write_text('import sys\nfor line in sys.stdin: print(\'{"move": "dance"}\', flush=True)\n')
    bot = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(file))}"
    run("thirty_one", "--players", bot, "--players", "house", "--games", "2", "--seed", "1", "--time-limit", "3")
    shown = " ".join(capsys.readouterr().out.split())
    assert "lost its seat to a random player: 2 × illegal" in shown
    assert "'dance' is not a move" in shown


@pytest.mark.compiles
def test_the_page_of_players_is_made(tmp_path: Path) -> None:
    (tmp_path / "players.md").write_text("# Old\n\n## Tunk\n\nwhat was there\n\n## Thirty-One\n\nold\n")
    ladder.make_page(tmp_path, ["thirty_one"], 20, 1)
    page = (tmp_path / "players.md").read_text()
    assert page.startswith("# The computer players")
    assert "## Thirty-One\n" in page
    assert "old\n" not in page
    assert page.index("## Thirty-One") < page.index("## Tunk\n\nwhat was there"), "in the order of the games"
    for bot in knockroll.get_game("thirty_one").players:
        assert f"**{bot.name}.** *{bot.character}* " in page
    for seats in (2, 4):
        assert f"players/thirty_one-{seats}.svg" in page
        assert (tmp_path / "players" / f"thirty_one-{seats}.svg").exists()
        assert json.loads((tmp_path / "players" / f"thirty_one-{seats}.json").read_text())["match"]["seats"] == seats
    ladder.make_page(tmp_path, ["thirty_one"], 20, 2)
    again = (tmp_path / "players.md").read_text()
    assert [line for line in again.splitlines() if "ms" not in line and "|" not in line] == [
        line for line in page.splitlines() if "ms" not in line and "|" not in line
    ]
