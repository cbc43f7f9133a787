"""What people type, through the real command line: what cannot be is said in a sentence, and nothing was begun."""

from __future__ import annotations

import json
import os
import pty
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll.lab import arena
from knockroll.server import Settings

PYTHONESE = re.compile(r"Traceback|\w+Error\b|Invalid\w+\(|NoneType|<class|object at 0x|invalid \w+ value|Errno")
"""What only somebody who knows Python would understand."""
HOUSE = ("arena", "thirty_one", "--players", "house,clueless", "--games", "4", "--seed", "1")


def run(*arguments: str, text: str | bytes = b"", **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as a person runs it, who types a text or sends one through a pipe."""
    written = text.encode() if isinstance(text, str) else text
    command = [sys.executable, "-m", "knockroll", *arguments]
    ran = subprocess.run(command, input=written, capture_output=True, env={**os.environ, **environment})
    return subprocess.CompletedProcess(command, ran.returncode, ran.stdout.decode(), ran.stderr.decode())


def refused(*arguments: str, text: str | bytes = b"", **environment: str) -> str:
    """What the command says that does not do what it was asked for."""
    ran = run(*arguments, text=text, **environment)
    assert ran.returncode in (1, 2), ran.stderr
    assert ran.stdout == "", "nothing was begun"
    assert not PYTHONESE.search(ran.stderr), ran.stderr
    assert "━" not in ran.stderr, "a bar was drawn before the options were looked at"
    return ran.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*HOUSE, "--json", "/no/such/folder/x"), "cannot write /no/such/folder/x: there is no folder /no/such/f"),
        ((*HOUSE, "--json", "/"), "cannot write /: it is a folder"),
        ((*HOUSE, "--plot", "/no/such/folder/x.svg"), "x.svg: there is no folder /no/such/folder"),
        ((*HOUSE, "--threads", "0"), "threads must be a whole number of at least 1, not 0"),
        ((*HOUSE, "--threads", "many"), "argument --threads: 'many' is not a whole number"),
        ((*HOUSE, "--seats", "many"), "argument --seats: 'many' is not a whole number"),
        ((*HOUSE, "--games", "1e3"), "argument --games: '1e3' is not a whole number"),
        ((*HOUSE, "--time-limit", "long"), "argument --time-limit: 'long' is not a number of seconds"),
        ((*HOUSE, "--seed", "luck"), "argument --seed: 'luck' is not a whole number"),
        (("simulate", "tonk", "--seed", "1.5"), "argument --seed: '1.5' is not a whole number"),
        (("simulate", "tonk", "--threads", "0"), "threads must be a whole number of at least 1, not 0"),
        (("simulate", "tonk", "-o", "stake=lots"), "option stake cannot be 'lots'"),
        (("serve", "--port", "http"), "argument --port: 'http' is not a whole number"),
        (("serve", "--port", "99999"), "'99999' is not a port: give a number from 1 to 65535"),
        (("serve", "--database", "mysql://x"), "cannot use a database of the kind 'mysql': give a path of an SQLite"),
        (("serve", "--database", "/"), "cannot use the database /: it is a folder; give a file"),
        (
            ("serve", "--public-url", "junk"),
            "--public-url has to be an address such as https://example.org, not 'junk'",
        ),
        (
            ("serve", "--proxy", "junk"),
            "--proxy has to be an address or a network such as 127.0.0.1 or 10.0.0.0/8, not 'junk'",
        ),
        (("replay", "x", "--seat", "one"), "argument --seat: 'one' is not a whole number"),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_done(
    arguments: tuple[str, ...], message: str, tmp_path: Path
) -> None:
    assert message in refused(*arguments, KNOCKROLL_DATA=str(tmp_path))


RESULT: dict[str, Any] = arena.run("thirty_one", ["house", "random"], games=2, seed=1).to_dict()


def changed(**match: Any) -> dict[str, Any]:
    return {**RESULT, "match": {name: value for name, value in (RESULT["match"] | match).items() if value is not ...}}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("[", "is not JSON: "),
        ("{}", "this is not a knockroll-arena/1 document: its format is null"),
        ({"format": "knockroll/1"}, 'this is not a knockroll-arena/1 document: its format is "knockroll/1"'),
        ({"format": "knockroll-arena/1"}, "the document has no 'match'"),
        ({"format": "knockroll-arena/1", "match": []}, "'match' of the document is a list, not an object"),
        (changed(seed=...), "the match has no 'seed'"),
        (changed(seed="luck"), "the match cannot be played: its seed is not hexadecimal"),
        (changed(seats="many"), "'seats' of the match is a text, not a whole number"),
        (changed(game="chess"), "the match cannot be played: there is no game 'chess'"),
        (changed(players=["house", 7]), "the match cannot be played: its players must all be strings"),
        (changed(players=["\x1b[2Jbob"]), r"Thirty-One has no player '\x1b[2Jbob'"),
        (changed(colour="red"), "the match has an unknown field 'colour'"),
    ],
)
def test_a_match_that_cannot_be_played_again(document: Any, message: str, tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    file.write_text(document if isinstance(document, str) else json.dumps(document))
    assert message in refused("arena", "--rerun", str(file))


# --- Programs that a file names ------------------------------------------------------------------------------------


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A result that somebody has sent, with a program in it; the program leaves a trace."""
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, pathlib, sys\n"
        "pathlib.Path(__file__).with_name('trace').touch()\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'move': json.loads(line)['legal'][0]}), flush=True)\n"
    )
    program = f"cmd:{shlex.quote(sys.executable)} -S -E {shlex.quote(str(bot))}"
    kept = arena.run("thirty_one", ["house", program], games=2, seed=1).to_dict()
    (tmp_path / "trace").unlink()
    file = tmp_path / "result.json"
    file.write_text(json.dumps(kept))
    return file


def test_a_file_starts_no_program_unasked(foreign: Path) -> None:
    said = refused("arena", "--rerun", str(foreign))
    assert "starts this program on this machine:\n  '" in said
    assert "bot.py'" in said
    assert "add --allow-commands" in said
    with pytest.raises(knockroll.InvalidRecord, match="if you trust that, pass allow_commands=True"):
        arena.rerun(foreign.read_text())
    assert not foreign.with_name("trace").exists()


def test_a_file_may_start_programs_that_are_allowed(foreign: Path) -> None:
    ran = run("arena", "--rerun", str(foreign), "--allow-commands")
    assert (ran.returncode, foreign.with_name("trace").exists()) == (0, True), ran.stderr
    assert "the result is the same as the saved one" in ran.stderr
    assert arena.rerun(foreign.read_text(), allow_commands=True).games == 2


@pytest.mark.parametrize(("answer", "started"), [("y", True), ("n", False), ("", False)])
def test_at_a_terminal_the_person_is_asked(answer: str, started: bool, foreign: Path) -> None:
    person, terminal = pty.openpty()
    try:
        command = [sys.executable, "-m", "knockroll", "arena", "--rerun", str(foreign)]
        os.write(person, f"{answer}\n".encode())
        ran = subprocess.run(command, stdin=terminal, capture_output=True, text=True)
    finally:
        os.close(person)
        os.close(terminal)
    assert "Start it? [y/N]" in ran.stderr
    assert (ran.returncode == 0, foreign.with_name("trace").exists()) == (started, started), ran.stderr


def test_what_a_program_says_cannot_write_to_the_terminal(tmp_path: Path) -> None:
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import json, sys\n"
        "print(json.dumps({'move': json.loads(input())['legal'][0]}), flush=True)\n"
        "sys.stderr.write('\\x1b[2J[bold]oh no\\n')\n"
    )
    program = f"cmd:{shlex.quote(sys.executable)} -S -E {shlex.quote(str(bot))}"
    ran = run("arena", "thirty_one", "--players", program, "--players", "house", "--games", "2", COLUMNS="200")
    assert "\x1b" not in ran.stdout + ran.stderr
    assert "[2J[bold]oh no" in ran.stdout


# --- Records and folders -------------------------------------------------------------------------------------------


def test_a_record_is_verified_from_standard_input() -> None:
    table = knockroll.Table("thirty_one", seed=3)
    ran = run("verify", "-", text=json.dumps(table.record()))
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "all 2 deals and throws follow from the seed" in ran.stdout
    assert "standard input is not a text file: byte 0 of it is not UTF-8" in refused("verify", "-", text=b"\xff")
    assert "'game' comes twice in one object" in refused("verify", "-", text='{"game": 1, "game": 2}')
    assert "it has no 'format'" in refused("replay", "-", "--plain", text="{}")


def test_a_servers_tables_are_where_all_else_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mine = tmp_path / "mine"
    monkeypatch.setenv("KNOCKROLL_DATA", str(mine))
    assert Settings().database_url == f"sqlite:///{mine}/tables.sqlite3"
    assert mine.is_dir()
    taken = tmp_path / "taken"
    taken.write_text("")
    assert f"cannot store tables in {taken}: File exists" in refused("serve", KNOCKROLL_DATA=str(taken))
