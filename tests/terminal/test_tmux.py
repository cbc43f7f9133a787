"""The command in a real terminal (tmux): keys, and what the screen then shows."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from knockroll.terminal.model.saves import saved_games


def _tmux() -> str:
    """Run tmux; install it if that is possible."""
    found = shutil.which("tmux")
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        subprocess.run(["apt-get", "install", "-y", "-q", "tmux"], capture_output=True, timeout=300, check=False)
        found = shutil.which("tmux")
    if found is None:
        pytest.skip("tmux is not installed, and it cannot be installed here")
    return found


class Terminal:
    """A terminal of 80 by 24 with a shell in it."""

    def __init__(self, tmux: str, socket: Path, data: Path) -> None:
        self._base = [tmux, "-S", str(socket), "-f", "/dev/null"]
        # Shells and CI systems that export a size do so once; the window still changes.
        size = {"COLUMNS": "80", "LINES": "24"}
        environment = {**os.environ, **size, "KNOCKROLL_DATA": str(data), "LC_ALL": "C.UTF-8"}
        command = ["new-session", "-d", "-x", "80", "-y", "24", "bash --norc --noprofile"]
        subprocess.run([*self._base, *command], env=environment, check=True, timeout=20)
        self("set", "-g", "status", "off")

    def __call__(self, *arguments: str) -> str:
        ran = subprocess.run([*self._base, *arguments], capture_output=True, text=True, timeout=20, check=False)
        return ran.stdout

    def screen(self) -> str:
        return self("capture-pane", "-p")

    def keys(self, *keys: str) -> None:
        self("send-keys", *keys)

    def resize(self, width: int, height: int) -> None:
        self("resize-window", "-x", str(width), "-y", str(height))

    def wait_for(self, text: str, seconds: float = 60.0) -> str:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            shown = self.screen()
            if text in shown:
                return shown
            time.sleep(0.1)
        raise AssertionError(f"{text!r} does not appear:\n{self.screen()}")

    def wait_for_end_of(self, text: str, seconds: float = 60.0) -> None:
        end = time.monotonic() + seconds
        while text in self.screen():
            assert time.monotonic() < end, self.screen()
            time.sleep(0.1)


@pytest.fixture
def terminal(tmp_path: Path, data: Path) -> Iterator[Terminal]:
    one = Terminal(_tmux(), tmp_path / "socket", data)
    try:
        yield one
    finally:
        one("kill-server")


def test_a_hand_of_thirty_one_in_a_real_terminal(terminal: Terminal) -> None:
    command = f"{sys.executable} -m knockroll"
    terminal.keys(f"{command} play thirty_one --seats 2 --players Random --seed 3 --pace fast", "Enter")
    shown = terminal.wait_for("Your turn")
    assert "stock" in shown
    assert "value" in shown
    terminal.keys("s")
    terminal.wait_for("discard a card.")
    terminal.keys("1")
    terminal.wait_for("┏━━━━━┓")
    terminal.keys("Enter")
    terminal.wait_for("You discarded")
    terminal.resize(140, 40)
    terminal.wait_for("Strikes")
    terminal.resize(40, 10)
    terminal.wait_for("This terminal is 40 × 10")
    terminal.resize(80, 24)
    terminal.keys("q")
    terminal.wait_for("knockroll play --resume")
    assert len(saved_games()) == 1
    terminal.keys("clear", "Enter")
    terminal.keys(f"{command} play --resume --pace fast", "Enter")
    terminal.wait_for("Thirty-One")
    terminal.keys("C-c")
    terminal.wait_for("knockroll play --resume")


def test_the_menu_in_a_real_terminal(terminal: Terminal) -> None:
    terminal.keys(f"{sys.executable} -m knockroll play --ascii", "Enter")
    shown = terminal.wait_for("Choose one.")
    assert shown.isascii()
    terminal.keys("q")
    terminal.wait_for_end_of("Choose one.")


@pytest.mark.parametrize(("name", "status"), [("TERM", 143), ("HUP", 129)])
def test_who_is_told_to_end_restores_the_terminal(terminal: Terminal, tmp_path: Path, name: str, status: int) -> None:
    """The screen is as it was before, lines are edited and echoed again, and the game is saved."""
    pid = tmp_path / "pid"
    play = f"exec {sys.executable} -m knockroll play thirty_one --seats 2 --players Random --seed 3 --pace fast"
    terminal.keys(f"cd {tmp_path}; stty -g > before; sh -c 'echo $$ > {pid}; {play}'; echo status $?", "Enter")
    terminal.wait_for("Your turn")
    os.kill(int(pid.read_text()), getattr(signal, f"SIG{name}"))
    shown = terminal.wait_for(f"status {status}")
    assert "knockroll play --resume" in shown and "Your turn" not in shown
    terminal.keys("stty -g > after; echo as $((1 + 1))", "Enter")
    assert " stty -g > after" in terminal.wait_for("as 2"), "what is typed is echoed"
    assert (tmp_path / "after").read_text() == (tmp_path / "before").read_text()
    assert len(saved_games()) == 1
