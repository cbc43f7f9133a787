"""The command line: what it prints, and what it says to impossible requests."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path

import pytest

import knockroll
from knockroll.commands import main
from tests.helpers import said_of_error


def finished_game(chance: knockroll.Seeded | knockroll.Fair) -> knockroll.Table:
    t = knockroll.Table("thirty_one", seats=3, chance=chance)
    choices = random.Random(1)
    while t.turn is not None:
        t.play(choices.choice(t.legal()))
    return t


def test_games_lists_all_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    listed = capsys.readouterr().out
    assert all(name in listed for name in knockroll.game_names())


@pytest.mark.parametrize("name", knockroll.game_names())
def test_games_tells_options_players_and_moves(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", name]) == 0
    told = capsys.readouterr().out
    game = knockroll.get_game(name)
    assert all(option.name in told and option.help in told for option in game.options)
    assert all(player in told for player in knockroll.player_names(name))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["games", "chess"], f"there is no game 'chess': there are {', '.join(knockroll.game_names())}"),
        (["simulate", "chess"], "there is no game 'chess'"),
        (["simulate", "tonk", "--seats", "99"], "cannot have 99 seats: it takes 2 to 10"),
        (["simulate", "tonk", "-o", "colour=red"], "there is no option 'colour': there are"),
        (["simulate", "tonk", "-o", "stake"], "NAME=VALUE"),
        (["simulate", "tonk", "-o", "stake=lots"], "option stake cannot be 'lots'"),
        (["simulate", "tonk", "--players", "nobody"], "'random'"),
        (["simulate", "tonk", "--games", "0"], "games must be a whole number of at least 1"),
        (["simulate", "tonk", "--threads", "-1"], "threads must be a whole number of at least 1"),
        (["simulate", "tonk", "--seed", str(2**256)], "a seed is a whole number from 0"),
        (["simulate", "gin_rummy", "--variant", "nonsense"], "it has: 'standard'"),
        (["verify", "no/such/file.json"], "cannot be read"),
        (["verify", "."], "cannot be read"),
    ],
)
def test_what_cannot_be_gets_a_clear_error(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert message in said_of_error(arguments, capsys)


@pytest.mark.compiles
def test_simulate_prints_json_that_threads_do_not_change(capsys: pytest.CaptureFixture[str]) -> None:
    results = []
    for threads in ("1", "2"):
        assert main(["simulate", "thirty_one", "--games", "3000", "--seed", "4", "--threads", threads, "--json"]) == 0
        result = json.loads(capsys.readouterr().out)
        assert result.pop("seconds") > 0
        results.append(result)
    assert results[0] == results[1]
    assert results[0]["games"] == 3000


@pytest.mark.compiles
def test_simulate_prints_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "thirty_one", "--games", "100", "--seed", "4"]) == 0
    printed = capsys.readouterr().out
    assert "win share" in printed
    assert "hands/s" in printed


@pytest.mark.parametrize("chance", [knockroll.Seeded(3), knockroll.Fair(bytes(32), {1: b"luck"})])
def test_verify_says_what_a_record_proves(
    chance: knockroll.Seeded | knockroll.Fair, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(finished_game(chance).record()))
    assert main(["verify", str(file)]) == 0
    assert "won by seat" in capsys.readouterr().out


def test_verify_says_at_which_move_a_forged_record_breaks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = finished_game(knockroll.Fair(bytes(32))).record()
    first = record["given"][1]["deck"].split()
    first[0], first[1] = first[1], first[0]
    record["given"][1]["deck"] = " ".join(first)
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(record))
    assert main(["verify", str(file)]) == 1
    assert "after move 0 chance gave something else" in capsys.readouterr().err


@pytest.mark.parametrize(
    "damage", [b"", b"{", b"[]", b"null", b"\xff\xfe", b'{"format": "knockroll/1"}', b"[" * 100_000]
)
def test_verify_survives_any_file(damage: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "damaged.json"
    file.write_bytes(damage)
    assert main(["verify", str(file)]) == 1
    assert "Traceback" not in capsys.readouterr().err


def test_importing_loads_neither_numpy_nor_numba() -> None:
    program = (
        "import sys, knockroll; knockroll.Table('tonk'); print([m for m in ('numpy', 'numba') if m in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert ran.stdout.strip() == "[]"
