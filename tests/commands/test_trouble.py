"""What people type by mistake, and outputs that fail: each gets one clear line, never a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import knockroll
from knockroll.commands import main
from knockroll.commands.arguments import writing
from knockroll.engine.errors import InvalidOption
from tests.commands.test_main import finished_game
from tests.helpers import said_of_error

WITHOUT = (
    "import sys; sys.modules.update(dict.fromkeys({missing!r})); from knockroll.commands import main; sys.exit(main())"
)


def run(*command: str, **settings: object) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, **{name: str(value) for name, value in settings.items() if name.isupper()}}
    return subprocess.run(
        [sys.executable, "-m", "knockroll", *command],
        env=environment,
        capture_output=True,
        text=True,
        encoding="latin-1",
        timeout=120,
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["http://[::1"], "'http://[::1' is not the address of a server or table"),
        (["play", "http://[::1"], "'http://[::1' is not the address of a server or table"),
        (["bot", "--server", "http://[::1", "--player", "House"], "'http://[::1' is not the address of a server"),
        (["admin", "stats", "--database", "postgresql://[::1"], "cannot read the address of the database"),
        (["play", "tonk", "--plain", "--no-save", "--players", "cmd:"], "'cmd:' names no program"),
        (["play", "tonk", "--plain", "--players", "cmd:/nonexistent"], "there is no program '/nonexistent'"),
        (["play", "tonk", "--plain", "--players", "cmd:'a"], 'cannot read the command "cmd:\'a"'),
        (["bot", "--player", "cmd:/nonexistent"], "there is no program '/nonexistent'"),
        (["serve", "--no-browser", "--allow-bot", "nosuch.X=true"], "there is no game 'nosuch'"),
        (["serve", "--no-browser", "--host", "999.1.1.1"], "Give an address or name of this machine"),
    ],
)
def test_a_mistake_gets_one_line(
    arguments: list[str],
    message: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("KNOCKROLL_DATA", str(tmp_path))
    said = said_of_error(arguments, capsys)
    assert message in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["bot", "--player", "House", "--tables", "0"], "'0' is not a whole number from 1 up"),
        (["bot", "--player", "House", "--stay", "-1"], "'-1' is not a number of seconds"),
        (["bot", "--player", "House", "--time-limit", "-1"], "'-1' is not a number of seconds"),
        (["bot", "--player", "House", "--time-limit", "0"], "a program needs more than 0 seconds"),
        (["serve", "--port", "99999"], "'99999' is not a port: give a number from 1 to 65535"),
        (["worker", "--bus", "redis://127.0.0.1", "--processes", "0"], "'0' is not a whole number from 1 up"),
    ],
)
def test_a_value_that_makes_no_sense_is_refused(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
@pytest.mark.parametrize(
    "arguments",
    [
        ("arena", "--help"),
        ("play", "--help"),
        ("arena", "thirty_one", "--players", "house,clueless", "--games", "4", "--interpreted"),
        ("games",),
    ],
)
def test_any_output_encoding_will_do(encoding: str, arguments: tuple[str, ...]) -> None:
    ran = run(*arguments, PYTHONIOENCODING=encoding)
    assert ran.returncode == 0, ran.stderr
    assert "Traceback" not in ran.stderr


def test_a_dash_and_dots_stay_readable() -> None:
    shown = run("serve", "--help", PYTHONIOENCODING="ascii").stdout
    assert "redis://...: share tables" in shown


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize(
    "arguments",
    [
        ("games",),
        ("arena", "thirty_one", "--players", "house,clueless", "--games", "4", "--interpreted"),
        ("play", "farkle", "--plain", "--no-save"),
        ("verify", "FILE"),
    ],
)
def test_a_full_disk_gets_one_line(arguments: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(json.dumps(finished_game(knockroll.Seeded(1)).record()))
    command = [sys.executable, "-m", "knockroll", *(str(file) if word == "FILE" else word for word in arguments)]
    with Path("/dev/full").open("w") as full:
        ran = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60
        )
    assert ran.returncode == 1
    assert ran.stderr.splitlines()[-1] == "knockroll: cannot write the output: No space left on device"
    assert "Traceback" not in ran.stderr and "Exception ignored" not in ran.stderr


# --- Files ---------------------------------------------------------------------------------------------------------


def test_a_result_replaces_its_file_in_one_step_and_an_error_names_it(tmp_path: Path) -> None:
    file = tmp_path / "result.json"
    file.write_text("old")
    with pytest.raises(InvalidOption, match=r"cannot write .*result\.json: No space left on device"):  # noqa: SIM117
        with writing(str(file)) as beside:
            beside.write_text("ne")
            raise OSError(28, "No space left on device")
    assert file.read_text() == "old"
    with writing(str(file)) as beside:
        beside.write_text("new")
        assert file.read_text() == "old"
    assert file.read_text() == "new"
    assert list(tmp_path.iterdir()) == [file]


def test_a_link_stays_a_link_and_a_device_a_device(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    with writing(str(tmp_path / "link")) as beside:
        beside.write_text("new")
    assert (tmp_path / "link").is_symlink() and (tmp_path / "file").read_text() == "new"
    with writing("/dev/null") as beside:
        beside.write_text("new")
    assert Path("/dev/null").is_char_device()


# --- What is not installed, or broken ------------------------------------------------------------------------------


def run_without(missing: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", WITHOUT.format(missing=missing), *arguments]
    return subprocess.run(command, input="", capture_output=True, text=True, timeout=60)


def test_plain_mode_needs_no_extra() -> None:
    ran = run_without(["textual", "rich", "httpx", "websockets", "numpy"], "play", "farkle", "--plain", "--no-save")
    assert ran.returncode == 0, ran.stderr
    assert "Your turn" in ran.stdout


def test_playing_at_a_link_asks_for_what_the_terminal_needs() -> None:
    ran = run_without(["httpx"], "http://127.0.0.1:1/table/x")
    assert ran.stderr == "knockroll: this needs httpx. Install it: pip install 'knockroll[terminal]'\n"


# --- Ctrl-C --------------------------------------------------------------------------------------------------------


def test_ctrl_c_stops_the_network_bot_however_often(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "knockroll", "bot", "--player", "House", "--server", "http://127.0.0.1:9"]
    bot = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert bot.stdout is not None
    assert bot.stdout.readline().startswith("cannot reach the server")
    for _ in range(3):
        bot.send_signal(signal.SIGINT)
        time.sleep(0.01)
    _, errors = bot.communicate(timeout=30)
    assert errors == ""
    assert bot.returncode == 0
