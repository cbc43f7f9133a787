"""The plain mode through a real pipe: what a script, a screen reader or a person without a full screen gets."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import knockroll
from knockroll.cli import main
from knockroll.terminal.saves import saved_games

COMMAND = [sys.executable, "-m", "knockroll.cli"]
SHORT = {
    "farkle": ("-o", "target=500"),
    "gin_rummy": ("-o", "target=20"),
    "thirty_one": ("-o", "strikes=1"),
    "tonk": ("-o", "hands=2"),
    "tunk": ("-o", "target=30"),
}


def plain(*arguments: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        [*COMMAND, *arguments, "--plain"], input=lines, capture_output=True, text=True, timeout=120, env=environment
    )


@pytest.mark.parametrize("game", SHORT)
def test_a_game_is_played_to_its_end_through_a_pipe(game: str) -> None:
    ran = plain("play", game, "--seed", "5", "--players", "Random", *SHORT[game], lines="1\n" * 3000)
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""
    assert "\n== " in ran.stdout
    assert "The game is over: " in ran.stdout
    (path,) = saved_games()
    assert ran.stdout.rstrip().splitlines()[-1].startswith("Watch the game again:  knockroll replay")
    table = knockroll.Table.replay(json.loads(path.read_text()))
    assert table.result is not None
    said = [line[2:] for line in ran.stdout.splitlines() if line.startswith("> ")]
    assert set(said) == {"1"}


def test_moves_are_typed_in_the_grammar_and_mistakes_are_explained() -> None:
    lines = "draw stock\nfly\ndiscard As\nview\nrules\n\nquit\n"
    ran = plain("play", "thirty_one", "--seed", "2", "--players", "Random", lines=lines)
    assert "\nYou drew " in ran.stdout
    assert "! 'fly' is not a move" in ran.stdout
    assert "! You do not hold A♠." in ran.stdout
    assert "Three cards, one suit" in ran.stdout
    assert ran.stdout.count("Your hand: ") >= 3
    assert "The game is saved. Go on with it:  knockroll play --resume" in ran.stdout


def test_the_end_of_the_input_leaves_and_resume_goes_on() -> None:
    first = plain("play", "gin_rummy", "--seed", "3", "--players", "Random", lines="1\n1\n")
    assert first.returncode == 0
    assert first.stdout.rstrip().endswith("knockroll play --resume")
    (path,) = saved_games()
    moves = json.loads(path.read_text())["moves"]
    second = plain("play", "--resume", lines="1\n1\n")
    assert json.loads(path.read_text())["moves"][: len(moves)] == moves
    assert len(json.loads(path.read_text())["moves"]) > len(moves)
    assert second.returncode == 0


def test_ctrl_c_leaves_cleanly() -> None:
    process = subprocess.Popen(
        [*COMMAND, "play", "tonk", "--plain", "--seed", "2", "--players", "Random"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    said = ""
    while not said.endswith("\n> "):
        said += process.stdout.read(1)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 0
    assert err == ""
    assert "knockroll play --resume" in out
    assert len(saved_games()) == 1


def test_a_closed_pipe_is_no_traceback() -> None:
    command = " ".join([*COMMAND, "play", "tonk", "--plain", "--seed", "2"])
    ran = subprocess.run(
        ["bash", "-c", f"yes 1 | {command} | head -1"], capture_output=True, text=True, timeout=60, check=False
    )
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["play", "chess", "--plain"], "there is no game 'chess'"),
        (["play", "--plain"], "name a game"),
        (["play", "tonk", "--plain", "--seats", "99"], "cannot have 99 seats"),
        (["play", "tonk", "--plain", "-o", "stake"], "NAME=VALUE"),
        (["play", "tonk", "--plain", "-o", "colour=red"], "there is no option 'colour'"),
        (["play", "tonk", "--plain", "--players", "Nobody"], "has no player 'Nobody'"),
        (["play", "tonk", "--plain", "--seats", "2", "--players", "Random,Random"], "2 computer players for 2 seats"),
        (["play", "--resume", "--plain"], "there is no unfinished game"),
        (["play", "--resume", "no/such/file", "--plain"], "cannot be read"),
        (["play", "tonk", "--resume", "--plain"], "leave GAME away"),
        (["play", "--server", "http://127.0.0.1:1"], "needs both"),
        (["play", "tonk", "--server", "http://127.0.0.1:1", "--table", "x"], "leave GAME and --resume away"),
        (["play", "--server", "http://127.0.0.1:1", "--table", "x", "--plain"], "cannot be reached"),
        (["play", "--server", "nonsense", "--table", "x", "--plain"], "cannot be reached"),
        (["play", "tonk"], "try --plain"),
        (["play"], "try --plain"),
    ],
)
def test_what_cannot_be_gets_a_clear_error(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    said = capsys.readouterr().err
    assert message in said
    assert "Traceback" not in said


def test_watching_needs_nobody(tmp_path: Path) -> None:
    ran = plain("play", "farkle", "--watch", "--seed", "2", "-o", "target=500", "--players", "Random")
    assert ran.returncode == 0
    assert "The game is over" in ran.stdout
    assert "You" not in ran.stdout


def test_help_teaches_with_examples(capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("play", "replay"):
        with pytest.raises(SystemExit):
            main([command, "--help"])
        assert "examples:" in capsys.readouterr().out
