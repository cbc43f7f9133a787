"""Players that are programs: what they do wrong costs them their seat, and does not stop the match."""

from __future__ import annotations

import shlex
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import knockroll
from knockroll import arena
from knockroll.engine.errors import PlayerFailed
from knockroll.players.processes.program import ProcessPlayer

Program = Callable[[str], str]

LOOP = """
import json, sys, time
for number, line in enumerate(sys.stdin):
    view = json.loads(line)
    {body}
    print(json.dumps({{"move": view["legal"][0]}}), flush=True)
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Writes a program that does something with each view before it answers the first legal move; its player."""

    def write(body: str) -> str:
        file = tmp_path / f"bot{len(list(tmp_path.iterdir()))}.py"
        file.write_text(LOOP.format(body=body.replace("\n", "\n    ")))
        return f"cmd:{shlex.quote(sys.executable)} -S -E {shlex.quote(str(file))}"

    return write


def test_a_program_plays_like_any_other_player(program: Program) -> None:
    bot = program("pass")
    result = arena.run("thirty_one", [bot, "random"], games=20, seed=1)
    assert result.games == 20
    assert not result[bot].faults
    time_per_move = result.ms_per_move[bot]
    assert time_per_move is not None
    assert 0.01 < time_per_move < 1000
    again = arena.run("thirty_one", [bot, "random"], games=20, seed=1, threads=2)
    assert again.to_dict()["result"] == result.to_dict()["result"]


def test_house_as_a_program_plays_as_house_does(tmp_path: Path) -> None:
    """The view that a program reads has all that a player needs."""
    file = tmp_path / "house.py"
    file.write_text(
        "import json, sys, knockroll\n"
        "house = knockroll.player('thirty_one', 'House')\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'move': house.choose(json.loads(line))}), flush=True)\n"
    )
    bot = f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(file))}"
    by_program = arena.run("thirty_one", [bot, "caution", "clueless"], games=12, seed=7)
    by_rule = arena.run("thirty_one", ["house", "caution", "clueless"], games=12, seed=7)
    assert by_program.digest == by_rule.digest
    assert by_program[bot].wins == by_rule["House"].wins


@pytest.mark.parametrize(
    ("body", "kind", "told"),
    [
        ("if number > 5: sys.exit('tired of this')", "crash", "ended with exit status 1; it said: tired of this"),
        ("if number > 5: 1 / 0", "crash", "ZeroDivisionError"),
        ("if number > 5: time.sleep(60)", "timeout", "did not answer within 0.3 s"),
        ("if number > 5: view['legal'] = ['discard Zz']", "illegal", "is not a move"),
        ("if number > 5: view['legal'] = ['discard As']", "illegal", "could only"),
        ("if number > 5: print('thinking', flush=True); continue", "illegal", "answered 'thinking'"),
        ("if number > 5: print('[1]', flush=True); continue", "illegal", "not an object"),
        ("if number > 5: print('{\"move\": 3}', flush=True); continue", "illegal", "not an object"),
        (
            "if number > 5: sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush(); continue",
            "illegal",
            "answered",
        ),
    ],
)
def test_a_program_that_fails_loses_its_seat_and_is_reported(program: Program, body: str, kind: str, told: str) -> None:
    """The match goes on with a random player in its seat; in the next game the program may try again."""
    bot = program(body)
    patience = 0.3 if kind == "timeout" else 20.0
    result = arena.run("thirty_one", ["house", bot], games=6, seed=3, time_limit=patience)
    assert result.games == 6
    assert result.unfinished == 0
    assert result[bot].faults.keys() == {kind}
    assert 1 <= result[bot].faults[kind] <= 6
    assert told in result.run["first_faults"][bot]
    assert not result["House"].faults


def test_a_program_gets_its_time_limit_anew_for_every_move(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    limits: list[float] = []
    next_line = ProcessPlayer._next_line

    def recorded(player: ProcessPlayer, limit: float) -> str:
        limits.append(limit)
        return next_line(player, limit)

    monkeypatch.setattr(ProcessPlayer, "_next_line", recorded)
    bot = program("pass")
    result = arena.run("thirty_one", ["house", bot], games=2, seed=3, time_limit=600)
    assert not result[bot].faults
    assert len(limits) > 5 and set(limits) == {600}


def test_a_program_that_ended_between_two_moves_is_not_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text('input(); print(\'{"move": "knock"}\', flush=True); raise SystemExit("goodbye")')
    with closing(ProcessPlayer(f"{shlex.quote(sys.executable)} -S -E {shlex.quote(str(file))}", 3600)) as player:
        assert player.choose({}) == "knock"
        for listener in player._listeners:
            listener.join()  # now it has ended, and that is known
        with pytest.raises(PlayerFailed, match="ended with exit status 1; it said: goodbye"):
            player.choose({})


def test_a_program_that_is_closed_while_it_starts_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a server stops just then: the other thread finds all of the program or nothing."""
    player = ProcessPlayer("cat")
    closing_it = threading.Thread(target=player.close)
    started: list[subprocess.Popen[str]] = []
    popen = subprocess.Popen

    def start_slowly(*what: Any, **how: Any) -> subprocess.Popen[str]:
        closing_it.start()
        closing_it.join(0.1)
        started.append(popen(*what, **how))
        return started[0]

    monkeypatch.setattr(subprocess, "Popen", start_slowly)
    player.start()
    closing_it.join()
    assert started[0].returncode is not None


def test_a_program_that_was_ended_is_not_started_again() -> None:
    player = ProcessPlayer("cat")
    player.end()
    with pytest.raises(PlayerFailed, match="'cmd:cat' does not start: it is no longer wanted"):
        player.choose({})


def test_what_a_program_says_unasked_is_not_taken_for_an_answer(program: Program) -> None:
    bot = program("print(json.dumps({'move': view['legal'][0]}), flush=True)")
    player = ProcessPlayer(bot.removeprefix("cmd:"), 5)
    t = knockroll.Table("thirty_one", seats=2, seed=1)
    try:
        for _ in range(6):
            if t.turn is None:
                break
            assert player.choose(t.view(t.turn)) in t.legal()
            t.play(t.legal()[0])
            player._answers.put(player._answers.get(timeout=60))  # what it said unasked has come, and is still there
    finally:
        player.close()


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("./no/such/bot", "'cmd:./no/such/bot' does not start: No such file or directory: './no/such/bot'"),
        ("", "no command behind 'cmd:'"),
        ("'", "does not start: No closing quotation"),
        (f"{shlex.quote(sys.executable)} no_such_file.py", "no_such_file.py.*this was its first view"),
        (f"{shlex.quote(sys.executable)} -c pass", "ended with exit status 0; this was its first view"),
    ],
)
def test_a_command_that_does_not_start_is_an_error_before_the_match(command: str, message: str) -> None:
    with pytest.raises(PlayerFailed, match=message):
        arena.run(
            "thirty_one", ["house", f"cmd:{command}"], games=2, progress=lambda done, total: pytest.fail("played")
        )


def test_a_program_that_is_not_executable_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("no program")
    with pytest.raises(PlayerFailed, match="Permission denied"):
        arena.run("thirty_one", ["house", f"cmd:{file}"], games=2)


def test_programs_are_stopped_when_the_match_is_over(program: Program, tmp_path: Path) -> None:
    """They, and what they have started: a program of one's own may hide behind a shell."""
    note = tmp_path / "pids"
    bot = program(f"import os; open({str(note)!r}, 'a').write(str(os.getpid()) + chr(10))")
    wrapped = "cmd:sh -c " + shlex.quote(f"{bot.removeprefix('cmd:')}; true")
    arena.run("thirty_one", ["house", wrapped], games=2, seed=1)
    for pid in set(note.read_text().split()):
        for _ in range(100):
            if not Path(f"/proc/{pid}").exists() or "Z" in Path(f"/proc/{pid}/stat").read_text().split()[2]:
                break
            time.sleep(0.02)
        else:
            pytest.fail(f"{pid} is still running")
